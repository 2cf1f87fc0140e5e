// Lengths and cuts in code points, which is what the contract counts; JavaScript itself counts UTF-16 units.

const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Return how many code points a text has. */
export function codePointLength(text: string): number {
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += unitsAt(text, index)) count += 1;
  return count;
}

/** Return the first code points of a text, without looking at the rest. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen += 1) {
    end += unitsAt(text, end);
  }
  return text.slice(0, end);
}

/** Return the text with blanks behind it, so that it has a number of code points. */
export function padCodePoints(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - codePointLength(text)));
}

/** Compare two texts by code points, for `sort`; JavaScript's own order is by UTF-16 units. */
export function compareCodePoints(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one.charCodeAt(index) === other.charCodeAt(index)) index += 1;
  // Back to the beginning of a character that two units make up.
  if (index > 0 && HIGH_SURROGATE.test(one.charAt(index - 1))) index -= 1;
  return (one.codePointAt(index) ?? -1) - (other.codePointAt(index) ?? -1);
}

function unitsAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
