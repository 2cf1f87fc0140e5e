// JSON text to JavaScript values, with one error for everything that is not JSON.

import { ruleError } from "./findings.js";
import { jsonFault, MAX_DEPTH, placeOf } from "./json-faults.js";
import { isWellFormed, LONE_SURROGATE } from "./surrogates.js";

const BYTE_ORDER_MARK = "\ufeff";
const SURROGATE_ESCAPE = /\\u[dD][89A-Fa-f]/;
/** A text with a run of more digits than this is looked at closely; see `jsonFault` for the limit. */
const LONG_RUN = 4300;

/**
 * Parse one JSON document.
 *
 * @param data Text, or bytes in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
 * @returns The value. A number beyond a double is infinity; digits beyond a double's are lost.
 * @throws OCToolError The bytes are no text, or the text is no JSON (`json_text`): it is malformed, holds `NaN`,
 *   `Infinity` or a lone surrogate, is nested more than 200 levels deep, or has an integer of more than 4,300 digits.
 *   The message says where.
 */
export function parseJson(data: string | Uint8Array): unknown {
  const decoded = typeof data === "string" ? data : decode(data);
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  if (!isWellFormed(text)) {
    throw ruleError("json_text", { reason: "a lone surrogate", position: placeOf(text, text.search(LONE_SURROGATE)) });
  }
  if (hasLongRun(text) || SURROGATE_ESCAPE.test(text)) refuseFaults(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    refuseFaults(text);
    throw problem;
  }
  if (isDeep(value)) refuseFaults(text);
  return value;
}

/** Tell whether something stands more than 200 levels deep; a look at the value is cheaper than one at the text. */
function isDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) return level.some((each) => Object.keys(each).length > 0);
    const next: object[] = [];
    for (const each of level) {
      if (Array.isArray(each)) {
        for (const member of each) if (isContainer(member)) next.push(member);
      } else {
        for (const key in each) {
          const member = (each as Readonly<Record<string, unknown>>)[key];
          if (isContainer(member)) next.push(member);
        }
      }
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function refuseFaults(text: string): void {
  const fault = jsonFault(text);
  if (fault !== null) {
    throw ruleError("json_text", { reason: fault.reason, position: placeOf(text, fault.offset) });
  }
}

/** Tell whether the text has more than 4,300 digits in a row: such a run covers one of the places looked at. */
function hasLongRun(text: string): boolean {
  for (let place = LONG_RUN; place < text.length; place += LONG_RUN) {
    let start = place;
    while (start > 0 && place - start <= LONG_RUN && isDigit(text, start - 1)) start -= 1;
    let end = place;
    while (end < text.length && end - start <= LONG_RUN && isDigit(text, end)) end += 1;
    if (end - start > LONG_RUN) return true;
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}

interface Encoding {
  readonly label: string;
  readonly name: string;
  readonly unit: 1 | 2 | 4;
  readonly littleEndian: boolean;
}

const UTF_8: Encoding = { label: "utf-8", name: "UTF-8", unit: 1, littleEndian: false };
const UTF_16_LE: Encoding = { label: "utf-16le", name: "UTF-16", unit: 2, littleEndian: true };
const UTF_16_BE: Encoding = { label: "utf-16be", name: "UTF-16", unit: 2, littleEndian: false };
const UTF_32_LE: Encoding = { label: "utf-32le", name: "UTF-32", unit: 4, littleEndian: true };
const UTF_32_BE: Encoding = { label: "utf-32be", name: "UTF-32", unit: 4, littleEndian: false };

function decode(data: Uint8Array): string {
  const encoding = encodingOf(data);
  const text = encoding.unit === 4 ? decodeUtf32(data, encoding.littleEndian) : decodeStrictly(data, encoding.label);
  if (text !== null) return text;
  throw ruleError("json_text", { reason: `broken ${encoding.name}`, position: "an unknown place" }, "encoding");
}

/** Tell the encoding of JSON bytes from a byte order mark, or from where the first characters have zero bytes. */
function encodingOf(data: Uint8Array): Encoding {
  const [first = -1, second = -1, third = -1, fourth = -1] = data;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? UTF_32_LE : UTF_16_LE;
  if (first === 0xfe && second === 0xff) return UTF_16_BE;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return UTF_32_BE;
  if (data.length >= 4) {
    if (first === 0) return second === 0 ? UTF_32_BE : UTF_16_BE;
    if (second === 0) return third === 0 && fourth === 0 ? UTF_32_LE : UTF_16_LE;
  } else if (data.length === 2) {
    if (first === 0) return UTF_16_BE;
    if (second === 0) return UTF_16_LE;
  }
  return UTF_8;
}

function decodeStrictly(data: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}

function decodeUtf32(data: Uint8Array, littleEndian: boolean): string | null {
  if (data.length % 4 !== 0) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const parts: string[] = [];
  for (let offset = 0; offset < data.length; offset += 4) {
    const point = view.getUint32(offset, littleEndian);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    parts.push(String.fromCodePoint(point));
  }
  return parts.join("");
}
