// Findings, and the texts of findings and errors, all taken from the table of rules.

import type { Finding } from "#contract/reports";
import { RULE_MESSAGES, type RuleId } from "#contract/rules";
import { OCToolError } from "./errors.js";

export { quote } from "./quoting.js";
export type { Finding, RuleId };

/** What stands in the places of a rule's text. Whatever comes from outside goes through `quote` first. */
export type Places = Readonly<Record<string, string | number>>;

/** Where a finding belongs: the tool's name and the JSON pointer (RFC 6901) of the place. */
export interface FindingPlace {
  readonly variant?: string | undefined;
  readonly tool?: string | null | undefined;
  readonly path?: string | null | undefined;
}

const PLACE = /\{([a-z_]+)\}/g;

/** Return the finding of a rule, with the rule's own text. */
export function finding(rule: RuleId, places: Places = {}, where: FindingPlace = {}): Finding {
  return {
    rule,
    message: message(rule, places, where.variant),
    tool: where.tool ?? null,
    path: where.path ?? null,
  };
}

/** Return (not throw) the error of a rule, with the rule's own text. */
export function ruleError(rule: RuleId, places: Places = {}, variant = "default"): OCToolError {
  return new OCToolError(message(rule, places, variant), { rule });
}

/**
 * Return the text of a rule with its places filled in.
 *
 * @throws RangeError There is no such variant, or its text has a place that was not given: a mistake in the caller.
 */
export function message(rule: RuleId, places: Places = {}, variant = "default"): string {
  const texts: Readonly<Record<string, string>> = RULE_MESSAGES[rule];
  const text = texts[variant];
  if (text === undefined) throw new RangeError(`the rule ${rule} has no text ${variant}`);
  return text.replace(PLACE, (_, place: string) => {
    const value = places[place];
    if (value === undefined) throw new RangeError(`the text ${variant} of ${rule} needs ${place}`);
    return String(value);
  });
}
