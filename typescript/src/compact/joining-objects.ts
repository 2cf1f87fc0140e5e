// Joining what alternatives say of objects.

import { compareCodePoints } from "../code-points.js";
import { setMember } from "../frozen.js";
import type { JsonObject } from "../schema-walk.js";
import { Dimensions, type Join, type Mask, maskOf, type Member, type Schema } from "./dimensions.js";
import { counts, type Entry, freePart, type Interval, joinIntervals, type Part } from "./joining-scalars.js";
import { acceptsAll } from "./keywords.js";
import type { Ledger } from "./ledger.js";
import { need, type Step } from "./trampoline.js";
import { jsonKey } from "./values.js";

type Needs = Readonly<Record<string, readonly string[]>>;

/**
 * Join alternatives for objects.
 *
 * A property's schema is the join of theirs, where an alternative that does not name it speaks through its
 * `additionalProperties`; what all require is required; the join is closed when all are.
 */
export function* joinObjects(ledger: Ledger, entries: readonly Entry[], join: Join): Step<Part> {
  const free = freePart(entries);
  if (free !== null) return free;
  if (entries.some(({ values }) => values !== null)) return { keywords: {}, exact: false, tops: 0n };
  const dimensions = new Dimensions(maskOf(entries));
  const out: JsonObject = {};
  yield* joinMembers(ledger, entries, join, out, dimensions);
  const names = entries.map(({ mask, keywords }) => ({ mask, schema: (keywords["propertyNames"] ?? true) as Schema }));
  const joined = yield* need(join(ledger, names));
  dimensions.add(joined.tops, false);
  if (!acceptsAll(joined.schema)) out["propertyNames"] = joined.schema;
  joinRequired(entries, out, dimensions);
  joinDependent(entries, out, dimensions);
  joinCounts(entries, out, dimensions);
  return { keywords: out, exact: oneKeyEach(entries) || dimensions.exact, tops: dimensions.tops };
}

function propertiesOf(keywords: JsonObject): Readonly<Record<string, Schema>> {
  return (keywords["properties"] ?? {}) as Record<string, Schema>;
}

function requiredOf(keywords: JsonObject): readonly string[] {
  return (keywords["required"] ?? []) as string[];
}

function additionalOf(keywords: JsonObject): Schema {
  return (keywords["additionalProperties"] ?? true) as Schema;
}

/** Join the schemas of members: those with a name, then all others. */
function* joinMembers(
  ledger: Ledger,
  entries: readonly Entry[],
  join: Join,
  out: JsonObject,
  dimensions: Dimensions,
): Step<void> {
  const named = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const name of Object.keys(propertiesOf(entry.keywords))) {
      const known = named.get(name);
      if (known === undefined) named.set(name, [entry]);
      else known.push(entry);
    }
  }
  const others = entries.map(({ mask, keywords }) => ({ mask, schema: additionalOf(keywords) }));
  let [isOpen, closed]: [Mask, Mask] = [0n, 0n];
  const typed: Member[] = [];
  for (const other of others) {
    if (acceptsAll(other.schema)) isOpen |= other.mask;
    else if (other.schema === false) closed |= other.mask;
    else typed.push(other);
  }
  if (!ledger.work(named.size * (1 + typed.length))) {
    dimensions.add(0n, false);
    return;
  }
  const properties: JsonObject = {};
  for (const [name, naming] of named) {
    const here = maskOf(naming);
    const members: Member[] = naming.map(({ mask, keywords }) => ({
      mask,
      schema: propertiesOf(keywords)[name] as Schema,
    }));
    for (const each of typed) if ((each.mask & here) === 0n) members.push(each);
    if ((closed & ~here) !== 0n) members.push({ mask: closed & ~here, schema: false });
    if ((isOpen & ~here) !== 0n) members.push({ mask: isOpen & ~here, schema: true });
    const joined = yield* need(join(ledger, members));
    dimensions.add(joined.tops, joined.exact);
    setMember(properties, name, joined.schema);
  }
  if (entries.some(({ keywords }) => keywords["properties"] !== undefined)) out["properties"] = properties;
  const joined = yield* need(join(ledger, others));
  dimensions.add(joined.tops, false);
  if (!acceptsAll(joined.schema)) out["additionalProperties"] = joined.schema;
}

