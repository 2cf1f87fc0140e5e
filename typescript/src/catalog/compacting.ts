// The compact view of a tool catalogue.

import { COMPACT_DESCRIPTION_LIMIT } from "#contract/constants";
import type { CompactToolDescriptor, ToolDescriptor } from "#contract/descriptors";
import { SAFETY_TIER_FALLBACK, TOOL_SOURCE_FALLBACK } from "#contract/fallbacks";
import { SAFETY_TIERS, type SafetyTier, TOOL_SOURCES, type ToolSource } from "#contract/vocabularies";
import { shortenDescriptions } from "../compact/descriptions.js";
import { Ledger, RULE } from "../compact/ledger.js";
import { DEFAULT_MAX_NODES, projectSchema } from "../compact/projection.js";
import { type Finding, finding, quote, ruleError } from "../findings.js";
import { isPlainObject } from "../plain-objects.js";
import type { JsonObject } from "../schema-walk.js";
import { shortened } from "../sentences.js";
import { EXECUTION, HOST_SOURCE, isToolId, itemsOf } from "./fields.js";

/** A catalogue in the compact view, and what it no longer says. */
export interface CompactCatalog {
  /** The compact descriptors, in the order of the catalogue. */
  readonly tools: readonly CompactToolDescriptor[];
  /**
   * `compact_widened` findings, and those on descriptors that could not be read whole; `tool` is the `toolId`, `path`
   * points into the original descriptor.
   */
  readonly changes: readonly Finding[];
}

/** How long descriptions may be. */
export interface CompactOptions {
  /**
   * Most characters of `description`: a longer one is cut at the end of a sentence, or else of a word; null for no
   * limit. Default: 256.
   */
  readonly maxDescription?: number | null | undefined;
  /** The same for every description inside `inputSchema`. Default: no limit. */
  readonly maxPropertyDescription?: number | null | undefined;
}

interface Limits {
  readonly tool: number | null;
  readonly property: number | null;
}

/**
 * Return the compact view of one tool (RFC 0112).
 *
 * @param descriptor The tool's descriptor, or an object with its fields.
 * @returns The descriptor without its heavy fields, `inputSchema` in the compact subset. A schema that is no object is
 *   left out. Use `compactCatalog` to learn what was widened.
 * @throws OCToolError The value is no descriptor, or has no readable `toolId` (`not_a_descriptor`).
 * @throws RangeError A limit is no integer, or less than 1.
 */
export function compactTool(
  descriptor: ToolDescriptor | Readonly<Record<string, unknown>>,
  options: CompactOptions = {},
): CompactToolDescriptor {
  const made = compact(descriptor, limitsOf(options), [], "");
  if (made === null) throw ruleError("not_a_descriptor", { value: quote(descriptor) });
  return made;
}

/**
 * Return the compact view of a catalogue: the same tools in the same order, each as `compactTool` makes it (RFC 0112).
 *
 * One tool that cannot be read never hides the others. A schema that is no object is left out, an unknown source or
 * tier reads as its fallback, and both are reported; only an item without a `toolId` is left out itself.
 *
 * @param descriptors The catalogue's items.
 * @throws OCToolError The value is no list of items (`not_a_catalog`).
 * @throws RangeError A limit is no integer, or less than 1.
 */
export function compactCatalog(
  descriptors: Iterable<ToolDescriptor | Readonly<Record<string, unknown>>>,
  options: CompactOptions = {},
): CompactCatalog {
  const limits = limitsOf(options);
  const changes: Finding[] = [];
  const tools: CompactToolDescriptor[] = [];
  let index = 0;
  for (const item of itemsOf(descriptors)) {
    const made = compact(item, limits, changes, `/${index}`);
    if (made !== null) tools.push(made);
    index += 1;
  }
  return { tools, changes };
}

function limitsOf({
  maxDescription = COMPACT_DESCRIPTION_LIMIT,
  maxPropertyDescription = null,
}: CompactOptions): Limits {
  for (const limit of [maxDescription, maxPropertyDescription]) {
    if (limit !== null && !(Number.isInteger(limit) && limit >= 1)) {
      throw new RangeError("a limit of characters must be an integer of at least 1, or null");
    }
  }
  return { tool: maxDescription, property: maxPropertyDescription };
}

function compact(item: unknown, limits: Limits, changes: Finding[], at: string): CompactToolDescriptor | null {
  const toolId = isPlainObject(item) ? item["toolId"] : undefined;
  if (!isPlainObject(item) || !isToolId(toolId)) {
    changes.push(finding("bad_descriptor", { value: quote(item) }, { variant: "item", path: at }));
    return null;
  }
  const made: CompactToolDescriptor = { toolId, ...identity(item, toolId, changes) };
  for (const field of ["title", "description"] as const) {
    const text = item[field] ?? null;
    const limit = field === "description" ? limits.tool : null;
    if (typeof text === "string") made[field] = limit === null ? text : shortened(text, limit);
    else if (text !== null) changes.push(badField(toolId, field, text, "a string"));
  }
  const schema = item["inputSchema"] ?? null;
  if (isPlainObject(schema)) {
    const ledger = new Ledger(DEFAULT_MAX_NODES, { tool: toolId, prefix: "/inputSchema" });
    const projected = projectSchema(schema, ledger);
    for (const change of projected.changes) changes.push(change);
    made.inputSchema = projected.schema as NonNullable<CompactToolDescriptor["inputSchema"]>;
    if (limits.property !== null) shortenDescriptions(projected.schema, limits.property);
  } else if (schema !== null) {
    changes.push(finding(RULE, {}, { variant: "not_readable", tool: toolId, path: "/inputSchema" }));
  }
  return made;
}

/** Return source and tier; what cannot be read reads as the fallback, and so does the source beside `exec`. */
function identity(
  fields: JsonObject,
  toolId: string,
  changes: Finding[],
): { source: ToolSource; safetyTier: SafetyTier } {
  const read = <Value extends string>(field: string, allowed: readonly Value[], fallback: Value): Value => {
    const value = fields[field] ?? null;
    const known = allowed.find((each) => each === value);
    if (known === undefined) changes.push(badField(toolId, field, value, `one of ${allowed.join(", ")}`));
    return known ?? fallback;
  };
  const source = read<ToolSource>("source", TOOL_SOURCES, TOOL_SOURCE_FALLBACK);
  const safetyTier = read<SafetyTier>("safetyTier", SAFETY_TIERS, SAFETY_TIER_FALLBACK);
  if (safetyTier !== EXECUTION || source === HOST_SOURCE) return { source, safetyTier };
  changes.push(finding("exec_source", { value: quote(source) }, { tool: toolId, path: "/source" }));
  return { source: HOST_SOURCE, safetyTier };
}

function badField(toolId: string, field: string, value: unknown, expected: string): Finding {
  if (value === null) {
    return finding("bad_descriptor", { field, expected }, { variant: "missing", tool: toolId, path: "" });
  }
  const places = { field, value: quote(value), expected };
  return finding("bad_descriptor", places, { tool: toolId, path: `/${field}` });
}
