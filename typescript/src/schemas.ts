// JSON Schemas of zod schemas, and copies of schemas without some keywords or with closed objects.

import { MAX_SAFE_INTEGER } from "#contract/constants";
import * as z from "zod";
import { markOf } from "./envelopes/marks.js";
import { setMember } from "./frozen.js";
import { isPlainObject } from "./plain-objects.js";
import { membersOf, rewrite, rootPlace, subschemas, Walk, type JsonObject } from "./schema-walk.js";

/** A JSON Schema as an object that belongs to the caller. */
export type JsonSchema = JsonObject;

const DEFINITIONS = "$defs";

/**
 * Return the JSON Schema 2020-12 of a zod schema, without titles.
 *
 * An envelope in it is written as the contract has it, among the definitions. What zod adds of its own is left out
 * (`$schema`, the bounds of safe integers), and what differs between its releases is written in one way.
 *
 * @param schema The zod schema.
 * @param options.mode `validation` describes what a parse takes, `serialization` what it gives.
 * @throws Error A part of the schema has no form in JSON Schema, such as a date or a transformation; zod's own text
 *   says which.
 */
export function schemaFor(
  schema: z.ZodType,
  options: { readonly mode?: "validation" | "serialization" | undefined } = {},
): JsonSchema {
  const io = options.mode === "serialization" ? "output" : "input";
  const definitions: JsonObject = {};
  const made = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    metadata: namedMetadata(),
    override: ({ zodSchema, jsonSchema }) => {
      writeEnvelope(zodSchema, jsonSchema as JsonObject, definitions);
    },
  });
  const merged: JsonObject = { ...made };
  delete merged["$schema"];
  const all = { ...(merged[DEFINITIONS] as JsonObject | undefined), ...definitions };
  if (Object.keys(all).length > 0) merged[DEFINITIONS] = all;
  return unwrapped(rewrite(merged, { keep: (keyword) => keyword !== "title", finish: plainForm }));
}

/**
 * Return the schema of a tool's arguments: `schemaFor` of what a parse takes, every object that declares properties
 * closed.
 *
 * Bounds of numbers and lengths of texts stay and `strictClean` reports them: state them in the description, and check
 * them in the parse.
 */
export function inputSchemaFor(schema: z.ZodType): JsonSchema {
  return closeObjects(schemaFor(schema));
}

/** Return the schema of a tool's result: `schemaFor` of what a parse gives. */
export function outputSchemaFor(schema: z.ZodType): JsonSchema {
  return schemaFor(schema, { mode: "serialization" });
}

/**
 * Return a copy of a schema without some keywords, at every schema in it.
 *
 * Names of properties and values that are data (`default`, `const`, `enum`, `examples`, extension values) stay. A value
 * that is no object is copied as it is.
 *
 * @param schema The schema; any value is taken.
 * @param options.keys Keywords to drop.
 * @param options.prefixes Beginnings of keywords to drop, such as `x-`.
 */
export function stripKeys<Schema>(
  schema: Schema,
  options: { readonly keys?: Iterable<string> | undefined; readonly prefixes?: Iterable<string> | undefined } = {},
): Schema {
  const keys = new Set(options.keys ?? []);
  const prefixes = [...(options.prefixes ?? [])];
  return rewrite(schema, {
    keep: (keyword) => !keys.has(keyword) && !prefixes.some((prefix) => keyword.startsWith(prefix)),
  });
}

/** Return a copy of a schema without titles; a property that is called `title` stays. */
export function stripTitles<Schema>(schema: Schema): Schema {
  return stripKeys(schema, { keys: ["title"] });
}

/** Return a copy with `additionalProperties: false` on each schema that has `properties` and lacks it. */
export function closeObjects<Schema>(schema: Schema): Schema {
  return rewrite(schema, {
    finish: (copy) => {
      if (copy["properties"] !== undefined && copy["additionalProperties"] === undefined) {
        copy["additionalProperties"] = false;
      }
    },
  });
}

type Metadata = Record<string, unknown>;

