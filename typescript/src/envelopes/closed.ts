// What all result models share: they are closed, parse to their written form, and keep their errors short.

import { ENVELOPES_OMITTED } from "#contract/envelopes";
import * as z from "zod";
import { type Issue, MAX_PROBLEMS, moreProblems, problem, shortened } from "./problems.js";
import { quote } from "../findings.js";
import { memberOf } from "../members.js";
import { mark, type ModelMark, type ModelName } from "./marks.js";

/** A model's fields as its written form has them: a field that may be left out is never null there. */
export type Written<Model, Name extends ModelName> = {
  [Field in keyof Model]: Field extends (typeof ENVELOPES_OMITTED)[Name]["unset"][number]
    ? Exclude<Model[Field], null>
    : Model[Field];
};

/** What a model says beyond the types of its fields. */
export interface ModelRules<Fields> {
  /** The mark by which the schema is known again. */
  readonly mark: ModelMark;
  /** Fields whose content is the caller's own: their issues stay as zod words them. */
  readonly foreign?: readonly string[];
  /** Yield what is wrong across fields; they have the right types. */
  readonly problems?: (fields: Fields) => Iterable<Issue>;
  /** Return the written form of fields that are right. */
  readonly write: (fields: Fields) => object;
}

/**
 * Return the zod schema of a model: one parse checks types, rules and unknown keys, and gives the written form.
 *
 * @param fields The generated schema of the fields.
 * @param rules What it leaves open.
 */
export function closedModel<Fields extends z.ZodType, Output>(
  fields: Fields,
  rules: ModelRules<z.output<Fields>>,
): z.ZodType<Output, z.input<Fields>> {
  const anything = z.unknown();
  const judge = z.transform((data: unknown, context) => {
    const result = fields.safeParse(data);
    const problems = result.success
      ? (rules.problems?.(result.data) ?? [])
      : worded(result.error.issues, data, rules.foreign ?? []);
    const listed = shortened(problems);
    if (listed.length === 0 && result.success) return rules.write(result.data) as Output;
    for (const issue of listed) context.issues.push({ ...issue, input: undefined } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
  const schema = z.pipe(anything, judge);
  mark(schema, rules.mark, [anything, judge]);
  return schema as unknown as z.ZodType<Output, z.input<Fields>>;
}

/** Return an object without the fields that its written form leaves out: those unset, and lists that are empty. */
export function written(name: ModelName, fields: object): Record<string, unknown> {
  const { unset, empty }: { unset: readonly string[]; empty: readonly string[] } = ENVELOPES_OMITTED[name];
  const kept: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || (value === null && unset.includes(field))) continue;
    if (Array.isArray(value) && value.length === 0 && empty.includes(field)) continue;
    kept[field] = value;
  }
  return kept;
}

/** Put zod's issues into the words of the rules where there is a rule: first wrong values, then unknown keys. */
function* worded(issues: readonly Issue[], data: unknown, foreign: readonly string[]): Generator<Issue> {
  const unknown: Issue[] = [];
  for (const issue of issues) {
    const [field] = issue.path;
    if (typeof field === "string" && foreign.includes(field)) yield issue;
    else if (field === "total_count") yield totalCountForm(memberOf(data, field));
    else if (field === "resumable") yield notBoolean(field, memberOf(data, field));
    else if (issue.code === "unrecognized_keys") unknown.push(issue);
    else if (issue.code === "invalid_union") yield firstOf(issue);
    else yield issue;
  }
  for (const issue of unknown) {
    if (issue.code !== "unrecognized_keys") continue;
    for (const key of issue.keys.slice(0, MAX_PROBLEMS)) {
      yield problem("unknown_key", [...issue.path, key], { key: quote(key) });
    }
    if (issue.keys.length > MAX_PROBLEMS) yield moreProblems(issue.keys.length - MAX_PROBLEMS);
  }
}

/** Return what the first member of a union has against a value: the others of ours are null. */
function firstOf(issue: z.core.$ZodIssueInvalidUnion): Issue {
  const [first] = issue.errors[0] ?? [];
  return first === undefined ? issue : { ...first, path: [...issue.path, ...first.path] };
}

function notBoolean(field: string, value: unknown): Issue {
  return problem("wrong_json_type", [field], { value: quote(value), expected: "a boolean" });
}

/** Return the problem of a total count that is neither a count nor its digits. */
export function totalCountForm(value: unknown): Issue {
  return problem("total_count_form", ["total_count"], { value: quote(value) });
}
