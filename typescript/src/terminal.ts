// Text that is safe to print: control characters and lone surrogates made visible.

import { LINE_BREAKS } from "#contract/constants";
import { classOf } from "./character-classes.js";

// Controls, line and paragraph separators, direction overrides and lone surrogates. Joiners and marks that ordinary
// words and emoji are written with stay. With the flag `u`, a surrogate matches only where it stands alone.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu;

/** Return the text with everything that could move or colour a terminal written as an escape (`\u001b`). */
export function printable(text: string): string {
  return text.replace(UNSAFE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Return the text as one printable line: each line break becomes a blank, the rest as `printable` does. */
export function oneLine(text: string): string {
  return printable(text.replace(new RegExp(`\r\n|${classOf(LINE_BREAKS)}`, "gu"), " "));
}
