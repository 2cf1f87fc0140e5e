import type Anthropic from "@anthropic-ai/sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool,
  ToolSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as example from "../src/example.js";
import {
  type AnthropicTool,
  fromMcpTool,
  MCP_META_NAMESPACE,
  type McpTool,
  readEnvelope,
  SPEC_VERSION,
  TabularEnvelope,
  toAnthropicTool,
  toMcpTool,
} from "../src/index.js";
import { thrown, tool, unchecked } from "./support/tools.js";

const FULL = tool({
  title: "Find rack",
  inputSchema: {
    type: "object",
    title: "Arguments",
    properties: { title: { type: "string", title: "Title", "x-order": 1 }, rack: { enum: ["title", "x-a"] } },
    required: ["rack"],
  },
  outputSchema: { type: "object", properties: { units: { type: "integer" } } },
  access: "remote",
  target: "inventory",
  resultKind: "artifact",
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  deprecated: true,
  meta: { alias_of: "find_cabinet", limits: [1] },
  tags: ["advanced", "network"],
});

describe("toMcpTool", () => {
  test("has the keys in their order", () => {
    expect(Object.keys(toMcpTool(FULL))).toEqual([
      "name",
      "title",
      "description",
      "inputSchema",
      "outputSchema",
      "annotations",
      "_meta",
    ]);
    expect(Object.keys(toMcpTool(tool()))).toEqual(["name", "description", "inputSchema", "annotations", "_meta"]);
  });

  test("says under our own keys what MCP has no field for", () => {
    expect(toMcpTool(FULL)._meta).toEqual({
      [`${MCP_META_NAMESPACE}spec_version`]: SPEC_VERSION,
      [`${MCP_META_NAMESPACE}access`]: "remote",
      [`${MCP_META_NAMESPACE}result_kind`]: "artifact",
      [`${MCP_META_NAMESPACE}deprecated`]: true,
      [`${MCP_META_NAMESPACE}meta`]: { alias_of: "find_cabinet", limits: [1] },
      [`${MCP_META_NAMESPACE}target`]: "inventory",
      [`${MCP_META_NAMESPACE}tags`]: ["advanced", "network"],
    });
  });

  test("gives copies that may change", () => {
    const made = toMcpTool(FULL);
    made.inputSchema.properties = {};
    expect(toMcpTool(FULL).inputSchema).toEqual(FULL.inputSchema);
  });

  test("comes back equal", () => {
    for (const made of [FULL, tool(), ...example.allTools()]) {
      expect(fromMcpTool(toMcpTool(made), made.func)).toEqual(made);
      expect(fromMcpTool(JSON.parse(JSON.stringify(toMcpTool(made))), made.func)).toEqual(made);
    }
  });

  test("matches names as a whole", () => {
    expect(toMcpTool(tool(), { namePrefix: "dc.a-" }).name).toBe("dc.a-find_rack");
    for (const namePrefix of ["dc:", "a b", "é", "p".repeat(120)]) {
      expect(thrown(() => toMcpTool(tool(), { namePrefix }))).toMatchObject({ rule: "mcp_name" });
    }
    expect(thrown(() => toMcpTool(unchecked({ name: "find\n" })))).toMatchObject({ rule: "mcp_name" });
    const namePrefix = 3 as unknown as string;
    expect(thrown(() => toMcpTool(tool(), { namePrefix }))).toMatchObject({ rule: "field_type" });
  });

  test("refuses schemas that were set past construction and are none", () => {
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic["not"] = cyclic;
    expect(thrown(() => toMcpTool(unchecked({ inputSchema: cyclic })))).toMatchObject({ rule: "self_reference" });
    expect(thrown(() => toMcpTool(unchecked({ inputSchema: [] })))).toMatchObject({ rule: "root_not_object" });
    expect(thrown(() => toAnthropicTool(unchecked({ inputSchema: cyclic })))).toMatchObject({ rule: "self_reference" });
  });
});

