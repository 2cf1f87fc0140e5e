import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import * as contract from "../../generated/typescript/bundles.js";
import {
  ArtifactEnvelope,
  ArtifactRef,
  artifactSchema,
  type ColumnKind,
  inputSchemaFor,
  RecordsEnvelope,
  recordsSchema,
  SourceRef,
  TabularEnvelope,
  tabularSchema,
} from "../src/index.js";
import { thrown } from "./support/tools.js";

const RackRecord = z.object({
  label: z.string().meta({ description: "Label of the rack.", "x-sensitivity": "identifier" }),
  units: z.int().describe("Height in units."),
});
const Racks = RecordsEnvelope(RackRecord);
const TABLE = {
  columns: ["rack", "units"],
  rows: [
    ["r1", 42],
    ["r2", null],
  ],
  row_count: 2,
  truncated: false,
};
const PAGE = { records: [{ label: "r1", units: 42 }], count: 1, truncated: false };
const FILE = { reference: "plans/r1.svg", media_type: "image/svg+xml", bytes: 312 };

/** The problems of a refused parse: path, and rule or zod's code. */
function problems(call: () => unknown): string[] {
  const error = thrown(call);
  expect(error).toBeInstanceOf(z.ZodError);
  return (error as z.ZodError).issues.map(
    (issue) => `${issue.path.join("/")} ${issue.code === "custom" ? String(issue.params?.["rule"]) : issue.code}`,
  );
}

