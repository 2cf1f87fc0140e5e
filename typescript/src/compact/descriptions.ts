// Shortening the descriptions inside a schema.

import { type JsonObject, valuesBelow } from "../schema-walk.js";
import { shortened } from "../sentences.js";
import { isObject } from "./values.js";

/**
 * Shorten every description inside a compact schema, in place.
 *
 * @param schema A schema that nobody else holds.
 * @param limit Most characters of a description.
 */
export function shortenDescriptions(schema: JsonObject, limit: number): void {
  const pending: unknown[] = [schema];
  const seen = new Set<object>();
  while (pending.length > 0) {
    const current = pending.pop();
    if (!isObject(current) || seen.has(current)) continue;
    seen.add(current);
    const { description } = current;
    if (typeof description === "string") current["description"] = shortened(description, limit);
    for (const below of valuesBelow(current)) pending.push(below);
  }
}
