// Scales stand on numeric columns only.

import { SCALED_COLUMN_KINDS } from "#contract/constants";
import type { ColumnKind, ColumnScale } from "#contract/vocabularies";
import { quote } from "../findings.js";
import { type Issue, problem } from "./problems.js";

/** Tell whether a column of this kind may have a scale. */
export function takesScale(kind: unknown): boolean {
  return typeof kind === "string" && SCALED_COLUMN_KINDS.has(kind);
}

/** Yield the scales that stand on a column without a numeric kind; the lists have one entry a column. */
export function* scaleProblems(
  columns: readonly string[],
  kinds: readonly ColumnKind[] | null,
  scales: readonly (ColumnScale | null)[],
): Generator<Issue> {
  for (const [index, scale] of scales.entries()) {
    const kind = kinds?.[index];
    if (scale === null || takesScale(kind)) continue;
    const shown = { column: quote(columns[index]), scale: quote(scale) };
    const path = ["column_scales", index];
    if (kind === undefined) yield problem("scale_not_numeric", path, shown, "no_kinds");
    else yield problem("scale_not_numeric", path, { ...shown, kind: quote(kind) });
  }
}
