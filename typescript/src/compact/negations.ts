// Projecting `not`, which stays only where its opposite can be said.

import { placeBelow } from "../schema-walk.js";
import { type Conjunction, gather } from "./gathering.js";
import { opposite } from "./opposites.js";
import type { Site } from "./references.js";
import { settled } from "./settling.js";
import type { Step } from "./trampoline.js";
import { isObject } from "./values.js";
import { type Clean, cleanSite, type Project, type Work } from "./work.js";

/** Beside these, a schema still says nothing but its one other keyword. */
const NEUTRAL: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "title",
  "description",
  "default",
  "examples",
  "$comment",
  "deprecated",
]);

/** Values that a schema excludes by `not`. */
export interface Exclusion {
  readonly owner: Site;
  readonly values: readonly unknown[];
}

/**
 * Add the opposite of each negated schema to a conjunction.
 *
 * @param work The projection.
 * @param conjunction Where the opposites go; what they bring along is negated in turn.
 * @param project Projects schemas that must hold together.
 * @returns Values that are excluded one by one.
 */
export function* projectNegations(work: Work, conjunction: Conjunction, project: Project): Step<Exclusion[]> {
  const exclusions: Exclusion[] = [];
  for (const reading of conjunction.pending("negations")) {
    if (reading.negated === undefined) continue;
    const { site } = reading;
    for (const [negated, positive] of pushedDown(work, reading.negated)) {
      if (positive) {
        gather(work, conjunction, [negated]);
        continue;
      }
      work.ledger.hush();
      const clean: Clean = yield* settled(work, [negated], project);
      work.ledger.speak();
      const found = clean.exact ? opposite(clean.schema) : null;
      if (found === null) {
        conjunction.exact = false;
        work.ledger.widened(site.value, site.place, "not", "negation");
        continue;
      }
      if (found.excluded.length > 0) exclusions.push({ owner: site, values: found.excluded });
      gather(work, conjunction, [cleanSite(found.schema, placeBelow(undefined, site.place, "not"))]);
    }
  }
  return exclusions;
}

/** Return the schemas that hold (true) or do not (false) when a schema does not: through `not` and `anyOf`. */
function pushedDown(work: Work, site: Site): (readonly [site: Site, positive: boolean])[] {
  const found: (readonly [Site, boolean])[] = [];
  const seen = { positive: new Set<unknown>(), negative: new Set<unknown>() };
  const pending: (readonly [Site, boolean])[] = [[site, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const positive = next[1];
    const current = work.index.entered(next[0]);
    const inner = onlyKeyword(current);
    const known = positive ? seen.positive : seen.negative;
    if (known.has(current.value) || inner === null || (inner === "anyOf" && positive)) {
      found.push([current, positive]);
      continue;
    }
    known.add(current.value);
    const value = current.schema[inner];
    if (inner === "not") {
      pending.push([current.below(value, inner), !positive]);
    } else {
      const members = (value as unknown[]).map((each, index) => current.below(each, inner, String(index)));
      for (const member of members.reverse()) pending.push([member, false]);
    }
  }
  return found;
}

/** Return `not` or `anyOf` where a schema says nothing else. */
function onlyKeyword(site: Site): "not" | "anyOf" | null {
  if (!isObject(site.value)) return null;
  const said = Object.keys(site.value).filter((keyword) => !NEUTRAL.has(keyword));
  if (said.length !== 1) return null;
  const isSchema = (value: unknown): boolean => isObject(value) || typeof value === "boolean";
  if (said[0] === "not") return isSchema(site.value["not"]) ? "not" : null;
  if (said[0] !== "anyOf") return null;
  const members = site.value["anyOf"];
  return Array.isArray(members) && members.length > 0 && members.every(isSchema) ? "anyOf" : null;
}
