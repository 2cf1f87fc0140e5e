// The TypeScript package over floors of its own language, by the rules of the Python runner: warm-up, interleaved
// rounds, a collection before each timing. Prints a JSON list of {name, against, ours, other, ratios}, in seconds.
//
//     node --expose-gc benchmarks/typescript.mjs TABLE TABLE_OF_EVERY_KIND BAD_TABLE
//
// The arguments are files of JSON text, made by benchmarks/data.py. typescript/dist must be built.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { performance } from "node:perf_hooks";
import { TabularEnvelope, readEnvelope, validateTabular } from "../typescript/dist/index.js";

const BUDGET = 4000;
const FEWEST_ROUNDS = 5;
const MOST_ROUNDS = 21;

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const HEX_PAIRS = /^[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?:(?:\1[0-9A-Fa-f]{2}){2})?$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]*)$/;

function isTimestamp(cell) {
  const match = typeof cell === "string" ? DATE_TIME.exec(cell) : null;
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  return match[7] === undefined || (Number(match[7]) <= 23 && Number(match[8]) <= 59);
}

function isFqdn(cell) {
  if (typeof cell !== "string") return false;
  const name = cell.endsWith(".") ? cell.slice(0, -1) : cell;
  return name.length <= 253 && name.split(".").every((label) => LABEL.test(label));
}

function addressValue(text) {
  if (isIP(text) === 4) return text.split(".").reduce((value, part) => value * 256n + BigInt(part), 0n);
  const [head, tail] = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const groups = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n);
}

function isIpBlock(cell) {
  if (typeof cell !== "string") return false;
  if (isIP(cell) !== 0) return true;
  const slash = cell.split("/");
  if (slash.length === 2) {
    const family = isIP(slash[0]);
    return family !== 0 && /^[0-9]+$/.test(slash[1]) && Number(slash[1]) <= (family === 4 ? 32 : 128);
  }
  const [first, last, ...more] = cell.split("-");
  if (last === undefined || more.length > 0 || isIP(first) === 0 || isIP(first) !== isIP(last)) return false;
  return addressValue(first) <= addressValue(last);
}

const PREDICATES = {
  text: (cell) => typeof cell === "string",
  number: (cell) => typeof cell === "number" && Number.isFinite(cell),
  integer: (cell) => Number.isSafeInteger(cell),
  boolean: (cell) => typeof cell === "boolean",
  timestamp: isTimestamp,
  ip: (cell) => typeof cell === "string" && isIP(cell) !== 0,
  fqdn: isFqdn,
  mac: (cell) => typeof cell === "string" && HEX_PAIRS.test(cell),
  ip_block: isIpBlock,
  big_integer: (cell) => Number.isSafeInteger(cell) || (typeof cell === "string" && DECIMAL.test(cell)),
};

/** How many cells of each column do not fit: a predicate call a cell in a loop over rows. */
function plainCounts(table) {
  return table.column_kinds.map((kind, index) => {
    const fits = PREDICATES[kind];
    let bad = 0;
    for (const row of table.rows) {
      const cell = row[index];
      if (cell !== null && !fits(cell)) bad += 1;
    }
    return bad;
  });
}

/** The same from our findings: each message counts the cells of its column. */
function ourCounts(table) {
  const counts = table.column_kinds.map(() => 0);
  for (const { path, message } of validateTabular(table)) {
    counts[Number(path.split("/").at(-1))] = Number(/: ([0-9]+) of /.exec(message)[1]);
  }
  return counts;
}

function timed(work) {
  globalThis.gc();
  const started = performance.now();
  const kept = work();
  const seconds = (performance.now() - started) / 1000;
  return kept === undefined ? Number.NaN : seconds;
}

function median(values) {
  const sorted = values.toSorted((one, two) => one - two);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function compare(name, against, ours, other) {
  const seconds = { ours: [], other: [] };
  for (let warm = 0; warm < 2; warm += 1) [ours, other].forEach(timed);
  const started = performance.now();
  const again = (rounds) =>
    rounds < FEWEST_ROUNDS || (rounds < MOST_ROUNDS && performance.now() - started < BUDGET);
  for (let rounds = 0; again(rounds); rounds += 1) {
    const turns = [["ours", ours], ["other", other]];
    for (const [side, work] of rounds % 2 === 0 ? turns : turns.reverse()) seconds[side].push(timed(work));
  }
  const ratios = seconds.ours.map((value, round) => value / seconds.other[round]);
  return { name, against, ours: median(seconds.ours), other: median(seconds.other), ratios };
}

const [text, everyKind, bad] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const table = readEnvelope(TabularEnvelope, everyKind);
for (const checked of [table, readEnvelope(TabularEnvelope, bad)]) {
  const [ours, plain] = [ourCounts(checked), plainCounts(checked)];
  if (ours.join() !== plain.join()) throw new Error(`the two sides do not judge alike: ${ours} and ${plain}`);
}
process.stdout.write(
  JSON.stringify([
    compare(
      "readEnvelope(TabularEnvelope, text), 100,000 x 6",
      "JSON.parse",
      () => readEnvelope(TabularEnvelope, text),
      () => JSON.parse(text),
    ),
    compare(
      "validateTabular, 100,000 rows of every kind",
      "a plain predicate a cell",
      () => validateTabular(table),
      () => plainCounts(table),
    ),
  ]),
);
