import { describe, expect, test } from "vitest";
import { z } from "zod";
import { TABULAR_ENVELOPE_BUNDLE } from "#contract/bundles";
import { TabularEnvelope } from "../src/envelopes/tabular.js";
import { closeObjects, inputSchemaFor, outputSchemaFor, schemaFor, stripKeys, stripTitles } from "../src/schemas.js";
import { strictClean } from "../src/strict.js";

describe("inputSchemaFor", () => {
  const Arguments = z.object({
    region: z.string().describe("Where to look."),
    limit: z.int().describe("How many, 1 to 100.").default(20),
    cursor: z.string().nullable().describe("Where to go on.").default(null),
    kinds: z.array(z.enum(["rack", "blade"])).optional(),
    nested: z.object({ title: z.string().meta({ title: "Heading" }) }),
  });

  test("gives a strict-clean schema, the same on every zod release", () => {
    const schema = inputSchemaFor(Arguments);
    expect(strictClean(schema)).toEqual([]);
    expect(schema).toEqual({
      type: "object",
      properties: {
        region: { type: "string", description: "Where to look." },
        limit: { type: "integer", description: "How many, 1 to 100.", default: 20 },
        cursor: {
          anyOf: [{ type: "string" }, { type: "null" }],
          description: "Where to go on.",
          default: null,
        },
        kinds: { type: "array", items: { type: "string", enum: ["rack", "blade"] } },
        nested: {
          type: "object",
          properties: { title: { type: "string" } },
          required: ["title"],
          additionalProperties: false,
        },
      },
      required: ["region", "nested"],
      additionalProperties: false,
    });
  });

  test("drops the bounds of safe integers and keeps the author's own", () => {
    const schema = inputSchemaFor(z.object({ size: z.int(), page: z.int().min(1), bytes: z.number().int().max(9) }));
    expect(schema["properties"]).toEqual({
      size: { type: "integer" },
      page: { type: "integer", minimum: 1 },
      bytes: { type: "integer", maximum: 9 },
    });
    expect(strictClean(schema).map((each) => [each.rule, each.path])).toEqual([
      ["unsupported_keyword", "/properties/page"],
      ["unsupported_keyword", "/properties/bytes"],
    ]);
  });

  test("unwraps a root that is only a reference", () => {
    const Named = z.object({ host: z.string() }).meta({ id: "HostQuery", description: "A query." });
    expect(inputSchemaFor(Named)).toEqual({
      type: "object",
      properties: { host: { type: "string" } },
      required: ["host"],
      additionalProperties: false,
      description: "A query.",
    });
  });

  test("keeps a named part among the definitions", () => {
    const Range = z.object({ from: z.string(), to: z.string() }).meta({ id: "Range" });
    const schema = inputSchemaFor(z.object({ first: Range, second: Range.describe("Another.") }));
    expect(strictClean(schema)).toEqual([]);
    expect(schema["properties"]).toEqual({
      first: { $ref: "#/$defs/Range" },
      second: { $ref: "#/$defs/Range", description: "Another." },
    });
    expect(Object.keys(schema["$defs"] as object)).toEqual(["Range"]);
  });

  test("writes a nested envelope as the contract has it, by reference", () => {
    const Chart = z.object({
      data: TabularEnvelope.describe("A table another tool returned."),
      other: TabularEnvelope,
      title: z.string().describe("The heading."),
    });
    const schema = inputSchemaFor(Chart);
    expect(strictClean(schema)).toEqual([]);
    const { $defs, ...bundle } = TABULAR_ENVELOPE_BUNDLE;
    expect(schema["properties"]).toEqual({
      data: { $ref: "#/$defs/TabularEnvelope", description: "A table another tool returned." },
      other: { $ref: "#/$defs/TabularEnvelope" },
      title: { type: "string", description: "The heading." },
    });
    expect(schema["$defs"]).toEqual({ TabularEnvelope: bundle, ...($defs as object) });
    expect(outputSchemaFor(Chart)["$defs"]).toEqual(schema["$defs"]);
    expect(inputSchemaFor(TabularEnvelope)).toEqual(TABULAR_ENVELOPE_BUNDLE);
  });

  test("does not take a recursive schema for a strict one", () => {
    interface Tree {
      label: string;
      children: Tree[];
    }
    const Tree: z.ZodType<Tree> = z
      .object({ label: z.string(), children: z.array(z.lazy(() => Tree)) })
      .meta({ id: "Tree" });
    const schema = inputSchemaFor(z.object({ tree: Tree }));
    expect(strictClean(schema).map((each) => each.rule)).toEqual(["recursive_ref"]);
    const root = inputSchemaFor(Tree);
    expect(root["type"]).toBe("object");
  });
});

test("outputSchemaFor describes what a parse gives, extension keywords included", () => {
  const Host = z.object({
    host: z.string().meta({ description: "Host name.", "x-sensitivity": "identifier" }),
    cores: z.int().default(1),
  });
  expect(outputSchemaFor(Host)).toEqual({
    type: "object",
    properties: {
      host: { type: "string", description: "Host name.", "x-sensitivity": "identifier" },
      cores: { type: "integer", default: 1 },
    },
    required: ["host", "cores"],
    additionalProperties: false,
  });
  expect(schemaFor(Host)["required"]).toEqual(["host"]);
  expect(schemaFor(Host, { mode: "serialization" })).toEqual(outputSchemaFor(Host));
});

test("a part without a form in JSON is refused", () => {
  expect(() => inputSchemaFor(z.object({ at: z.date() }))).toThrow(/Date/);
});

describe("copies of schemas", () => {
  const schema = {
    title: "Whole",
    type: "object",
    properties: {
      title: { title: "Inner", type: "string", default: { title: "data" }, "x-note": { title: "data" } },
    },
    enum: [{ title: "data" }],
  };

  test("strip titles at schema level only, and leave the original alone", () => {
    const before = structuredClone(schema);
    expect(stripTitles(schema)).toEqual({
      type: "object",
      properties: { title: { type: "string", default: { title: "data" }, "x-note": { title: "data" } } },
      enum: [{ title: "data" }],
    });
    expect(schema).toEqual(before);
    expect(stripKeys(schema, { prefixes: ["x-"], keys: ["enum"] }).properties.title).toEqual({
      title: "Inner",
      type: "string",
      default: { title: "data" },
    });
  });

  test("close objects that declare properties", () => {
    expect(closeObjects({ properties: { a: { properties: {} }, b: { type: "object" } } })).toEqual({
      properties: { a: { properties: {}, additionalProperties: false }, b: { type: "object" } },
      additionalProperties: false,
    });
  });

  test("take what contains itself, a name that is no plain key, and 100,000 levels", () => {
    const loop: Record<string, unknown> = { title: "x" };
    loop["items"] = loop;
    const copy = stripTitles(loop);
    expect(copy["items"]).toBe(copy);
    const odd = JSON.parse('{"properties": {"__proto__": {"title": "x", "type": "string"}}}') as object;
    expect(JSON.stringify(stripTitles(odd))).toBe('{"properties":{"__proto__":{"type":"string"}}}');
    let deep: Record<string, unknown> = { title: "x" };
    for (let level = 0; level < 100_000; level += 1) deep = { title: "x", items: deep };
    expect(Object.keys(stripTitles(deep))).toEqual(["items"]);
    expect(strictClean({ type: "object", additionalProperties: false, properties: { deep } })).toHaveLength(100_001);
    expect(stripTitles("no schema")).toBe("no schema");
  });
});
