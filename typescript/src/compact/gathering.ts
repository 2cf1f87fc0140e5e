// Gathering all the schemas that must hold together: through references and `allOf`, each schema once.

import { quote } from "../findings.js";
import { membersOf } from "../schema-walk.js";
import type { Schema } from "./dimensions.js";
import { acceptsAll } from "./keywords.js";
import { ownValues, read, Reading } from "./reading.js";
import { Site } from "./references.js";
import { ANY_TYPE, readTypes } from "./types.js";
import { isObject } from "./values.js";
import { cleanSite, isClean, type Work } from "./work.js";

/** A condition in compact terms; a branch that is true says nothing. */
export interface Condition {
  readonly test: Schema;
  readonly then: Schema;
  readonly otherwise: Schema;
}

/** Alternatives: the schema that holds them, the keyword, the members. */
export type HeldGroup = readonly [site: Site, keyword: string, members: readonly Site[]];

const ASPECTS = ["negations", "conditions", "dependents"] as const;

/** What the schemas of a conjunction are asked about one after the other. */
export type Aspect = (typeof ASPECTS)[number];

/** Schemas that must hold together, flattened. */
export class Conjunction {
  /** The schemas, read, in document order. */
  readonly readings: Reading[] = [];
  /** Alternatives among them. */
  readonly groups: HeldGroup[] = [];
  /** The schema objects that were entered for it. */
  readonly own = new Set<object>();
  /** Whether nothing was lost so far. */
  exact = true;
  /** Whether one of them is `false`. */
  impossible = false;
  /** The condition that is kept beside them, if any. */
  condition: Condition | undefined;
  readonly #seen = new Map<Aspect | "groups", number>();

  /**
   * Return the readings that have not been dealt with in one respect, and count them as dealt with.
   *
   * What they ask may bring more schemas along, so that this is asked until nothing is left.
   */
  pending(aspect: Aspect): Reading[] {
    const known = this.#seen.get(aspect) ?? 0;
    this.#seen.set(aspect, this.readings.length);
    return this.readings.slice(known);
  }

  /** Return the groups that have not been dealt with, and count them as dealt with. */
  pendingGroups(): HeldGroup[] {
    const known = this.#seen.get("groups") ?? 0;
    this.#seen.set("groups", this.groups.length);
    return this.groups.slice(known);
  }

