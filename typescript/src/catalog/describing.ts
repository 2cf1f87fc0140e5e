// Tool descriptors made from descriptors of libraries, and from tools that MCP servers list.

import { MCP_META_NAMESPACE } from "#contract/constants";
import { type ToolAuth, ToolDescriptor } from "#contract/descriptors";
import { ACCESS_FALLBACK } from "#contract/fallbacks";
import {
  type Approval,
  type CostHint,
  type Egress,
  type LatencyHint,
  type ReplayPolicy,
  SAFETY_TIERS,
  type SafetyTier,
  TOOL_SOURCES,
  type ToolSource,
} from "#contract/vocabularies";
import { OCTool } from "../descriptor.js";
import { quote, ruleError } from "../findings.js";
import { thaw } from "../frozen.js";
import { memberOf } from "../members.js";
import { isPlainObject } from "../plain-objects.js";
import { isWellFormed } from "../surrogates.js";
import { isBlank } from "../white-space.js";
import { EXECUTION, HOST_SOURCE, NO_SURROGATES, VOCABULARIES } from "./fields.js";

/** What a host knows of a tool and the tool itself does not say; what is null or not given is not stated. */
export interface ToolFacts {
  /** The surface that backs the tool. */
  readonly source?: ToolSource | undefined;
  /** The scope of its id. */
  readonly scope?: string | undefined;
  /** Its data effect; without one it follows from the tool. */
  readonly safetyTier?: SafetyTier | null | undefined;
  readonly auth?: ToolAuth | null | undefined;
  readonly egress?: Egress | null | undefined;
  readonly approval?: Approval | null | undefined;
  readonly replayPolicy?: ReplayPolicy | null | undefined;
  readonly costHint?: CostHint | null | undefined;
  readonly latencyHint?: LatencyHint | null | undefined;
}

/** The facts with a vocabulary, by field, and the name that the texts of the rules have for the field. */
const NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["egress", "egress"],
  ["approval", "approval"],
  ["replayPolicy", "replay_policy"],
  ["costHint", "cost_hint"],
  ["latencyHint", "latency_hint"],
]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Return the catalogue's descriptor of a library's tool (RFC 0112).
 *
 * Its `toolId` is `<scope>:<name>`. The safety tier follows from the hints and the access unless it is given: a writing
 * tool is `write`, a reading remote one `read`, a reading local one `pure`; `exec` is only ever given.
 *
 * @param tool The tool.
 * @param facts What the host knows; by default the source is `host-extension` and the scope `local`.
 * @throws OCToolError An argument has the wrong type (`field_type`), is blank (`blank_text`) or outside its vocabulary
 *   (`unknown_value`), or the tier is `exec` and the source is not `host-extension` (`exec_source`).
 */
export function toToolDescriptor(tool: OCTool, facts: ToolFacts = {}): ToolDescriptor {
  const given: unknown = tool;
  if (!(given instanceof OCTool)) {
    throw ruleError("field_type", { field: "tool", value: quote(given), expected: "an OCTool" });
  }
  const { source = HOST_SOURCE, scope = "local" } = facts;
  const tier = facts.safetyTier ?? tierOf(tool.readOnlyHint, tool.access);
  return descriptor(facts, {
    ...identity(tool.name, source, scope, tier),
    title: tool.title,
    description: tool.description,
    inputSchema: thaw(tool.inputSchema, "input_schema"),
    outputSchema: tool.outputSchema === null ? null : thaw(tool.outputSchema, "output_schema"),
  });
}

/**
 * Return the catalogue's descriptor of an MCP `Tool` (RFC 0112).
 *
 * The name may be any text that is not blank; a title is taken from the tool or from its annotations. The safety tier
 * follows as in `toToolDescriptor`, where `readOnlyHint` that is absent reads as false, and the access that octools
 * itself writes into `_meta` reads as `remote` where it is absent.
 *
 * @param data The tool as plain data, as `tools/list` gives it. A key that is null counts as absent.
 * @param facts What the host knows; by default source and scope are `mcp`.
 * @throws OCToolError The data is not shaped as MCP says (`mcp_tool_malformed`), or for the reasons of
 *   `toToolDescriptor`.
 */
