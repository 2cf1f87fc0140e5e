// Projecting `if`/`then`/`else` and what depends on a property being there.

import { quote } from "../findings.js";
import { type JsonObject, placeBelow } from "../schema-walk.js";
import { lostFormat } from "./formats.js";
import { type Conjunction, gather } from "./gathering.js";
import { join } from "./joining.js";
import { acceptsAll, acceptsObjects, assertions, USELESS_FOR_OBJECTS } from "./keywords.js";
import type { Reading } from "./reading.js";
import { settled } from "./settling.js";
import { need, type Step } from "./trampoline.js";
import { type Clean, cleanSite, type Project, type Work } from "./work.js";

/**
 * Project the conditions of a conjunction; a compact schema has room for one.
 *
 * A condition stays when what it tests can be said exactly, since a wider test would let the wrong branch hold. Of any
 * other, it is kept that one branch or the other holds.
 *
 * @param work The projection.
 * @param conjunction Where schemas go that hold beside the condition.
 * @param project Projects schemas that must hold together.
 */
export function* projectConditions(work: Work, conjunction: Conjunction, project: Project): Step<void> {
  const { ledger } = work;
  for (const reading of conjunction.pending("conditions")) {
    const { site, condition } = reading;
    if (condition === undefined || (reading.then === undefined && reading.otherwise === undefined)) continue;
    ledger.hush();
    const test: Clean = yield* settled(work, [condition], project);
    ledger.speak();
    const mark = ledger.mark();
    const then = yield* settled(work, reading.then === undefined ? [] : [reading.then], project);
    const otherwise = yield* settled(work, reading.otherwise === undefined ? [] : [reading.otherwise], project);
    if (test.exact && (test.schema === false || acceptsAll(test.schema))) {
      ledger.back(mark);
      const chosen = test.schema === false ? reading.otherwise : reading.then;
      if (chosen !== undefined) gather(work, conjunction, [chosen]);
      continue;
    }
    conjunction.exact &&= then.exact && otherwise.exact;
    if (acceptsAll(then.schema) && acceptsAll(otherwise.schema)) continue;
    if (test.exact && conjunction.condition === undefined && !lostFormat(work, test.schema)) {
      conjunction.condition = { test: test.schema, then: then.schema, otherwise: otherwise.schema };
      continue;
    }
    yield* eitherBranch(work, conjunction, reading, [then, otherwise]);
    const loss = conjunction.condition === undefined ? "condition" : "second_condition";
    ledger.widened(site.value, site.place, "if", loss);
  }
}

/** Keep of a condition that one of its branches holds. */
function* eitherBranch(
  work: Work,
  conjunction: Conjunction,
  { site }: Reading,
  branches: readonly Clean[],
): Step<void> {
  conjunction.exact = false;
  const members = branches.map(({ schema }, bit) => ({ mask: 1n << BigInt(bit), schema }));
  const joined = yield* need(join(work.ledger, members));
  gather(work, conjunction, [cleanSite(joined.schema, placeBelow(undefined, site.place, "if"))]);
}

/**
 * Project the schemas that hold where a property is there: of those, only required names can be said.
 *
 * @param work The projection.
 * @param conjunction Where what can be said goes.
 * @param project Projects schemas that must hold together.
 */
export function* projectDependents(work: Work, conjunction: Conjunction, project: Project): Step<void> {
  for (const reading of conjunction.pending("dependents")) {
    for (const [name, [keyword, site]] of reading.dependents) {
      const mark = work.ledger.mark();
      const clean: Clean = yield* settled(work, [site], project);
      const place = placeBelow(undefined, reading.site.place, keyword);
      if (clean.schema === false || (clean.schema !== true && !acceptsObjects(clean.schema))) {
        work.ledger.back(mark);
        gather(work, conjunction, [cleanSite({ properties: Object.fromEntries([[name, false]]) }, place)]);
        continue;
      }
      const said = clean.schema === true ? new Map<string, unknown>() : saidOfObjects(clean.schema);
      const needed = (said.get("required") ?? []) as string[];
      said.delete("required");
      if (needed.length > 0) {
        gather(work, conjunction, [cleanSite({ dependentRequired: Object.fromEntries([[name, needed]]) }, place)]);
      }
      conjunction.exact &&= clean.exact;
      if (said.size === 0) continue;
      work.ledger.back(mark);
      conjunction.exact = false;
      work.ledger.widened(site.value, site.place, undefined, "dependent", { name: quote(name) });
    }
  }
}

/** Return what a compact schema that leaves room for objects says of them. */
function saidOfObjects(schema: JsonObject): Map<string, unknown> {
  const said = assertions(schema);
  for (const keyword of said.keys()) if (keyword === "type" || USELESS_FOR_OBJECTS.has(keyword)) said.delete(keyword);
  return said;
}
