// Objects of a conjunction: which schemas hold for each property, and for all others.

import { setMember } from "../frozen.js";
import { type JsonObject, placeBelow } from "../schema-walk.js";
import type { Member, Schema } from "./dimensions.js";
import { evaluated } from "./evaluated.js";
import { join } from "./joining.js";
import { acceptsAll } from "./keywords.js";
import type { Loss } from "./ledger.js";
import { matches, matchesEveryName, namesPattern } from "./patterns.js";
import type { Reading } from "./reading.js";
import type { Site } from "./references.js";
import { settled } from "./settling.js";
import { need, type Step } from "./trampoline.js";
import { cleanSite, type Project, type Work } from "./work.js";

/** One schema's word on the properties that it does not name. */
interface Closure {
  /** The properties that it names. */
  readonly names: ReadonlySet<string>;
  /** Schemas by pattern of the name. */
  readonly patterns: ReadonlyMap<string, Site>;
  /** The schema of every property that no name or pattern covers; undefined for any. */
  readonly others: Site | undefined;
  /** The schema, and the keyword that says so. */
  readonly owner: Site;
  readonly keyword: string;
}

/** What a conjunction says of the members of objects, in compact terms; undefined for nothing. */
export interface Members {
  properties: JsonObject | undefined;
  additional: Schema | undefined;
  names: Schema | undefined;
  exact: boolean;
}

class State {
  readonly work: Work;
  readonly members: Members = { properties: undefined, additional: undefined, names: undefined, exact: true };
  readonly declared = new Map<string, Site[]>();
  readonly closures: Closure[] = [];
  readonly names: Site[] = [];

  constructor(work: Work) {
    this.work = work;
  }

  lost({ owner, keyword }: Closure, loss: Loss, other: string = keyword): void {
    this.members.exact = false;
    this.work.ledger.widened(owner.value, owner.place, other, loss);
  }
}

/** Return the keyword that holds the patterns, where they are the schema's own. */
function patternKeyword({ owner, keyword }: Closure): string {
  return Object.hasOwn(owner.schema, "patternProperties") ? "patternProperties" : keyword;
}

/**
 * Project what schemas that all hold say of the members of objects.
 *
 * @param work The projection.
 * @param readings The schemas.
 * @param project Projects schemas that must hold together.
 */
export function* projectMembers(work: Work, readings: readonly Reading[], project: Project): Step<Members> {
  const state = new State(work);
  for (const reading of readings) {
    for (const [name, site] of reading.properties ?? []) sitesOf(state, name).push(site);
    if (reading.names !== undefined) state.names.push(reading.names);
    addClosures(state, reading);
  }
  const { members } = state;
  for (const closure of state.closures) applyToDeclared(state, closure);
  const additional: Site[] = [];
  for (const closure of state.closures) {
    if (closure.patterns.size > 0) additional.push(...(yield* need(withoutPatterns(state, closure, project))));
    else if (closure.others !== undefined) additional.push(closure.others);
  }
  if (state.declared.size > 0 || readings.some((reading) => reading.properties !== undefined)) {
    const properties: JsonObject = {};
    members.properties = properties;
    for (const [name, sites] of state.declared) {
      const clean = yield* settled(work, sites, project);
      setMember(properties, name, clean.schema);
      members.exact &&= clean.exact;
    }
  }
  if (additional.length > 0 || state.closures.some((closure) => closure.keyword === "additionalProperties")) {
    const clean = yield* settled(work, additional, project);
    members.additional = clean.schema;
    members.exact &&= clean.exact;
  }
  if (state.names.length > 0) {
    const clean = yield* settled(work, state.names, project);
    members.names = clean.schema;
    members.exact &&= clean.exact;
  }
  if (members.additional === false && members.properties !== undefined && readings.length > 1) {
    const kept = Object.entries(members.properties).filter(([, schema]) => schema !== false);
    members.properties = Object.fromEntries(kept);
  }
  return members;
}

function sitesOf(state: State, name: string): Site[] {
  const known = state.declared.get(name);
  if (known !== undefined) return known;
  const sites: Site[] = [];
  state.declared.set(name, sites);
  return sites;
}