export function toolDescriptorFromMcp(data: unknown, facts: ToolFacts = {}): ToolDescriptor {
  if (!isPlainObject(data)) throw malformed("The whole", data, "an object");
  const name = memberOf(data, "name") ?? null;
  if (typeof name !== "string" || isBlank(name)) throw malformed("name", name, "a string that is not blank");
  if (!isWellFormed(name)) throw malformed("name", name, NO_SURROGATES);
  const annotations = memberOf(data, "annotations");
  const { source = "mcp", scope = "mcp" } = facts;
  const access = memberOf(memberOf(data, "_meta"), `${MCP_META_NAMESPACE}access`) ?? ACCESS_FALLBACK;
  const tier = facts.safetyTier ?? tierOf(memberOf(annotations, "readOnlyHint") === true, access);
  const fields: Record<string, unknown> = { ...identity(name, source, scope, tier) };
  const stated = {
    title: memberOf(data, "title") ?? memberOf(annotations, "title"),
    description: memberOf(data, "description"),
  };
  for (const [field, value] of Object.entries(stated)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw malformed(field, value, "a string");
    fields[field] = value;
  }
  for (const field of ["inputSchema", "outputSchema"]) {
    const value = memberOf(data, field);
    if (value === undefined || value === null) continue;
    if (!isPlainObject(value)) throw malformed(field, value, "an object");
    fields[field] = thaw(value, field);
  }
  return descriptor(facts, fields);
}

function tierOf(readOnly: boolean, access: unknown): SafetyTier {
  if (!readOnly) return "write";
  return access === "local" ? "pure" : "read";
}

function identity(name: string, source: unknown, scope: unknown, tier: unknown): Fields {
  if (typeof scope !== "string") {
    throw ruleError("field_type", { field: "scope", value: quote(scope), expected: "a string" });
  }
  if (isBlank(scope)) throw ruleError("blank_text", { field: "scope" });
  if (!isWellFormed(scope)) {
    throw ruleError("field_type", { field: "scope", value: quote(scope), expected: NO_SURROGATES });
  }
  check("source", source, TOOL_SOURCES);
  check("safety_tier", tier, SAFETY_TIERS);
  if (tier === EXECUTION && source !== HOST_SOURCE) throw ruleError("exec_source", { value: quote(source) });
  return { toolId: `${scope}:${name}`, source, safetyTier: tier };
}

function check(field: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value === "string" && allowed.includes(value)) return;
  throw ruleError("unknown_value", { field, value: quote(value), allowed: allowed.join(", ") });
}

/** Put a descriptor together, its fields in the order of the contract. */
function descriptor(facts: ToolFacts, known: Fields): ToolDescriptor {
  const stated: Record<string, unknown> = { ...known };
  if (facts.auth !== undefined && facts.auth !== null) stated["auth"] = authOf(facts.auth);
  for (const [field, name] of NAMES) {
    const value = memberOf(facts, field);
    if (value === undefined || value === null) continue;
    check(name, value, VOCABULARIES.get(field) ?? []);
    stated[field] = value;
  }
  const fields = Object.keys(ToolDescriptor.shape).filter((field) => (stated[field] ?? null) !== null);
  return Object.fromEntries(fields.map((field) => [field, stated[field]])) as unknown as ToolDescriptor;
}

function authOf(value: unknown): ToolAuth {
  const members = isPlainObject(value) ? Object.keys(value) : ["none"];
  const scopes = memberOf(value, "scopes") ?? [];
  const isRight =
    members.every((key) => key === "scopes" || key === "credentialRef") &&
    Array.isArray(scopes) &&
    scopes.every((each) => typeof each === "string") &&
    typeof (memberOf(value, "credentialRef") ?? false) === "boolean";
  if (isRight) return thaw(value as ToolAuth, "auth");
  const expected = "an object of scopes (strings) and credentialRef (a boolean)";
  throw ruleError("field_type", { field: "auth", value: quote(value), expected });
}

function malformed(field: string, value: unknown, expected: string): Error {
  return ruleError("mcp_tool_malformed", { field, value: quote(value), expected });
}
