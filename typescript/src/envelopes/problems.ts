// What is wrong with an envelope: problems with their places, in an error whose text stays short.

import * as z from "zod";
import { firstCharacters } from "../code-points.js";
import { message, type Places, type RuleId } from "../findings.js";

/** How many problems an error lists; the rest are counted. */
export const MAX_PROBLEMS = 10;
const MAX_NAME = 80;
const MAX_DEPTH = 20;
const MAX_MESSAGE = 500;
/** A zod issue whose JSON is longer than this is put into one short sentence. */
const MAX_ISSUE = 1000;

/** One problem, in the form in which zod lists it. */
export type Issue = z.core.$ZodIssue;

/**
 * Return one problem of a value: a zod issue of the code `custom`, with the rule in `params.rule`.
 *
 * @param rule Identifier of the broken rule.
 * @param path Keys and indexes that lead from the model to the value.
 * @param places What to put into the rule's text.
 * @param variant Which of the rule's texts to use.
 */
export function problem(rule: RuleId, path: readonly PropertyKey[], places: Places = {}, variant = "default"): Issue {
  return {
    code: "custom",
    path: [...path],
    message: message(rule, places, variant),
    params: { rule },
    input: undefined,
  };
}

/** Return the first problems, short each, and one more that counts the rest. */
export function shortened(problems: Iterable<Issue>): Issue[] {
  const listed: Issue[] = [];
  let more = 0;
  for (const each of problems) {
    // A count that a part has made of its own problems joins the count of the whole.
    if (isCount(each)) more += Number(each.params?.["more"]);
    else if (listed.length < MAX_PROBLEMS) listed.push(readable(each));
    else more += 1;
  }
  return more === 0 ? listed : [...listed, moreProblems(more)];
}

/** Return the problem that counts those not listed. */
export function moreProblems(more: number): Issue {
  const text = message("more_problems", { more });
  return { code: "custom", path: [], message: text, params: { rule: "more_problems", more }, input: undefined };
}

function isCount(issue: Issue): issue is z.core.$ZodIssueCustom {
  return issue.code === "custom" && issue.params?.["rule"] === "more_problems";
}

function readable(issue: Issue): Issue {
  if (issue.code === "custom" && isShort(issue)) return issue;
  if (isShort(issue) && jsonLength(issue) <= MAX_ISSUE) return issue;
  return {
    code: "custom",
    path: issue.path.slice(0, MAX_DEPTH).map((name) => (typeof name === "string" ? clipped(name, MAX_NAME) : name)),
    message: clipped(issue.message, MAX_MESSAGE),
    params: issue.code === "custom" ? issue.params : { code: issue.code },
    input: undefined,
  };
}

function isShort({ path, message: text }: Issue): boolean {
  return (
    text.length <= MAX_MESSAGE &&
    path.length <= MAX_DEPTH &&
    path.every((name) => typeof name !== "string" || name.length <= MAX_NAME)
  );
}

function jsonLength(issue: Issue): number {
  try {
    return JSON.stringify(issue).length;
  } catch {
    return Infinity; // a bigint, or a value that contains itself
  }
}

function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : `${firstCharacters(text, limit - 1)}…`;
}
