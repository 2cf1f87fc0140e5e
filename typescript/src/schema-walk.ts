// The one walk over the sub-schemas of a JSON Schema, and the copies that are made along it.
//
// Where schemas stand below a keyword is a fact of the dialect's keyword table; names of properties and values that
// are data (`default`, `enum`, extension values, unknown keywords) are never taken for schemas. The walk is a loop:
// depth is bounded by memory, not by the stack, and each object is visited once, at its first place in document order,
// so that a schema that contains itself ends the walk there.

import { KEYWORD_SHAPES, SHAPES, type Holds } from "#contract/dialect";
import { setMember } from "./frozen.js";
import { isPlainObject } from "./plain-objects.js";
import { escape } from "./pointers.js";

/** An object of JSON: a schema, or any other one. */
export type JsonObject = Record<string, unknown>;

/**
 * A place in a schema. `keyword` is what it stands under, `name` its name or index below that keyword (undefined: it is
 * the keyword's value itself). The root has no parent. `path` is its JSON pointer (RFC 6901); pointers share their
 * beginnings in memory, so one at every level of a deep schema costs no more than the levels.
 */
export interface Place {
  readonly value: unknown;
  readonly parent: Place | undefined;
  readonly keyword: string | undefined;
  readonly name: string | number | undefined;
  readonly path: string;
}

/** Visits one schema object, and adds the places below it to `below` in document order. */
export type Visit = (place: Place, schema: JsonObject, below: Place[]) => void;

/** What stands below each keyword that holds schemas. */
export const POSITIONS: ReadonlyMap<string, Holds> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(KEYWORD_SHAPES)
    .map(([keyword, shape]) => [keyword, SHAPES[shape].holds] as const)
    .filter(([, holds]) => holds !== "none"),
);

/** Return the place of a whole document; `path` is what stands before every pointer. */
export function rootPlace(value: unknown, path = ""): Place {
  return { value, parent: undefined, keyword: undefined, name: undefined, path };
}

/** Return the place of a keyword's value, or of one member of it. */
export function placeBelow(value: unknown, parent: Place, keyword: string, name?: string | number): Place {
  const path = `${parent.path}/${escape(keyword)}`;
  return {
    value,
    parent,
    keyword,
    name,
    path: name === undefined ? path : `${path}/${typeof name === "number" ? name : escape(name)}`,
  };
}

/** Yield the members of an object that JSON text would have: its own, but for those that are undefined. */
export function* membersOf(value: JsonObject): Generator<[string, unknown]> {
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member !== undefined) yield [name, member];
  }
}

/** Tell whether a keyword's value is a list or object of schemas, by what the keyword holds. */
function holdsMany(value: unknown, holds: Holds): value is JsonObject | unknown[] {
  if (Array.isArray(value)) return holds === "list" || holds === "schema_or_list";
  return holds === "map" && isPlainObject(value);
}

/** Tell whether a keyword's value is itself a schema, by what the keyword holds. */
function holdsOne(value: unknown, holds: Holds): value is JsonObject {
  return (holds === "schema" || holds === "schema_or_list") && isPlainObject(value);
}

/** One walk over one schema. */
export class Walk {
  /** Whether an object was met again, which a document read from JSON text never has. */
  revisited = false;

  readonly #seen = new Set<object>();

  /** Tell whether an object is met for the first time, and remember it. */
  firstTime(container: object): boolean {
    if (this.#seen.has(container)) {
      this.revisited = true;
      return false;
    }
    this.#seen.add(container);
    return true;
  }

  /** Visit the root and every schema object below it, each before what is below it, in document order. */
  run(root: Place, visit: Visit): void {
    const stack: Place[] = [root];
    const below: Place[] = [];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const schema = place.value as JsonObject;
      if (!this.firstTime(schema)) continue;
      below.length = 0;
      visit(place, schema, below);
      for (let index = below.length - 1; index >= 0; index -= 1) stack.push(below[index] as Place);
    }
  }
}

/**
 * Add the places of the schema objects directly below a schema, in document order.
 *
 * Values of the wrong shape and boolean schemas have no place. A list or object of schemas that the walk has met before
 * is not entered again.
 */
export function subschemas(
  place: Place,
  schema: JsonObject,
  walk: Walk,
  below: Place[],
  positions: ReadonlyMap<string, Holds> = POSITIONS,
): void {
  for (const [keyword, value] of membersOf(schema)) {
    const holds = positions.get(keyword);
    if (holds === undefined) continue;
    if (holdsMany(value, holds)) {
      if (!walk.firstTime(value)) continue;
      for (const [name, item] of Array.isArray(value) ? value.entries() : membersOf(value)) {
        if (isPlainObject(item)) below.push(placeBelow(item, place, keyword, name));
      }
    } else if (holdsOne(value, holds)) {
      below.push(placeBelow(value, place, keyword));
    }
  }
}