describe("a parse gives the written form", () => {
  test("of a table: in field order, without what is unset, with resumable where the read was cut short", () => {
    const parsed = TabularEnvelope.parse({
      warnings: [],
      source: null,
      next_cursor: "p2",
      stop_reason: null,
      column_kinds: ["text", "integer"],
      ...TABLE,
      truncated: true,
      total_count: "99999999999999999999",
    });
    expect(JSON.stringify(parsed)).toBe(
      '{"columns":["rack","units"],"rows":[["r1",42],["r2",null]],"row_count":2,"truncated":true,' +
        '"column_kinds":["text","integer"],"total_count":"99999999999999999999","next_cursor":"p2","resumable":true}',
    );
  });

  test("of records: a complete read has no resumable, a cut one says false", () => {
    expect(Racks.parse(PAGE)).toEqual(PAGE);
    expect(Racks.parse({ ...PAGE, resumable: false })).toEqual(PAGE);
    expect(Racks.parse({ ...PAGE, truncated: true })).toEqual({ ...PAGE, truncated: true, resumable: false });
  });

  test("of an artifact: artifacts, warnings and sensitivity are always there", () => {
    expect(ArtifactEnvelope.parse({ artifact: { ...FILE, width: null, role: "plan" } })).toEqual({
      artifact: { ...FILE, role: "plan" },
      artifacts: [],
      warnings: [],
      sensitivity: "inherits_input",
    });
    expect(ArtifactRef.parse({ ...FILE, uri: null })).toEqual(FILE);
    expect(SourceRef.parse({ instance: null })).toEqual({});
  });

  test("which parses again and is equal", () => {
    for (const [schema, data] of [
      [TabularEnvelope, { ...TABLE, truncated: true, source: {}, warnings: ["row r3 is missing"] }],
      [Racks, { ...PAGE, truncated: true, next_cursor: "", total_count: 7 }],
      [ArtifactEnvelope, { artifact: FILE, artifacts: [FILE], source: { snapshot: "monday" } }],
    ] as const) {
      const once = schema.parse(data);
      expect(schema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
    }
  });

  test("that shares nothing with the data", () => {
    const data = structuredClone({ ...TABLE, column_kinds: ["text", "integer"] });
    const parsed = TabularEnvelope.parse(data);
    data.rows[0]?.push("more");
    data.columns.push("more");
    expect(parsed.rows[0]).toEqual(["r1", 42]);
    expect(parsed.columns).toEqual(["rack", "units"]);
  });

  test("of what a record schema makes of its records", () => {
    const Named = RecordsEnvelope(z.object({ label: z.string().transform((label) => label.toUpperCase()) }));
    const parsed = Named.parse({ records: [{ label: "r1", more: 1 }], count: 1, truncated: false });
    expect(parsed.records).toEqual([{ label: "R1" }]);
    expectTypeOf(parsed.records).toEqualTypeOf<{ label: string }[]>();
  });
});

describe("a parse refuses", () => {
  test.each([
    [{ row_count: 3 }, ["row_count row_count_mismatch"]],
    [{ rows: [["r1"], ["r2", 1, 2]] }, ["rows/0 row_width", "rows/1 row_width"]],
    [
      {
        rows: [
          ["r1", {}],
          ["r2", []],
        ],
      },
      ["rows/0/1 bad_cell", "rows/1/1 bad_cell"],
    ],
    [{ rows: [3, null] }, ["rows/0 wrong_json_type", "rows/1 wrong_json_type"]],
    [{ rows: {} }, ["rows wrong_json_type"]],
    [{ rows: undefined }, ["rows wrong_json_type"]],
    [{ columns: null }, ["columns invalid_type"]],
    [{ truncated: 0 }, ["truncated invalid_type"]],
    [{ row_count: "2" }, ["row_count invalid_type"]],
    [{ row_count: 2.5 }, ["row_count invalid_type"]],
    [{ row_count: 2 ** 53 }, ["row_count too_big"]],
    [{ column_kinds: ["text"] }, ["column_kinds column_list_length"]],
    [{ column_descriptions: ["Label."] }, ["column_descriptions column_list_length"]],
    [{ column_kinds: ["text", "colour"] }, ["column_kinds/1 invalid_value"]],
    [{ column_scales: [null, "log3"] }, ["column_scales/1 invalid_value"]],
    [{ column_scales: [null, "log2"] }, ["column_scales/1 scale_not_numeric"]],
    [{ column_scales: ["log2", null], column_kinds: ["text", "integer"] }, ["column_scales/0 scale_not_numeric"]],
    [{ next_cursor: "p2" }, ["next_cursor cursor_when_complete"]],
    [{ stop_reason: "record_limit" }, ["stop_reason stop_reason_when_complete"]],
    [{ total_count: 1 }, ["total_count total_count_small"]],
    [{ total_count: "1" }, ["total_count total_count_small"]],
    [{ total_count: -1 }, ["total_count total_count_form"]],
    [{ total_count: "02" }, ["total_count total_count_form"]],
    [{ total_count: 2.5 }, ["total_count total_count_form"]],
    [{ total_count: 2 ** 53 }, ["total_count total_count_form"]],
    [{ total_count: true }, ["total_count total_count_form"]],
    [{ resumable: true }, ["resumable resumable_contradicts"]],
    [{ resumable: null }, ["resumable wrong_json_type"]],
    [{ warnings: null }, ["warnings invalid_type"]],
    [{ colour: "red" }, ["colour unknown_key"]],
    [{ source: { instance: 3 } }, ["source/instance invalid_type"]],
    [{ source: { colour: 3 } }, ["source/colour unknown_key"]],
  ])("a table with %j", (fields, expected) => {
    expect(problems(() => TabularEnvelope.parse({ ...TABLE, ...fields }))).toEqual(expected);
  });

  test.each([null, 3, "text", [], undefined])("%j for an envelope", (data) => {
    expect(problems(() => TabularEnvelope.parse(data))).toEqual([" invalid_type"]);
  });

  test("records that are not what the item says, and a wrong count", () => {
    expect(problems(() => Racks.parse({ ...PAGE, records: [{ label: 1, units: "2" }] }))).toEqual([
      "records/0/label invalid_type",
      "records/0/units invalid_type",
    ]);
    expect(problems(() => Racks.parse({ ...PAGE, count: 2 }))).toEqual(["count count_mismatch"]);
  });

  test("negative sizes of a file", () => {
    expect(problems(() => ArtifactEnvelope.parse({ artifact: FILE, artifacts: [{ ...FILE, bytes: -1 }] }))).toEqual([
      "artifacts/0/bytes negative_number",
    ]);
    expect(problems(() => ArtifactRef.parse({ ...FILE, width: -1, height: -1 }))).toHaveLength(2);
  });

  test("a total of any length is compared by value", () => {
    const digits = "9".repeat(1_000_000);
    expect(TabularEnvelope.parse({ ...TABLE, total_count: digits })["total_count"]).toBe(digits);
  });
});

describe("errors stay short", () => {
  const sizeOf = (call: () => unknown): number => (thrown(call) as z.ZodError).message.length;
  const many = 100_000;

  test("whatever the number of bad cells, rows, records or keys", () => {
    const cells = Array.from({ length: many }, () => [{}, {}]);
    const keys = Object.fromEntries(Array.from({ length: many }, (_, index) => [`key${index}`, 1]));
    const records = Array.from({ length: many }, () => ({ label: 1 }));
    const calls = [
      () => TabularEnvelope.parse({ ...TABLE, rows: cells }),
      () => TabularEnvelope.parse({ ...TABLE, rows: Array.from({ length: many }, () => []), row_count: many }),
      () => TabularEnvelope.parse({ ...TABLE, ...keys }),
      () => RecordsEnvelope(RackRecord).parse({ ...PAGE, records }),
      () => RecordsEnvelope(z.strictObject({})).parse({ ...PAGE, records: [keys] }),
      () => ArtifactEnvelope.parse({ artifact: { ...FILE, ["k".repeat(1_000_000)]: 1 } }),
    ];
    for (const call of calls) expect(sizeOf(call)).toBeLessThan(6_000);
  });

  test("and the problems that are not listed are counted", () => {
    const cells = Array.from({ length: many }, () => [{}, {}]);
    const error = thrown(() => TabularEnvelope.parse({ ...TABLE, rows: cells })) as z.ZodError;
    expect(error.issues).toHaveLength(11);
    expect(error.issues.at(-1)?.message).toContain(String(2 * many - 10));
  });
});

describe("JSON Schemas", () => {
  test("are the contract's own, and copies", () => {
    expect(tabularSchema()).toEqual(contract.TABULAR_ENVELOPE_BUNDLE);
    expect(artifactSchema()).toEqual(contract.ARTIFACT_ENVELOPE_BUNDLE);
    expect(tabularSchema()).not.toBe(tabularSchema());
  });

  test("of records have the item's output schema in place of any record", () => {
    const { properties, $defs } = recordsSchema(RackRecord) as { properties: { records: object }; $defs: object };
    expect(properties.records).toMatchObject({
      items: {
        type: "object",
        properties: {
          label: { type: "string", description: "Label of the rack.", "x-sensitivity": "identifier" },
          units: { type: "integer", description: "Height in units." },
        },
        required: ["label", "units"],
      },
    });
    expect(Object.keys($defs)).toEqual(["SourceRef"]);
  });

  test("of records keep an item's definitions apart from the envelope's own", () => {
    const Plug = z.object({ amps: z.int() }).meta({ id: "SourceRef" });
    const schema = recordsSchema(z.object({ plugs: z.array(Plug) })) as {
      properties: Record<string, unknown>;
      $defs: Record<string, unknown>;
    };
    expect(schema.$defs["SourceRef"]).toMatchObject({ properties: { amps: { type: "integer" } } });
    expect(schema.$defs["EnvelopeSourceRef"]).toEqual(
      (tabularSchema()["$defs"] as Record<string, unknown>)["SourceRef"],
    );
    expect(schema.properties["source"]).toMatchObject({
      anyOf: [{ $ref: "#/$defs/EnvelopeSourceRef" }, { type: "null" }],
    });
    expect(schema.properties["records"]).toMatchObject({
      items: { properties: { plugs: { items: { $ref: "#/$defs/SourceRef" } } } },
    });
  });

  test("of records share a definition that an item has from us", () => {
    const { $defs } = recordsSchema(z.object({ from: SourceRef }));
    expect(Object.keys($defs as object)).toEqual(["SourceRef"]);
  });

  test("of a schema that nests an envelope refer to it by name", () => {
    const PlotArgs = z.object({
      data: TabularEnvelope.describe("A table that another tool returned."),
      heading: z.string().describe("Heading of the plot."),
    });
    const schema = inputSchemaFor(PlotArgs) as { properties: Record<string, unknown>; $defs: Record<string, unknown> };
    expect(schema.properties["data"]).toEqual({
      $ref: "#/$defs/TabularEnvelope",
      description: "A table that another tool returned.",
    });
    const { $defs, ...table } = tabularSchema();
    expect(schema.$defs["TabularEnvelope"]).toEqual(table);
    expect(schema.$defs).toMatchObject($defs as object);
    expect(PlotArgs.parse({ data: TABLE, heading: "Racks" }).data).toEqual(TABLE);
  });

  test("are what zod's own writer gives, too", () => {
    for (const io of ["input", "output"] as const) {
      const { $schema: _, ...written } = z.toJSONSchema(TabularEnvelope, { io });
      expect(written).toMatchObject(tabularSchema());
    }
  });
});

describe("types", () => {
  test("TabularEnvelope is a schema and a type", () => {
    const table: TabularEnvelope = TabularEnvelope.parse(TABLE);
    expectTypeOf(table.rows).toEqualTypeOf<(string | number | boolean | null)[][]>();
    expectTypeOf(table.column_kinds).toEqualTypeOf<ColumnKind[] | undefined>();
    expectTypeOf(table.total_count).toEqualTypeOf<string | number | undefined>();
    expectTypeOf<z.output<typeof TabularEnvelope>>().toEqualTypeOf<TabularEnvelope>();
    const page: RecordsEnvelope<z.output<typeof RackRecord>> = Racks.parse(PAGE);
    expectTypeOf(page.records).toEqualTypeOf<{ label: string; units: number }[]>();
    const file: ArtifactEnvelope = ArtifactEnvelope.parse({ artifact: FILE });
    expectTypeOf(file.artifact).toEqualTypeOf<ArtifactRef>();
    expectTypeOf<NonNullable<ArtifactEnvelope["source"]>>().toEqualTypeOf<SourceRef>();
  });
});
