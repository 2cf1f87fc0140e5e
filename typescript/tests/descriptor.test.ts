import { describe, expect, expectTypeOf, test } from "vitest";
import { OCToolDescriptor } from "../../generated/typescript/descriptors.js";
import { camelCase } from "../src/field-names.js";
import { type JsonSchema, OCTool, type OCToolInit, OCToolError, type ToolFunc } from "../src/index.js";
import { MINIMAL, thrown, tool } from "./support/tools.js";

const make = (fields: Record<string, unknown>): OCTool => new OCTool({ ...MINIMAL, ...fields } as OCToolInit);
const ruleOf = (fields: Record<string, unknown>): string | null => {
  const error = thrown(() => make(fields));
  expect(error).toBeInstanceOf(OCToolError);
  expect(error).toBeInstanceOf(Error);
  return (error as OCToolError).rule;
};

describe("construction", () => {
  test("unset fields read as their defaults, unset optional ones as null", () => {
    expect({ ...tool() }).toEqual({
      ...MINIMAL,
      target: null,
      outputSchema: null,
      resultKind: "records",
      title: null,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      deprecated: false,
      meta: {},
      tags: [],
    });
  });

  test("undefined is unset", () => {
    const fields = Object.keys(tool()).filter((field) => !(field in MINIMAL));
    expect(fields).toHaveLength(10);
    expect(make(Object.fromEntries(fields.map((field) => [field, undefined])))).toEqual(tool());
  });

  test("the fields are those of the contract and func", () => {
    const wire = Object.keys(OCToolDescriptor.shape).map((field) => camelCase(field));
    expect(Object.keys(tool()).sort()).toEqual([...wire, "func"].sort());
  });

  test.each([
    [{ name: undefined }, "field_missing"],
    [{ description: undefined }, "field_missing"],
    [{ inputSchema: undefined }, "field_missing"],
    [{ func: undefined }, "field_missing"],
    [{ access: undefined }, "field_missing"],
    [{ colour: "red" }, "field_unknown"],
    [{ input_schema: {} }, "field_unknown"],
    [{ name: "Find" }, "name_pattern"],
    [{ name: "find\n" }, "name_pattern"],
    [{ name: 3 }, "field_type"],
    [{ description: " \u3000" }, "blank_text"],
    [{ title: "" }, "blank_text"],
    [{ inputSchema: { type: "array" } }, "root_not_object"],
    [{ inputSchema: [] }, "root_not_object"],
    [{ outputSchema: {} }, "root_not_object"],
    [{ access: "cloud" }, "unknown_value"],
    [{ resultKind: null }, "unknown_value"],
    [{ readOnlyHint: 1 }, "field_type"],
    [{ meta: new Map() }, "field_type"],
    [{ tags: "recommended" }, "tags_not_list"],
    [{ tags: ["a", "a"] }, "tag_repeated"],
    [{ tags: [" "] }, "tag_blank"],
    [{ func: "find" }, "func_not_callable"],
    [{ func: async () => ({}) }, "func_async"],
    [{ func: (async () => ({})).bind(null) }, "func_async"],
    [
      {
        func: async function* () {
          yield 1;
        },
      },
      "func_async",
    ],
  ])("%j is refused by its rule", (fields, rule) => {
    expect(ruleOf(fields)).toBe(rule);
  });

  test("the first failure in field order is the one that is thrown", () => {
    expect(ruleOf({ tags: "x", access: "cloud", description: "", name: "find_rack" })).toBe("blank_text");
  });

  test("an unknown field's text lists the fields as they are spelt here", () => {
    expect(thrown(() => make({ colour: 1 }))).toMatchObject({ message: expect.stringContaining("'inputSchema'") });
  });

  test.each([null, [], "text", 3])("%j is no argument of OCTool", (init) => {
    expect(thrown(() => new OCTool(init as unknown as OCToolInit))).toMatchObject({ rule: "field_type" });
  });

  test("a generator function is synchronous", () => {
    expect(
      tool({
        func: function* () {
          yield 1;
        },
      }),
    ).toBeInstanceOf(OCTool);
  });
});

