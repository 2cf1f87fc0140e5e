// The short way: a schema that has nothing to rewrite is copied in one pass.

import { setMember } from "../frozen.js";
import { isPlainObject } from "../plain-objects.js";
import { type JsonObject, membersOf } from "../schema-walk.js";
import { DRAFT_4, draftOf, means } from "./drafts.js";
import { areAll, readTypes, written } from "./types.js";
import { holdsForeign, normalise } from "./values.js";

/** What to do with a keyword. */
type Kind =
  "type" | "text" | "schema" | "map" | "names" | "number" | "count" | "flag" | "values" | "data" | "drop" | "stop";

const KINDS: ReadonlyMap<string, Kind> = /* @__PURE__ */ new Map<string, Kind>([
  ["type", "type"],
  ["description", "text"],
  ["pattern", "text"],
  ["format", "text"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["items", "schema"],
  ["additionalProperties", "schema"],
  ["properties", "map"],
  ["required", "names"],
  ["multipleOf", "number"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "number"],
  ["exclusiveMaximum", "number"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["uniqueItems", "flag"],
  ["deprecated", "flag"],
  ["readOnly", "flag"],
  ["writeOnly", "flag"],
  ["enum", "values"],
  ["examples", "values"],
  ["const", "data"],
  ["default", "data"],
  ["title", "drop"],
  ["$comment", "drop"],
  ["$id", "drop"],
  ["$anchor", "drop"],
  ["$dynamicAnchor", "drop"],
  ["$defs", "drop"],
  ["definitions", "drop"],
  ["$recursiveAnchor", "drop"],
  ["$vocabulary", "drop"],
  ["contentSchema", "drop"],
  ["$schema", "stop"],
  ["id", "stop"],
  ["$ref", "stop"],
  ["$dynamicRef", "stop"],
  ["$recursiveRef", "stop"],
  ["nullable", "stop"],
  ["allOf", "stop"],
  ["anyOf", "stop"],
  ["oneOf", "stop"],
  ["not", "stop"],
  ["if", "stop"],
  ["then", "stop"],
  ["else", "stop"],
  ["patternProperties", "stop"],
  ["propertyNames", "stop"],
  ["unevaluatedProperties", "stop"],
  ["dependentRequired", "stop"],
  ["dependentSchemas", "stop"],
  ["dependencies", "stop"],
  ["prefixItems", "stop"],
  ["additionalItems", "stop"],
  ["unevaluatedItems", "stop"],
  ["contains", "stop"],
  ["minContains", "stop"],
  ["maxContains", "stop"],
]);

/** Keywords that some drafts give another meaning, or none. */
const OF_DRAFTS: readonly string[] = ["const", "exclusiveMinimum", "exclusiveMaximum"];

interface Pending {
  readonly source: JsonObject;
  readonly target: JsonObject;
}

/**
 * Return a schema's projection when all of it stays as it is, but for titles and what belongs to references.
 *
 * @param schema Any value.
 * @returns The copy; null when some keyword asks for more, which only the whole projection can give.
 */
export function copyPlain(schema: unknown): JsonObject | null {
  if (!isPlainObject(schema)) return null;
  const draft = draftOf(schema);
  const root: JsonObject = {};
  const seen = new Set<object>([schema]);
  const pending: Pending[] = [{ source: schema, target: root }];
  /** Return the copy of a schema, which is filled in later; undefined for what is no schema, or was met before. */
  const enter = (value: unknown): JsonObject | boolean | undefined => {
    if (typeof value === "boolean") return value;
    if (!isPlainObject(value) || seen.has(value)) return undefined;
    seen.add(value);
    const target: JsonObject = {};
    pending.push({ source: value, target });
    return target;
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [keyword, value] of membersOf(next.source)) {
      if (keyword === "$schema" && next.source === schema) continue;
      const kind = kindOf(keyword, draft);
      if (kind === "drop") continue;
      if (kind === "stop") return null;
      const copy =
        kind === "schema" ? enter(value) : kind === "map" ? copyMap(value, enter) : copyData(kind, keyword, value);
      if (copy === undefined) return null;
      if (copy !== NOTHING) setMember(next.target, keyword, copy);
    }
  }
  return root;
}

/**
 * Return the projection of a schema with no schemas below it, null when it is not as plain as that.
 *
 * @param schema A normalised schema.
 * @param draft The draft that it is written in.
 */
export function copyLeaf(schema: JsonObject, draft: number): JsonObject | null {
  const leaf: JsonObject = {};
  for (const [keyword, value] of membersOf(schema)) {
    const kind = kindOf(keyword, draft);
    if (kind === "drop") continue;
    const holds = kind === "stop" || kind === "schema" || kind === "map" || (kind === "type" && Array.isArray(value));
    const copy = holds ? undefined : copyData(kind, keyword, value);
    if (copy === undefined) return null;
    setMember(leaf, keyword, copy);
  }
  return leaf;
}

function kindOf(keyword: string, draft: number): Kind | undefined {
  const doubtful = OF_DRAFTS.includes(keyword) && (draft === DRAFT_4 || !means(keyword, draft));
  return doubtful ? "stop" : KINDS.get(keyword);
}

/** Says that a keyword limits nothing and is left out. */
const NOTHING: unique symbol = Symbol("nothing");

function copyMap(value: unknown, enter: (member: unknown) => JsonObject | boolean | undefined): JsonObject | undefined {
  if (!isPlainObject(value)) return undefined;
  const members: JsonObject = {};
  for (const [name, member] of membersOf(value)) {
    const copy = enter(member);
    if (copy === undefined) return undefined;
    setMember(members, name, copy);
  }
  return members;
}

/** Copy the value of a keyword that holds no schema; undefined when it has the wrong shape. */
function copyData(kind: Kind | undefined, keyword: string, value: unknown): unknown {
  switch (kind) {
    case "type":
      return copyTypes(value);
    case "text":
      return typeof value === "string" ? value : undefined;
    case "names":
      return Array.isArray(value) && value.every((name) => typeof name === "string") ? [...new Set(value)] : undefined;
    case "number":
      return Number.isFinite(value) && !(keyword === "multipleOf" && (value as number) <= 0) ? value : undefined;
    case "count":
      return Number.isInteger(value) && (value as number) >= 0 ? value : undefined;
    case "flag":
      return typeof value === "boolean" ? value : undefined;
    default:
      return kind === "values" && !Array.isArray(value) ? undefined : copyValue(value);
  }
}

function copyTypes(value: unknown): unknown {
  const types = typeof value === "string" && value.includes("|") ? null : readTypes(value);
  if (types === null) return undefined;
  if (typeof value === "string") return types[0] === value ? value : undefined;
  return types.length === 0 || areAll(types) ? NOTHING : written(types);
}

function copyValue(value: unknown): unknown {
  const copy = normalise(value);
  return holdsForeign(copy) ? undefined : copy;
}