/**
 * Return zod's own metadata, with the names under which envelopes stand among the definitions.
 *
 * One that is generic over other items than the last is another definition.
 */
function namedMetadata(): z.core.$ZodRegistry<Metadata> {
  const names = new Map<z.core.$ZodType, string>();
  const taken = new Map<string, number>();
  const nameOf = (schema: z.core.$ZodType, name: string): string => {
    const known = names.get(schema);
    if (known !== undefined) return known;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const own = count === 1 ? name : `${name}${count}`;
    names.set(schema, own);
    return own;
  };
  const registry = z.registry<Metadata>();
  registry.get = (schema: z.core.$ZodType) => {
    const meta: Metadata | undefined = z.globalRegistry.get(schema);
    const name = envelopeName(schema);
    return (name === undefined ? meta : { ...meta, id: nameOf(schema, name) }) as never;
  };
  registry.has = (schema) => registry.get(schema) !== undefined;
  return registry;
}

/** Return the name of an envelope or other result model; none of a copy, which refers to what it is a copy of. */
function envelopeName(schema: z.core.$ZodType): string | undefined {
  return isCopy(schema) ? undefined : markOf(schema)?.name;
}

function isCopy(schema: z.core.$ZodType): boolean {
  const { parent } = schema._zod;
  return parent !== undefined && markOf(parent) !== null;
}

/** Write an envelope as the contract has it: its definitions among the others, a copy of it as a reference. */
function writeEnvelope(schema: z.core.$ZodType, json: JsonObject, definitions: JsonObject): void {
  if (markOf(schema) === null) return;
  if (isCopy(schema)) {
    keepOnly(json, ["$ref", ...Object.keys(z.globalRegistry.get(schema) ?? {})]);
    return;
  }
  for (const [name, definition] of membersOf((json[DEFINITIONS] ?? {}) as JsonObject)) {
    setMember(definitions, name, definition);
  }
  delete json[DEFINITIONS];
}

function keepOnly(json: JsonObject, keywords: readonly string[]): void {
  for (const keyword of Object.keys(json)) if (!keywords.includes(keyword)) delete json[keyword];
}

/** Undo what only zod writes, or only some of its releases. */
function plainForm(copy: JsonObject): void {
  const types = copy["type"];
  if (Array.isArray(types)) {
    const rest = { ...copy };
    delete rest["type"];
    keepOnly(copy, []);
    Object.assign(copy, { anyOf: types.map((type: unknown) => ({ type })) }, rest);
  }
  if (copy["type"] === "integer") {
    if (copy["minimum"] === -MAX_SAFE_INTEGER) delete copy["minimum"];
    if (copy["maximum"] === MAX_SAFE_INTEGER) delete copy["maximum"];
  }
}

/** Put a root that is only a reference to a definition in that definition's place. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  const definitions = schema[DEFINITIONS];
  if (typeof reference !== "string" || !isPlainObject(definitions)) return schema;
  const found = [...membersOf(definitions)].find(([name]) => reference === referenceTo(name));
  if (found === undefined || !isPlainObject(found[1])) return schema;
  const [name, target] = found;
  const root: JsonSchema = { ...target };
  for (const [keyword, value] of membersOf(schema)) {
    if (keyword !== "$ref" && keyword !== DEFINITIONS) root[keyword] = value;
  }
  root[DEFINITIONS] = definitions;
  if (!refersTo(root, reference)) delete definitions[name];
  if (Object.keys(definitions).length === 0) delete root[DEFINITIONS];
  return root;
}

function referenceTo(name: string): string {
  return `#/${DEFINITIONS}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Tell whether a schema, but for the definition itself, refers to it. */
function refersTo(root: JsonSchema, reference: string): boolean {
  let found = false;
  const walk = new Walk();
  const visit = (place: Parameters<typeof subschemas>[0], schema: JsonObject, below: (typeof place)[]): void => {
    if (schema["$ref"] === reference) found = true;
    subschemas(place, schema, walk, below);
  };
  walk.run(rootPlace(root), visit);
  return found;
}
