// Tools summed up for people and machines: the rows that every listing is made of.

import { CURSOR_ARGUMENT } from "#contract/constants";
import type { InputSummary, ToolSummary as ToolSummaryRow } from "#contract/reports";
import { ACCESS_KINDS, type Access, type ResultKind } from "#contract/vocabularies";
import { aliasOf } from "./aliases.js";
import { compactJson } from "./compact-json.js";
import { OCTool } from "./descriptor.js";
import { type CamelCased, camelCase } from "./field-names.js";
import { quote, ruleError } from "./findings.js";
import { typePhrase } from "./input-types.js";
import { memberOf } from "./members.js";
import { isPlainObject } from "./plain-objects.js";
import type { ToolProvider } from "./providers.js";
import { firstSentence } from "./sentences.js";

export type { InputSummary, ToolSummaryRow };

const TEXT_LIMIT = 256;

/** One tool, as a listing shows it; the fields are those of the descriptor specification ("Listings"). */
export interface ToolSummary extends CamelCased<ToolSummaryRow> {
  /** Return the summary as listings write it in JSON: a plain object, keys in snake_case and in field order. */
  asRow(): ToolSummaryRow;
}

/**
 * Return what a listing shows of a tool.
 *
 * The summary is the description's first sentence, `pages` says that the tool takes a cursor, and `inputs` has an
 * entry for each property of the input schema, in its order.
 *
 * @param tool The descriptor. Never throws, whatever its schemas hold.
 */
export function summarizeTool(tool: OCTool): ToolSummary {
  const properties = memberOf(tool.inputSchema, "properties");
  const declared = isPlainObject(properties) ? properties : {};
  const description = text(tool.description);
  return summaryOf({
    name: text(tool.name),
    title: optionalText(tool.title),
    summary: firstSentence(description),
    description,
    access: text(tool.access) as Access,
    target: optionalText(tool.target),
    result_kind: text(tool.resultKind) as ResultKind,
    read_only: Boolean(tool.readOnlyHint),
    destructive: Boolean(tool.destructiveHint),
    idempotent: Boolean(tool.idempotentHint),
    pages: Object.hasOwn(declared, CURSOR_ARGUMENT),
    deprecated: Boolean(tool.deprecated),
    alias_of: aliasOf(tool),
    inputs: inputsOf(declared, memberOf(tool.inputSchema, "required")),
  });
}

/**
 * Return the summaries of a provider's tools, in listing order.
 *
 * @param provider Object or module with an `allTools` function; it is called once.
 * @param options.access Keep the tools with this access only.
 * @throws OCToolError The listing holds something that is not an `OCTool` (`not_octool`), or `access` is none of
 *   `ACCESS_KINDS` (`unknown_value`).
 */
export function summarizeProvider(
  provider: ToolProvider,
  options: { readonly access?: Access | null | undefined } = {},
): ToolSummary[] {
  const access = options.access ?? null;
  if (access !== null && !ACCESS_KINDS.includes(access)) {
    throw ruleError("unknown_value", { field: "access", value: quote(access), allowed: ACCESS_KINDS.join(", ") });
  }
  const listed = [...provider.allTools()];
  for (const item of listed) {
    if (!(item instanceof OCTool)) throw ruleError("not_octool", { value: quote(item) });
  }
  return listed.filter((tool) => access === null || tool.access === access).map((tool) => summarizeTool(tool));
}

function summaryOf(row: ToolSummaryRow): ToolSummary {
  const fields = Object.fromEntries(Object.entries(row).map(([field, value]) => [camelCase(field), value]));
  // Not enumerable, so that the summary spreads, compares and serialises as its fields alone.
  Object.defineProperty(fields, "asRow", {
    value: (): ToolSummaryRow => ({ ...row, inputs: row.inputs.map((input) => ({ ...input })) }),
  });
  return Object.freeze(fields) as unknown as ToolSummary;
}

function inputsOf(properties: Readonly<Record<string, unknown>>, required: unknown): InputSummary[] {
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typePhrase(schema),
    required: names.has(name),
    description: descriptionOf(schema),
  }));
}

function descriptionOf(schema: unknown): string | null {
  const description = isPlainObject(schema) ? memberOf(schema, "description") : undefined;
  return typeof description === "string" ? description : null;
}

/** Return a text, or the JSON of what stands where a text belongs on a descriptor changed past construction. */
function text(value: unknown): string {
  return typeof value === "string" ? value : compactJson(value, TEXT_LIMIT);
}

function optionalText(value: unknown): string | null {
  return value === null || value === undefined ? null : text(value);
}
