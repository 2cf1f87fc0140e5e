// Joining alternatives: the tightest compact schema at hand that accepts what any of several ones accepts.

import { type JsonObject, membersOf } from "../schema-walk.js";
import { type Joined, maskOf, type Member, type Schema } from "./dimensions.js";
import { joinArrays } from "./joining-arrays.js";
import { joinObjects } from "./joining-objects.js";
import { type Entry, joinBooleans, joinNulls, joinNumbers, joinStrings, type Part } from "./joining-scalars.js";
import { acceptsAll, CONDITION_KEYWORDS, isAnnotation, isConditional, KEYWORDS_OF_TYPE } from "./keywords.js";
import type { Ledger } from "./ledger.js";
import { need, type Step } from "./trampoline.js";
import { ALL_TYPES, areAll, fitsType, joinTypes, typeOf, written } from "./types.js";
import { jsonKey, keysOf } from "./values.js";

const DESCRIPTION_SEPARATOR = " | ";

/** A schema that is an object, and the alternatives that it speaks for. */
interface ObjectMember extends Member {
  readonly schema: JsonObject;
}

/**
 * Join alternatives.
 *
 * @param ledger Counts the work; beyond its limit the join accepts everything.
 * @param members The alternatives.
 */
export function* join(ledger: Ledger, members: readonly Member[]): Step<Joined> {
  const alive = members.filter(({ schema }) => schema !== false);
  const [only, further] = alive;
  if (only === undefined) return { schema: false, exact: true, tops: maskOf(members) };
  if (further === undefined) return { schema: only.schema, exact: true, tops: only.mask };
  const limited = alive.filter((member): member is ObjectMember => member.schema !== true);
  const schemas = limited.map(({ schema }) => schema);
  const described = annotations(schemas);
  const whole = maskOf(alive.filter(({ schema }) => acceptsAll(schema)));
  if (whole !== 0n) return { schema: described, exact: true, tops: whole };
  if (!ledger.work(schemas.reduce((sum, schema) => sum + 1 + Object.keys(schema).length, 0))) {
    return { schema: described, exact: false, tops: 0n };
  }
  const finite = schemas.map(valuesOf).filter((values) => values !== null);
  const others = limited.filter(({ schema }) => !isNull(schema));
  let joined: Joined;
  if (others.length === 1) {
    joined = withNull(others[0] as ObjectMember);
  } else if (finite.length === schemas.length && schemas.some(isEnumerated)) {
    joined = joinFinite(limited, finite);
  } else {
    joined = yield* need(joinTyped(ledger, limited));
  }
  if (Object.keys(described).length === 0) return joined;
  return { ...joined, schema: describe(joined.schema, described, schemas) };
}

function isEnumerated(schema: JsonObject): boolean {
  return schema["enum"] !== undefined || schema["const"] !== undefined;
}

function isNull(schema: JsonObject): boolean {
  const found = valuesOf(schema);
  return found?.pure === true && found.values.length === 1 && found.values[0] === null;
}

/** Return the values that `const` and `enum` leave, null where there is neither. */
function enumerated(schema: JsonObject): readonly unknown[] | null {
  const listed = (schema["enum"] ?? null) as unknown[] | null;
  const only = schema["const"];
  if (only === undefined) return listed;
  return listed !== null && !keysOf(listed).has(jsonKey(only)) ? [] : [only];
}

interface Values {
  readonly values: readonly unknown[];
  /** Whether the schema accepts each of them. */
  readonly pure: boolean;
}

/** Return the values of a schema that has few enough to list. */
function valuesOf(schema: JsonObject): Values | null {
  const types = typesOf(schema);
  if (enumerated(schema) === null) {
    if (types.length === 0 || !types.every((name) => name === "null" || name === "boolean")) return null;
    const values = [...(types.includes("null") ? [null] : []), ...(types.includes("boolean") ? [true, false] : [])];
    return { values, pure: !isConditional(schema) };
  }
  const values = fitting(schema) ?? [];
  const judging = [...new Set(values.map(typeOf))].flatMap((name) => KEYWORDS_OF_TYPE.get(name) ?? []);
  return { values, pure: !isConditional(schema) && judging.every((keyword) => schema[keyword] === undefined) };
}

/** Return the listed values that have one of the schema's types, null where none are listed. */
function fitting(schema: JsonObject): readonly unknown[] | null {
  const values = enumerated(schema);
  const types = typesOf(schema);
  return values === null || types.length === 0 ? values : values.filter((value) => fitsType(value, types));
}

/** Return the types of a compact schema; none where it names none. */
function typesOf(schema: JsonObject): readonly string[] {
  const types = (schema["type"] ?? []) as string | readonly string[];
  return typeof types === "string" ? [types] : types;
}

