// Any value as text in the manner of JSON, piece by piece, so that a reader can stop when it has enough.

import { isPlainObject, storedMember } from "./plain-objects.js";

interface Frame {
  readonly members: Iterator<readonly [prefix: string, item: unknown]>;
  readonly closing: string;
}

/**
 * Yield the text of a value; who stops reading also ends one that contains itself.
 *
 * @param value Anything. Getters are not run.
 * @param scalar Writes the name of a member, and any value that is no array and no plain object.
 * @param blank What stands after each comma and colon.
 */
export function* jsonPieces(
  value: unknown,
  scalar: (value: unknown) => string,
  blank: "" | " ",
): Generator<string, void, undefined> {
  const frames: Frame[] = [{ members: [["", value] as const].values(), closing: "" }];
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
      frames.push({ members: membersOfList(item, blank), closing: "]" });
      yield "[";
    } else if (isPlainObject(item)) {
      frames.push({ members: membersOfObject(item, scalar, blank), closing: "}" });
      yield "{";
    } else {
      yield scalar(item);
    }
  }
}

function* membersOfObject(
  value: object,
  scalar: (value: unknown) => string,
  blank: string,
): Generator<readonly [string, unknown]> {
  let separator = "";
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    yield [`${separator}${scalar(name)}:${blank}`, storedMember(value, name)];
    separator = `,${blank}`;
  }
}

function* membersOfList(value: readonly unknown[], blank: string): Generator<readonly [string, unknown]> {
  for (let index = 0; index < value.length; index += 1) yield [index === 0 ? "" : `,${blank}`, value[index]];
}