describe("read-only copies", () => {
  test("what was given may change afterwards, the descriptor does not", () => {
    const schema = { type: "object", properties: { rack: { type: "string" } } };
    const meta = { limits: [1, 2] };
    const tags = ["advanced"];
    const made = tool({ inputSchema: schema, outputSchema: schema, meta, tags });
    schema.properties.rack.type = "integer";
    meta.limits.push(3);
    tags.push("recommended");
    expect(made.inputSchema).toEqual({ type: "object", properties: { rack: { type: "string" } } });
    expect(made.outputSchema).toEqual(made.inputSchema);
    expect(made.meta).toEqual({ limits: [1, 2] });
    expect(made.tags).toEqual(["advanced"]);
  });

  test("every level refuses changes", () => {
    const made = tool({ inputSchema: { type: "object", properties: { a: { enum: [1] } } }, meta: { a: { b: 1 } } });
    for (const value of [
      made,
      made.inputSchema,
      made.inputSchema["properties"],
      made.meta,
      made.meta["a"],
      made.tags,
    ]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
    const { enum: values } = (made.inputSchema["properties"] as { a: { enum: number[] } }).a;
    expect(() => values.push(2)).toThrow(TypeError);
  });

  test("a schema that contains itself is refused", () => {
    const schema: Record<string, unknown> = { type: "object" };
    schema["properties"] = { inner: schema };
    expect(ruleOf({ inputSchema: schema })).toBe("self_reference");
    expect(ruleOf({ meta: schema })).toBe("self_reference");
  });

  test("depth is bounded by memory alone, and a shared part is copied once", () => {
    let deep: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 100_000; depth += 1) deep = { type: "array", items: deep };
    expect(tool({ inputSchema: { type: "object", properties: { deep } } }).inputSchema["type"]).toBe("object");
    let doubled: Record<string, unknown> = {};
    for (let depth = 0; depth < 60; depth += 1) doubled = { left: doubled, right: doubled };
    const kept = tool({ meta: { doubled } }).meta["doubled"] as Record<string, unknown>;
    expect(kept["left"]).toBe(kept["right"]);
  });

  test("a member called __proto__ stays a member", () => {
    const meta = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
    const kept = tool({ meta }).meta;
    expect(Object.keys(kept)).toEqual(["__proto__"]);
    expect("polluted" in kept).toBe(false);
  });

  test("a changed descriptor is made by spreading", () => {
    const made = tool({ meta: { min_api_version: "2" } });
    const renamed = new OCTool({ ...made, name: "find_cabinet" });
    expect(renamed).toEqual({ ...made, name: "find_cabinet" });
    expect(renamed.meta).toBe(made.meta);
  });

  test("a subclass may add fields of its own", () => {
    class Billed extends OCTool {
      readonly cost: number;
      constructor(init: OCToolInit, cost: number) {
        super(init);
        this.cost = cost;
      }
    }
    expect(new Billed(MINIMAL, 3)).toMatchObject({ cost: 3, name: "find_rack" });
  });
});

describe("types", () => {
  test("the function's type is kept, and any function is one", () => {
    const func = (client: { rack: string }, args: { unit: number }): { rack: string } => ({
      rack: `${client.rack}/${args.unit}`,
    });
    const made = new OCTool({ ...MINIMAL, func });
    expectTypeOf(made.func).toEqualTypeOf(func);
    expectTypeOf(made).toExtend<OCTool>();
    expect(made.func({ rack: "r1" }, { unit: 4 })).toEqual({ rack: "r1/4" });
    const listed: OCTool = made;
    expectTypeOf(listed.func).toEqualTypeOf<ToolFunc>();
    expectTypeOf(listed.func).returns.toBeUnknown();
    expect(listed.func({ rack: "r1" }, { unit: 4 })).toEqual({ rack: "r1/4" });
  });

  test("fields are read-only and precise", () => {
    expectTypeOf<OCTool["access"]>().toEqualTypeOf<"local" | "remote">();
    expectTypeOf<OCTool["title"]>().toEqualTypeOf<string | null>();
    expectTypeOf<OCTool["inputSchema"]>().toEqualTypeOf<JsonSchema>();
    // @ts-expect-error -- a vocabulary is a union
    expect(() => tool({ access: "cloud" })).toThrow(OCToolError);
    // @ts-expect-error -- a descriptor never changes
    expect(() => (tool().name = "other")).toThrow(TypeError);
  });
});
