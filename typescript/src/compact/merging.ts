// Merging what several schemas that all hold say with one keyword, where no schemas stand below it.

import { MAX_SAFE_INTEGER } from "#contract/constants";
import { isAnnotation } from "./keywords.js";
import type { Reading } from "./reading.js";
import { fitsType, meetTypes } from "./types.js";
import { jsonKey, keysOf } from "./values.js";

/** Keywords and their values; `type` is a list of names. */
export type Merged = ReadonlyMap<string, unknown>;

/** Called with a schema and a keyword of it that cannot be merged with what came before, and is lost. */
export type Conflict = (reading: Reading, keyword: string) => void;

/**
 * Merge the keywords of schemas that all hold.
 *
 * @returns The keywords, `enum` in place of several `const`s; null when no value fulfils them.
 */
export function merge(readings: readonly Reading[], conflict: Conflict): Merged | null {
  const [first] = readings;
  if (first !== undefined && readings.length === 1) return first.plain;
  const out = new Map<string, unknown>();
  for (const reading of readings) {
    for (const [keyword, value] of reading.plain) {
      if (keyword === "enum" || keyword === "const") {
        mergeValues(out, keyword, value);
      } else if (!out.has(keyword)) {
        out.set(keyword, value);
      } else if (!isAnnotation(keyword)) {
        const merged = MERGERS.get(keyword)?.(out.get(keyword) as never, value as never) ?? null;
        if (merged === null) conflict(reading, keyword);
        else out.set(keyword, merged);
      }
    }
  }
  const types = out.get("type") as readonly string[] | undefined;
  return types?.length === 0 || !fitValues(out) ? null : out;
}

/** Intersect `enum` and `const` by JSON equality, in the order of the first. */
function mergeValues(out: Map<string, unknown>, keyword: "enum" | "const", value: unknown): void {
  const known = out.has("const") ? "const" : "enum";
  if (!out.has(known)) {
    out.set(keyword, value);
    return;
  }
  const listed = known === "const" ? [out.get("const")] : (out.get("enum") as unknown[]);
  const wanted = keysOf(keyword === "const" ? [value] : (value as unknown[]));
  const kept = listed.filter((each) => wanted.has(jsonKey(each)));
  // One value is left: say it the shorter way, where `enum` stood.
  if (known === "enum" && keyword === "const" && kept.length > 0) replace(out, "enum", "const", kept[0]);
  else if (known === "enum" || kept.length === 0) replace(out, known, "enum", kept);
}

function replace(out: Map<string, unknown>, old: string, name: string, value: unknown): void {
  const entries = [...out];
  out.clear();
  for (const [keyword, known] of entries) {
    if (keyword === old) out.set(name, value);
    else out.set(keyword, known);
  }
}

/** Drop listed values of another type; tell whether any value is left. */
function fitValues(out: Map<string, unknown>): boolean {
  const types = out.get("type") as readonly string[] | undefined;
  const listed = out.get("enum") as unknown[] | undefined;
  const kept = types !== undefined && listed !== undefined ? listed.filter((each) => fitsType(each, types)) : listed;
  if (kept !== undefined) out.set("enum", kept);
  if (types !== undefined && out.has("const")) return fitsType(out.get("const"), types);
  return kept?.length !== 0;
}

type Merger = (first: never, second: never) => unknown;

const same = (first: unknown, second: unknown): unknown => (first === second ? first : null);

/** Return the least common multiple; null where it is not a number that every reader keeps. */
function multiple(first: number, second: number): number | null {
  if (first === second) return first;
  if (!Number.isInteger(first) || !Number.isInteger(second)) return null;
  const [a, b] = [BigInt(first), BigInt(second)];
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  const least = (a / divisor) * b;
  return least <= BigInt(MAX_SAFE_INTEGER) ? Number(least) : null;
}

const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];

type Needs = Readonly<Record<string, string[]>>;

function dependent(first: Needs, second: Needs): Needs {
  const needs = new Map(Object.entries(first));
  for (const [name, needed] of Object.entries(second)) needs.set(name, union(needs.get(name) ?? [], needed));
  return Object.fromEntries(needs);
}

const most = (first: number, second: number): number => Math.max(first, second);
const least = (first: number, second: number): number => Math.min(first, second);
const former = (first: unknown): unknown => first;

const MERGERS: ReadonlyMap<string, Merger> = /* @__PURE__ */ new Map<string, Merger>([
  ["type", meetTypes],
  ["minimum", most],
  ["maximum", least],
  ["exclusiveMinimum", most],
  ["exclusiveMaximum", least],
  ["multipleOf", multiple],
  ["minLength", most],
  ["maxLength", least],
  ["pattern", same],
  ["format", same],
  ["minItems", most],
  ["maxItems", least],
  ["uniqueItems", (first: boolean, second: boolean) => first || second],
  ["minProperties", most],
  ["maxProperties", least],
  ["required", union],
  ["dependentRequired", dependent],
  // These belong to one schema's `contains`, and are written with it.
  ["minContains", former],
  ["maxContains", former],
]);
