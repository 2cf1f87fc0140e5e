// Formats, which assert up to draft 7 and only describe today.

import { valuesBelow } from "../schema-walk.js";
import type { Schema } from "./dimensions.js";
import { isObject } from "./values.js";
import type { Work } from "./work.js";

/**
 * Tell whether a compact schema accepts more than its original because of a format somewhere in it.
 *
 * Where the schema stands for itself that is no loss, since no schema of today's dialect can refuse the text. Where it
 * decides what else holds, it makes a difference.
 *
 * @param work The projection; beyond its limits, a format is taken to be there.
 * @param schema A compact schema.
 */
export function lostFormat(work: Work, schema: Schema): boolean {
  if (!work.index.formatsAssert) return false;
  const pending: unknown[] = [schema];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (!isObject(current)) continue;
    if (Object.hasOwn(current, "format") || !work.ledger.work(1 + Object.keys(current).length)) return true;
    for (const below of valuesBelow(current)) pending.push(below);
  }
  return false;
}
