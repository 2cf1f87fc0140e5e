// Types of JSON Schema: reading what people write, and the sets that stand behind the names.

import { strip } from "../white-space.js";

/** The types that share no value. An integer is a number, and stands between them only as a name. */
export const ALL_TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;

const NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set([...ALL_TYPES, "integer"]);

/** What a type that limits nothing reads as. */
export const ANY_TYPE: readonly string[] = [];

/** Names of other languages and of habit, as tool catalogues in the wild carry them. */
const SPELLINGS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["dict", "object"],
  ["map", "object"],
  ["hashmap", "object"],
  ["hashtable", "object"],
  ["mapping", "object"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["int", "integer"],
  ["long", "integer"],
  ["short", "integer"],
  ["list", "array"],
  ["tuple", "array"],
  ["arraylist", "array"],
  ["str", "string"],
  ["char", "string"],
  ["bool", "boolean"],
  ["none", "null"],
  ["nil", "null"],
]);

/**
 * Return the types that a `type` keyword names, in its order.
 *
 * `any` and an empty name limit nothing; the names that other languages use, and unions written with `|`, are read as
 * what they mean.
 *
 * @returns Names of JSON Schema types, `ANY_TYPE` when every type is allowed, null when a name says nothing that is
 *   known.
 */
export function readTypes(value: unknown): readonly string[] | null {
  let members: readonly unknown[];
  if (typeof value === "string") members = NAMES.has(value) ? [value] : value.split("|");
  else if (Array.isArray(value) && value.length > 0) members = value;
  else return null;
  const names = new Set<string>();
  for (const member of members) {
    if (typeof member !== "string") return null;
    const name = strip(member);
    const folded = name.toLowerCase();
    if (folded === "any" || folded === "") return ANY_TYPE;
    const known = NAMES.has(name) ? name : (SPELLINGS.get(folded) ?? folded);
    if (!NAMES.has(known)) return null;
    names.add(known);
  }
  return [...names];
}

/** Return the types that both allow, in the order of the first; none when there are none. */
export function meetTypes(first: readonly string[], second: readonly string[]): readonly string[] {
  const met = new Set<string>();
  for (const name of first) {
    if (second.includes(name) || (name === "integer" && second.includes("number"))) met.add(name);
    else if (name === "number" && second.includes("integer")) met.add("integer");
  }
  return [...met];
}

/** Return the types that any of the members allows, in order of first mention, integer within number. */
export function joinTypes(members: Iterable<readonly string[]>): readonly string[] {
  const names = new Set<string>();
  for (const member of members) for (const name of member) names.add(name);
  if (names.has("number")) names.delete("integer");
  return [...names];
}

/** Return types as the value of a `type` keyword. */
export function written(types: readonly string[]): string | string[] {
  return types.length === 1 ? (types[0] as string) : [...types];
}

/** Tell whether types leave nothing out. */
export function areAll(types: readonly string[]): boolean {
  return ALL_TYPES.every((name) => types.includes(name));
}

/** Return the JSON type of a normalised value, `number` for every number. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Tell whether a value has one of the types; a whole number is an integer, however it is written. */
export function fitsType(value: unknown, types: readonly string[]): boolean {
  const name = typeOf(value);
  return types.includes(name) || (types.includes("integer") && Number.isInteger(value));
}