/** Join alternatives that all list their values. */
function joinFinite(members: readonly ObjectMember[], finite: readonly Values[]): Joined {
  const values = new Map<string, unknown>();
  for (const each of finite) {
    for (const value of each.values) {
      const key = jsonKey(value);
      if (!values.has(key)) values.set(key, value);
    }
  }
  const exact = finite.every(({ pure }) => pure);
  const tops = maskOf(
    members.filter((_, index) => {
      const each = finite[index] as Values;
      return each.pure && keysOf(each.values).size === values.size;
    }),
  );
  const types = members.map(({ schema }) => typesOf(schema));
  const schema: JsonObject = types.every((each) => each.length > 0) ? { type: written(joinTypes(types)) } : {};
  if (values.size === 1) [schema["const"]] = values.values();
  else schema["enum"] = [...values.values()];
  return { schema: values.size > 0 ? schema : false, exact, tops };
}

/** Add null to a schema; a condition takes it in both branches, so that it still holds for the rest. */
function withNull({ mask, schema: original }: ObjectMember): Joined {
  if (!isConditional(original)) {
    const added = nullAdded(original);
    return { schema: added, exact: true, tops: jsonKey(added) === jsonKey(original) ? mask : 0n };
  }
  let schema: JsonObject = { ...original };
  let exact = true;
  for (const branch of ["then", "else"]) {
    const below = (schema[branch] ?? true) as Schema;
    if (below === false) {
      schema[branch] = { type: "null" };
    } else if (below !== true && !acceptsAll(below)) {
      schema[branch] = nullAdded(below);
      exact &&= !isConditional(below);
    }
  }
  if (!exact) {
    // A branch with a condition of its own would need null in each of that one's branches, and so on.
    const conditions: readonly string[] = CONDITION_KEYWORDS;
    schema = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !conditions.includes(keyword)));
  }
  return { schema: nullAdded(schema), exact, tops: 0n };
}

/**
 * Return what fits exactly one of several schemas that overlap, where that can be said.
 *
 * @param schemas Compact schemas, each of which accepts exactly what its original does.
 * @returns A schema when all of them list their values, or when one stands beside null and takes null itself; null
 *   otherwise.
 */
export function exactlyOne(schemas: readonly Schema[]): Schema | null {
  const alive = schemas.filter((schema) => schema !== false).map((schema) => (schema === true ? {} : schema));
  const listed = alive.map(valuesOf).filter((values) => values?.pure === true);
  if (listed.length === alive.length) return listedOnce(listed as Values[]);
  const [other, further] = alive.filter((schema) => !isNull(schema));
  return alive.length === 2 && other !== undefined && further === undefined ? withoutNull(other) : null;
}

/** Return the values that one list alone has; null when no value is in two. */
function listedOnce(listed: readonly Values[]): Schema | null {
  const counted = new Map<string, number>();
  for (const { values } of listed) for (const key of keysOf(values)) counted.set(key, (counted.get(key) ?? 0) + 1);
  if (![...counted.values()].some((count) => count > 1)) return null;
  const once = new Map<string, unknown>();
  for (const { values } of listed) {
    for (const value of values) {
      const key = jsonKey(value);
      if (counted.get(key) === 1) once.set(key, value);
    }
  }
  return once.size > 0 ? { enum: [...once.values()] } : false;
}

/** Return a schema without null; null when it does not take null, or when that cannot be seen. */
function withoutNull(schema: JsonObject): JsonObject | null {
  const types = typesOf(schema);
  const values = fitting(schema);
  const takesNull = values === null ? types.length === 0 || types.includes("null") : values.includes(null);
  if (!takesNull || isConditional(schema)) return null;
  const rest: JsonObject = { type: written((types.length > 0 ? types : ALL_TYPES).filter((name) => name !== "null")) };
  if (values !== null) rest["enum"] = values.filter((value) => value !== null);
  const kept = Object.entries(schema).filter(([keyword]) => !["type", "enum", "const"].includes(keyword));
  return { ...rest, ...Object.fromEntries(kept) };
}

function nullAdded(schema: JsonObject): JsonObject {
  const widened: JsonObject = { ...schema };
  const types = typesOf(widened);
  if (types.length > 0 && !types.includes("null")) widened["type"] = [...types, "null"];
  const values = enumerated(widened);
  if (values !== null && !values.includes(null)) {
    delete widened["const"];
    widened["enum"] = [...values, null];
  }
  return widened;
}

