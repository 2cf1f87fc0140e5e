// What all result models share: they are closed, parse to their written form, and keep their errors short.

import { DECIMAL_RE } from "#contract/constants";
import { ENVELOPES_OMITTED } from "#contract/envelopes";
import * as z from "zod";
import { isAboutKeys, pruned } from "./pruning.js";
import { type Issue, MAX_PROBLEMS, moreProblems, problem, shortened } from "./problems.js";
import { quote } from "../findings.js";
import { memberOf } from "../members.js";
import { mark, type ModelMark, type ModelName } from "./marks.js";

const COMPUTED = "resumable";

/** A model's fields as its written form has them: a field that may be left out is never null there. */
export type Written<Model, Name extends ModelName> = {
  [Field in keyof Model]: Field extends (typeof ENVELOPES_OMITTED)[Name]["unset"][number]
    ? Exclude<Model[Field], null>
    : Model[Field];
};

/** The generated schema of a model's fields, which are the keys of its shape. */
export type FieldsSchema<Output = unknown, Input = unknown> = z.ZodType<Output, Input> & { readonly shape: object };

/** What a model says beyond the types of its fields. */
export interface ModelRules<Fields> {
  /** The mark by which the schema is known again. */
  readonly mark: ModelMark;
  /** Fields whose content is the caller's own: their issues stay as zod words them. */
  readonly foreign?: readonly string[];
  /** Whether `resumable` may be given: it is computed, so it is only judged. */
  readonly resumable?: boolean;
  /** Yield what is wrong across fields, which have the right types, and with `resumable` as it was given. */
  readonly problems?: (fields: Fields, resumable: unknown) => Iterable<Issue>;
  /** Return the written form of fields that are right. */
  readonly write: (fields: Fields) => object;
}

/**
 * Return the zod schema of a model: one parse checks types, rules and unknown keys, and gives the written form.
 *
 * @param fields The generated schema of the fields.
 * @param rules What it leaves open.
 */
export function closedModel<Fields extends FieldsSchema, Output>(
  fields: Fields,
  rules: ModelRules<z.output<Fields>>,
): z.ZodType<Output, z.input<Fields>> {
  const anything = z.unknown();
  const judge = z.transform((data: unknown, context) => {
    const { result, problems } = judged(data, fields, rules);
    const listed = shortened(problems);
    if (listed.length === 0 && result.success) return rules.write(result.data) as Output;
    for (const issue of listed) context.issues.push({ ...issue, input: undefined } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
  const schema = z.pipe(anything, judge);
  mark(schema, rules.mark, [anything, judge]);
  return schema as unknown as z.ZodType<Output, z.input<Fields>>;
}

/** Parse the fields, and say what is wrong with them. Unknown keys are set aside: they do not hide other problems. */
function judged<Fields extends FieldsSchema>(
  data: unknown,
  fields: Fields,
  rules: ModelRules<z.output<Fields>>,
): { result: z.ZodSafeParseResult<z.output<Fields>>; problems: Iterable<Issue> } {
  const { known, unknown, resumable } = divided(data, fields.shape, rules.resumable ?? false);
  const isOurs = ({ path: [field] }: Issue): boolean => !(rules.foreign ?? []).includes(String(field));
  let result = fields.safeParse(known);
  const strays = result.success ? [] : result.error.issues.filter(isAboutKeys).filter(isOurs);
  if (strays.length > 0) result = fields.safeParse(pruned(known, strays));
  const problems = result.success
    ? (rules.problems?.(result.data, resumable) ?? [])
    : chain(
        result.error.issues.map((issue) => (isOurs(issue) ? worded(issue, data) : issue)),
        rules.resumable ? malformedTotal(data, result.error.issues) : [],
      );
  const keys = [...strays, { path: [], keys: unknown }];
  return { result, problems: chain(problems, ...keys.map((each) => unknownKeys(each.path, each.keys))) };
}

/** Divide an object's own keys into those that are fields, the computed one, and others. */
function divided(
  data: unknown,
  shape: object,
  isListed: boolean,
): { known: unknown; unknown: string[]; resumable: unknown } {
  if (!isRecord(data)) return { known: data, unknown: [], resumable: undefined };
  const isComputed = (key: string): boolean => isListed && key === COMPUTED;
  const isField = (key: string): boolean => Object.hasOwn(shape, key) && !isComputed(key);
  const keys = Object.keys(data);
  return {
    known: keys.every(isField) ? data : Object.fromEntries(Object.entries(data).filter(([key]) => isField(key))),
    unknown: keys.filter((key) => !isField(key) && !isComputed(key)),
    resumable: isListed ? memberOf(data, COMPUTED) : undefined,
  };
}

function isRecord(data: unknown): data is object {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function* chain(...parts: readonly Iterable<Issue>[]): Generator<Issue> {
  for (const part of parts) yield* part;
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

/** Put an issue of zod into the words of a rule where there is one. */
function worded(issue: Issue, data: unknown): Issue {
  const [field] = issue.path;
  if (field === "total_count") return totalCountForm(memberOf(data, field));
  return issue.code === "invalid_union" ? firstOf(issue) : issue;
}

function* unknownKeys(path: readonly PropertyKey[], keys: readonly string[]): Generator<Issue> {
  for (const key of keys.slice(0, MAX_PROBLEMS)) yield problem("unknown_key", [...path, key], { key: quote(key) });
  if (keys.length > MAX_PROBLEMS) yield moreProblems(keys.length - MAX_PROBLEMS);
}

/** Return what the first member of a union has against a value: the others of ours are null. */
function firstOf(issue: z.core.$ZodIssueInvalidUnion): Issue {
  const [first] = issue.errors[0] ?? [];
  return first === undefined ? issue : { ...first, path: [...issue.path, ...first.path] };
}

/** Yield the problem of a total count of the right type, which is told whatever else is wrong. */
function* malformedTotal(data: unknown, issues: readonly Issue[]): Generator<Issue> {
  const total = memberOf(data, "total_count");
  if (isMalformedTotal(total) && !issues.some(({ path: [field] }) => field === "total_count")) {
    yield totalCountForm(total);
  }
}

/** Tell whether a number or a text is no total count. */
export function isMalformedTotal(total: unknown): boolean {
  return typeof total === "string" ? !DECIMAL_RE.test(total) : typeof total === "number" && total < 0;
}

/** Return the problem of a total count that is neither a count nor its digits. */
export function totalCountForm(value: unknown): Issue {
  return problem("total_count_form", ["total_count"], { value: quote(value) });
}
