// Reading one schema object in the terms of draft 2020-12, whatever draft or habit it is written in.

import { type Places, quote } from "../findings.js";
import { type JsonObject, membersOf, POSITIONS } from "../schema-walk.js";
import { DRAFT_2019, DRAFT_4, means, refStandsAlone } from "./drafts.js";
import type { Loss } from "./ledger.js";
import { Site } from "./references.js";
import { readTypes } from "./types.js";
import { holdsForeign, isObject } from "./values.js";

/** A keyword that cannot be kept as it is written: the text that says why, and what it needs. */
export interface Lost {
  readonly keyword: string;
  readonly loss: Loss;
  readonly places: Places;
}

/** Alternatives: the keyword, and its members. */
export type Group = readonly [keyword: string, members: readonly Site[]];

/** One schema object: assertions and annotations by keyword, and the schemas below it, each as a `Site`. */
export class Reading {
  readonly site: Site;
  readonly plain = new Map<string, unknown>();
  readonly lost: Lost[] = [];
  readonly references: [keyword: string, reference: string][] = [];
  readonly allOf: Site[] = [];
  readonly groups: Group[] = [];
  negated: Site | undefined;
  condition: Site | undefined;
  then: Site | undefined;
  otherwise: Site | undefined;
  properties: Map<string, Site> | undefined;
  patterns = new Map<string, Site>();
  additional: Site | undefined;
  names: Site | undefined;
  unevaluated: Site | undefined;
  readonly dependents = new Map<string, readonly [keyword: string, site: Site]>();
  prefix: readonly Site[] = [];
  items: Site | undefined;
  contains: Site | undefined;
  unevaluatedItems: Site | undefined;

  constructor(site: Site) {
    this.site = site;
  }
}

type Reader = (reading: Reading, keyword: string, value: unknown) => void;

/** Addresses and definitions mean nothing once references are inlined; titles and comments are not for models. */
const DROPPED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "additionalItems",
  "then",
  "else",
]);

/**
 * Read one schema object.
 *
 * Keywords that the draft gives no meaning are left out, those of older drafts come out as today's, and those of the
 * wrong shape are left out and listed as lost.
 *
 * @param site The schema; its value is a normalised object.
 */
export function read(site: Site): Reading {
  const reading = new Reading(site);
  const { schema } = site;
  const { draft } = site.scope.resource;
  if (typeof schema["$ref"] === "string" && refStandsAlone(draft)) {
    reference(reading, "$ref", schema["$ref"]);
    text(reading, "description", schema["description"]);
    return reading;
  }
  for (const [keyword, value] of membersOf(schema)) {
    if (DROPPED.has(keyword)) continue;
    const reader = READERS.get(keyword);
    if (reader !== undefined) {
      if (means(keyword, draft)) reader(reading, keyword, value);
    } else if (!(keyword === "id" && draft === DRAFT_4) && !holdsForeign(value)) {
      reading.plain.set(keyword, value);
    }
  }
  return reading;
}

/** Return the values of a schema object's keywords that hold no schemas. */
export function ownValues(schema: JsonObject): unknown[] {
  const own = [...membersOf(schema)].filter(([keyword]) => !POSITIONS.has(keyword) && !DROPPED.has(keyword));
  return own.map(([, value]) => value);
}

const malformed: Reader = (reading, keyword) => {
  reading.lost.push({ keyword, loss: "malformed", places: { keyword } });
};

function isSchema(value: unknown): value is JsonObject | boolean {
  return isObject(value) || typeof value === "boolean";
}

/** Return a reader that keeps a value of the right shape, and takes any other as malformed or as saying nothing. */
function kept(fits: (value: unknown) => boolean, otherwise?: Reader): Reader {
  return (reading, keyword, value) => {
    if (fits(value)) reading.plain.set(keyword, value);
    else otherwise?.(reading, keyword, value);
  };
}

const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isValues = (value: unknown): boolean => Array.isArray(value) && !holdsForeign(value);
const isData = (value: unknown): boolean => !holdsForeign(value);
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** An annotation in words; one of another type says nothing. */
const text = kept(isText);
const number = kept(isNumber, malformed);

const type: Reader = (reading, keyword, value) => {
  const types = readTypes(value);
  if (types === null) reading.lost.push({ keyword, loss: "unknown_type", places: { type: quote(value) } });
  else if (types.length > 0) reading.plain.set(keyword, types);
};

