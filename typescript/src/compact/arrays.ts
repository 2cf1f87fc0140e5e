// Arrays of a conjunction: which schemas hold for each place, for all other items, and what must be contained.

import type { Schema } from "./dimensions.js";
import { evaluated } from "./evaluated.js";
import { lostFormat } from "./formats.js";
import type { Loss } from "./ledger.js";
import type { Reading } from "./reading.js";
import type { Site } from "./references.js";
import { settled } from "./settling.js";
import type { Step } from "./trampoline.js";
import { cleanSite, type Project, type Work } from "./work.js";

/** What a conjunction says of items, in compact terms; undefined for nothing. */
export interface Items {
  prefix: Schema[] | undefined;
  items: Schema | undefined;
  contains: Schema | undefined;
  least: number | undefined;
  most: number | undefined;
  exact: boolean;
}

/** The schemas of the first places, and of all others. */
type Tuple = readonly [prefix: readonly Site[], items: Site | undefined];

/**
 * Project what schemas that all hold say of the items of arrays.
 *
 * @param work The projection.
 * @param readings The schemas.
 * @param project Projects schemas that must hold together.
 */
export function* projectItems(work: Work, readings: readonly Reading[], project: Project): Step<Items> {
  const out: Items = {
    prefix: undefined,
    items: undefined,
    contains: undefined,
    least: undefined,
    most: undefined,
    exact: true,
  };
  const tuples: Tuple[] = [];
  for (const reading of readings) if (hasItems(reading)) tuples.push([reading.prefix, reading.items]);
  for (const reading of readings) {
    if (reading.unevaluatedItems !== undefined && !reading.unevaluatedItems.free) {
      addUnevaluated(work, reading, reading.unevaluatedItems, tuples, out);
    }
  }
  let places = 0;
  for (const [prefix] of tuples) places = Math.max(places, prefix.length);
  if (tuples.length > 0 && work.ledger.work(places * tuples.length)) {
    const prefix: Schema[] = [];
    for (let place = 0; place < places; place += 1) {
      const sites = tuples.map((tuple) => at(tuple, place)).filter((site) => site !== undefined);
      const clean = yield* settled(work, sites, project);
      prefix.push(clean.schema);
      out.exact &&= clean.exact;
    }
    if (prefix.length > 0) out.prefix = prefix;
    const rest = tuples.map(([, items]) => items).filter((site) => site !== undefined);
    if (rest.length > 0) {
      const clean = yield* settled(work, rest, project);
      out.items = clean.schema;
      out.exact &&= clean.exact;
    }
  } else if (tuples.length > 0) {
    for (const reading of readings) if (hasItems(reading)) lost(work, reading, out, "items", "merge_limit");
  }
  yield* projectContains(work, readings, out, project);
  return out;
}

function hasItems({ prefix, items }: Reading): boolean {
  return prefix.length > 0 || items !== undefined;
}

function at([prefix, items]: Tuple, place: number): Site | undefined {
  return place < prefix.length ? prefix[place] : items;
}

function lost(work: Work, { site }: Reading, out: Items, keyword: string, loss: Loss): void {
  out.exact = false;
  work.ledger.widened(site.value, site.place, keyword, loss);
}

/** Turn `unevaluatedItems` into the schema of the items beyond those that are evaluated. */
function addUnevaluated(work: Work, reading: Reading, beyond: Site, tuples: Tuple[], out: Items): void {
  const found = evaluated(work, reading);
  if (found.allItems) return;
  if (found.someItems) {
    lost(work, reading, out, "unevaluatedItems", "unevaluated");
    return;
  }
  if (found.maybeItems > found.items) lost(work, reading, out, "unevaluatedItems", "unevaluated_items");
  const anything = cleanSite(true, reading.site.place);
  tuples.push([new Array<Site>(Math.max(found.items, found.maybeItems)).fill(anything), beyond]);
}

/** Keep what one schema says that arrays contain; a compact schema has room for one. */
function* projectContains(work: Work, readings: readonly Reading[], out: Items, project: Project): Step<void> {
  for (const reading of readings) {
    if (reading.contains === undefined) continue;
    const least = reading.plain.get("minContains") as number | undefined;
    let most = reading.plain.get("maxContains") as number | undefined;
    if (least === 0 && most === undefined) continue;
    if (out.contains !== undefined) {
      lost(work, reading, out, "contains", "second_contains");
      continue;
    }
    const mark = work.ledger.mark();
    const clean = yield* settled(work, [reading.contains], project);
    if (most !== undefined && (!clean.exact || lostFormat(work, clean.schema))) {
      // Counting at most so many of a wider schema would reject what the original accepts.
      work.ledger.back(mark);
      lost(work, reading, out, "maxContains", "contains_count");
      most = undefined;
    }
    [out.contains, out.least, out.most] = [clean.schema, least, most];
    out.exact &&= clean.exact;
    if (least === 0 && most === undefined) out.contains = out.least = undefined;
  }
}
