// The compact projection where cases in JSON cannot show it: depth, cycles, sharing, bombs, values that are no JSON.
// What it makes of each keyword is compared with the Python package on random schemas (tests/cross_language).

import { describe, expect, test } from "vitest";
import {
  compactCatalog,
  compactClean,
  compactSchema,
  compactTool,
  OCTool,
  toolDescriptorFromMcp,
  toToolDescriptor,
  validateCatalog,
} from "../src/index.js";

type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });

describe("compactSchema", () => {
  test("inlines, merges and joins without loss where the subset can say the same", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Query",
      ...object({
        rack: { $ref: "#/$defs/Rack", description: "Where it stands." },
        size: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
        kind: { oneOf: [{ const: "blade" }, { const: "tower" }] },
        slot: { allOf: [{ type: "integer", minimum: 1 }, { maximum: 42 }] },
      }),
      required: ["rack"],
      $defs: { Rack: { type: "string", title: "Rack", minLength: 2 } },
    };
    const before = JSON.stringify(schema);
    const { schema: compact, changes } = compactSchema(schema);
    expect(changes).toEqual([]);
    expect(compact).toEqual({
      ...object({
        rack: { type: "string", minLength: 2, description: "Where it stands." },
        size: { type: ["integer", "null"], default: null },
        kind: { enum: ["blade", "tower"] },
        slot: { type: "integer", minimum: 1, maximum: 42 },
      }),
      required: ["rack"],
    });
    expect(compactClean(compact)).toEqual([]);
    expect(JSON.stringify(schema)).toBe(before);
    expect(JSON.stringify(compactSchema(schema).schema)).toBe(JSON.stringify(compact));
  });

  test("reports each place where it accepts more, by a pointer into the original", () => {
    const { schema, changes } = compactSchema(
      object({
        next: { $ref: "#" },
        odd: { not: { pattern: "a" } },
        gone: { $ref: "#/$defs/Nowhere" },
        pair: { anyOf: [object({ a: { type: "string" } }), object({ b: { type: "number" } }, { minProperties: 2 })] },
      }),
    );
    expect(compactClean(schema)).toEqual([]);
    expect(changes.map(({ rule, path }) => [rule, path])).toEqual([
      ["compact_widened", "/properties/next/$ref"],
      ["compact_widened", "/properties/odd/not"],
      ["compact_widened", "/properties/gone/$ref"],
      ["compact_widened", "/properties/pair/anyOf"],
    ]);
  });

  test("takes any value: what is no schema accepts every object", () => {
    const values = [
      undefined,
      null,
      1,
      Number.NaN,
      "x",
      [],
      () => 1,
      new Date(),
      new Map(),
      10n,
      Symbol("s"),
      [{}],
      true,
    ];
    for (const value of values) {
      const { schema } = compactSchema(value);
      expect(schema).toEqual({ type: "object", properties: {} });
    }
    const foreign = { type: "object", default: new Date(), enum: [Number.NaN], properties: { a: 1, b: undefined } };
    expect(compactClean(compactSchema(foreign).schema)).toEqual([]);
    expect(compactSchema(false).schema).toMatchObject({ additionalProperties: false, minProperties: 1 });
  });

  test("ends on a schema that contains itself, in data as well", () => {
    const loop: Json = object({});
    (loop["properties"] as Json)["self"] = loop;
    const found = compactSchema(loop);
    expect(found.changes.map((each) => each.path)).toEqual(["/properties/self"]);
    const data: Json = {};
    data["data"] = data;
    expect(compactSchema(object({ a: { default: data } })).schema).toEqual(object({ a: {} }));
  });

  test("needs no stack for 10,000 levels, and little time for 10,000 members", () => {
    let deep: Json = { type: "string" };
    let combined: Json = { type: "string" };
    for (let level = 0; level < 10_000; level += 1) {
      deep = { type: "array", items: deep };
      combined = { type: "array", items: { allOf: [combined] } };
    }
    expect(compactSchema(object({ deep })).changes).toEqual([]);
    expect(compactSchema(object({ combined })).changes).toEqual([]);
    const many = Array.from({ length: 10_000 }, (_, index) => ({ const: index }));
    const { schema } = compactSchema(object({ one: { anyOf: many }, all: { allOf: many.map(() => ({})) } }));
    expect(((schema["properties"] as Json)["one"] as { enum: unknown[] }).enum).toHaveLength(10_000);
  });

  test("stops a reference bomb at its budget of nodes, and says so", () => {
    const $defs: Json = { d0: { type: "string" } };
    for (let level = 1; level <= 60; level += 1) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = object({ a: { $ref }, b: { $ref } });
    }
    const { changes } = compactSchema({ ...object({ bomb: { $ref: "#/$defs/d60" } }), $defs }, { maxNodes: 500 });
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(change.message).toContain("more than 500 nodes");
    expect(() => compactSchema({}, { maxNodes: -1 })).toThrow(RangeError);
    expect(() => compactSchema({}, { maxNodes: 1.5 })).toThrow(RangeError);
  });

  test("keeps a property called like a prototype's member", () => {
    const schema = JSON.parse(
      '{"type": "object", "properties": {"__proto__": {"anyOf": [{"const": 1}, {"const": 2}]}}}',
    ) as Json;
    expect(JSON.stringify(compactSchema(schema).schema)).toBe(
      '{"type":"object","properties":{"__proto__":{"enum":[1,2]}}}',
    );
  });
});

