// White space as the contract lists it, which is not quite what `\s` and `trim` take it for.

import { WHITE_SPACE } from "#contract/constants";

const whiteSpace: ReadonlySet<string> = /* @__PURE__ */ new Set(WHITE_SPACE);

/** Return the text without the white space around it. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.has(text.charAt(start))) start += 1;
  while (start < end && whiteSpace.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Tell whether a text is empty or white space only. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!whiteSpace.has(text.charAt(index))) return false;
  }
  return true;
}

/** Return the words of a text: what stands between runs of white space. */
export function words(text: string): string[] {
  const found: string[] = [];
  let start = -1;
  for (let index = 0; index <= text.length; index += 1) {
    const inside = index < text.length && !whiteSpace.has(text.charAt(index));
    if (inside && start < 0) start = index;
    if (!inside && start >= 0) {
      found.push(text.slice(start, index));
      start = -1;
    }
  }
  return found;
}
