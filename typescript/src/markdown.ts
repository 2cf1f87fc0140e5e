// Rows as a Markdown table.

import { codePointLength, padCodePoints } from "./code-points.js";
import { compactJson } from "./compact-json.js";
import { memberOf } from "./members.js";
import { oneLine } from "./terminal.js";

const NARROWEST = 3;
/** Values other than texts are cut only where no table could show them. */
const VALUE_LIMIT = 4096;

/**
 * Return rows as a GitHub-flavoured Markdown table.
 *
 * Booleans read `yes` and `no`, null and a missing key are empty, any other value that is no text reads as compact
 * JSON. A `|` is escaped, a line break becomes a blank, and other control characters are made visible. Columns are
 * padded by code points to at least three.
 *
 * @param rows Objects from column name to value; other keys are left out.
 * @param columns The columns in order; their names are the headers as they are.
 * @returns Header, divider and a line a row, each ending in a newline.
 */
export function renderMarkdownTable(rows: Iterable<object>, columns: readonly string[]): string {
  const header = columns.map((name) => escaped(name));
  const body = Array.from(rows, (row) => columns.map((name) => cell(memberOf(row, name))));
  const widths = columnWidths([header, ...body], NARROWEST);
  const divider = widths.map((width) => "-".repeat(width));
  return [header, divider, ...body].map((line) => tableLine(line, widths)).join("");
}

/** Return how a listing writes a boolean. */
export function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

/** Return the width of each column in code points: that of its widest cell, or the least. */
export function columnWidths(rows: readonly (readonly string[])[], least = 0): number[] {
  const widths = (rows[0] ?? []).map(() => least);
  for (const row of rows) {
    for (const [index, text] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? least, codePointLength(text));
    }
  }
  return widths;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return yesOrNo(value);
  return escaped(typeof value === "string" ? value : compactJson(value, VALUE_LIMIT));
}

function escaped(text: string): string {
  return oneLine(text).replaceAll("|", "\\|");
}

function tableLine(cells: readonly string[], widths: readonly number[]): string {
  return `| ${cells.map((text, index) => padCodePoints(text, widths[index] ?? 0)).join(" | ")} |\n`;
}