describe("catalogues", () => {
  const tool = new OCTool({
    name: "find_rack",
    description: "Finds a rack. Returns its record.",
    inputSchema: object({ rack: { type: "string", description: "The rack's name. Ask the operator for it." } }),
    func: () => ({}),
    access: "remote",
    title: "Find a rack",
  });

  test("a library's tool is described, compacted and found right", () => {
    const descriptor = toToolDescriptor(tool, { scope: "dc", egress: "safe-fetch", auth: { scopes: ["racks"] } });
    expect(Object.keys(descriptor)).toEqual([
      "toolId",
      "source",
      "safetyTier",
      "title",
      "description",
      "inputSchema",
      "auth",
      "egress",
    ]);
    expect(descriptor).toMatchObject({ toolId: "dc:find_rack", source: "host-extension", safetyTier: "read" });
    expect(validateCatalog([descriptor])).toEqual([]);
    const compact = compactTool(descriptor, { maxDescription: 14, maxPropertyDescription: 20 });
    expect(compact).toEqual({
      toolId: "dc:find_rack",
      source: "host-extension",
      safetyTier: "read",
      title: "Find a rack",
      description: "Finds a rack.",
      inputSchema: object({ rack: { type: "string", description: "The rack's name." } }),
    });
    expect(() => toToolDescriptor(tool, { safetyTier: "exec", source: "mcp" })).toThrow(/host-extension/);
    expect(() => compactTool({})).toThrow(/toolId/);
    expect(() => compactTool(descriptor, { maxDescription: 0 })).toThrow(RangeError);
  });

  test("one bad item never hides the others", () => {
    const good = toolDescriptorFromMcp({ name: "a b", inputSchema: object({}), annotations: { readOnlyHint: true } });
    const items = [null, good, { toolId: "x", source: "other", inputSchema: [] }, 7] as never[];
    const { tools, changes } = compactCatalog(items);
    expect(tools.map((each) => each.toolId)).toEqual(["mcp:a b", "x"]);
    expect(tools[1]).toEqual({ toolId: "x", source: "host-extension", safetyTier: "exec" });
    expect(changes.map(({ rule, tool: of, path }) => [rule, of, path])).toEqual([
      ["bad_descriptor", null, "/0"],
      ["bad_descriptor", "x", "/source"],
      ["bad_descriptor", "x", ""],
      ["compact_widened", "x", "/inputSchema"],
      ["bad_descriptor", null, "/3"],
    ]);
  });

  test("credentials are found wherever they stand, and samples of ordinary fields are not", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const item = {
      toolId: "mcp:a",
      source: "mcp",
      safetyTier: "read",
      description: `Uses ${secret}.`,
      inputSchema: object({
        apiKey: { type: "string", default: "q7Zk20cP1x", examples: ["<token>"] },
        max_tokens: { type: "integer", default: 4096 },
      }),
    };
    expect(validateCatalog([item]).map(({ rule, path }) => [rule, path])).toEqual([
      ["credential_value", "/description"],
      ["credential_key", "/inputSchema/properties/apiKey/default"],
    ]);
    const loop: Json = { toolId: "mcp:b", source: "mcp", safetyTier: "read" };
    loop["outputSchema"] = object({ loop });
    expect(validateCatalog([loop])).toEqual([]);
  });
});
