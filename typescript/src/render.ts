// Listings of a provider's tools as text, in four styles.
//
// All widths count code points, so that every language prints the same bytes.

import { LISTING_WIDTH } from "#contract/constants";
import { type Access, LISTING_STYLES, type ListingStyle } from "#contract/vocabularies";
import { codePointLength, padCodePoints } from "./code-points.js";
import { quote, ruleError } from "./findings.js";
import { columnWidths, renderMarkdownTable, yesOrNo } from "./markdown.js";
import type { ToolProvider } from "./providers.js";
import { summarizeProvider, type ToolSummary } from "./summaries.js";
import { oneLine, printable } from "./terminal.js";
import { words } from "./white-space.js";

const GAP = "  ";
const MARKDOWN_COLUMNS = ["name", "access", "mode", "result_kind", "pages", "deprecated", "summary"];
const INPUT_COLUMNS = ["name", "type", "required", "description"];
const TRAILING_BLANKS = /(?<! ) +$/;
const NOT_ASCII = /[\u007f-\uffff]/g;

type Render = (tools: readonly ToolSummary[], pretty: boolean) => string;

const RENDERERS: Readonly<Record<ListingStyle, Render>> = {
  table: (tools) => {
    const rows = tools.map((tool) => [tool.name, tool.access, modeOf(tool), tool.summary].map((each) => oneLine(each)));
    const lines = aligned(rows);
    return tools.map((tool, index) => `${lines[index] ?? ""}${deprecationMark(tool)}\n`).join("");
  },
  md: (tools) => {
    const rows = tools.map((tool) => ({ ...tool.asRow(), mode: modeOf(tool) }));
    return renderMarkdownTable(rows, MARKDOWN_COLUMNS);
  },
  txt: (tools) =>
    tools
      .map((tool) =>
        block(tool)
          .map((line) => `${withoutBlanks(line)}\n`)
          .join(""),
      )
      .join("\n"),
  json: (tools, pretty) => {
    const rows = tools.map((tool) => tool.asRow());
    return `${ascii(pretty ? JSON.stringify(rows, null, 2) : JSON.stringify(rows))}\n`;
  },
};

/**
 * Return a provider's listing as text that ends in one newline.
 *
 * @param provider Object or module with an `allTools` function; it is called once.
 * @param options.style `table` (a line a tool, the default), `md` (a Markdown table), `txt` (a block a tool, with its
 *   inputs) or `json` (the rows, ASCII alone).
 * @param options.access Keep the tools with this access only.
 * @param options.pretty Indent `json` by two (the default); without it, `json` is one line without blanks.
 * @returns The text. Of an empty listing, `table` and `txt` give an empty string, `md` header and divider, `json` an
 *   empty array.
 * @throws OCToolError The style or the access is unknown, or the listing holds something that is not an `OCTool`.
 */
export function renderListing(
  provider: ToolProvider,
  options: {
    readonly style?: ListingStyle | undefined;
    readonly access?: Access | null | undefined;
    readonly pretty?: boolean | undefined;
  } = {},
): string {
  const { style = "table", access, pretty = true } = options;
  if (typeof style !== "string" || !Object.hasOwn(RENDERERS, style)) {
    throw ruleError("listing_style", { value: quote(style), allowed: LISTING_STYLES.join(", ") });
  }
  return RENDERERS[style](summarizeProvider(provider, { access }), pretty);
}

function modeOf(tool: ToolSummary): string {
  if (tool.destructive) return "destructive";
  return tool.readOnly ? "read" : "write";
}

function deprecationMark(tool: ToolSummary): string {
  if (!tool.deprecated) return "";
  return tool.aliasOf === null ? " [deprecated]" : ` [deprecated; use ${oneLine(tool.aliasOf)}]`;
}

function block(tool: ToolSummary): string[] {
  const heading = tool.title === null ? tool.name : `${tool.name} - ${tool.title}`;
  const place = [`access: ${tool.access}`, `target: ${tool.target === null || tool.target === "" ? "-" : tool.target}`];
  const lines = [
    oneLine(heading),
    ...wrapped(tool.description),
    GAP + oneLine([...place, `result: ${tool.resultKind}`].join(GAP)),
    `${GAP}hints: ${hints(tool).join(", ")}`,
  ];
  if (tool.deprecated) {
    lines.push(`${GAP}deprecated: ${tool.aliasOf === null ? "yes" : `use ${oneLine(tool.aliasOf)}`}`);
  }
  return [...lines, ...inputLines(tool)];
}

function hints(tool: ToolSummary): string[] {
  const names = [tool.readOnly ? "read-only" : "writes"];
  for (const name of ["destructive", "idempotent", "pages"] as const) {
    if (tool[name]) names.push(name);
  }
  return names;
}

function inputLines(tool: ToolSummary): string[] {
  if (tool.inputs.length === 0) return [`${GAP}inputs: none`];
  const rows = tool.inputs.map((input) => [
    oneLine(input.name),
    oneLine(input.type),
    yesOrNo(input.required),
    oneLine(input.description ?? ""),
  ]);
  return [`${GAP}inputs:`, ...aligned([INPUT_COLUMNS, ...rows]).map((line) => `${GAP}${GAP}${line}`)];
}

/** Pad every column but the last to its widest cell, two blanks apart; no line ends in blanks. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) => withoutBlanks(row.map((text, index) => padCodePoints(text, widths[index] ?? 0)).join(GAP)));
}

/** Break a text at white space into indented lines; a word that is longer than a line stays whole. */
function wrapped(text: string): string[] {
  const lines: string[][] = [];
  let size = LISTING_WIDTH;
  for (const each of words(text)) {
    const word = printable(each);
    const length = codePointLength(word);
    size += 1 + length;
    if (size > LISTING_WIDTH) {
      lines.push([]);
      size = GAP.length + length;
    }
    lines.at(-1)?.push(word);
  }
  return lines.map((line) => GAP + line.join(" "));
}

function withoutBlanks(line: string): string {
  return line.replace(TRAILING_BLANKS, "");
}

/** Escape what is not ASCII in a JSON text, where it can stand in strings alone. */
function ascii(text: string): string {
  return text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
