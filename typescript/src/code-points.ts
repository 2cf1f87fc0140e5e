// Lengths and cuts in code points, which is what the contract counts; JavaScript itself counts UTF-16 units.

const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Return how many code points a text has. */
export function codePointLength(text: string): number {
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += unitsAt(text, index)) count += 1;
  return count;
}

/** Return the text with blanks behind it, so that it has a number of code points. */
export function padCodePoints(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - codePointLength(text)));
}

function unitsAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
