// Short, safe texts for arbitrary values, to stand in messages.

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

/** Tell whether a value is a plain object, as JSON text and object literals give it. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

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
  for (const piece of pieces(value, limit)) {
    for (const character of piece) {
      if (shown.push(character) > limit) return `${shown.slice(0, limit - 1).join("")}…`;
    }
  }
  return shown.join("");
}

/** Yield the text piece by piece; the reader stops when it has enough, which also ends a cycle. */
function* pieces(value: unknown, limit: number): Generator<string> {
  const frames: { members: Iterator<readonly [string, unknown]>; closing: string }[] = [
    { members: [["", value] as const].values(), closing: "" },
  ];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const next = frame.members.next();
    if (next.done === true) {
      frames.pop();
      yield frame.closing;
      continue;
    }
    const [prefix, item] = next.value;
    yield prefix;
    if (Array.isArray(item)) {
      frames.push({ members: membersOfList(item), closing: "]" });
      yield "[";
    } else if (isPlainObject(item)) {
      frames.push({ members: membersOfObject(item, limit), closing: "}" });
      yield "{";
    } else {
      yield scalar(item, limit);
    }
  }
}

function* membersOfObject(value: object, limit: number): Generator<readonly [string, unknown]> {
  let separator = "";
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    yield [`${separator}${scalar(name, limit)}: `, memberOf(value, name)];
    separator = ", ";
  }
}

function* membersOfList(value: readonly unknown[]): Generator<readonly [string, unknown]> {
  for (let index = 0; index < value.length; index += 1) yield [index === 0 ? "" : ", ", value[index]];
}

/** Read a member without running a getter. */
function memberOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
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
    typeof prototype === "object" && prototype !== null ? memberOf(prototype, "constructor") : undefined;
  const name: unknown = typeof made === "function" ? memberOf(made, "name") : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, QUOTE_LIMIT) : "object";
}

/** Return the first code points of a text, without looking at the rest. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

function escaped(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
