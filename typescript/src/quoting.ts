// Short, safe texts for arbitrary values, to stand in messages.

import { firstCharacters } from "./code-points.js";
import { jsonPieces } from "./json-pieces.js";
import { storedMember } from "./plain-objects.js";

const QUOTE_LIMIT = 80;
// What would move the cursor, colour a terminal, reorder or hide text, or break an encoder: control characters, line
// and paragraph separators, zero-width and direction marks, lone surrogates. With the flag `u`, a surrogate matches
// only where it stands alone.
const ESCAPED = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff'\\]/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "'": "\\'",
  "\\": "\\\\",
};
// Integers beyond this many bits are described: their digits would be cut anyway, and writing them is not linear.
const WRITTEN_BITS = 2048n;
const DIGITS_PER_HEX = 1.20411998265592;

/**
 * Show any value in one short line, for use in a message.
 *
 * JSON values read nearly as JSON, with strings in single quotes: `'n/a'`, `[1, true, null]`, `{'a': 0.5}`. Any other
 * value shows its type alone (`<Map>`). Control characters and lone surrogates are escaped (`\n`, `\u001b`). A text
 * that would be longer ends in `…`.
 *
 * @param value Anything. Only as much of it as is shown is looked at.
 * @param limit Most characters (code points) of the result, at least 1.
 */
export function quote(value: unknown, limit: number = QUOTE_LIMIT): string {
  const shown: string[] = [];
  for (const piece of jsonPieces(value, (each) => scalar(each, limit), " ")) {
    for (const character of piece) {
      if (shown.push(character) > limit) return `${shown.slice(0, limit - 1).join("")}…`;
    }
  }
  return shown.join("");
}

function scalar(value: unknown, limit: number): string {
  switch (typeof value) {
    case "string":
      return `'${firstCharacters(value, limit + 1).replace(ESCAPED, escaped)}'`;
    case "number":
      return Object.is(value, -0) ? "0" : String(value);
    case "boolean":
      return String(value);
    case "bigint":
      return integer(value);
    case "object":
      return value === null ? "null" : `<${typeName(value)}>`;
    default:
      return `<${typeof value}>`;
  }
}

function integer(value: bigint): string {
  const magnitude = value < 0n ? -value : value;
  if (magnitude >> WRITTEN_BITS === 0n) return String(value);
  const digits = Math.floor(magnitude.toString(16).length * DIGITS_PER_HEX) + 1;
  return `<integer of about ${digits} digits>`;
}

function typeName(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const made: unknown =
    typeof prototype === "object" && prototype !== null ? storedMember(prototype, "constructor") : undefined;
  const name: unknown = typeof made === "function" ? storedMember(made, "name") : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, QUOTE_LIMIT) : "object";
}

function escaped(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