function addClosures(state: State, reading: Reading): void {
  const { site, additional } = reading;
  const names = new Set(reading.properties?.keys());
  const entries = [...reading.patterns];
  const patterns = new Map(entries.filter(([pattern]) => !matchesEveryName(pattern)));
  const isCovered = patterns.size < entries.length;
  if (isCovered) {
    // Nothing is left for additionalProperties or unevaluatedProperties.
    for (const [pattern, others] of entries) {
      if (!matchesEveryName(pattern)) continue;
      state.closures.push({ names: new Set(), patterns: new Map(), others, owner: site, keyword: "patternProperties" });
    }
  } else if (additional !== undefined) {
    state.closures.push({ names, patterns, others: additional, owner: site, keyword: "additionalProperties" });
    return;
  }
  const rest = isCovered ? undefined : leftOver(state, reading);
  if (rest !== undefined && rest.patterns.size === patterns.size) {
    // One and the same schema says what the patterns ask for, and that the rest is closed.
    state.closures.push({ ...rest, patterns });
    return;
  }
  if (patterns.size > 0) {
    state.closures.push({ names, patterns, others: undefined, owner: site, keyword: "patternProperties" });
  }
  if (rest !== undefined) state.closures.push(rest);
}

/** Return what `unevaluatedProperties` says of the properties that nothing evaluates; undefined for nothing. */
function leftOver(state: State, reading: Reading): Closure | undefined {
  const { site } = reading;
  if (reading.unevaluated === undefined || reading.unevaluated.free) return undefined;
  const found = evaluated(state.work, reading);
  if (found.allMembers || [...found.patterns].some(matchesEveryName)) return undefined;
  const anything = cleanSite(true, site.place);
  const closure: Closure = {
    names: new Set([...found.names, ...found.maybeNames]),
    patterns: new Map([...found.patterns].map((pattern) => [pattern, anything])),
    others: reading.unevaluated,
    owner: site,
    keyword: "unevaluatedProperties",
  };
  if (found.maybeMembers) {
    state.lost(closure, "unevaluated");
    return undefined;
  }
  if ([...found.maybeNames].some((name) => !found.names.has(name))) state.lost(closure, "unevaluated_names");
  // Evaluated by a schema that is not written out, such a name would otherwise be one of the rest.
  for (const name of closure.names) sitesOf(state, name);
  return closure;
}

/** Let a schema speak of the properties that others name, and its patterns of those that it names too. */
function applyToDeclared(state: State, closure: Closure): void {
  if (!state.work.ledger.work(state.declared.size * (1 + closure.patterns.size))) {
    state.lost(closure, "merge_limit");
    return;
  }
  let undecided = false;
  for (const [name, sites] of state.declared) {
    let covered: boolean | null = closure.names.has(name);
    for (const [pattern, site] of closure.patterns) {
      const match = matches(pattern, name);
      if (match === true) {
        covered = true;
        if (site.value !== true) sites.push(site);
      } else if (match === null) {
        undecided ||= !site.free;
        covered = covered === true ? true : null;
      }
    }
    if (covered === null) undecided = true;
    else if (!covered && closure.others !== undefined && closure.others.value !== true) sites.push(closure.others);
  }
  if (undecided) state.lost(closure, "pattern_unknown", patternKeyword(closure));
}

/**
 * Say what a schema with patterns means for properties that nobody names, without the patterns.
 *
 * A closed object turns into a pattern for names, where one can be written; the schemas of all patterns are joined.
 */
function* withoutPatterns(state: State, closure: Closure, project: Project): Step<Site[]> {
  const { work } = state;
  const { others } = closure;
  const place = placeBelow(undefined, closure.owner.place, closure.keyword);
  if (others === undefined || others.free) {
    if (![...closure.patterns.values()].every((site) => site.free)) {
      state.lost(closure, "patterns", patternKeyword(closure));
    }
    return [];
  }
  const mark = work.ledger.mark();
  const sites = [...closure.patterns.values(), ...(others.value === false ? [] : [others])];
  const members: Member[] = [];
  for (const [position, site] of sites.entries()) {
    const clean = yield* settled(work, [site], project);
    state.members.exact &&= clean.exact;
    members.push({ mask: 1n << BigInt(position), schema: clean.schema });
  }
  const joined = yield* need(join(work.ledger, members));
  const everyone = (1n << BigInt(members.length)) - 1n;
  let isWritten = others.value !== false;
  if (!isWritten) {
    const pattern = namesPattern(closure.names, closure.patterns.keys());
    isWritten = pattern !== null;
    if (pattern !== null) state.names.push(cleanSite({ pattern }, place));
  }
  if (!isWritten || joined.tops !== everyone) {
    if (acceptsAll(joined.schema)) work.ledger.back(mark);
    state.lost(closure, "patterns", patternKeyword(closure));
  }
  return [cleanSite(joined.schema, place)];
}
