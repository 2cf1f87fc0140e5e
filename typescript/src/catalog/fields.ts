// The items of a catalogue and the ids of tools, whatever form they come in.

import {
  APPROVAL_KINDS,
  COST_HINTS,
  EGRESS_KINDS,
  LATENCY_HINTS,
  REPLAY_POLICIES,
  SAFETY_TIERS,
  type SafetyTier,
  TOOL_SOURCES,
  type ToolSource,
} from "#contract/vocabularies";
import { quote, ruleError } from "../findings.js";
import { isWellFormed } from "../surrogates.js";

/** The values that a field of a tool descriptor may have, by field. */
export const VOCABULARIES: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map<string, readonly string[]>([
  ["source", TOOL_SOURCES],
  ["safetyTier", SAFETY_TIERS],
  ["egress", EGRESS_KINDS],
  ["approval", APPROVAL_KINDS],
  ["replayPolicy", REPLAY_POLICIES],
  ["costHint", COST_HINTS],
  ["latencyHint", LATENCY_HINTS],
]);

/** The safety tier of a tool that executes what it is given. */
export const EXECUTION = "exec" satisfies SafetyTier;

/** The source of tools that the host itself offers, and the only one whose tools may execute. */
export const HOST_SOURCE = "host-extension" satisfies ToolSource;

/** What is expected of a text that an id is made of, in messages. */
export const NO_SURROGATES = "a string without lone surrogates";

/**
 * Return the items of a catalogue, each whatever it is.
 *
 * @throws OCToolError The value is no list of items (`not_a_catalog`): a single descriptor or another object, a text, or
 *   nothing that can be iterated over.
 */
export function itemsOf(catalogue: unknown): Iterable<unknown> {
  if (typeof catalogue !== "object" || catalogue === null || !(Symbol.iterator in catalogue)) {
    throw ruleError("not_a_catalog", { value: quote(catalogue) });
  }
  return catalogue as Iterable<unknown>;
}

/** Tell whether a value can be the id of a tool: a text with something in it, without lone surrogates. */
export function isToolId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && isWellFormed(value);
}