function joinRequired(entries: readonly Entry[], out: JsonObject, dimensions: Dimensions): void {
  const needed = entries.map(({ keywords }) => new Set(requiredOf(keywords)));
  const common = [...(needed[0] ?? [])].filter((name) => needed.every((each) => each.has(name)));
  if (common.length > 0) out["required"] = common;
  dimensions.add(maskOf(entries.filter((_, index) => needed[index]?.size === common.length)), false);
}

/** Keep the names that a name needs in all alternatives. */
function joinDependent(entries: readonly Entry[], out: JsonObject, dimensions: Dimensions): void {
  const said = entries.map(({ keywords }) => new Map(Object.entries((keywords["dependentRequired"] ?? {}) as Needs)));
  const common = new Map<string, readonly string[]>();
  for (const [name, needed] of said[0] ?? []) {
    const shared = needed.filter((each) => said.every((other) => other.get(name)?.includes(each) === true));
    if (shared.length > 0) common.set(name, shared);
  }
  if (common.size > 0) out["dependentRequired"] = Object.fromEntries(common);
  const wanted = needsKey(common);
  dimensions.add(maskOf(entries.filter((_, index) => needsKey(said[index] ?? new Map()) === wanted)), false);
}

/** Return a text that is equal for needs that say the same. */
function needsKey(needs: ReadonlyMap<string, readonly string[]>): string {
  const some = [...needs].filter(([, needed]) => needed.length > 0);
  return jsonKey(Object.fromEntries(some.map(([name, needed]) => [name, [...needed].sort(compareCodePoints)])));
}

/** Join the counts of members, those counted in that follow from required names and closed objects. */
function joinCounts(entries: readonly Entry[], out: JsonObject, dimensions: Dimensions): void {
  const written = entries.map(({ keywords }) => counts(keywords, "minProperties", "maxProperties"));
  const joined = joinIntervals(entries, written, true);
  dimensions.add(joined.tops, joined.contiguous);
  const stated = joined.interval;
  const implied = joinIntervals(
    entries,
    entries.map(({ keywords }) => impliedCounts(keywords)),
    true,
  ).interval;
  const low = Math.max(implied.low ?? 0, stated.low ?? 0);
  if (low > requiredOf(out).length) out["minProperties"] = low;
  else if (stated.low !== null && stated.low !== 0) out["minProperties"] = stated.low;
  const most = allowedCount(out);
  if (implied.high !== null && (most === null || implied.high < most)) out["maxProperties"] = implied.high;
  else if (stated.high !== null) out["maxProperties"] = stated.high;
}

/** Return the fewest and the most members that a schema leaves room for. */
function impliedCounts(keywords: JsonObject): Interval {
  const low = Math.max((keywords["minProperties"] ?? 0) as number, requiredOf(keywords).length);
  const [stated, allowed] = [(keywords["maxProperties"] ?? null) as number | null, allowedCount(keywords)];
  const high = stated === null ? allowed : allowed === null ? stated : Math.min(stated, allowed);
  return { low, lowOpen: false, high, highOpen: false };
}

/** Return how many members a closed object can have; null for an open one. */
function allowedCount(keywords: JsonObject): number | null {
  if (additionalOf(keywords) !== false) return null;
  return Object.values(propertiesOf(keywords)).filter((schema) => schema !== false).length;
}

/**
 * Tell whether each alternative is an object of exactly one member, with a name of its own.
 *
 * The join then is the object with exactly one of those members, and accepts nothing more.
 */
function oneKeyEach(entries: readonly Entry[]): boolean {
  const names = new Set<string>();
  for (const { keywords } of entries) {
    const [name, further] = requiredOf(keywords);
    if (name === undefined || further !== undefined || allowedCount(keywords) !== 1 || names.has(name)) return false;
    const properties = propertiesOf(keywords);
    if (!Object.hasOwn(properties, name) || properties[name] === false) return false;
    if (Object.keys(keywords).some((keyword) => !ONE_KEY.has(keyword))) return false;
    names.add(name);
  }
  return true;
}

const ONE_KEY: ReadonlySet<string> = /* @__PURE__ */ new Set(["properties", "additionalProperties", "required"]);
