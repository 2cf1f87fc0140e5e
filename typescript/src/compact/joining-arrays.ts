// Joining what alternatives say of arrays.

import type { JsonObject } from "../schema-walk.js";
import { Dimensions, type Join, maskOf, type Schema } from "./dimensions.js";
import { counts, type Entry, freePart, joinIntervals, type Part } from "./joining-scalars.js";
import { acceptsAll } from "./keywords.js";
import type { Ledger } from "./ledger.js";
import { need, type Step } from "./trampoline.js";
import { jsonKey, weight } from "./values.js";

const CONTAINS = ["contains", "minContains", "maxContains"] as const;
const ANYTHING: Part = { keywords: {}, exact: false, tops: 0n };

/** Join alternatives for arrays: each place's schema is the join of theirs. */
export function* joinArrays(ledger: Ledger, entries: readonly Entry[], join: Join): Step<Part> {
  const free = freePart(entries);
  if (free !== null) return free;
  if (entries.some(({ values }) => values !== null)) return ANYTHING;
  const everyone = maskOf(entries);
  const dimensions = new Dimensions(everyone);
  const out: JsonObject = {};

  let places = 0;
  for (const entry of entries) places = Math.max(places, prefixOf(entry).length);
  if (!ledger.work(places * entries.length)) return ANYTHING;
  const prefix: Schema[] = [];
  for (let place = 0; place < places; place += 1) {
    const members = entries.map((entry) => ({ mask: entry.mask, schema: itemAt(entry, place) }));
    const joined = yield* need(join(ledger, members));
    dimensions.add(joined.tops, joined.exact);
    prefix.push(joined.schema);
  }
  if (!prefix.every(acceptsAll)) out["prefixItems"] = prefix;
  const beyond = yield* need(
    join(
      ledger,
      entries.map((entry) => ({ mask: entry.mask, schema: itemsOf(entry) })),
    ),
  );
  dimensions.add(beyond.tops, false);
  if (!acceptsAll(beyond.schema)) {
    out["items"] = beyond.schema;
    if (prefix.length > 0) out["prefixItems"] = prefix;
  }

  const intervals = entries.map(({ keywords }) => counts(keywords, "minItems", "maxItems"));
  const lengths = joinIntervals(entries, intervals, true);
  const { low, high } = lengths.interval;
  dimensions.add(lengths.tops, lengths.contiguous);
  if (low !== null && low !== 0) out["minItems"] = low;
  if (high !== null) out["maxItems"] = high;

  const unique = maskOf(entries.filter(({ keywords }) => keywords["uniqueItems"] === true));
  dimensions.add(unique === everyone || unique === 0n ? everyone : everyone & ~unique, false);
  if (unique === everyone) out["uniqueItems"] = true;
  joinContains(ledger, entries, out, dimensions);
  return { keywords: out, exact: dimensions.exact, tops: dimensions.tops };
}

function prefixOf({ keywords }: Entry): readonly Schema[] {
  return (keywords["prefixItems"] ?? []) as Schema[];
}

function itemsOf({ keywords }: Entry): Schema {
  return (keywords["items"] ?? true) as Schema;
}

function itemAt(entry: Entry, place: number): Schema {
  return prefixOf(entry)[place] ?? itemsOf(entry);
}

/** Keep what arrays must contain where all alternatives say the same. */
function joinContains(ledger: Ledger, entries: readonly Entry[], out: JsonObject, dimensions: Dimensions): void {
  const said = entries.map(({ keywords }): JsonObject =>
    Object.fromEntries(
      CONTAINS.filter((keyword) => keywords[keyword] !== undefined).map((keyword) => [keyword, keywords[keyword]]),
    ),
  );
  const holding = said.filter((each) => each["contains"] !== undefined);
  if (holding.length === 0) return;
  const silent = maskOf(entries.filter((_, index) => said[index]?.["contains"] === undefined));
  const known = ledger.work(holding.reduce((sum, each) => sum + weight(each), 0));
  if (silent === 0n && known && new Set(said.map(jsonKey)).size === 1) Object.assign(out, said[0]);
  else dimensions.add(silent, false);
}
