// The operations that the shared fixtures are about: what each does with the input of a case. The cases spell names as
// Python does; here they are spelt as TypeScript does, and results back again.

import { OCToolDescriptor } from "#contract/descriptors";
import { z } from "zod";
import * as octools from "../src/index.js";
import { OCTool, type OCToolInit, type ToolProvider } from "../src/index.js";

export type Json = Record<string, unknown>;

/** Does one operation with a case's input and returns its result as JSON. */
export type Operation = (input: Json) => unknown;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const func = (): Json => ({});

/** A tool from its fields; `unchecked` sets fields past construction. */
function tool(given: unknown): OCTool {
  const { unchecked, ...fields } = given as Json;
  const init = Object.fromEntries(Object.entries(fields).map(([field, value]) => [camel(field), value]));
  const made = new OCTool({ func, ...init } as unknown as OCToolInit);
  if (unchecked === undefined) return made;
  const set = Object.entries(unchecked as Json).map(([field, value]) => [camel(field), { value, enumerable: true }]);
  return Object.create(made, Object.fromEntries(set) as PropertyDescriptorMap) as OCTool;
}

/** An item of a listing: a tool, or something that is none. */
function item(given: unknown): OCTool {
  const foreign = given !== null && typeof given === "object" && Object.keys(given).join() === "foreign";
  return foreign ? (given as { foreign: OCTool }).foreign : tool(given);
}

/** A provider; with `listings`, each call gives the next one, and the last one from then on. */
function provider(given: unknown): ToolProvider {
  const { tools, listings = [tools] } = given as { tools?: unknown[]; listings?: unknown[][] };
  const prepared = listings.map((listing) => (listing as unknown[]).map(item));
  let call = 0;
  return {
    allTools: () => {
      const listing = prepared[Math.min(call, prepared.length - 1)] as OCTool[];
      call += 1;
      return listing;
    },
  };
}

/** All fields of a tool, as Python spells them. */
function toolFields(made: OCTool): Json {
  const names = Object.keys(OCToolDescriptor.shape);
  return Object.fromEntries(names.map((name) => [name, made[camel(name) as keyof OCTool]]));
}

/** The fields of a tool as a case lists them, with the defaults of those that it leaves out. */
function withDefaults(listed: unknown): Json {
  const defaults = Object.entries(OCToolDescriptor.shape).flatMap(([name, schema]) => {
    const absent = schema.safeParse(undefined);
    return absent.success ? [[name, absent.data] as const] : [];
  });
  return { ...Object.fromEntries(defaults), ...(listed as Json) };
}

/** How an expected result is read, where a case may leave something out. */
export const EXPECTATIONS: Readonly<Record<string, (expected: unknown) => unknown>> = {
  octool: withDefaults,
  from_mcp_tool: withDefaults,
  prefix_tools: (expected) => (expected as unknown[]).map(withDefaults),
};

const toolNames = (listed: ToolProvider): string[] => listed.allTools().map((each) => each.name);

/** Options by their TypeScript names, without those that a case leaves out. */
function options(input: Json, ...names: string[]): never {
  const given = names.filter((name) => name in input).map((name) => [camel(name), input[name]]);
  return Object.fromEntries(given) as never;
}

/** The record schemas that cases name. */
const ITEMS = {
  HostItem: z.object({ host: z.string(), cores: z.int(), note: z.string().nullable().default(null) }),
  OpenItem: z.looseObject({}),
  ArtifactRef: octools.ArtifactRef,
  TabularEnvelope: octools.TabularEnvelope,
} as const;

/** The model that a case names. */
function model(input: Json): z.ZodType {
  const models: Readonly<Record<string, z.ZodType>> = {
    TabularEnvelope: octools.TabularEnvelope,
    ArtifactEnvelope: octools.ArtifactEnvelope,
    ...Object.fromEntries(Object.entries(ITEMS).map(([name, schema]) => [name, schema])),
  };
  const { model: name = "RecordsEnvelope", item: record = "HostItem" } = input as {
    model?: string;
    item?: keyof typeof ITEMS;
  };
  return name === "RecordsEnvelope" ? octools.RecordsEnvelope(ITEMS[record]) : (models[name] as z.ZodType);
}

