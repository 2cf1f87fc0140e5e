// What an operation of the shared fixtures gives, in a form that both languages compare.

import { ZodError } from "zod";
import { OCToolError } from "../src/index.js";
import { type Json, OPERATIONS } from "./fixture-operations.js";

/** Return an operation's result, or the kind of its error with each problem's rule and place. */
export function answer(operation: string, input: Json): Json {
  const act = OPERATIONS[operation];
  if (act === undefined) throw new Error(`no operation ${operation}`);
  try {
    return { result: act(input) ?? null };
  } catch (error) {
    if (error instanceof OCToolError) return { error: "OCToolError", rule: error.rule, message: error.message };
    if (error instanceof ZodError) return { error: "ValueError", problems: error.issues.map(problemOf) };
    throw error;
  }
}

function problemOf(issue: ZodError["issues"][number]): Json {
  const rule: unknown = issue.code === "custom" ? (issue.params?.["rule"] ?? null) : null;
  return { path: issue.path, rule, message: issue.message };
}
