// Saying the opposite of a simple schema without `not`.

import type { JsonObject } from "../schema-walk.js";
import type { Schema } from "./dimensions.js";
import { assertions } from "./keywords.js";
import { ALL_TYPES, typeOf, written } from "./types.js";

/** What a value is that does not fit a schema: it fits another schema, and is none of some values. */
export interface Opposite {
  readonly schema: Schema;
  readonly excluded: readonly unknown[];
}

/** A bound turns into the bound on its other side; what has no such bound is not of the type at all. */
const BOUNDS: ReadonlyMap<string, readonly [kind: string, other: string, step: number]> = /* @__PURE__ */ new Map([
  ["minimum", ["number", "exclusiveMaximum", 0]],
  ["maximum", ["number", "exclusiveMinimum", 0]],
  ["exclusiveMinimum", ["number", "maximum", 0]],
  ["exclusiveMaximum", ["number", "minimum", 0]],
  ["minLength", ["string", "maxLength", -1]],
  ["maxLength", ["string", "minLength", 1]],
  ["minItems", ["array", "maxItems", -1]],
  ["maxItems", ["array", "minItems", 1]],
  ["minProperties", ["object", "maxProperties", -1]],
  ["maxProperties", ["object", "minProperties", 1]],
]);

/**
 * Return the opposite of a compact schema, or null when the subset cannot say it.
 *
 * @param schema A compact schema that accepts exactly what is negated.
 */
export function opposite(schema: Schema): Opposite | null {
  if (typeof schema === "boolean") return { schema: !schema, excluded: [] };
  const said = assertions(schema);
  const types = said.get("type") as string | string[] | undefined;
  said.delete("type");
  const names = typeof types === "string" ? [types] : (types ?? []);
  const [entry, further] = said;
  if (entry === undefined) return names.length > 0 ? otherTypes(names) : { schema: false, excluded: [] };
  if (further !== undefined) return null;
  const [keyword, value] = entry;
  if (keyword === "const") return otherValues([value], names);
  if (keyword === "enum") return otherValues(value as unknown[], names);
  if (keyword === "required" && (value as string[]).length === 1) {
    return outside(names, "object", { properties: Object.fromEntries([[(value as string[])[0] as string, false]]) });
  }
  const bound = BOUNDS.get(keyword);
  if (bound === undefined) return null;
  const [kind, other, step] = bound;
  const limit = (value as number) + step;
  return outside(names, kind, limit < 0 && step !== 0 ? null : { [other]: limit });
}

/** Negate a list of types; numbers that are no integers have no name of their own. */
function otherTypes(names: readonly string[]): Opposite | null {
  if (names.includes("integer") && !names.includes("number")) return null;
  const others = ALL_TYPES.filter((name) => !names.includes(name));
  return { schema: others.length > 0 ? { type: written(others) } : false, excluded: [] };
}

/** Negate a list of values; null and both booleans are types of their own. */
function otherValues(values: readonly unknown[], names: readonly string[]): Opposite | null {
  if (names.length > 0 && values.some((value) => !names.includes(typeOf(value)))) return null;
  const singles: string[] = [];
  if (values.includes(null)) singles.push("null");
  if (values.includes(true) && values.includes(false)) singles.push("boolean");
  const excluded = values.filter((value) => !singles.includes(typeOf(value)));
  const others = ALL_TYPES.filter((name) => !singles.includes(name));
  return { schema: singles.length > 0 ? { type: written(others) } : true, excluded };
}

/**
 * Negate "of these types, and, for one type, within these bounds".
 *
 * @param names The types that the negated schema names; none when it names none.
 * @param kind The type that its keyword judges.
 * @param keywords What values of that type fulfil when they break the keyword; null when none does.
 */
function outside(names: readonly string[], kind: string, keywords: JsonObject | null): Opposite | null {
  if (names.length === 0) {
    // Values of other types fulfil the keyword, so that only values of this type can break it.
    return { schema: keywords === null ? false : { type: kind, ...keywords }, excluded: [] };
  }
  if (names.length !== 1 || names[0] !== kind) return null;
  if (keywords === null) return { schema: { type: ALL_TYPES.filter((name) => name !== kind) }, excluded: [] };
  return { schema: keywords, excluded: [] };
}
