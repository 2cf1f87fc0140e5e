// Projecting schemas that must hold together: the heart of the projection.

import { placeBelow } from "../schema-walk.js";
import { projectItems } from "./arrays.js";
import { assemble } from "./assembling.js";
import { projectConditions, projectDependents } from "./conditions.js";
import type { Schema } from "./dimensions.js";
import { disjoint } from "./disjoint.js";
import { DRAFT_4 } from "./drafts.js";
import { Conjunction, gather, leave } from "./gathering.js";
import { exactlyOne, join } from "./joining.js";
import { merge, type Merged } from "./merging.js";
import { type Exclusion, projectNegations } from "./negations.js";
import { projectMembers } from "./objects.js";
import type { Reading } from "./reading.js";
import type { Site } from "./references.js";
import { settled } from "./settling.js";
import { need, type Step } from "./trampoline.js";
import { fitsType } from "./types.js";
import { jsonKey, keysOf } from "./values.js";
import { type Clean, cleanSite, type Work } from "./work.js";

const NOTHING: Clean = { schema: false, exact: true };

/**
 * Project schemas that must hold together onto one compact schema.
 *
 * @param work The projection.
 * @param sites The schemas; none accept everything. Those that `settled` answers need not come here.
 */
export function* project(work: Work, sites: readonly Site[]): Step<Clean> {
  const mark = work.ledger.mark();
  const conjunction = new Conjunction();
  gather(work, conjunction, sites);
  let clean = NOTHING;
  if (!conjunction.impossible) clean = yield* need(evaluate(work, conjunction));
  if (conjunction.impossible) {
    work.ledger.back(mark);
    clean = NOTHING;
  }
  leave(work, conjunction);
  return clean;
}

/** Work out everything that holds, then write it as one schema. */
function* evaluate(work: Work, conjunction: Conjunction): Step<Clean> {
  const exclusions: Exclusion[] = [];
  while (!conjunction.settled) {
    for (const [site, keyword, members] of conjunction.pendingGroups()) {
      const clean = yield* need(alternatives(work, site, keyword, members));
      conjunction.exact &&= clean.exact;
      gather(work, conjunction, [cleanSite(clean.schema, placeBelow(undefined, site.place, keyword))]);
    }
    for (const each of yield* need(projectNegations(work, conjunction, project))) exclusions.push(each);
    yield* need(projectConditions(work, conjunction, project));
    yield* need(projectDependents(work, conjunction, project));
  }
  if (conjunction.impossible) return NOTHING;
  const { readings } = conjunction;
  const found = merge(readings, ({ site }: Reading, keyword: string) => {
    conjunction.exact = false;
    work.ledger.widened(site.value, site.place, keyword, "conflict", { keyword });
  });
  if (found === null) {
    conjunction.impossible = true;
    return NOTHING;
  }
  const merged = exclude(work, conjunction, found, exclusions);
  if (merged === null) {
    conjunction.impossible = true;
    return NOTHING;
  }
  const members = yield* need(projectMembers(work, readings, project));
  const items = yield* need(projectItems(work, readings, project));
  const schema = assemble(readings, merged, members, items, conjunction.condition);
  return { schema, exact: conjunction.exact && members.exact && items.exact };
}

/** Project `anyOf`, `oneOf`, or a nullable schema. */
function* alternatives(work: Work, site: Site, keyword: string, members: readonly Site[]): Step<Clean> {
  const { ledger } = work;
  const mark = ledger.mark();
  const cleans: Clean[] = [];
  for (const member of members) cleans.push(yield* settled(work, [member], project));
  const schemas = cleans.map(({ schema }) => schema);
  if (keyword === "oneOf" && cleans.every((clean) => clean.exact) && !areDraft4Integers(site, schemas)) {
    const other = exactlyOne(schemas);
    if (other !== null) return { schema: other, exact: true };
  }
  const joined = yield* need(
    join(
      ledger,
      schemas.map((schema, bit) => ({ mask: 1n << BigInt(bit), schema })),
    ),
  );
  const whole = cleans.some((clean, bit) => clean.exact && ((joined.tops >> BigInt(bit)) & 1n) === 1n);
  // What one alternative accepts by itself is not made wider by what another one lost.
  if (whole) ledger.back(mark);
  let exact = whole || (joined.exact && cleans.every((clean) => clean.exact));
  if (keyword === "oneOf" && !disjoint(schemas)) {
    ledger.widened(site.value, site.place, keyword, joined.exact ? "one_of" : "one_of_mixed");
    exact = false;
  } else if (!joined.exact) {
    ledger.widened(site.value, site.place, keyword, "default", { keyword });
  }
  return { schema: joined.schema, exact };
}

/** Tell whether an alternative takes the integers among listed values as draft 4 does: 1.0 is none there. */
function areDraft4Integers(site: Site, schemas: readonly Schema[]): boolean {
  if (site.scope.resource.draft !== DRAFT_4) return false;
  return schemas.some((schema) => {
    if (typeof schema === "boolean" || (schema["enum"] === undefined && schema["const"] === undefined)) return false;
    const type = (schema["type"] ?? []) as string | readonly string[];
    return type === "integer" || (Array.isArray(type) && type.includes("integer"));
  });
}

/** Take excluded values out of the listed ones, where there is a list; returns null when no value is left. */
function exclude(work: Work, conjunction: Conjunction, found: Merged, exclusions: readonly Exclusion[]): Merged | null {
  let merged = found;
  for (const { owner, values } of exclusions) {
    const excluded = keysOf(values);
    const listed = merged.get("enum") as unknown[] | undefined;
    if (listed !== undefined) {
      const kept = listed.filter((value) => !excluded.has(jsonKey(value)));
      if (kept.length === 0) return null;
      merged = new Map(merged).set("enum", kept);
    } else if (merged.has("const")) {
      if (excluded.has(jsonKey(merged.get("const")))) return null;
    } else if (!outsideTypes(values, merged.get("type") as readonly string[] | undefined)) {
      conjunction.exact = false;
      work.ledger.widened(owner.value, owner.place, "not", "negation");
    }
  }
  return merged;
}

/** Tell whether no value has one of the types, so that excluding them says nothing. */
function outsideTypes(values: readonly unknown[], types: readonly string[] | undefined): boolean {
  return types !== undefined && !values.some((value) => fitsType(value, types));
}