/** Join alternatives type by type: a value has one type, so the join is as exact as it is for each type. */
function* joinTyped(ledger: Ledger, members: readonly ObjectMember[]): Step<Joined> {
  const byType = new Map<string, Entry[]>(ALL_TYPES.map((name) => [name, []]));
  for (const member of members) for (const [name, entry] of entriesOf(member)) byType.get(name)?.push(entry);
  const conditional = maskOf(members.filter(({ schema }) => isConditional(schema)));
  let exact = conditional === 0n;
  let tops = maskOf(members) & ~conditional;
  const keywords = new Map<string, unknown>();
  for (const [name, entries] of byType) {
    if (entries.length === 0) continue;
    const simple = BY_TYPE.get(name);
    let part: Part;
    if (simple !== undefined) part = simple(entries);
    else part = yield* need(name === "array" ? joinArrays(ledger, entries, join) : joinObjects(ledger, entries, join));
    for (const [keyword, value] of membersOf(part.keywords)) keywords.set(keyword, value);
    exact &&= part.exact;
    tops &= part.tops;
  }
  const isLeft = (name: string): boolean => byType.get(name === "integer" ? "number" : name)?.length !== 0;
  const types = mentioned(members).filter(isLeft);
  const schema: JsonObject = {};
  if (!areAll(types)) schema["type"] = written(types);
  for (const member of members) {
    for (const keyword of Object.keys(member.schema)) {
      if (keywords.has(keyword)) schema[keyword] = keywords.get(keyword);
    }
  }
  for (const [keyword, value] of keywords) schema[keyword] = value;
  return { schema, exact, tops };
}

/** Return the types of the alternatives, in order of first mention. */
function mentioned(members: readonly ObjectMember[]): readonly string[] {
  return joinTypes(
    members.map(({ schema }) => {
      const values = fitting(schema);
      if (values !== null) return values.map(valueType);
      const types = typesOf(schema);
      return types.length > 0 ? types : ALL_TYPES;
    }),
  );
}

function valueType(value: unknown): string {
  return Number.isInteger(value) ? "integer" : typeOf(value);
}

/** Yield what a schema says of each type that it accepts. */
function* entriesOf({ mask, schema }: ObjectMember): Generator<readonly [type: string, entry: Entry]> {
  const types = typesOf(schema);
  const values = fitting(schema);
  if (values !== null) {
    const byType = new Map<string, unknown[]>();
    for (const value of values) {
      const known = byType.get(typeOf(value));
      if (known === undefined) byType.set(typeOf(value), [value]);
      else known.push(value);
    }
    for (const [name, some] of byType) {
      const pure = (KEYWORDS_OF_TYPE.get(name) ?? []).every((keyword) => schema[keyword] === undefined);
      yield [name, { mask, keywords: {}, integer: false, values: some, pure }];
    }
    return;
  }
  for (const name of types.length > 0 ? types : ALL_TYPES) {
    if (name === "integer" && types.includes("number")) continue;
    const kind = name === "integer" ? "number" : name;
    const own = (KEYWORDS_OF_TYPE.get(kind) ?? []).filter((keyword) => schema[keyword] !== undefined);
    const keywords = Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]]));
    yield [kind, { mask, keywords, integer: name === "integer", values: null, pure: true }];
  }
}

const BY_TYPE: ReadonlyMap<string, (entries: readonly Entry[]) => Part> = /* @__PURE__ */ new Map([
  ["null", joinNulls],
  ["boolean", joinBooleans],
  ["number", joinNumbers],
  ["string", joinStrings],
]);

/** Return what the alternatives say about a value: each annotation as the first has it, all descriptions. */
function annotations(schemas: readonly JsonObject[]): JsonObject {
  const found = new Map<string, unknown>();
  const descriptions = new Set<string>();
  for (const schema of schemas) {
    for (const [keyword, value] of membersOf(schema)) {
      if (keyword === "description") descriptions.add(value as string);
      if (isAnnotation(keyword) && !found.has(keyword)) found.set(keyword, value);
    }
  }
  if (descriptions.size > 1) found.set("description", [...descriptions].join(DESCRIPTION_SEPARATOR));
  return Object.fromEntries(found);
}

/** Return a joined schema with its annotations, keywords in the order in which the alternatives have them. */
function describe(schema: Schema, described: JsonObject, schemas: readonly JsonObject[]): Schema {
  if (schema === false) return schema;
  const whole = schema === true ? described : { ...described, ...schema };
  const order = new Set<string>(Object.hasOwn(whole, "type") ? ["type"] : []);
  for (const each of [...schemas, whole]) {
    for (const keyword of Object.keys(each)) if (Object.hasOwn(whole, keyword)) order.add(keyword);
  }
  return Object.fromEntries([...order].map((keyword) => [keyword, whole[keyword]]));
}
