// Descriptors as the tool definitions of MCP and of Anthropic's API, and back from MCP.
//
// The mapping to MCP loses nothing but the function: what MCP has no field for travels in `_meta`.

import { ANTHROPIC_NAME_RE, MCP_META_NAMESPACE, MCP_NAME_RE, SPEC_VERSION } from "#contract/constants";
import { ACCESS_FALLBACK, RESULT_KIND_FALLBACK } from "#contract/fallbacks";
import { ACCESS_KINDS, RESULT_KINDS } from "#contract/vocabularies";
import { checkObjectSchema, OCTool, type OCToolInit, type ToolFunc } from "./descriptor.js";
import { quote, ruleError } from "./findings.js";
import { thaw } from "./frozen.js";
import { memberOf } from "./members.js";
import { isPlainObject } from "./plain-objects.js";
import { stripKeys } from "./schemas.js";

/** An object schema as tool APIs type it. A property's schema is an object in every strict-clean schema. */
export interface ToolInputSchema {
  type: "object";
  properties?: { [name: string]: object };
  required?: string[];
  [keyword: string]: unknown;
}

/** An MCP `Tool` as plain data. */
export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: ToolInputSchema;
  outputSchema?: ToolInputSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
  _meta: { [key: string]: unknown };
}

/** A tool definition for Anthropic's API as plain data. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ToolInputSchema;
}

/** MCP's key for each hint, and what MCP reads where the key is absent; the descriptor's own defaults differ. */
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false } as const;

/** MCP's key for each field without which there is no descriptor. */
const REQUIRED = { name: "name", description: "description", input_schema: "inputSchema" } as const;

/**
 * Return an MCP `Tool` object as plain data.
 *
 * Keys stand in this order: `name`, `title` (when set), `description`, `inputSchema`, `outputSchema` (when set),
 * `annotations`, `_meta`. Schemas and `meta` are plain deep copies.
 *
 * @param tool The descriptor.
 * @param options.namePrefix What a host puts in front of the name.
 * @throws OCToolError The prefixed name does not match `MCP_NAME_RE` (`mcp_name`), or a schema that was set past
 *   construction is no object schema or contains itself.
 */
export function toMcpTool(tool: OCTool, options: { readonly namePrefix?: string | undefined } = {}): McpTool {
  const name = prefixedName("mcp_name", MCP_NAME_RE, tool, options.namePrefix);
  const meta = {
    spec_version: SPEC_VERSION,
    access: tool.access,
    result_kind: tool.resultKind,
    deprecated: tool.deprecated,
    meta: thaw(tool.meta, "meta"),
    ...(tool.target === null ? {} : { target: tool.target }),
    ...(tool.tags.length === 0 ? {} : { tags: [...tool.tags] }),
  };
  const { readOnlyHint, destructiveHint, idempotentHint } = tool;
  return {
    name,
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: plainSchema("input_schema", tool.inputSchema),
    ...(tool.outputSchema === null ? {} : { outputSchema: plainSchema("output_schema", tool.outputSchema) }),
    annotations: { readOnlyHint, destructiveHint, idempotentHint },
    _meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [`${MCP_META_NAMESPACE}${key}`, value])),
  };
}

/**
 * Return a tool definition for Anthropic's API as plain data: `name`, `description` and `input_schema`.
 *
 * Titles and extension keywords are stripped from the schema, and its root is closed where it says nothing about
 * additional properties. `strict` is the runtime's choice and is not written.
 *
 * @param tool The descriptor.
 * @param options.namePrefix What a host puts in front of the name.
 * @throws OCToolError The prefixed name does not match `ANTHROPIC_NAME_RE` (`anthropic_name`), or a schema that was set
 *   past construction is no object schema or contains itself.
 */
export function toAnthropicTool(
  tool: OCTool,
  options: { readonly namePrefix?: string | undefined } = {},
): AnthropicTool {
  const name = prefixedName("anthropic_name", ANTHROPIC_NAME_RE, tool, options.namePrefix);
  const plain = plainSchema("input_schema", tool.inputSchema);
  const schema = stripKeys(plain, { keys: ["title"], prefixes: ["x-"] }) as ToolInputSchema;
  if (!Object.hasOwn(schema, "additionalProperties")) schema["additionalProperties"] = false;
  return { name, description: tool.description, input_schema: schema };
}

