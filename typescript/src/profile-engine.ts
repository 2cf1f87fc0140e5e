// The engine that judges a schema by a profile: a table of allowed keywords, types, formats, limits and rules.
//
// A profile is data (`#contract/profiles`); a new target is a new profile. The engine makes each check that the profile
// has a rule for, in one walk over the schema. The order of findings is part of the contract between the languages:
//
// 1. A root that is refused, or `$defs` that is no object, gives that finding alone where the profile says so.
// 2. Schemas follow one another in document order, each before what is below it.
// 3. Within a schema its keywords follow in document order, each with its own findings (a type list in list order;
//    members of a keyword before the keyword as a whole, so `boolean_schema` before `allof_ref`); an open object comes
//    last.
// 4. Definitions that reach themselves come at the very end, in the order of `$defs`.

import { KEYWORD_SHAPES, SHAPES, type Holds, type Shape } from "#contract/dialect";
import type { Profile } from "#contract/profiles";
import { RULE_MESSAGES, type RuleId } from "#contract/rules";
import { finding, quote, type Finding, type Places } from "./findings.js";
import { isPlainObject } from "./plain-objects.js";
import { referenceTokens } from "./pointers.js";
import { recursiveNodes } from "./recursion.js";
import { membersOf, placeBelow, POSITIONS, rootPlace, subschemas, Walk } from "./schema-walk.js";
import type { JsonObject, Place } from "./schema-walk.js";

const DEFINITIONS = "$defs";
const REFERENCE = "$ref";
const ADDITIONAL = "additionalProperties";

type Check = (run: Run, place: Place, keyword: string, value: unknown, below: Place[]) => void;

/** Where the findings of a schema belong: the tool's name, and what stands before each path. */
export interface Subject {
  readonly tool?: string | null;
  readonly prefix?: string;
}

/** A profile made ready for judging many schemas. */
export class ProfileEngine {
  readonly profile: Profile;
  readonly types: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly positions: ReadonlyMap<string, Holds>;
  readonly checks: ReadonlyMap<string, Check | undefined>;
  /** What judges a keyword that the profile does not list; one without a list takes such keywords as they are. */
  readonly otherwise: Check | undefined;

  constructor(profile: Profile) {
    this.profile = profile;
    this.types = new Set(profile.types ?? []);
    this.formats = new Set(profile.formats ?? []);
    const keywords = profile.keywords ?? Object.keys(KEYWORD_SHAPES);
    const positions = new Map<string, Holds>();
    const checks = new Map<string, Check | undefined>();
    for (const keyword of keywords) {
      const holds = POSITIONS.get(keyword);
      if (holds !== undefined && !profile.forbidden.includes(keyword)) positions.set(keyword, holds);
      checks.set(keyword, this.#checkOf(keyword));
    }
    for (const keyword of [...Object.keys(profile.named), ...profile.forbidden]) checks.set(keyword, outside);
    this.positions = positions;
    this.checks = checks;
    this.otherwise = profile.keywords === null ? undefined : outside;
  }

  /** Return the rule of a check, when the profile has one. */
  rule(check: string): RuleId | undefined {
    return Object.hasOwn(this.profile.rules, check) ? (this.profile.rules[check] as RuleId) : undefined;
  }

  /** Return the shape that a keyword's value must have. */
  shape(keyword: string): Shape {
    const own = Object.hasOwn(this.profile.shapes, keyword) ? this.profile.shapes[keyword] : undefined;
    return (own ?? KEYWORD_SHAPES[keyword as keyof typeof KEYWORD_SHAPES]) as Shape;
  }

  /**
   * Judge one schema.
   *
   * @param schema Any value.
   * @returns One finding for each offence, in the order described above; none when the schema is in the profile.
   */
  findings(schema: unknown, subject: Subject = {}): Finding[] {
    const run = new Run(this, subject.tool ?? null);
    const root = rootPlace(schema, subject.prefix);
    if (!this.#rootHolds(run, root, schema)) return run.findings;
    const definitions = schema[DEFINITIONS];
    if (definitions === undefined || isPlainObject(definitions)) {
      run.definitions = definitions ?? {};
    } else if (this.rule("definitions") !== undefined) {
      run.report("definitions", placeBelow(definitions, root, DEFINITIONS), { value: quote(definitions) });
      return run.findings;
    }
    run.walk.run(root, run.visit);
    if (this.rule("recursion") !== undefined) run.reportRecursion(root);
    return run.findings;
  }

  /** Report a root that is refused; tell whether the walk goes on. */
  #rootHolds(run: Run, root: Place, schema: unknown): schema is JsonObject {
    if (!isPlainObject(schema)) {
      run.report("root", root, { value: quote(schema) }, "not_mapping");
      return false;
    }
    const { profile } = this;
    const type = schema["type"];
    if (type !== profile.root_type) {
      run.report("root", root, { type: quote(type ?? null) }, type === undefined ? "missing" : "default");
      return !profile.root_only;
    }
    if (profile.root_keywords.every((name) => isPlainObject(schema[name]))) return true;
    run.report("root", root, { type: quote(type) }, "keywords");
    return !profile.root_only;
  }

  /** Return what judges and enters an allowed keyword; undefined when any value will do. */
  #checkOf(keyword: string): Check | undefined {
    const special = SPECIAL.get(keyword);
    if (special !== undefined && this.rule(special[0]) !== undefined) return special[1];
    if (Object.hasOwn(this.profile.limits, keyword)) return limit;
    const shape = this.shape(keyword);
    const entering = ENTERING.get(SHAPES[shape].holds);
    if (entering !== undefined) return entering;
    return this.rule("malformed") === undefined ? undefined : FITTING.get(shape);
  }
}

