// Keywords of a compact schema, by the type of value that they judge.

import type { Schema } from "./dimensions.js";
import type { JsonObject } from "../schema-walk.js";
import { membersOf } from "../schema-walk.js";
import { isObject } from "./values.js";

const NUMBER_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;
const STRING_KEYWORDS = ["minLength", "maxLength", "pattern", "format"] as const;
const ARRAY_KEYWORDS = [
  "prefixItems",
  "items",
  "contains",
  "minContains",
  "maxContains",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;
const OBJECT_KEYWORDS = [
  "properties",
  "additionalProperties",
  "required",
  "propertyNames",
  "dependentRequired",
  "minProperties",
  "maxProperties",
] as const;
export const CONDITION_KEYWORDS = ["if", "then", "else"] as const;

export const KEYWORDS_OF_TYPE: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map<
  string,
  readonly string[]
>([
  ["number", NUMBER_KEYWORDS],
  ["string", STRING_KEYWORDS],
  ["array", ARRAY_KEYWORDS],
  ["object", OBJECT_KEYWORDS],
]);

/** Keywords that say nothing of objects. */
export const USELESS_FOR_OBJECTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...NUMBER_KEYWORDS,
  ...STRING_KEYWORDS,
  ...ARRAY_KEYWORDS,
]);

const ASSERTING: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "type",
  "enum",
  "const",
  ...NUMBER_KEYWORDS,
  ...STRING_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...CONDITION_KEYWORDS,
]);

/** Return the keywords of a compact schema that can reject a value; all others only describe. */
export function assertions(schema: JsonObject): Map<string, unknown> {
  return new Map([...membersOf(schema)].filter(([keyword]) => ASSERTING.has(keyword)));
}

/** Tell whether a keyword of a compact schema only describes. */
export function isAnnotation(keyword: string): boolean {
  return !ASSERTING.has(keyword);
}

/** Tell whether a compact schema plainly accepts every value. */
export function acceptsAll(schema: Schema): boolean {
  return schema === true || (schema !== false && Object.keys(schema).every(isAnnotation));
}

/** Tell whether a compact schema has a condition. */
export function isConditional(schema: JsonObject): boolean {
  return CONDITION_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Tell whether a compact schema leaves room for an object. */
export function acceptsObjects(schema: JsonObject): boolean {
  const types = (schema["type"] ?? "object") as string | readonly string[];
  if (typeof types === "string" ? types !== "object" : !types.includes("object")) return false;
  if (schema["const"] !== undefined) return isObject(schema["const"]);
  const listed = schema["enum"] as unknown[] | undefined;
  return listed === undefined || listed.some((each) => isObject(each));
}