/** `minimum` or `maximum`, which draft 4 makes exclusive by a boolean beside it. */
const bound: Reader = (reading, keyword, value) => {
  const exclusive = keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  if (isNumber(value) && reading.site.schema[exclusive] === true) reading.plain.set(exclusive, value);
  else number(reading, keyword, value);
};

const exclusiveBound: Reader = (reading, keyword, value) => {
  if (typeof value === "boolean") return;
  const judge = reading.site.scope.resource.draft === DRAFT_4 ? malformed : number;
  judge(reading, keyword, value);
};

const names: Reader = (reading, keyword, value) => {
  if (isNames(value)) reading.plain.set(keyword, [...new Set(value)]);
  else malformed(reading, keyword, value);
};

const reference: Reader = (reading, keyword, value) => {
  if (typeof value === "string") reading.references.push([keyword, value]);
  else malformed(reading, keyword, value);
};

type SchemaAttribute = "negated" | "additional" | "unevaluated" | "names" | "unevaluatedItems" | "contains";

function schemaAs(attribute: SchemaAttribute): Reader {
  return (reading, keyword, value) => {
    if (isSchema(value)) reading[attribute] = reading.site.below(value, keyword);
    else malformed(reading, keyword, value);
  };
}

/** Read a list of schemas; a member that is none accepts everything. */
function schemaList(reading: Reading, keyword: string, value: unknown): readonly Site[] | null {
  if (!Array.isArray(value) || value.length === 0) {
    malformed(reading, keyword, value);
    return null;
  }
  if (!value.every(isSchema)) malformed(reading, keyword, value);
  return value.map((member, index) => reading.site.below(isSchema(member) ? member : true, keyword, String(index)));
}

const allOf: Reader = (reading, keyword, value) => {
  for (const member of schemaList(reading, keyword, value) ?? []) reading.allOf.push(member);
};

const group: Reader = (reading, keyword, value) => {
  const members = schemaList(reading, keyword, value);
  if (members === null) return;
  const [only, further] = members;
  if (only !== undefined && further === undefined) reading.allOf.push(only);
  else reading.groups.push([keyword, members]);
};

function schemaMap(reading: Reading, keyword: string, value: unknown): Map<string, Site> | null {
  if (!isObject(value)) {
    malformed(reading, keyword, value);
    return null;
  }
  const members = [...membersOf(value)];
  if (!members.every(([, member]) => isSchema(member))) malformed(reading, keyword, value);
  return new Map(
    members.map(([name, member]) => [name, reading.site.below(isSchema(member) ? member : true, keyword, name)]),
  );
}

const properties: Reader = (reading, keyword, value) => {
  reading.properties = schemaMap(reading, keyword, value) ?? undefined;
};

const patterns: Reader = (reading, keyword, value) => {
  const { scope, place } = reading.site;
  // Of a malformed value nobody knows which names it would have allowed beside a closed object.
  reading.patterns = schemaMap(reading, keyword, value) ?? new Map([["", new Site(true, scope, place)]]);
};

const condition: Reader = (reading, keyword, value) => {
  if (!isSchema(value)) {
    malformed(reading, keyword, value);
    return;
  }
  const { site } = reading;
  const { then, else: otherwise } = site.schema;
  const wrong = [then, otherwise].some((branch) => branch !== undefined && branch !== null && !isSchema(branch));
  if (wrong) malformed(reading, keyword, value);
  reading.condition = site.below(value, keyword);
  reading.then = isSchema(then) ? site.below(then, "then") : undefined;
  reading.otherwise = isSchema(otherwise) ? site.below(otherwise, "else") : undefined;
};

/** Names that a name needs; what is not a list of names is left out, and the rest stays. */
function dependentRequired(reading: Reading, keyword: string, entries: Iterable<readonly [string, unknown]>): void {
  const known = (reading.plain.get("dependentRequired") ?? {}) as Readonly<Record<string, string[]>>;
  const needs = new Map(Object.entries(known));
  for (const [name, needed] of entries) {
    if (isNames(needed)) needs.set(name, [...new Set([...(needs.get(name) ?? []), ...needed])]);
    else malformed(reading, keyword, needed);
  }
  reading.plain.set("dependentRequired", Object.fromEntries(needs));
}

const dependentNames: Reader = (reading, keyword, value) => {
  if (isObject(value)) dependentRequired(reading, keyword, membersOf(value));
  else malformed(reading, keyword, value);
};

const dependentSchemas: Reader = (reading, keyword, value) => {
  for (const [name, member] of schemaMap(reading, keyword, value) ?? []) {
    reading.dependents.set(name, [keyword, member]);
  }
};

