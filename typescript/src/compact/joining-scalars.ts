// Joining what alternatives say of null, booleans, numbers and strings.

import { codePointLength } from "../code-points.js";
import type { JsonObject } from "../schema-walk.js";
import { type Mask, maskOf } from "./dimensions.js";
import { namesPattern } from "./patterns.js";

/** What one alternative says of one type: its keywords, or the values of that type that it lists. */
export interface Entry {
  readonly mask: Mask;
  readonly keywords: JsonObject;
  readonly integer: boolean;
  readonly values: readonly unknown[] | null;
  /** Whether it accepts each of the values that it lists. */
  readonly pure: boolean;
}

/** The join for one type: its keywords, whether it accepts nothing more, who accepts all of it. */
export interface Part {
  readonly keywords: JsonObject;
  readonly exact: boolean;
  readonly tops: Mask;
}

/** A range of numbers; null is no bound, and a bound that is open is outside. */
export interface Interval {
  readonly low: number | null;
  readonly lowOpen: boolean;
  readonly high: number | null;
  readonly highOpen: boolean;
}

interface Side {
  readonly bound: number | null;
  readonly isOpen: boolean;
}

/** Return the join that accepts every value of the type, as some alternatives do. */
export function freePart(entries: readonly Entry[]): Part | null {
  const free = maskOf(entries.filter(isFree));
  return free === 0n ? null : { keywords: {}, exact: true, tops: free };
}

/** Tell whether an alternative accepts every value of the type. */
function isFree({ keywords, integer, values }: Entry): boolean {
  return Object.keys(keywords).length === 0 && !integer && values === null;
}

/** Join alternatives that accept null. */
export function joinNulls(entries: readonly Entry[]): Part {
  return { keywords: {}, exact: true, tops: maskOf(entries) };
}

/** Join alternatives for booleans, which a compact schema accepts both or neither beside other types. */
export function joinBooleans(entries: readonly Entry[]): Part {
  const listed = new Set(entries.flatMap(({ values }) => values ?? []));
  const tops = maskOf(entries.filter((entry) => isFree(entry) || new Set(entry.values).size === 2));
  return { keywords: {}, exact: tops !== 0n || listed.size === 2, tops };
}

/** Join alternatives for numbers: the range around all ranges, and a divisor where it is the same for all. */
export function joinNumbers(entries: readonly Entry[]): Part {
  const free = freePart(entries);
  if (free !== null) return free;
  const intervals = entries.map(numberInterval);
  const whole = entries.map(isWhole);
  const integer = whole.every(Boolean);
  const joined = joinIntervals(entries, intervals, integer);
  const out = numberBounds(joined.interval);
  const divisors = new Set(
    entries.map(({ keywords, values }) => (values === null ? keywords["multipleOf"] : undefined)),
  );
  const same = divisors.size === 1 && entries.every(({ values }) => values === null);
  const [divisor] = divisors;
  if (same && divisor !== undefined) out["multipleOf"] = divisor;
  let { tops } = joined;
  for (const [index, entry] of entries.entries()) {
    const listed = entry.values !== null && !(entry.pure && isPoint(entry.values));
    if (listed || whole[index] !== integer || (!same && entry.keywords["multipleOf"] !== undefined)) {
      tops &= ~entry.mask;
    }
  }
  const plain = same && new Set(whole).size === 1;
  return { keywords: out, exact: tops !== 0n || (plain && joined.contiguous), tops };
}

function isPoint(values: readonly unknown[]): boolean {
  return values.every((value) => value === values[0]);
}

function isWhole({ values, integer }: Entry): boolean {
  return values === null ? integer : values.every(Number.isInteger);
}

function numberInterval({ keywords, values }: Entry): Interval {
  if (values !== null) return around(values as number[]);
  const low = tighter(keywords["minimum"], keywords["exclusiveMinimum"], (one, other) => one > other);
  const high = tighter(keywords["maximum"], keywords["exclusiveMaximum"], (one, other) => one < other);
  return { low: low.bound, lowOpen: low.isOpen, high: high.bound, highOpen: high.isOpen };
}

/** Return the closed range around numbers. */
function around(numbers: readonly number[]): Interval {
  let [low, high] = [Infinity, -Infinity];
  for (const each of numbers) [low, high] = [Math.min(low, each), Math.max(high, each)];
  return { low, lowOpen: false, high, highOpen: false };
}

function tighter(closed: unknown, exclusive: unknown, isTighter: (one: number, other: number) => boolean): Side {
  if (typeof exclusive !== "number") return { bound: typeof closed === "number" ? closed : null, isOpen: false };
  if (typeof closed !== "number" || closed === exclusive || isTighter(exclusive, closed)) {
    return { bound: exclusive, isOpen: true };
  }
  return { bound: closed, isOpen: false };
}

function numberBounds({ low, lowOpen, high, highOpen }: Interval): JsonObject {
  const out: JsonObject = {};
  if (low !== null) out[lowOpen ? "exclusiveMinimum" : "minimum"] = low;
  if (high !== null) out[highOpen ? "exclusiveMaximum" : "maximum"] = high;
  return out;
}