/** Return what stands directly below a schema where schemas stand, in document order, of whatever kind. */
export function valuesBelow(schema: JsonObject): unknown[] {
  const below: unknown[] = [];
  for (const [keyword, value] of membersOf(schema)) {
    const holds = POSITIONS.get(keyword);
    if (holds === undefined) continue;
    if (Array.isArray(value)) {
      for (const item of value) below.push(item);
    } else if (holds === "map" && isPlainObject(value)) {
      for (const [, item] of membersOf(value)) below.push(item);
    } else {
      below.push(value);
    }
  }
  return below;
}

/** How `rewrite` edits a copy. */
export interface Edits {
  /** Tells from a keyword whether it stays. */
  readonly keep?: (keyword: string) => boolean;
  /** Gets each copied schema object, whose sub-schemas may not be filled in yet, and may change it. */
  readonly finish?: (copy: JsonObject) => void;
}

/**
 * Return a deep copy of a schema, edited at every schema object.
 *
 * What stands in several places is copied once and stands in the same places of the copy, so a small graph never grows
 * into a large tree, and a schema that contains itself gives a copy that does. A value that is no object is copied as
 * data.
 */
export function rewrite<Schema>(schema: Schema, edits: Edits): Schema {
  if (!isPlainObject(schema)) return plainCopy(schema);
  const copies = new Copies();
  const result = copies.ofSchema(schema);
  new Walk().run(rootPlace(schema), (place, source, below) => {
    const target = copies.ofSchema(source);
    for (const [keyword, value] of membersOf(source)) {
      if (edits.keep?.(keyword) === false) continue;
      setMember(target, keyword, copies.ofValue(value, POSITIONS.get(keyword), place, keyword, below));
    }
    edits.finish?.(target);
  });
  return result as Schema;
}

/** The copies made so far, by their sources, apart for each way of reading a source. */
class Copies {
  readonly #schemas = new Map<object, JsonObject>();
  readonly #lists = new Map<object, unknown[]>();
  readonly #maps = new Map<object, JsonObject>();
  readonly #data = new Map<object, object>();

  /** Return the copy of a schema object: an empty one until the walk comes by. */
  ofSchema(source: JsonObject): JsonObject {
    return known(this.#schemas, source, () => ({}));
  }

  /** Return the copy of a keyword's value, and add the places of the schemas in it to `below`. */
  ofValue(value: unknown, holds: Holds | undefined, place: Place, keyword: string, below: Place[]): unknown {
    if (holds === undefined) return plainCopy(value, this.#data);
    if (holdsOne(value, holds)) return this.#ofMember(value, placeBelow(value, place, keyword), below);
    if (!holdsMany(value, holds)) return plainCopy(value, this.#data);
    return Array.isArray(value)
      ? this.#ofList(value, place, keyword, below)
      : this.#ofMap(value, place, keyword, below);
  }

  #ofList(value: readonly unknown[], place: Place, keyword: string, below: Place[]): unknown[] {
    return known(this.#lists, value, () =>
      value.map((item, index) => this.#ofMember(item, placeBelow(item, place, keyword, index), below)),
    );
  }

  #ofMap(value: JsonObject, place: Place, keyword: string, below: Place[]): JsonObject {
    return known(this.#maps, value, () => {
      const copy: JsonObject = {};
      for (const [name, item] of membersOf(value)) {
        setMember(copy, name, this.#ofMember(item, placeBelow(item, place, keyword, name), below));
      }
      return copy;
    });
  }

  #ofMember(item: unknown, place: Place, below: Place[]): unknown {
    if (!isPlainObject(item)) return plainCopy(item, this.#data);
    below.push(place);
    return this.ofSchema(item);
  }
}

function known<Copy>(copies: Map<object, Copy>, source: object, make: () => Copy): Copy {
  const before = copies.get(source);
  if (before !== undefined) return before;
  const copy = make();
  copies.set(source, copy);
  return copy;
}

/**
 * Return a deep copy of data: plain objects and arrays are copied, other values stay the objects they are.
 *
 * @param value Any value, of any depth; it may contain itself, and then the copy does.
 * @param copies Copies made before, by their sources; new ones are added.
 */
function plainCopy<T>(value: T, copies: Map<object, object> = new Map()): T {
  const outer: unknown[] = [];
  const pending: [target: object, source: JsonObject | readonly unknown[]][] = [[outer, [value]]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [target, source] = next;
    for (const [name, item] of Array.isArray(source) ? source.entries() : membersOf(source as JsonObject)) {
      let copy: unknown = item;
      if (Array.isArray(item) || isPlainObject(item)) {
        const before = copies.get(item);
        copy = before ?? (Array.isArray(item) ? [] : {});
        if (before === undefined) {
          copies.set(item, copy as object);
          pending.push([copy as object, item]);
        }
      }
      if (Array.isArray(target)) target.push(copy);
      else setMember(target as JsonObject, name as string, copy);
    }
  }
  return outer[0] as T;
}
