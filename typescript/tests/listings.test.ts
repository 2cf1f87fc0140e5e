import { describe, expect, expectTypeOf, test } from "vitest";
import * as example from "../src/example.js";
import {
  type InputSummary,
  LISTING_STYLES,
  type ListingStyle,
  type OCTool,
  renderListing,
  renderMarkdownTable,
  summarizeProvider,
  summarizeTool,
  type ToolProvider,
} from "../src/index.js";
import { thrown, tool, unchecked } from "./support/tools.js";

const provider = (...tools: unknown[]): ToolProvider => ({ allTools: () => tools as OCTool[] });

describe("summarizeTool", () => {
  test("sums up a tool, with a row for machines", () => {
    const summary = summarizeTool(
      tool({
        inputSchema: {
          type: "object",
          properties: {
            cursor: { anyOf: [{ type: "string" }, { type: "null" }] },
            level: { enum: ["low", 2, null], description: "How high." },
          },
          required: ["level"],
        },
        meta: { alias_of: "find_cabinet" },
      }),
    );
    expect(summary).toMatchObject({ summary: "Finds a rack by its label.", pages: true, aliasOf: "find_cabinet" });
    expect(summary.inputs).toEqual([
      { name: "cursor", type: "string|null", required: false, description: null },
      { name: "level", type: "enum(low|2|null)", required: true, description: "How high." },
    ]);
    expect(Object.keys(summary.asRow())).toEqual([
      "name",
      "title",
      "summary",
      "description",
      "access",
      "target",
      "result_kind",
      "read_only",
      "destructive",
      "idempotent",
      "pages",
      "deprecated",
      "alias_of",
      "inputs",
    ]);
    expectTypeOf(summary.resultKind).toEqualTypeOf<"records" | "artifact">();
    expectTypeOf(summary.inputs).toEqualTypeOf<InputSummary[]>();
  });

  test.each([
    null,
    [],
    3,
    { properties: [] },
    { properties: { a: true, b: null, c: { enum: [] }, d: { anyOf: [] }, e: { type: ["a", 3, null] } } },
    { type: "object", required: { a: 1 }, properties: { a: { const: { b: [1] } } } },
  ])("never throws, whatever the schema: %j", (inputSchema) => {
    expect(summarizeTool(unchecked({ inputSchema })).name).toBe("find_rack");
  });

  test("reads a type of any depth, and one that contains itself", () => {
    let deep: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 100_000; depth += 1) deep = { type: "array", items: deep };
    const cyclic: Record<string, unknown> = {};
    cyclic["anyOf"] = [cyclic, cyclic];
    const inputSchema = { type: "object", properties: { deep, cyclic } };
    const [first, second] = summarizeTool(unchecked({ inputSchema })).inputs;
    expect(first?.type).toHaveLength(7 * 100_000 + 6);
    expect(second?.type.length).toBeLessThan(100_000);
  });
});

describe("summarizeProvider", () => {
  test("keeps one access", () => {
    const both = provider(tool(), tool({ name: "find_row", access: "remote" }));
    expect(summarizeProvider(both, { access: "remote" }).map(({ name }) => name)).toEqual(["find_row"]);
    expect(summarizeProvider(both)).toHaveLength(2);
    expect(thrown(() => summarizeProvider(both, { access: "cloud" as "local" }))).toMatchObject({
      rule: "unknown_value",
    });
    expect(thrown(() => summarizeProvider(provider({})))).toMatchObject({ rule: "not_octool" });
  });
});

describe("renderListing", () => {
  test("in every style, each ending in one newline", () => {
    for (const style of LISTING_STYLES) expect(renderListing(example, { style })).toMatch(/[^\n]\n$/);
    expect(JSON.parse(renderListing(example, { style: "json" }))).toHaveLength(4);
    expect(renderListing(example, { style: "json", pretty: false }).trimEnd()).not.toMatch(/\n/);
    expect(renderListing(example)).toBe(renderListing(example, { style: "table" }));
  });

  test("of an empty provider", () => {
    const empty = LISTING_STYLES.map((style) => renderListing(provider(), { style }));
    expect(Object.fromEntries(LISTING_STYLES.map((style, index) => [style, empty[index]]))).toEqual({
      table: "",
      md: expect.stringMatching(/^\| name .*\n\| ---- .*\n$/),
      txt: "",
      json: "[]\n",
    });
  });

  test("with control characters, escape sequences and lone surrogates made visible", () => {
    const nasty = tool({ description: "Red \u001b[31mtext\u0007 \ud800. Second.", title: "a\nb\u202e" });
    for (const style of LISTING_STYLES) {
      const text = renderListing(provider(nasty), { style });
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(text).not.toMatch(/\p{Cs}/u);
    }
    expect(renderListing(provider(nasty), { style: "txt" })).toContain("find_rack - a b\\u202e");
  });

  test("pads by code points", () => {
    const lines = renderListing(provider(tool({ target: "😀", title: "😀" }), tool({ name: "x" }))).split("\n");
    expect(lines[1]).toMatch(/^x {10}local/);
  });

  test.each(["html", "", "constructor", 3])("the style %j is unknown", (style) => {
    const error = thrown(() => renderListing(example, { style: style as ListingStyle }));
    expect(error).toMatchObject({ rule: "listing_style", message: expect.stringContaining("table, md, txt, json") });
  });
});

test("renderMarkdownTable escapes, pads and takes any value", () => {
  expect(
    renderMarkdownTable(
      [
        { a: "x|y\nz", b: true, c: null },
        { a: 1.5, b: [1, "é"], d: 1 },
      ],
      ["a", "b", "c"],
    ),
  ).toBe(
    [
      "| a      | b       | c   |",
      "| ------ | ------- | --- |",
      "| x\\|y z | yes     |     |",
      '| 1.5    | [1,"é"] |     |',
      "",
    ].join("\n"),
  );
  expect(renderMarkdownTable([], ["name"])).toBe("| name |\n| ---- |\n");
});
