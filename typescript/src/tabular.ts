// Whether the cells of a table fit the kinds that its columns declare.

import { COLUMN_KINDS, type ColumnKind } from "#contract/vocabularies";
import { CELL_TESTS } from "./cells.js";
import type { TabularEnvelope } from "./envelopes/tabular.js";
import { type Finding, finding, quote } from "./findings.js";

/** The cells of a column that do not fit: how many, and the first one. */
interface Misfits {
  readonly bad: number;
  readonly row: number;
}

/**
 * Check every column's cells against its declared kind.
 *
 * An envelope never does this on its own, so a large table costs nothing to read and one bad cell never rejects a whole
 * result. A null cell fits every kind.
 *
 * @param envelope A table, also one that was changed after it was parsed.
 * @returns At most one finding a column, in column order: the rule is `cell_kind`, the path a JSON pointer to the first
 *   bad cell. None when the table declares no kinds.
 */
export function validateTabular(envelope: TabularEnvelope): Finding[] {
  const { columns, rows, column_kinds: kinds } = envelope;
  if (!kinds) return [];
  const findings: Finding[] = [];
  for (const [index, kind] of kinds.entries()) {
    const column = quote(columns[index] ?? index);
    if (!Object.hasOwn(CELL_TESTS, kind)) {
      const places = { column, value: quote(kind), allowed: COLUMN_KINDS.join(", ") };
      findings.push(finding("cell_kind", places, { variant: "unknown_kind", path: `/column_kinds/${index}` }));
      continue;
    }
    const { bad, row } = misfits(rows, index, CELL_TESTS[kind]);
    if (bad > 0) findings.push(columnFinding(envelope, { index, kind, column, bad, row }));
  }
  return findings;
}

function misfits(rows: TabularEnvelope["rows"], index: number, fits: (cell: unknown) => boolean): Misfits {
  let bad = 0;
  let first = -1;
  for (let row = 0; row < rows.length; row += 1) {
    const cell = rows[row]?.[index];
    if (cell === null || (cell !== undefined && fits(cell))) continue;
    if (bad === 0) first = row;
    bad += 1;
  }
  return { bad, row: first };
}

function columnFinding(
  { rows }: TabularEnvelope,
  found: Misfits & { readonly index: number; readonly kind: ColumnKind; readonly column: string },
): Finding {
  const { index, row, column, kind, bad } = found;
  const cell = rows[row]?.[index];
  const places = { column, kind, bad, count: rows.length, row };
  if (cell === undefined) return finding("cell_kind", places, { variant: "missing", path: `/rows/${row}` });
  return finding("cell_kind", { ...places, value: quote(cell) }, { path: `/rows/${row}/${index}` });
}
