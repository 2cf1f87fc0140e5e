// The rows of the npm package, printed as JSON: node --expose-gc benchmarks/typescript/run.mjs PYTHON
//
// PYTHON makes the data, so that both languages measure the same tables. The package must be built.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readEnvelope, TabularEnvelope, validateTabular } from "../../typescript/dist/index.js";
import { misfits, PREDICATES } from "./textbook.mjs";
import { compare } from "./timing.mjs";

const ROWS = 100_000;
const PARSE = "JSON.parse of the text";
const CALLS = "a call a cell";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const [python = "python3"] = process.argv.slice(2);

/** The text of a table with these kinds of columns; without any, the six of the Python rows. */
function tableText(rows, kinds) {
  const command = ["-m", "benchmarks.data", "table", String(rows), ...kinds];
  return execFileSync(python, command, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 30 });
}

function reading(rows) {
  const text = tableText(rows, []);
  const figures = compare(
    () => readEnvelope(TabularEnvelope, text),
    () => JSON.parse(text),
  );
  return { name: `readEnvelope, ${rows.toLocaleString("en")} x 6`, against: PARSE, ...figures };
}

function judging(kinds, name) {
  const table = TabularEnvelope.parse(JSON.parse(tableText(ROWS, kinds)));
  const figures = compare(
    () => validateTabular(table),
    () => misfits(table),
  );
  return { name: `validateTabular, ${name}`, against: CALLS, ...figures };
}

const kinds = Object.keys(PREDICATES);
const rows = [
  ...[1_000, ROWS, 1_000_000].map((count) => reading(count)),
  ...kinds.map((kind) => judging([kind], kind)),
  judging(kinds, "100,000 rows of every kind"),
];
process.stdout.write(`${JSON.stringify(rows)}\n`);
