// What each TypeScript example of the octools descriptor specification shows, with racks in place of its data.

import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as partnerTools from "../src/example.js";
import {
  inputSchemaFor,
  mergeProviders,
  OCTool,
  outputSchemaFor,
  prefixTools,
  readEnvelope,
  RecordsEnvelope,
  recordsSchema,
  selectTools,
  strictClean,
  TabularEnvelope,
  tabularFromModels,
  tabularSchema,
  toMcpTool,
  validateNamespace,
  validateProvider,
  validateTabular,
  validateTags,
} from "../src/index.js";

const RACKS = [
  { label: "r1", units: 42, room: "east" },
  { label: "r2", units: 47, room: "west" },
];
const QueryArgs = z.object({ room: z.string().describe("Name of the room.") });

/** A tabular tool: parse the arguments, make rows, return the written form. */
function rackTable(_dependency: unknown, args: unknown): TabularEnvelope {
  const { room } = QueryArgs.parse(args);
  const rows = RACKS.filter((rack) => rack.room === room).map((rack) => [rack.label, rack.units]);
  return TabularEnvelope.parse({
    columns: ["label", "units"],
    rows,
    row_count: rows.length,
    truncated: false,
    column_kinds: ["text", "integer"],
  });
}

const RACK_TABLE = new OCTool({
  name: "rack_table",
  description: "Lists the racks of a room. Do not use it for cables. Returns a table of labels and heights.",
  inputSchema: inputSchemaFor(QueryArgs),
  outputSchema: tabularSchema(),
  func: rackTable,
  access: "local",
  tags: ["recommended", "floor"],
});
const myTools = { allTools: () => [RACK_TABLE] };

describe("Discovery", () => {
  test("merged providers are validated as a whole", () => {
    expect(validateProvider(mergeProviders(myTools, partnerTools))).toEqual([]);
    const twice = validateProvider(mergeProviders(myTools, myTools));
    expect(twice.map(({ rule, tool }) => [rule, tool])).toEqual([["duplicate_name", "rack_table"]]);
  });
});

describe("Result envelopes", () => {
  test("a tabular tool declares the envelope's schema and returns its written form", () => {
    expect(RACK_TABLE.outputSchema).toEqual(tabularSchema());
    expect(RACK_TABLE.func(null, { room: "east" })).toEqual({
      columns: ["label", "units"],
      rows: [["r1", 42]],
      row_count: 1,
      truncated: false,
      column_kinds: ["text", "integer"],
    });
    expect(() => RACK_TABLE.func(null, { room: 1 })).toThrow(z.ZodError);
  });

  test("one line of a test checks a result against its kinds", () => {
    expect(validateTabular(TabularEnvelope.parse(RACK_TABLE.func(null, { room: "west" })))).toEqual([]);
  });

  test("a page of records has the paging fields, a complete read has none", () => {
    const Racks = RecordsEnvelope(z.object({ label: z.string() }));
    const page = { records: [{ label: "r1" }], count: 1, truncated: true, total_count: 2, next_cursor: "1" };
    expect(Racks.parse(page)).toEqual({ ...page, resumable: true });
    expect(Racks.parse({ ...page, truncated: false, next_cursor: null })).toEqual({
      records: page.records,
      count: 1,
      truncated: false,
      total_count: 2,
    });
  });

  test("a table's columns come from a zod object, with kinds where the type does not say them", () => {
    const Rack = z.object({ label: z.string().describe("Label."), host: z.string(), units: z.int() });
    const items = [{ label: "r1", host: "r1.example", units: 42 }];
    expect(tabularFromModels(Rack, items, { columnKinds: { host: "fqdn" } })).toEqual({
      columns: ["label", "host", "units"],
      rows: [["r1", "r1.example", 42]],
      row_count: 1,
      truncated: false,
      column_kinds: ["text", "fqdn", "integer"],
      column_descriptions: ["Label.", null, null],
    });
  });

  test("a tool that consumes a table refers to the envelope", () => {
    const PlotArgs = z.object({
      data: TabularEnvelope.describe("A table another tool gave."),
      heading: z.string().describe("Heading."),
    });
    const schema = inputSchemaFor(PlotArgs);
    expect(schema["properties"]).toMatchObject({ data: { $ref: "#/$defs/TabularEnvelope" } });
    expect(strictClean(schema)).toEqual([]);
    const { data } = PlotArgs.parse({ data: RACK_TABLE.func(null, { room: "east" }), heading: "Racks" });
    expect(data.rows).toEqual([["r1", 42]]);
  });

  test("a record field carries its sensitivity into the output schema alone", () => {
    const RackRecord = z.object({
      label: z.string().meta({ description: "Label.", "x-sensitivity": "identifier" }),
      units: z.int().describe("Height."),
    });
    const label = { type: "string", description: "Label.", "x-sensitivity": "identifier" };
    expect(outputSchemaFor(RackRecord)["properties"]).toMatchObject({ label, units: { type: "integer" } });
    expect(recordsSchema(RackRecord)).toMatchObject({ properties: { records: { items: { properties: { label } } } } });
  });

  test("a text of another process is read tolerantly", () => {
    const text = JSON.stringify({ ...rackTable(null, { room: "east" }), column_kinds: ["label", "integer"], more: 1 });
    expect(readEnvelope(TabularEnvelope, text).column_kinds).toEqual(["text", "integer"]);
  });
});

describe("Tool tags and namespaces", () => {
  test("a host selects what it loads by tag, and by one tag of each of two sets", () => {
    const merged = mergeProviders(myTools, partnerTools);
    const initial = selectTools(merged, { tags: ["recommended"] });
    expect(initial.allTools().map((tool) => toMcpTool(tool).name)).toEqual([
      "rack_table",
      "echo_records",
      "block_sizes",
    ]);
    const both = selectTools(selectTools(merged, { tags: ["floor"] }), { tags: ["recommended"] });
    expect(both.allTools()).toEqual([RACK_TABLE]);
  });

  test("a provider's own tags are allowed by name", () => {
    expect(validateTags(myTools, { allowed: ["floor"] })).toEqual([]);
    expect(validateTags(myTools)).toMatchObject([{ rule: "unknown_tag", tool: "rack_table" }]);
  });

  test("a namespace is applied once and checked on request", () => {
    const published = { allTools: () => prefixTools(myTools.allTools(), "dc") };
    expect(published.allTools().map(({ name }) => name)).toEqual(["dc_rack_table"]);
    expect(validateNamespace(published, "dc")).toEqual([]);
    expect(validateNamespace(myTools, "dc")).toMatchObject([{ rule: "name_outside_namespace" }]);
  });
});

describe("Strict-clean input schemas", () => {
  test("a zod format brings a pattern, a format alone does not", () => {
    const rulesOf = (at: z.ZodType): string[] => strictClean(inputSchemaFor(z.object({ at }))).map(({ rule }) => rule);
    expect(rulesOf(z.iso.datetime())).toEqual(["unsupported_keyword"]);
    expect(rulesOf(z.string().meta({ format: "date-time" }))).toEqual([]);
  });
});
