// One value as JSON on one line, cut where it grows too long, whatever the value is.

import { codePointLength, firstCharacters } from "./code-points.js";
import { quote } from "./findings.js";
import { jsonPieces } from "./json-pieces.js";

const CUT = "...";

/**
 * Return a value as JSON without blanks, non-ASCII characters as they are.
 *
 * Lone surrogates are escaped. What JSON cannot write reads as messages show it.
 *
 * @param value Anything; no more of it is looked at than is shown, which also ends one that contains itself.
 * @param limit Most code points of the text; a longer one is cut there and ends in `...`.
 */
export function compactJson(value: unknown, limit: number): string {
  let text = "";
  let size = 0;
  for (const piece of jsonPieces(value, (each) => scalar(each, limit), "")) {
    text += piece;
    size += codePointLength(piece);
    if (size > limit) return firstCharacters(text, limit) + CUT;
  }
  return text;
}

function scalar(value: unknown, limit: number): string {
  if (typeof value === "string") return JSON.stringify(firstCharacters(value, limit + 1));
  return typeof value === "number" ? String(value) : quote(value);
}
