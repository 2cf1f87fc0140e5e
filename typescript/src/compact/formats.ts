// Formats, which assert up to draft 7 and only describe today.

import { type JsonObject, membersOf, POSITIONS } from "../schema-walk.js";
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
    const members = [...membersOf(current)];
    if (Object.hasOwn(current, "format") || !work.ledger.work(1 + members.length)) return true;
    for (const [keyword, value] of members) {
      const holds = POSITIONS.get(keyword);
      if (holds === "map" && isObject(value)) {
        for (const [, schemaBelow] of membersOf(value as JsonObject)) pending.push(schemaBelow);
      } else if (holds !== undefined && Array.isArray(value)) {
        for (const each of value) pending.push(each);
      } else if (holds !== undefined) {
        pending.push(value);
      }
    }
  }
  return false;
}