/** A join of ranges: the range around all, the alternatives whose range it is, and whether there is no gap in it. */
export interface JoinedIntervals {
  readonly interval: Interval;
  readonly tops: Mask;
  readonly contiguous: boolean;
}

/**
 * Join ranges.
 *
 * @param entries The alternatives.
 * @param intervals The range of each.
 * @param integer Whether only whole numbers are in them.
 */
export function joinIntervals(
  entries: readonly Entry[],
  intervals: readonly Interval[],
  integer: boolean,
): JoinedIntervals {
  const lows = intervals.map(({ low, lowOpen }) => ({ bound: low, isOpen: lowOpen }));
  const highs = intervals.map(({ high, highOpen }) => ({ bound: high, isOpen: highOpen }));
  const low = outer(lows, Math.min);
  const high = outer(highs, Math.max);
  const interval = { low: low.bound, lowOpen: low.isOpen, high: high.bound, highOpen: high.isOpen };
  const tops = maskOf(entries.filter((_, index) => isSame(intervals[index] as Interval, interval)));
  return { interval, tops, contiguous: isContiguous(intervals, integer) };
}

function isSame(one: Interval, other: Interval): boolean {
  return (
    one.low === other.low && one.lowOpen === other.lowOpen && one.high === other.high && one.highOpen === other.highOpen
  );
}

function outer(sides: readonly Side[], pick: (one: number, other: number) => number): Side {
  let bound: number | null = null;
  for (const side of sides) {
    if (side.bound === null) return { bound: null, isOpen: false };
    bound = bound === null ? side.bound : pick(bound, side.bound);
  }
  return { bound, isOpen: sides.every((side) => side.bound !== bound || side.isOpen) };
}

/** Tell whether ranges leave no gap between them. */
function isContiguous(intervals: readonly Interval[], integer: boolean): boolean {
  const rank = ({ low }: Interval): number => (low === null ? -Infinity : low);
  const ordered = [...intervals].sort((one, other) => (rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))));
  let { high, highOpen } = ordered[0] as Interval;
  for (const each of ordered.slice(1)) {
    if (high === null) return true;
    if (each.low !== null) {
      const gap = each.low - high;
      // Whole numbers leave no gap between n and n + 1, provided that both ends are in.
      const next = integer && gap === 1 && !each.lowOpen && !highOpen && Number.isInteger(high);
      if (!next && (gap > 0 || (gap === 0 && each.lowOpen && highOpen))) return false;
    }
    if (each.high === null) return true;
    if (each.high > high || (each.high === high && !each.highOpen)) ({ high, highOpen } = each);
  }
  return true;
}

/** Return the range that a pair of keywords gives a count; no least count is 0. */
export function counts(keywords: JsonObject, least: string, most: string): Interval {
  const low = (keywords[least] ?? 0) as number;
  const high = (keywords[most] ?? null) as number | null;
  return { low, lowOpen: false, high, highOpen: false };
}

/** Join alternatives for strings: the range around all lengths; pattern and format where all have the same. */
export function joinStrings(entries: readonly Entry[]): Part {
  const free = freePart(entries);
  if (free !== null) return free;
  const listing = joinListedStrings(entries);
  if (listing !== null) return listing;
  const joined = joinIntervals(entries, entries.map(lengths), true);
  const { low, high } = joined.interval;
  const out: JsonObject = {};
  if (low !== null && low !== 0) out["minLength"] = low;
  if (high !== null) out["maxLength"] = high;
  const listed = maskOf(entries.filter(({ values }) => values !== null));
  let plain = listed === 0n;
  let tops = joined.tops & ~listed;
  for (const keyword of ["pattern", "format"]) {
    const said = new Set(entries.map(({ keywords }) => keywords[keyword]));
    const [value] = said;
    if (said.size === 1 && listed === 0n) {
      if (value !== undefined) out[keyword] = value;
    } else {
      plain &&= said.size === 1 && value === undefined;
      tops &= ~maskOf(entries.filter(({ keywords }) => keywords[keyword] !== undefined));
    }
  }
  return { keywords: out, exact: tops !== 0n || (plain && joined.contiguous), tops };
}

/** Join lists of texts beside other types by a pattern; null where there is none, or more to say. */
function joinListedStrings(entries: readonly Entry[]): Part | null {
  if (entries.some(({ values, pure }) => values === null || !pure)) return null;
  const texts = new Set(entries.flatMap(({ values }) => (values ?? []) as string[]));
  const pattern = namesPattern(texts, []);
  if (pattern === null) return null;
  const tops = maskOf(entries.filter(({ values }) => new Set(values).size === texts.size));
  return { keywords: { pattern }, exact: true, tops };
}

function lengths({ keywords, values }: Entry): Interval {
  if (values === null) return counts(keywords, "minLength", "maxLength");
  return around((values as string[]).map(codePointLength));
}
