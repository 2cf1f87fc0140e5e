// Straightforward code with the same results as ours, as anyone would write it first; tests compare both.

import { isIP } from "node:net";

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const HEX_PAIRS = /^[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?:(?:\1[0-9A-Fa-f]{2}){2})?$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]*)$/;

function isTimestamp(cell) {
  const match = typeof cell === "string" ? DATE_TIME.exec(cell) : null;
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  return match[7] === undefined || (Number(match[7]) <= 23 && Number(match[8]) <= 59);
}

function isAddress(cell) {
  return typeof cell === "string" && isIP(cell) !== 0;
}

function isFqdn(cell) {
  if (typeof cell !== "string") return false;
  const name = cell.endsWith(".") ? cell.slice(0, -1) : cell;
  return name.length <= 253 && name.split(".").every((label) => LABEL.test(label));
}

/** An address as a big integer. */
function numberOf(address) {
  if (isIP(address) === 4) return address.split(".").reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const [head, tail = null] = address.split("::");
  const words = (part) => (part === "" ? [] : part.split(":"));
  const high = words(head);
  const low = tail === null ? [] : words(tail);
  const zeros = new Array(8 - high.length - low.length).fill("0");
  return [...high, ...zeros, ...low].reduce((sum, word) => sum * 65536n + BigInt(`0x${word}`), 0n);
}

function isBlock(cell) {
  if (typeof cell !== "string") return false;
  if (isIP(cell) !== 0) return true;
  const slash = cell.split("/");
  if (slash.length === 2) {
    const family = isIP(slash[0]);
    return family !== 0 && /^[0-9]+$/.test(slash[1]) && Number(slash[1]) <= (family === 4 ? 32 : 128);
  }
  const [first, last] = cell.split("-");
  if (last === undefined || isIP(first) === 0 || isIP(first) !== isIP(last)) return false;
  return numberOf(first) <= numberOf(last);
}

export const PREDICATES = {
  text: (cell) => typeof cell === "string",
  number: (cell) => typeof cell === "number" && Number.isFinite(cell),
  integer: (cell) => Number.isSafeInteger(cell),
  boolean: (cell) => typeof cell === "boolean",
  timestamp: isTimestamp,
  ip: isAddress,
  fqdn: isFqdn,
  mac: (cell) => typeof cell === "string" && HEX_PAIRS.test(cell),
  ip_block: isBlock,
  big_integer: (cell) => Number.isSafeInteger(cell) || (typeof cell === "string" && DECIMAL.test(cell)),
};

/** One entry a column with cells that do not fit, from a predicate call a cell in a loop over the rows. */
export function misfits(table) {
  const counts = table.column_kinds.map(() => 0);
  const firsts = table.column_kinds.map(() => -1);
  for (const [index, row] of table.rows.entries()) {
    for (const [place, kind] of table.column_kinds.entries()) {
      const cell = row[place];
      if (cell !== null && !PREDICATES[kind](cell)) {
        if (counts[place] === 0) firsts[place] = index;
        counts[place] += 1;
      }
    }
  }
  return counts.flatMap((bad, place) => (bad === 0 ? [] : [{ place, bad, row: firsts[place] }]));
}
