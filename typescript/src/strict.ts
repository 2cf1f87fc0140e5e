// Whether an input schema stays in the subset that strict tool calling takes.

import { STRICT } from "#contract/profiles";
import type { Finding } from "./findings.js";
import { ProfileEngine } from "./profile-engine.js";
import { once } from "./once.js";

/** Keywords that a strict-clean schema may have. */
export const STRICT_KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(STRICT.keywords);

/** Types that a strict-clean schema may have. */
export const STRICT_TYPES: ReadonlySet<string> = /* @__PURE__ */ new Set(STRICT.types);

/** Formats that a strict-clean schema may have. */
export const STRICT_FORMATS: ReadonlySet<string> = /* @__PURE__ */ new Set(STRICT.formats);

/** The engine of the strict profile, made when it is first asked for. */
export const strictEngine = /* @__PURE__ */ once(() => new ProfileEngine(STRICT));

/**
 * Report every way in which a schema leaves the strict subset (octools descriptor specification).
 *
 * The schema is never changed. Time and memory grow linearly with its size, whatever its depth; an object that stands
 * in several places is judged at the first.
 *
 * @param schema The schema; any value is taken.
 * @returns The findings in document order, each with a JSON pointer that resolves in the schema; empty when the schema
 *   is strict-clean. Of a root that is no object schema, or of `$defs` that is no object, nothing else is said.
 */
export function strictClean(schema: unknown): Finding[] {
  return strictEngine().findings(schema);
}
