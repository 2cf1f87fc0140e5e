// How the type of an input reads in a listing: one short phrase for any property schema.

import { ENUM_TEXT_LIMIT } from "#contract/constants";
import { codePointLength, firstCharacters } from "./code-points.js";
import { compactJson } from "./compact-json.js";
import { memberOf } from "./members.js";
import { isPlainObject } from "./plain-objects.js";
import { unescape } from "./pointers.js";

const ANY = "any";
const CUT = "...";
/** A constant's text is cut only where no terminal could show it. */
const CONST_TEXT_LIMIT = 4096;
/**
 * Schemas met again inside one phrase are written again, this many at most: objects that stand in several places would
 * otherwise make a phrase that doubles at each level.
 */
const REPEATS = 1000;

/** A text of the phrase, or a schema that is still to be read. */
type Part = string | { readonly schema: unknown };

/**
 * Return the type of a property schema as listings show it, such as `enum(a|b)` or `array[string|null]`.
 *
 * The first that applies decides: `enum`, `const`, `$ref` (the last segment of the pointer), `anyOf` or `oneOf` (the
 * members joined by `|`), a list of types, `array` with `items`, a type. Anything else reads `any`.
 *
 * @param schema Anything; never throws, whatever the schema, and takes time linear in its size.
 */
export function typePhrase(schema: unknown): string {
  let phrase = "";
  let repeats = 0;
  const met = new Set<unknown>();
  const pending: Part[] = [{ schema }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === "string") {
      phrase += part;
      continue;
    }
    const inner = isPlainObject(part.schema) ? partsOf(part.schema) : ANY;
    if (typeof inner === "string") {
      phrase += inner;
      continue;
    }
    if (met.has(part.schema)) repeats += inner.length;
    met.add(part.schema);
    if (repeats > REPEATS) phrase += ANY;
    else for (let index = inner.length - 1; index >= 0; index -= 1) pending.push(inner[index] ?? "");
  }
  return phrase;
}

/** Return the phrase of a schema, or the parts that it is made of where it holds other schemas. */
function partsOf(schema: Readonly<Record<string, unknown>>): string | readonly Part[] {
  const values = memberOf(schema, "enum");
  if (Array.isArray(values)) return enumPhrase(values);
  if (Object.hasOwn(schema, "const")) return `const(${valueText(schema["const"], CONST_TEXT_LIMIT)})`;
  const reference = memberOf(schema, "$ref");
  if (typeof reference === "string") return unescape(reference.slice(reference.lastIndexOf("/") + 1)) || ANY;
  const members = ["anyOf", "oneOf"].map((keyword) => memberOf(schema, keyword)).find((each) => Array.isArray(each));
  if (Array.isArray(members)) {
    return members.length === 0 ? ANY : members.flatMap((member) => ["|", { schema: member as unknown }]).slice(1);
  }
  const type = memberOf(schema, "type");
  if (Array.isArray(type)) return type.map((name) => valueText(name, ENUM_TEXT_LIMIT)).join("|") || ANY;
  if (type === "array" && Object.hasOwn(schema, "items")) return ["array[", { schema: schema["items"] }, "]"];
  return typeof type === "string" && type !== "" ? type : ANY;
}

/** Join the values that fit; the first that does not ends the text. */
function enumPhrase(values: readonly unknown[]): string {
  const texts: string[] = [];
  let size = -1;
  for (const value of values) {
    const text = valueText(value, ENUM_TEXT_LIMIT);
    size += 1 + codePointLength(text);
    if (size > ENUM_TEXT_LIMIT) return `enum(${[...texts, CUT].join("|")})`;
    texts.push(text);
  }
  return `enum(${texts.join("|")})`;
}

/** Write a string bare, and any other value as JSON. */
function valueText(value: unknown, limit: number): string {
  if (typeof value !== "string") return compactJson(value, limit);
  return codePointLength(value) <= limit ? value : firstCharacters(value, limit) + CUT;
}