/** The state of judging one schema. */
class Run {
  readonly findings: Finding[] = [];
  readonly walk = new Walk();
  definitions: JsonObject = {};
  readonly engine: ProfileEngine;
  readonly #tool: string | null;
  /** The root definition that the walk is in, and the definitions that each one refers to. */
  #owner: string | undefined;
  readonly #edges = new Map<string, string[]>();
  readonly #targets = new Map<string, string | undefined>();

  constructor(engine: ProfileEngine, tool: string | null) {
    this.engine = engine;
    this.#tool = tool;
  }

  /** Add the finding of a check, when the profile has a rule for it. */
  report(check: string, place: Place, places: Places = {}, variant = "default"): void {
    const rule = this.engine.rule(check);
    if (rule !== undefined) this.reportRule(rule, place, places, variant);
  }

  /** Add the finding of a rule; a rule without that text takes its usual one. */
  reportRule(rule: RuleId, place: Place, places: Places, variant = "default"): void {
    const chosen = Object.hasOwn(RULE_MESSAGES[rule], variant) ? variant : "default";
    this.findings.push(finding(rule, places, { variant: chosen, tool: this.#tool, path: place.path }));
  }

  /** Report a keyword whose value, or one member of it, has the wrong shape. */
  reportShape(place: Place, keyword: string, value: unknown, variant = "default"): void {
    const expected = SHAPES[this.engine.shape(keyword)].text;
    const places = { keyword, value: quote(value), expected };
    this.report("malformed", placeBelow(value, place, keyword), places, variant);
  }

  /** Judge one schema object and add the places below it. */
  readonly visit = (place: Place, schema: JsonObject, below: Place[]): void => {
    const { checks, otherwise } = this.engine;
    if (place.parent !== undefined && place.parent.parent === undefined) {
      this.#owner = place.keyword === DEFINITIONS ? String(place.name) : undefined;
    }
    for (const [keyword, value] of membersOf(schema)) {
      const check = checks.has(keyword) ? checks.get(keyword) : otherwise;
      check?.(this, place, keyword, value, below);
    }
    if (isObjectSchema(schema) && schema[ADDITIONAL] !== false) this.report("open", place);
  };

  /** Note that the definition that the walk is in refers to another. */
  refer(name: string): void {
    if (this.#owner === undefined) return;
    const names = this.#edges.get(this.#owner);
    if (names === undefined) this.#edges.set(this.#owner, [name]);
    else names.push(name);
  }

  /** Report each root definition that reaches itself. */
  reportRecursion(root: Place): void {
    const recursive = this.walk.revisited ? this.#recursiveObjects() : recursiveNodes<unknown>(this.#edges);
    for (const [name, entry] of membersOf(this.definitions)) {
      if (!recursive.has(this.walk.revisited ? entry : name)) continue;
      this.report("recursion", placeBelow(entry, root, DEFINITIONS, name), { definition: quote(name) });
    }
  }

  /** Find recursion where objects stand in several places; there objects are the nodes, not names. */
  #recursiveObjects(): Set<unknown> {
    const references = new Map<unknown, unknown[]>();
    const containment = new Map<unknown, unknown[]>();
    const walk = new Walk();
    const { positions } = this.engine;
    const contain = (holder: unknown, held: unknown): void => {
      const members = containment.get(holder);
      if (members === undefined) containment.set(holder, [held]);
      else members.push(held);
    };
    const visit = (place: Place, schema: JsonObject, below: Place[]): void => {
      // A list or object of schemas is a node as well: it is entered once, from however many schemas.
      for (const [keyword, value] of membersOf(schema)) if (positions.has(keyword)) contain(schema, value);
      subschemas(place, schema, walk, below, positions);
      for (const lower of below) {
        if (lower.name !== undefined) contain(schema[lower.keyword ?? ""], lower.value);
      }
      const reference = schema[REFERENCE];
      const name = typeof reference === "string" ? this.targetName(reference) : undefined;
      references.set(schema, name === undefined ? [] : [this.definitions[name]]);
    };
    for (const [, entry] of membersOf(this.definitions)) {
      if (isPlainObject(entry)) walk.run(rootPlace(entry), visit);
    }
    return recursiveNodes(references, containment);
  }

  /** Return the name of the root definition that a reference names; each text is read once. */
  targetName(reference: string): string | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const path = referenceTokens(reference);
    const found = path?.length === 2 && path[0] === DEFINITIONS ? path[1] : undefined;
    const name = found !== undefined && Object.hasOwn(this.definitions, found) ? found : undefined;
    this.#targets.set(reference, name);
    return name;
  }
}

function isObjectSchema(schema: JsonObject): boolean {
  const type = schema["type"];
  if (type === "object" || schema["properties"] !== undefined) return true;
  return Array.isArray(type) && type.includes("object");
}

// --- keywords with a rule of their own ---------------------------------------------------------------------------

/** A keyword outside the profile; what is below it is not walked. */
const outside: Check = (run, place, keyword) => {
  const { named, prefixed, rules } = run.engine.profile;
  const own = Object.hasOwn(named, keyword) ? named[keyword] : undefined;
  const prefix = Object.keys(prefixed).find((each) => keyword.startsWith(each));
  const rule = own ?? (prefix === undefined ? rules["keyword"] : prefixed[prefix]);
  run.reportRule(rule as RuleId, place, { keyword: quote(keyword) });
};

const typeNames: Check = (run, place, keyword, value) => {
  const { types } = run.engine;
  const judge = (name: unknown): void => {
    if (typeof name === "string" && types.has(name)) return;
    run.report("type", place, { type: quote(name), allowed: [...types].join(", ") });
  };
  if (typeof value === "string") judge(value);
  else if (!Array.isArray(value) || value.length === 0) run.reportShape(place, keyword, value);
  else if (run.walk.firstTime(value)) value.forEach(judge);
};

const format: Check = (run, place, keyword, value) => {
  const { formats } = run.engine;
  if (typeof value !== "string") run.reportShape(place, keyword, value);
  else if (!formats.has(value)) {
    run.report("format", place, { value: quote(value), allowed: [...formats].join(", ") });
  }
};

const limit: Check = (run, place, keyword, value) => {
  const allowed = run.engine.profile.limits[keyword] ?? [];
  if (typeof value !== "number" || !allowed.includes(value)) {
    run.report("limit", place, { keyword, value: quote(value) });
  }
};

const enumValues: Check = (run, place, keyword, value) => {
  if (!Array.isArray(value)) run.report("enum", place, { value: quote(value) }, "not_list");
  else if (value.length === 0) run.reportShape(place, keyword, value);
  else if (run.walk.firstTime(value)) {
    const bad = value.findIndex((item) => !isPrimitive(item));
    if (bad >= 0) run.report("enum", place, { value: quote(value[bad]) });
  }
};

function isPrimitive(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

const reference: Check = (run, place, _keyword, value) => {
  if (typeof value !== "string") {
    run.report("reference", place, { value: quote(value) }, "not_string");
    return;
  }
  const name = run.targetName(value);
  if (name === undefined) run.report("reference", place, { value: quote(value) });
  else run.refer(name);
};

const definitions: Check = (run, place, keyword, value, below) => {
  if (place.parent !== undefined) {
    run.report("nested_definitions", place);
    if (!isPlainObject(value)) return;
  }
  schemaMap(run, place, keyword, value, below);
};

const allOf: Check = (run, place, keyword, value, below) => {
  const before = below.length;
  schemaList(run, place, keyword, value, below);
  if (below.slice(before).some((member) => (member.value as JsonObject)[REFERENCE] !== undefined)) {
    run.report("combined_reference", placeBelow(value, place, keyword));
  }
};

/** `true` opens the object, which is reported of the schema; elsewhere it is no boolean schema either. */
const additional: Check = (run, place, keyword, value, below) => {
  if (typeof value !== "boolean") schemaValue(run, place, keyword, value, below);
};

// --- keywords that hold schemas ----------------------------------------------------------------------------------

const schemaValue: Check = (run, place, keyword, value, below) => {
  if (isPlainObject(value)) below.push(placeBelow(value, place, keyword));
  else if (typeof value === "boolean") {
    run.report("boolean", placeBelow(value, place, keyword), { value: quote(value) });
  } else run.reportShape(place, keyword, value);
};

const schemaMap: Check = (run, place, keyword, value, below) => {
  if (!isPlainObject(value)) run.reportShape(place, keyword, value);
  else if (run.walk.firstTime(value)) enter(run, place, keyword, membersOf(value), below);
};

const schemaList: Check = (run, place, keyword, value, below) => {
  if (!Array.isArray(value) || value.length === 0) run.reportShape(place, keyword, value);
  else if (run.walk.firstTime(value)) enter(run, place, keyword, value.entries(), below);
};

const schemaOrList: Check = (run, place, keyword, value, below) => {
  const judge = Array.isArray(value) ? schemaList : schemaValue;
  judge(run, place, keyword, value, below);
};

function enter(
  run: Run,
  place: Place,
  keyword: string,
  entries: Iterable<[string | number, unknown]>,
  below: Place[],
): void {
  const bad: unknown[] = [];
  for (const [name, member] of entries) {
    const where = placeBelow(member, place, keyword, name);
    if (isPlainObject(member)) below.push(where);
    else if (typeof member === "boolean") run.report("boolean", where, { value: quote(member) });
    else bad.push(member);
  }
  if (bad.length > 0) run.reportShape(place, keyword, bad[0], "member");
}

// --- keywords that hold data -------------------------------------------------------------------------------------

const text: Check = (run, place, keyword, value) => {
  if (typeof value !== "string") run.reportShape(place, keyword, value);
};

const texts: Check = (run, place, keyword, value) => {
  if (!Array.isArray(value)) run.reportShape(place, keyword, value);
  else if (run.walk.firstTime(value)) {
    const bad = value.findIndex((item) => typeof item !== "string");
    if (bad >= 0) run.reportShape(place, keyword, value[bad], "member");
  }
};

const SPECIAL: ReadonlyMap<string, readonly [check: string, judge: Check]> = /* @__PURE__ */ new Map([
  ["type", ["type", typeNames]],
  ["format", ["format", format]],
  ["enum", ["enum", enumValues]],
  [REFERENCE, ["reference", reference]],
  [DEFINITIONS, ["nested_definitions", definitions]],
  ["allOf", ["combined_reference", allOf]],
  [ADDITIONAL, ["open", additional]],
]);

const ENTERING: ReadonlyMap<Holds, Check> = /* @__PURE__ */ new Map([
  ["schema", schemaValue],
  ["map", schemaMap],
  ["list", schemaList],
  ["schema_or_list", schemaOrList],
]);

const FITTING: ReadonlyMap<Shape, Check> = /* @__PURE__ */ new Map([
  ["string", text],
  ["strings", texts],
]);