  /** Whether everything has been dealt with. */
  get settled(): boolean {
    if ((this.#seen.get("groups") ?? 0) !== this.groups.length) return false;
    return ASPECTS.every((aspect) => (this.#seen.get(aspect) ?? 0) === this.readings.length);
  }
}

/** How a schema was reached: the keyword of a schema, which was itself reached some way. */
interface Via {
  readonly site: Site;
  readonly keyword: string;
  readonly reference: string;
  readonly outer: Via | undefined;
}

type Reached = readonly [site: Site, via: Via | undefined];

/**
 * Add schemas, and everything that holds with them, to a conjunction.
 *
 * A reference back into a schema that is being written out is cut: its type is kept, the rest is lost.
 */
export function gather(work: Work, conjunction: Conjunction, sites: readonly Site[]): void {
  const pending: Reached[] = sites.map((site) => [site, undefined] as const).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const via = next[1];
    let [site] = next;
    if (site.value === true) continue;
    if (site.value === false) {
      conjunction.impossible = true;
      continue;
    }
    if (isClean(site)) {
      addClean(work, conjunction, site);
      continue;
    }
    site = work.index.entered(site);
    const { schema } = site;
    if (conjunction.own.has(schema)) {
      // Holding it twice says nothing new, unless it is there only because of itself.
      if (via !== undefined && reachedFrom(schema, via)) cut(work, conjunction, site, via);
    } else if (work.active.has(schema)) {
      cut(work, conjunction, site, via);
    } else if (!work.ledger.visit(schema, ownValues)) {
      limit(work, conjunction, site, via);
    } else {
      work.active.add(schema);
      conjunction.own.add(schema);
      for (const each of enter(work, conjunction, site, via).reverse()) pending.push(each);
    }
  }
}

/** End a conjunction: its schemas are no longer being written out. */
export function leave(work: Work, conjunction: Conjunction): void {
  for (const schema of conjunction.own) work.active.delete(schema);
}

function addClean(work: Work, conjunction: Conjunction, site: Site): void {
  const { schema } = site;
  if (acceptsAll(schema) && schema["description"] === undefined) return;
  const properties = schema["properties"];
  const size = Object.keys(schema).length + (isObject(properties) ? Object.keys(properties).length : 0);
  if (work.ledger.work(1 + size)) {
    conjunction.readings.push(read(site));
    return;
  }
  conjunction.exact = false;
  work.ledger.widened(schema, site.place, undefined, "merge_limit");
}

/** Read one schema; return those that hold with it. */
function enter(work: Work, conjunction: Conjunction, site: Site, via: Via | undefined): Reached[] {
  const { schema } = site;
  if (schema["nullable"] === true) {
    let bare = work.withoutNullable.get(schema);
    if (bare === undefined) {
      bare = Object.fromEntries([...membersOf(schema)].filter(([keyword]) => keyword !== "nullable"));
      work.withoutNullable.set(schema, bare);
    }
    const members = [new Site(bare, site.scope, site.place), cleanSite({ type: "null" }, site.place)];
    conjunction.groups.push([site, "nullable", members]);
    return [];
  }
  const reading = read(site);
  for (const { keyword, loss, places } of reading.lost) {
    conjunction.exact = false;
    work.ledger.widened(schema, site.place, keyword, loss, places);
  }
  conjunction.readings.push(reading);
  for (const [keyword, members] of reading.groups) conjunction.groups.push([site, keyword, members]);
  const found: Reached[] = [];
  for (const [keyword, reference] of reading.references) {
    const target = work.index.follow(keyword, reference, site);
    if (target === null || !(isObject(target.value) || typeof target.value === "boolean")) {
      conjunction.exact = false;
      const remote = target === null && !reference.startsWith("#");
      const loss = remote ? "reference_outside" : "reference_nowhere";
      work.ledger.widened(schema, site.place, keyword, loss, { reference: quote(reference) });
    } else {
      found.push([target, { site, keyword, reference, outer: via }]);
    }
  }
  for (const member of reading.allOf) found.push([member, { site, keyword: "allOf", reference: "", outer: via }]);
  return found;
}

/** Tell whether a schema object is on the way to itself. */
function reachedFrom(schema: object, via: Via): boolean {
  for (let current: Via | undefined = via; current !== undefined; current = current.outer) {
    if (current.site.value === schema) return true;
  }
  return false;
}

/** Stop at a schema that is being written out, and keep what its type says. */
function cut(work: Work, conjunction: Conjunction, site: Site, via: Via | undefined): void {
  conjunction.exact = false;
  if (via === undefined || via.reference === "") {
    work.ledger.widened(site.value, site.place, undefined, "contains_itself");
  } else {
    const places = { reference: quote(via.reference) };
    work.ledger.widened(via.site.value, via.site.place, via.keyword, "recursion", places);
  }
  const types = typesOf(site);
  if (types.length > 0 && !conjunction.own.has(site.schema)) {
    const reading = new Reading(cleanSite({ type: [...types] }, site.place));
    reading.plain.set("type", types);
    conjunction.readings.push(reading);
  }
}

/** Return the types that a schema names itself. */
function typesOf({ schema }: Site): readonly string[] {
  if (schema["type"] === undefined || schema["nullable"] === true || schema["$ref"] !== undefined) return ANY_TYPE;
  return readTypes(schema["type"]) ?? ANY_TYPE;
}

function limit(work: Work, conjunction: Conjunction, site: Site, via: Via | undefined): void {
  conjunction.exact = false;
  const places = { limit: work.ledger.maxNodes };
  if (via === undefined || via.reference === "") {
    work.ledger.widened(site.value, site.place, undefined, "node_limit", places);
  } else {
    work.ledger.widened(via.site.value, via.site.place, via.keyword, "node_limit", places);
  }
}
