// What the benchmark measures against gives the same results, on the kinds of cells that it is measured with.

import { describe, expect, test } from "vitest";
import { COLUMN_KINDS, type ColumnKind, type TabularEnvelope, validateTabular } from "../../src/index.js";

interface Textbook {
  misfits(table: TabularEnvelope): { place: number; bad: number; row: number }[];
}

const textbook = (await import(
  new URL("../../../benchmarks/typescript/textbook.mjs", import.meta.url).href
)) as Textbook;

const CELLS: Record<ColumnKind, readonly unknown[]> = {
  text: ["rack", "", 7, true],
  number: [1.5, -3, "12 GB", true],
  integer: [0, -17, 1.5, "007", 2 ** 53],
  boolean: [true, false, 0, "n/a"],
  timestamp: ["2024-02-29T01:02:03Z", "2023-02-29T01:02:03Z", "2024-05-06T07:08:09.123-05:30", "2024-05-06T24:00:00Z"],
  ip: ["10.1.2.3", "2001:db8::1", "::", "10.1.2", "010.1.2.3", "1::2::3", "unknown"],
  fqdn: ["core-7.lisbon.example", "core-7.lisbon.example.", "a_b.example", "-a.example", ""],
  mac: ["00:1a:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e-6f-70", "00:1a-2b:3c:4d:5e", "00:1a:2b"],
  ip_block: ["10.0.0.0/8", "2001:db8::/32", "10.0.0.1-10.0.0.9", "10.0.0.9-10.0.0.1", "10.0.0.0/33", "::1", "::2-::1"],
  big_integer: [5, "123456789012345678901234567890", "-0", "007", "1e3", 1.5],
};

describe.each(COLUMN_KINDS)("%s", (kind) => {
  test("the textbook and validateTabular agree, cell by cell and on a whole column", () => {
    const verdicts = new Set<boolean>();
    for (const cells of [...CELLS[kind].map((cell) => [cell]), [null, ...CELLS[kind], null], []]) {
      const table = { columns: ["c"], column_kinds: [kind], rows: cells.map((cell) => [cell]) } as TabularEnvelope;
      const found = validateTabular(table).map(({ path, message }) => [path, / (\d+) of /.exec(message)?.[1]]);
      verdicts.add(found.length === 0);
      expect(textbook.misfits(table).map(({ bad, row }) => [`/rows/${row}/0`, String(bad)])).toEqual(found);
    }
    expect(verdicts.size).toBe(2);
  });
});
