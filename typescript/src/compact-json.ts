// One value as JSON on one line, cut where it grows too long, whatever the value is.

import { codePointLength } from "./code-points.js";
import { quote } from "./findings.js";
import { firstCharacters, isPlainObject } from "./quoting.js";

const CUT = "...";

interface Frame {
  readonly members: Iterator<readonly [prefix: string, item: unknown]>;
  readonly closing: string;
}

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
  for (const piece of pieces(value, limit)) {
    text += piece;
    size += codePointLength(piece);
    if (size > limit) return firstCharacters(text, limit) + CUT;
  }
  return text;
}

function* pieces(value: unknown, limit: number): Generator<string> {
  const frames: Frame[] = [{ members: [["", value] as const].values(), closing: "" }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const member = frame.members.next();
    if (member.done === true) {
      frames.pop();
      yield frame.closing;
      continue;
    }
    const [prefix, item] = member.value;
    yield prefix;
    if (Array.isArray(item)) {
      frames.push({ members: entries(item), closing: "]" });
      yield "[";
    } else if (isPlainObject(item)) {
      frames.push({ members: properties(item, limit), closing: "}" });
      yield "{";
    } else {
      yield scalar(item, limit);
    }
  }
}

function* entries(list: readonly unknown[]): Generator<readonly [string, unknown]> {
  let separator = "";
  for (const item of list) {
    yield [separator, item];
    separator = ",";
  }
}

function* properties(object: Readonly<Record<string, unknown>>, limit: number): Generator<readonly [string, unknown]> {
  let separator = "";
  for (const key in object) {
    yield [`${separator}${scalar(key, limit)}:`, object[key]];
    separator = ",";
  }
}

function scalar(value: unknown, limit: number): string {
  if (typeof value === "string") return JSON.stringify(firstCharacters(value, limit + 1));
  return typeof value === "number" ? String(value) : quote(value);
}
