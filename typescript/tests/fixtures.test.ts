// The cases that Python and TypeScript share. Every file is run, or says why its result cannot be the same here.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { OCToolError } from "../src/index.js";
import { EXPECTATIONS, type Json, OPERATIONS } from "./fixture-operations.js";

interface Case {
  description: string;
  input: Json;
  expected?: unknown;
  error?: { type: "OCToolError" | "ValueError" | "TypeError"; rule?: string | null; contains?: string[] };
  only?: { language: "python" | "typescript"; reason: string };
}

const FIXTURES = fileURLToPath(new URL("../../tests/fixtures/", import.meta.url));
/** How many cases in all may have a result in one language only. */
const MOST_MARKED = 10;

/** Findings and fields of tools are what they are in any order; of all other results the order of keys counts. */
const IN_ANY_ORDER: ReadonlySet<string> = new Set([
  "check_tool_listing",
  "compact_clean",
  "from_mcp_tool",
  "octool",
  "prefix_tools",
  "strict_clean",
  "validate_catalog",
  "validate_namespace",
  "validate_provider",
  "validate_tabular",
  "validate_tags",
  "validate_tool",
]);

const files = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".json"))
  .sort();
const cases = files.map((path) => ({
  path,
  operation: path.split("/")[0] as string,
  content: JSON.parse(readFileSync(`${FIXTURES}${path}`, "utf8")) as Case,
}));
const elsewhere = cases.filter(({ content }) => content.only?.language === "python");
const here = cases.filter(({ content }) => content.only?.language !== "python");
const run = new Set<string>();

describe.each([...new Set(here.map((each) => each.operation))])("%s", (operation) => {
  test.each(here.filter((each) => each.operation === operation))("$path", ({ path, content }) => {
    run.add(path);
    const act = OPERATIONS[operation];
    if (act === undefined) throw new Error(`no operation ${operation}: add it to fixture-operations.ts`);
    if (content.error === undefined) {
      const read = EXPECTATIONS[operation] ?? ((expected: unknown) => expected);
      const result = asJson(act(content.input));
      const expected = read(content.expected);
      expect(result).toEqual(expected);
      if (!IN_ANY_ORDER.has(operation)) expect(inOrder(result)).toBe(inOrder(expected));
    } else {
      const error = thrown(() => act(content.input));
      expect(error).toBeInstanceOf(ERRORS[content.error.type]);
      if (content.error.rule !== undefined) expect(rulesOf(error)).toContain(content.error.rule);
      for (const text of content.error.contains ?? []) expect((error as Error).message).toContain(text);
    }
  });
});

test("every file was run, but for the marked ones", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(run.size + elsewhere.length).toBe(files.length);
});

test("few cases are marked for one language, each with a reason about numbers", () => {
  const marked = cases.filter(({ content }) => content.only !== undefined);
  expect(marked.length).toBeLessThanOrEqual(MOST_MARKED);
  for (const { path, content } of marked) expect(content.only?.reason, path).toMatch(/^number representation: ./);
});

test("every case has a description, an input and one outcome", () => {
  for (const { path, content } of cases) {
    expect(content.description, path).toMatch(/\S/);
    expect(typeof content.input, path).toBe("object");
    expect(("expected" in content ? 1 : 0) + ("error" in content ? 1 : 0), path).toBe(1);
  }
});

/** What Python calls a ValueError is an error of ours or of zod here. */
const ERRORS = { OCToolError, ValueError: Error, TypeError } as const;

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Write a result with its keys in order, without the findings in it. */
function inOrder(result: unknown): string {
  return JSON.stringify(result, (key, value: unknown) => (key === "changes" ? undefined : value));
}

function thrown(act: () => unknown): unknown {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown; the result was ${JSON.stringify(result)}`);
}

function rulesOf(error: unknown): unknown[] {
  if (error instanceof ZodError) {
    return error.issues.map((issue) => (issue.code === "custom" ? (issue.params?.["rule"] as unknown) : issue.code));
  }
  return [(error as OCToolError).rule];
}