const dependencies: Reader = (reading, keyword, value) => {
  if (reading.site.scope.resource.draft >= DRAFT_2019) {
    // Today's drafts pass over it, but whoever writes it means something.
    reading.lost.push({ keyword, loss: "old_keyword", places: { keyword } });
    return;
  }
  if (!isObject(value)) {
    malformed(reading, keyword, value);
    return;
  }
  const members = [...membersOf(value)];
  const needs = members.filter(([, needed]) => !isSchema(needed));
  if (needs.length > 0) dependentRequired(reading, keyword, needs);
  for (const [name, member] of members) {
    if (isSchema(member)) reading.dependents.set(name, [keyword, reading.site.below(member, keyword, name)]);
  }
};

const items: Reader = (reading, keyword, value) => {
  const { site } = reading;
  if (isSchema(value)) {
    reading.items = site.below(value, keyword);
  } else if (Array.isArray(value) && reading.prefix.length === 0) {
    reading.prefix = value.length === 0 ? [] : (schemaList(reading, keyword, value) ?? []);
    const beyond = site.schema["additionalItems"];
    if (isSchema(beyond)) reading.items = site.below(beyond, "additionalItems");
  } else {
    malformed(reading, keyword, value);
  }
};

const prefixItems: Reader = (reading, keyword, value) => {
  reading.prefix = schemaList(reading, keyword, value) ?? [];
};

const nothing: Reader = () => undefined;

const READERS: ReadonlyMap<string, Reader> = /* @__PURE__ */ new Map([
  ["$ref", reference],
  ["$dynamicRef", reference],
  ["$recursiveRef", reference],
  ["type", type],
  ["enum", /* @__PURE__ */ kept(isValues, malformed)],
  ["const", /* @__PURE__ */ kept(isData, malformed)],
  // It holds with all else that the schema says, so the whole schema is read without it.
  ["nullable", nothing],
  ["allOf", allOf],
  ["anyOf", group],
  ["oneOf", group],
  ["not", /* @__PURE__ */ schemaAs("negated")],
  ["if", condition],
  ["properties", properties],
  ["patternProperties", patterns],
  ["additionalProperties", /* @__PURE__ */ schemaAs("additional")],
  ["unevaluatedProperties", /* @__PURE__ */ schemaAs("unevaluated")],
  ["propertyNames", /* @__PURE__ */ schemaAs("names")],
  ["required", names],
  ["dependentRequired", dependentNames],
  ["dependentSchemas", dependentSchemas],
  ["dependencies", dependencies],
  ["minProperties", /* @__PURE__ */ kept(isCount, malformed)],
  ["maxProperties", /* @__PURE__ */ kept(isCount, malformed)],
  ["items", items],
  ["prefixItems", prefixItems],
  ["unevaluatedItems", /* @__PURE__ */ schemaAs("unevaluatedItems")],
  ["contains", /* @__PURE__ */ schemaAs("contains")],
  ["minContains", /* @__PURE__ */ kept(isCount, malformed)],
  ["maxContains", /* @__PURE__ */ kept(isCount, malformed)],
  ["minItems", /* @__PURE__ */ kept(isCount, malformed)],
  ["maxItems", /* @__PURE__ */ kept(isCount, malformed)],
  ["uniqueItems", /* @__PURE__ */ kept(isFlag, malformed)],
  ["minLength", /* @__PURE__ */ kept(isCount, malformed)],
  ["maxLength", /* @__PURE__ */ kept(isCount, malformed)],
  ["pattern", /* @__PURE__ */ kept(isText, malformed)],
  ["format", /* @__PURE__ */ kept(isText, malformed)],
  ["contentEncoding", text],
  ["contentMediaType", text],
  ["contentSchema", nothing],
  ["minimum", bound],
  ["maximum", bound],
  ["exclusiveMinimum", exclusiveBound],
  ["exclusiveMaximum", exclusiveBound],
  ["multipleOf", /* @__PURE__ */ kept((value) => isNumber(value) && value > 0, malformed)],
  ["description", text],
  ["default", /* @__PURE__ */ kept(isData)],
  ["examples", /* @__PURE__ */ kept(isValues)],
  ["deprecated", /* @__PURE__ */ kept(isFlag)],
  ["readOnly", /* @__PURE__ */ kept(isFlag)],
  ["writeOnly", /* @__PURE__ */ kept(isFlag)],
]);