/** What a case gives to read: a value, a text, or bytes. */
function data(input: Json): unknown {
  if ("text" in input) return input["text"];
  if ("base64" in input) return Uint8Array.from(Buffer.from(input["base64"] as string, "base64"));
  return input["data"];
}

const LIMITS = ["max_description", "max_property_description"];
const FACTS = [
  ...["source", "scope", "safety_tier", "auth", "egress"],
  ...["approval", "replay_policy", "cost_hint", "latency_hint"],
];

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  read_envelope: (input) => octools.readEnvelope(model(input), data(input)),
  records_envelope: (input) => model({ ...input, model: "RecordsEnvelope" }).parse(input["data"]),
  tabular_envelope: (input) => octools.TabularEnvelope.parse(input["data"]),
  artifact_envelope: (input) => octools.ArtifactEnvelope.parse(input["data"]),
  artifact_ref: (input) => octools.ArtifactRef.parse(input["data"]),
  source_ref: (input) => octools.SourceRef.parse(input["data"]),
  tabular_schema: () => octools.tabularSchema(),
  artifact_schema: () => octools.artifactSchema(),
  validate_tabular: (input) => octools.validateTabular(input["data"] as octools.TabularEnvelope),
  octool: (input) => toolFields(tool(input)),
  count_sentences: (input) => octools.countSentences(input["text"] as string),
  merge_providers: (input) => toolNames(octools.mergeProviders(...(input["providers"] as unknown[]).map(provider))),
  select_tools: (input) => toolNames(octools.selectTools(provider(input["provider"]), options(input, "tags"))),
  prefix_tools: (input) =>
    octools.prefixTools((input["tools"] as unknown[]).map(item), input["namespace"] as string).map(toolFields),
  from_mcp_tool: (input) => toolFields(octools.fromMcpTool(input["data"], func)),
  to_mcp_tool: (input) => octools.toMcpTool(tool(input["tool"]), options(input, "name_prefix")),
  to_anthropic_tool: (input) => octools.toAnthropicTool(tool(input["tool"]), options(input, "name_prefix")),
  summarize_tool: (input) => octools.summarizeTool(tool(input["tool"])).asRow(),
  summarize_provider: (input) =>
    octools.summarizeProvider(provider(input["provider"]), options(input, "access")).map((each) => each.asRow()),
  render_listing: (input) =>
    octools.renderListing(provider(input["provider"]), options(input, "style", "access", "pretty")),
  render_markdown_table: (input) =>
    octools.renderMarkdownTable(input["rows"] as object[], input["columns"] as string[]),
  check_tool_listing: (input) => octools.checkToolListing(provider(input["provider"])),
  validate_tool: (input) => octools.validateTool(tool(input["tool"])),
  validate_provider: (input) => octools.validateProvider(provider(input["provider"])),
  validate_tags: (input) => octools.validateTags(provider(input["provider"]), options(input, "allowed")),
  validate_namespace: (input) => octools.validateNamespace(provider(input["provider"]), input["namespace"] as string),
  strict_clean: (input) => octools.strictClean(input["schema"]),
  compact_clean: (input) => octools.compactClean(input["schema"]),
  compact_schema: (input) => octools.compactSchema(input["schema"], options(input, "max_nodes")),
  compact_tool: (input) => octools.compactTool(input["descriptor"] as Json, options(input, ...LIMITS)),
  compact_catalog: (input) => octools.compactCatalog(input["descriptors"] as Json[], options(input, ...LIMITS)),
  validate_catalog: (input) => octools.validateCatalog(input["descriptors"] as unknown[]),
  to_tool_descriptor: (input) => octools.toToolDescriptor(tool(input["tool"]), options(input, ...FACTS)),
  tool_descriptor_from_mcp: (input) => octools.toolDescriptorFromMcp(input["data"], options(input, ...FACTS)),
  strip_keys: (input) => octools.stripKeys(input["schema"], options(input, "keys", "prefixes")),
  strip_titles: (input) => octools.stripTitles(input["schema"]),
  close_objects: (input) => octools.closeObjects(input["schema"]),
};
