// Whether an input schema stays in the subset of the compact view.

import { COMPACT } from "#contract/profiles";
import type { Finding } from "./findings.js";
import { once } from "./once.js";
import { ProfileEngine } from "./profile-engine.js";

const compactEngine = /* @__PURE__ */ once(() => new ProfileEngine(COMPACT));

/**
 * Report every way in which a schema leaves the compact structural subset (RFC 0112).
 *
 * Names of properties and values that are data are never taken for keywords. The schema is never changed; time and
 * memory grow linearly with its size, whatever its depth.
 *
 * @param schema The schema; any value is taken.
 * @returns The findings in document order, each with a JSON pointer that resolves in the schema; empty when the schema
 *   is in the subset.
 */
export function compactClean(schema: unknown): Finding[] {
  return compactEngine().findings(schema);
}