/**
 * Return the descriptor of an MCP tool, whoever listed it.
 *
 * A tool that `toMcpTool` wrote comes back equal. For any other, what MCP does not say reads as the most conservative
 * value: `access` as `remote`, and an absent annotation as MCP's own default (`readOnlyHint` false, `destructiveHint`
 * true, `idempotentHint` false). An `access` or a `resultKind` from a later release reads as its fallback. A key that
 * is null counts as absent; one that the descriptor has no field for is not kept.
 *
 * @param data MCP `Tool` as plain data, as `tools/list` gives it.
 * @param func The function to dispatch to.
 * @throws OCToolError The data is not shaped as MCP says (`mcp_tool_malformed`), or breaks a rule of construction, such
 *   as a blank description or a name that does not match `NAME_RE`.
 */
export function fromMcpTool<F extends ToolFunc>(data: unknown, func: F): OCTool<F> {
  if (!isPlainObject(data)) throw malformed("The whole", data, "an object");
  const annotations = objectMember(data, "annotations");
  const meta = objectMember(data, "_meta");
  for (const [field, key] of Object.entries(REQUIRED)) {
    if (given(data, key) === undefined) throw ruleError("field_missing", { field });
  }
  const ours = (key: string): unknown => given(meta, `${MCP_META_NAMESPACE}${key}`);
  const fields = {
    name: given(data, "name"),
    description: given(data, "description"),
    inputSchema: given(data, "inputSchema"),
    func,
    access: vocabularyMember(meta, "access", ACCESS_KINDS, ACCESS_FALLBACK),
    target: ours("target"),
    outputSchema: given(data, "outputSchema"),
    resultKind: vocabularyMember(meta, "result_kind", RESULT_KINDS, RESULT_KIND_FALLBACK),
    title: given(data, "title"),
    deprecated: ours("deprecated"),
    meta: ours("meta"),
    tags: ours("tags"),
    ...Object.fromEntries(Object.entries(ANNOTATIONS).map(([key, absent]) => [key, hint(annotations, key, absent)])),
  };
  // What the fields hold is for the constructor to judge; it trusts no type.
  return new OCTool(fields as unknown as OCToolInit<F>);
}

function prefixedName(
  rule: "mcp_name" | "anthropic_name",
  pattern: RegExp,
  tool: OCTool,
  namePrefix: unknown = "",
): string {
  if (typeof namePrefix !== "string") {
    throw ruleError("field_type", { field: "name_prefix", value: quote(namePrefix), expected: "a string" });
  }
  const name = namePrefix + tool.name;
  if (!pattern.test(name)) throw ruleError(rule, { name: quote(name), pattern: pattern.source });
  return name;
}

function plainSchema(field: string, schema: unknown): ToolInputSchema {
  return thaw(checkObjectSchema(field, schema), field) as unknown as ToolInputSchema;
}

/** Return a member; null counts as absent. */
function given(data: unknown, key: string): unknown {
  return memberOf(data, key) ?? undefined;
}

function objectMember(data: unknown, key: string): Readonly<Record<string, unknown>> {
  const value = given(data, key) ?? {};
  if (!isPlainObject(value)) throw malformed(key, value, "an object");
  return value;
}

function hint(annotations: unknown, key: string, absent: boolean): boolean {
  const value = given(annotations, key) ?? absent;
  if (typeof value !== "boolean") throw malformed(`annotations.${key}`, value, "a boolean");
  return value;
}

/** Read a closed vocabulary as a tolerant reader does: a text that it does not know is the fallback. */
function vocabularyMember(meta: unknown, key: string, vocabulary: readonly string[], fallback: string): string {
  const fullKey = `${MCP_META_NAMESPACE}${key}`;
  const value = given(meta, fullKey) ?? fallback;
  if (typeof value !== "string") throw malformed(`_meta['${fullKey}']`, value, "a string");
  return vocabulary.includes(value) ? value : fallback;
}

function malformed(field: string, value: unknown, expected: string): Error {
  return ruleError("mcp_tool_malformed", { field, value: quote(value), expected });
}
