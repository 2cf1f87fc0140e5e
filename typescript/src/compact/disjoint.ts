// Whether a value can fit more than one of several compact schemas; `oneOf` then says more than `anyOf`.

import { codePointLength } from "../code-points.js";
import type { JsonObject } from "../schema-walk.js";
import type { Schema } from "./dimensions.js";
import { ALL_TYPES, typeOf } from "./types.js";
import { isObject, keysOf } from "./values.js";

/** Beyond so many object alternatives they are told apart by one property alone, not pair by pair. */
const MOST_PAIRED = 40;
const COUNTS: ReadonlyMap<string, readonly [low: string, high: string]> = /* @__PURE__ */ new Map([
  ["number", ["minimum", "maximum"]],
  ["string", ["minLength", "maxLength"]],
  ["array", ["minItems", "maxItems"]],
]);

/** What a schema says of one type: the schema, and the values of that type that it lists. */
type Said = readonly [schema: JsonObject, values: readonly unknown[] | null];

/**
 * Tell whether it is plain that no value fits two of the schemas.
 *
 * @param schemas Compact schemas. Each may be wider than what it stands for.
 */
export function disjoint(schemas: readonly Schema[]): boolean {
  const alive = schemas.filter((schema) => schema !== false);
  if (alive.length <= 1) return true;
  const byType = new Map<string, Said[]>();
  for (const schema of alive) {
    if (schema === true) return false;
    const values = listed(schema);
    for (const name of typesOf(schema, values)) {
      const said: Said = [schema, values?.filter((value) => typeOf(value) === name) ?? null];
      const known = byType.get(name);
      if (known === undefined) byType.set(name, [said]);
      else known.push(said);
    }
  }
  return [...byType].every(([name, some]) => some.length === 1 || apart(name, some));
}

function listed(schema: JsonObject): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return (schema["enum"] as unknown[] | undefined) ?? null;
}

function typesOf(schema: JsonObject, values: readonly unknown[] | null): Set<string> {
  const named = (schema["type"] ?? ALL_TYPES) as string | readonly string[];
  const names = (typeof named === "string" ? [named] : named).map((name) => (name === "integer" ? "number" : name));
  const own = values === null ? names : names.filter((name) => values.some((value) => typeOf(value) === name));
  return new Set(own);
}

function apart(name: string, some: readonly Said[]): boolean {
  const lists = some.flatMap(([, values]) => (values === null ? [] : [values]));
  if (lists.length === some.length) return noRepeat(lists.map(keysOf));
  if (name === "object" && lists.length === 0) return toldByProperty(some.map(([schema]) => schema));
  const counts = COUNTS.get(name);
  return counts !== undefined && rangesApart(name, counts, some);
}

function noRepeat(sets: readonly ReadonlySet<string>[]): boolean {
  const all = new Set(sets.flatMap((each) => [...each]));
  return all.size === sets.reduce((sum, each) => sum + each.size, 0);
}

/** Tell whether ranges of numbers or lengths do not touch. */
function rangesApart(name: string, [low, high]: readonly [string, string], some: readonly Said[]): boolean {
  const ranges = some.map(([schema, values]): readonly [number, number] => {
    if (values !== null) {
      const sizes = values.map(sizeOf).sort(compare);
      return [sizes[0] ?? Infinity, sizes.at(-1) ?? -Infinity];
    }
    const number = name === "number";
    const least = (schema[low] ?? (number ? schema["exclusiveMinimum"] : 0)) as number | undefined;
    const most = (schema[high] ?? (number ? schema["exclusiveMaximum"] : undefined)) as number | undefined;
    return [least ?? -Infinity, most ?? Infinity];
  });
  ranges.sort((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]));
  return ranges.every(([least], index) => index === 0 || (ranges[index - 1]?.[1] ?? Infinity) < least);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function sizeOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? codePointLength(value) : (value as unknown[]).length;
}

/** Tell whether one required property tells objects apart by its value, or each pair by a property's presence. */
function toldByProperty(schemas: readonly JsonObject[]): boolean {
  for (const name of required(schemas[0] ?? {})) {
    const values = schemas.map((schema) => valuesOf(schema, name));
    const known = values.filter((each) => each !== null);
    if (known.length === values.length && noRepeat(known)) return true;
  }
  if (schemas.length > MOST_PAIRED) return false;
  return schemas.every((first, index) =>
    schemas.slice(index + 1).every((second) => pairApart(first, second) || pairApart(second, first)),
  );
}

function required(schema: JsonObject): readonly string[] {
  return (schema["required"] ?? []) as string[];
}

function propertyOf(schema: JsonObject, name: string): unknown {
  const properties = schema["properties"];
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Return the values that a required property can have, when they are listed. */
function valuesOf(schema: JsonObject, name: string): Set<string> | null {
  const below = propertyOf(schema, name);
  if (!isObject(below) || !required(schema).includes(name)) return null;
  const values = listed(below);
  return values === null ? null : keysOf(values);
}

/** Tell whether the first requires a property that the second forbids, or gives it values of its own. */
function pairApart(first: JsonObject, second: JsonObject): boolean {
  const closed = second["additionalProperties"] === false;
  for (const name of required(first)) {
    const below = propertyOf(second, name) ?? !closed;
    if (below === false) return true;
    const [mine, others] = [valuesOf(first, name), valuesOf(second, name)];
    if (mine !== null && others !== null && ![...mine].some((key) => others.has(key))) return true;
  }
  return false;
}
