// The envelope of a table.

import { type JsonSchema, TABULAR_ENVELOPE_BUNDLE } from "#contract/bundles";
import * as contract from "#contract/envelopes";
import type * as z from "zod";
import { quote } from "../findings.js";
import { thaw } from "../frozen.js";
import { closedModel, type Written } from "./closed.js";
import { pageProblems, writtenPage } from "./paging.js";
import { type Issue, problem } from "./problems.js";
import { checkedRows, widthProblems } from "./rows.js";
import { scaleProblems } from "./scales.js";
import type { SourceRef } from "./source.js";

const PER_COLUMN = ["column_kinds", "column_scales", "column_descriptions"] as const;

/** A table whose columns are known only at run time, whole or one page of it. */
export interface TabularEnvelope extends Omit<Written<contract.TabularEnvelope, "TabularEnvelope">, "source"> {
  source?: SourceRef | undefined;
}

/**
 * The zod schema of a `TabularEnvelope`; a parse gives the written form, ready for `JSON.stringify`.
 *
 * Rows are arrays of scalars, one cell a column. A parse checks JSON types, counts, row widths, the paging rules, and
 * that scales stand on numeric columns; whether the cells fit their kinds is left to `validateTabular`. What is unset is
 * left out. octools descriptor specification, "Result envelopes".
 */
export const TabularEnvelope: z.ZodType<
  TabularEnvelope,
  z.input<typeof contract.TabularEnvelope>
> = /* @__PURE__ */ closedModel(/* @__PURE__ */ contract.TabularEnvelope.extend({ rows: checkedRows }), {
  mark: { name: "TabularEnvelope", schema: tabularSchema },
  resumable: true,
  problems: tableProblems,
  write: (fields) => writtenPage("TabularEnvelope", fields),
});

/** Return the JSON Schema of `TabularEnvelope` in its written form. */
export function tabularSchema(): JsonSchema {
  return thaw(TABULAR_ENVELOPE_BUNDLE);
}

function* tableProblems(table: contract.TabularEnvelope, resumable: unknown): Generator<Issue> {
  const { length } = table.rows;
  yield* pageProblems(table, length, resumable);
  if (table.row_count !== length) {
    yield problem("row_count_mismatch", ["row_count"], { count: quote(table.row_count), length });
  }
  yield* widthProblems(table.columns, table.rows);
  const columns = table.columns.length;
  let fitting = true;
  for (const field of PER_COLUMN) {
    const entries = table[field] ?? null;
    if (entries === null || entries.length === columns) continue;
    fitting = false;
    yield problem("column_list_length", [field], { field, length: entries.length, columns });
  }
  if (fitting && table.column_scales) {
    yield* scaleProblems(table.columns, table.column_kinds ?? null, table.column_scales);
  }
}
