// Which values fit a column of each kind.

import { BIG_INTEGER_RE } from "#contract/constants";
import type { ColumnKind } from "#contract/vocabularies";
import { isHexDigit, isIpAddress, isIpBlock } from "./ip-addresses.js";

const SHORT_MONTHS: readonly string[] = ["04", "06", "09", "11"];
const MAX_FQDN = 253;
const COLON = 0x3a;
const HYPHEN = 0x2d;

const TIMESTAMP =
  /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/;
const FQDN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?$/;
const MAC_LENGTHS: ReadonlySet<number> = /* @__PURE__ */ new Set([17, 23]);

/** Whether a cell that is not null fits; one test a kind. */
export const CELL_TESTS: Readonly<Record<ColumnKind, (cell: unknown) => boolean>> = {
  text: (cell) => typeof cell === "string",
  number: (cell) => typeof cell === "number" && Number.isFinite(cell),
  // A number beyond 2^53 - 1 may have lost digits when it was read, so it is no integer that can be trusted.
  integer: (cell) => Number.isSafeInteger(cell),
  boolean: (cell) => typeof cell === "boolean",
  timestamp: (cell) => typeof cell === "string" && isTimestamp(cell),
  ip: (cell) => typeof cell === "string" && isIpAddress(cell),
  fqdn: (cell) => typeof cell === "string" && isFqdn(cell),
  mac: (cell) => typeof cell === "string" && isMac(cell),
  ip_block: (cell) => typeof cell === "string" && isIpBlock(cell),
  big_integer: (cell) => (typeof cell === "string" ? BIG_INTEGER_RE.test(cell) : Number.isSafeInteger(cell)),
};

/** Tell whether a text is an RFC 3339 date-time: the date exists, and a leap second is a time. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const day = text.slice(8, 10);
  if (day <= "28") return true;
  const month = text.slice(5, 7);
  if (month === "02") return day === "29" && isLeapYear(Number(text.slice(0, 4)));
  return day !== "31" || !SHORT_MONTHS.includes(month);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isFqdn(text: string): boolean {
  const length = text.endsWith(".") ? text.length - 1 : text.length;
  return length <= MAX_FQDN && FQDN.test(text);
}

/** Tell whether a text is six or eight pairs of hexadecimal digits, all joined by one of `:` and `-`. */
function isMac(text: string): boolean {
  if (!MAC_LENGTHS.has(text.length)) return false;
  const separator = text.charCodeAt(2);
  if (separator !== COLON && separator !== HYPHEN) return false;
  for (let index = 0; index < text.length; index += 3) {
    if (!isHexDigit(text.charCodeAt(index)) || !isHexDigit(text.charCodeAt(index + 1))) return false;
    if (index + 2 < text.length && text.charCodeAt(index + 2) !== separator) return false;
  }
  return true;
}
