// The rows of a table: every cell a JSON scalar.

import type { Cell } from "#contract/envelopes";
import * as z from "zod";
import { quote } from "../findings.js";
import { type Issue, MAX_PROBLEMS, moreProblems, problem } from "./problems.js";

/**
 * The zod schema of rows: an array of arrays of scalars, which it copies.
 *
 * One loop in place of zod's own union, which tries each type of a cell in turn.
 */
export const checkedRows = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.unknown(),
  /* @__PURE__ */ z.transform((value, context) => {
    const rows = copiedRows(value);
    if (rows !== null) return rows;
    for (const issue of rowProblems(value)) context.issues.push({ ...issue, input: undefined } as z.core.$ZodRawIssue);
    return z.NEVER;
  }),
) as unknown as z.ZodType<Cell[][], Cell[][]>;

/** Yield the rows that have another number of cells than there are columns. */
export function* widthProblems(columns: readonly string[], rows: readonly (readonly Cell[])[]): Generator<Issue> {
  const width = columns.length;
  let bad = 0;
  for (const [row, { length }] of rows.entries()) {
    if (length === width) continue;
    bad += 1;
    if (bad <= MAX_PROBLEMS) yield problem("row_width", ["rows", row], { row, length, columns: width });
  }
  if (bad > MAX_PROBLEMS) yield moreProblems(bad - MAX_PROBLEMS);
}

/** Return a copy of the rows, or null where something is no row or no cell. */
function copiedRows(value: unknown): Cell[][] | null {
  if (!Array.isArray(value)) return null;
  const rows = value as readonly unknown[];
  const copies = new Array<Cell[]>(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (!Array.isArray(row)) return null;
    for (let place = 0; place < row.length; place += 1) {
      if (!isCell(row[place])) return null;
    }
    copies[index] = (row as readonly Cell[]).slice();
  }
  return copies;
}

function isCell(value: unknown): value is Cell {
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || value === null;
}

function* rowProblems(value: unknown): Generator<Issue> {
  if (!Array.isArray(value)) {
    yield problem("wrong_json_type", [], { value: quote(value), expected: "an array of rows" });
    return;
  }
  const rows = value as readonly unknown[];
  const hasBadRows = rows.some((row) => !Array.isArray(row));
  let bad = 0;
  for (const { path, item } of hasBadRows ? badRows(rows) : badCells(rows as readonly (readonly unknown[])[])) {
    bad += 1;
    if (bad > MAX_PROBLEMS) continue;
    yield hasBadRows
      ? problem("wrong_json_type", path, { value: quote(item), expected: "an array of cells" })
      : problem("bad_cell", path, { value: quote(item) });
  }
  if (bad > MAX_PROBLEMS) yield moreProblems(bad - MAX_PROBLEMS);
}

/** Something that stands where a row or a cell belongs. */
interface Misfit {
  readonly path: readonly number[];
  readonly item: unknown;
}

function* badRows(rows: readonly unknown[]): Generator<Misfit> {
  for (const [index, item] of rows.entries()) {
    if (!Array.isArray(item)) yield { path: [index], item };
  }
}

function* badCells(rows: readonly (readonly unknown[])[]): Generator<Misfit> {
  for (const [index, row] of rows.entries()) {
    for (const [place, item] of row.entries()) {
      if (!isCell(item)) yield { path: [index, place], item };
    }
  }
}