describe("fromMcpTool", () => {
  const bare = { name: "find_rack", description: "Finds a rack.", inputSchema: { type: "object" } };

  test("reads a tool of any server, what it does not say as MCP and caution have it", () => {
    expect(fromMcpTool({ ...bare, icons: [], annotations: { openWorldHint: true } }, FULL.func)).toMatchObject({
      access: "remote",
      resultKind: "records",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      deprecated: false,
      meta: {},
      tags: [],
    });
  });

  test("reads vocabulary values of a later release by their fallbacks", () => {
    const _meta = { [`${MCP_META_NAMESPACE}access`]: "orbit", [`${MCP_META_NAMESPACE}result_kind`]: "stream" };
    expect(fromMcpTool({ ...bare, _meta }, FULL.func)).toMatchObject({ access: "remote", resultKind: "records" });
  });

  test.each([
    [null, "mcp_tool_malformed"],
    [[], "mcp_tool_malformed"],
    [{ ...bare, annotations: 3 }, "mcp_tool_malformed"],
    [{ ...bare, annotations: { readOnlyHint: "yes" } }, "mcp_tool_malformed"],
    [{ ...bare, _meta: [] }, "mcp_tool_malformed"],
    [{ ...bare, name: undefined }, "field_missing"],
    [{ ...bare, name: "findRack" }, "name_pattern"],
    [{ ...bare, description: " " }, "blank_text"],
    [{ ...bare, inputSchema: {} }, "root_not_object"],
  ])("refuses %j", (data, rule) => {
    expect(thrown(() => fromMcpTool(data, FULL.func))).toMatchObject({ rule });
  });

  test("keeps the function's type", () => {
    expectTypeOf(fromMcpTool(bare, example.echoRecords).func).toEqualTypeOf(example.echoRecords);
  });
});

describe("toAnthropicTool", () => {
  test("has three keys, a closed root, and no titles or extension keywords at schema level", () => {
    expect(toAnthropicTool(FULL, { namePrefix: "dc-" })).toEqual({
      name: "dc-find_rack",
      description: FULL.description,
      input_schema: {
        type: "object",
        properties: { title: { type: "string" }, rack: { enum: ["title", "x-a"] } },
        required: ["rack"],
        additionalProperties: false,
      },
    });
    const open = tool({ inputSchema: { type: "object", additionalProperties: true } });
    expect(toAnthropicTool(open).input_schema["additionalProperties"]).toBe(true);
    expect(thrown(() => toAnthropicTool(FULL, { namePrefix: "dc." }))).toMatchObject({ rule: "anthropic_name" });
  });
});

describe("the types of the SDKs take our output", () => {
  test("MCP's Tool: the type, and the schema at run time", () => {
    expectTypeOf<McpTool>().toExtend<Tool>();
    for (const made of [FULL, tool(), ...example.allTools()]) {
      const data = toMcpTool(made);
      expect(ToolSchema.parse(data)).toEqual(data);
    }
  });

  test("Anthropic's Tool", () => {
    expectTypeOf<AnthropicTool>().toExtend<Anthropic.Tool>();
    const tools: Anthropic.Tool[] = example.allTools().map((made) => toAnthropicTool(made));
    expect(tools).toHaveLength(4);
  });
});

test("an MCP server lists and calls the example tools for a client", async () => {
  const stored: string[] = [];
  const sink: example.Sink = (content, mediaType) => `${mediaType}#${stored.push(new TextDecoder().decode(content))}`;
  const tools = new Map(example.allTools().map((made) => [made.name, made]));
  const server = new Server({ name: "example", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map((made) => toMcpTool(made)),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const made = tools.get(params.name);
    if (made === undefined) throw new Error(`no tool ${params.name}`);
    const result = made.func(made.target === "sink" ? sink : null, params.arguments ?? {}) as Record<string, unknown>;
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  });
  const client = new Client({ name: "tests", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);

  const { tools: listed } = await client.listTools();
  expect(listed).toEqual(example.allTools().map((made) => toMcpTool(made)));
  expect(listed.map((each) => fromMcpTool(each, tools.get(each.name)?.func ?? FULL.func))).toEqual([...tools.values()]);

  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    // The client checks the result against the output schema of the listing.
    const { structuredContent } = await client.callTool({ name, arguments: args });
    return structuredContent;
  };
  const pages: unknown[] = [];
  for (let cursor: string | null = null, index = 0; index < 3; index += 1) {
    const page = (await call("echo_records", { text: "hi", times: 5, limit: 2, cursor })) as {
      records: unknown[];
      next_cursor?: string;
    };
    pages.push(...page.records);
    cursor = page.next_cursor ?? null;
  }
  expect(pages).toEqual([1, 2, 3, 4, 5].map((number) => ({ number, text: "hi" })));
  expect(await call("echo", { text: "hi", times: 1 })).toMatchObject({ count: 1, truncated: false });
  const sizes = readEnvelope(
    TabularEnvelope,
    await call("block_sizes", { blocks: ["10.0.0.0/8", "2001:db8::/32", "::1"] }),
  );
  expect(sizes.rows).toEqual([
    ["10.0.0.0/8", 8, "16777216"],
    ["2001:db8::/32", 32, "79228162514264337593543950336"],
    ["::1", 128, "1"],
  ]);
  expect(await call("render_badge", { label: "<a>", value: "1" })).toMatchObject({
    artifact: { reference: "image/svg+xml#1", role: "badge", bytes: stored[0]?.length },
  });
  expect(stored[0]).toContain("&lt;a&gt;: 1");
  await expect(call("block_sizes", { blocks: ["10.0.0.0/33"] })).rejects.toThrow(/CIDR/);
  await client.close();
});
