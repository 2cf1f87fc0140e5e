// JSON values: plain copies of whatever came in, equality as JSON Schema has it, and how much a value holds.

import { codePointLength } from "../code-points.js";
import { setMember } from "../frozen.js";
import { isPlainObject } from "../plain-objects.js";
import { membersOf, type JsonObject } from "../schema-walk.js";

/** Stands for a value that JSON cannot hold. */
const FOREIGN: unique symbol = Symbol("foreign");

/** Text that counts as one more value: what is inlined often must not grow by its texts either. */
const TEXT_UNIT = 256;
const MOST_VALUES = 10_000_000;

/** Tell whether a normalised value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Return a copy made of plain objects, arrays, strings, finite numbers, booleans and null alone.
 *
 * A value that JSON cannot hold (a date, NaN, a bigint) becomes `FOREIGN`. What stands in several places is copied
 * once, so a value that contains itself gives a copy that does.
 *
 * @param root Any value, of any depth.
 */
export function normalise(root: unknown): unknown {
  const outer: unknown[] = [];
  const copies = new Map<object, object>();
  const pending: [target: object, source: JsonObject | readonly unknown[]][] = [[outer, [root]]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [target, source] = next;
    for (const [key, item] of Array.isArray(source) ? source.entries() : membersOf(source as JsonObject)) {
      const container = Array.isArray(item) || isPlainObject(item);
      let copy: unknown = container ? copies.get(item) : scalar(item);
      if (container && copy === undefined) {
        const fresh = Array.isArray(item) ? [] : {};
        copies.set(item, fresh);
        pending.push([fresh, item]);
        copy = fresh;
      }
      if (Array.isArray(target)) target.push(copy);
      else setMember(target as JsonObject, key as string, copy);
    }
  }
  return outer[0];
}

function scalar(item: unknown): unknown {
  const kept = item === null || typeof item === "string" || typeof item === "boolean" || Number.isFinite(item);
  return kept ? item : FOREIGN;
}

/**
 * Tell whether a normalised value cannot be written as JSON.
 *
 * That is so when it holds `FOREIGN`, when it holds itself, or when containers that stand in many places would make its
 * text longer than any real data.
 */
export function holdsForeign(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === FOREIGN;
  const sizes = new Map<unknown, number>();
  const path = new Set<object>();
  const pending: [item: unknown, leaving: boolean][] = [[value, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [item, leaving] = next;
    if (item === FOREIGN) return true;
    if (typeof item !== "object" || item === null) continue;
    const members: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
    if (leaving) {
      path.delete(item);
      let size = 1;
      for (const member of members) size += sizes.get(member) ?? 1;
      if (size > MOST_VALUES) return true;
      sizes.set(item, size);
    } else if (path.has(item)) {
      return true;
    } else if (!sizes.has(item)) {
      path.add(item);
      pending.push([item, true]);
      for (const member of members) pending.push([member, false]);
    }
  }
  return false;
}

/** Return a text that is equal for values that JSON Schema takes for equal: 1 is 1.0, true is not 1. */
export function jsonKey(value: unknown): string {
  if (typeof value === "string") return `s${value}`;
  return typeof value === "object" && value !== null ? `c${canonical(value)}` : `v${String(value)}`;
}

/** Return the keys of values. */
export function keysOf(values: Iterable<unknown>): Set<string> {
  return new Set(Array.from(values, jsonKey));
}

/** A piece of text, as against a value that is still to be written. */
class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Write a container as canonical text, members sorted by name. */
function canonical(root: object): string {
  const parts: string[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const item = pending.pop();
    if (item instanceof Text) {
      parts.push(item.text);
    } else if (Array.isArray(item)) {
      pending.push(new Text("]"));
      for (let index = item.length - 1; index >= 0; index -= 1) pending.push(new Text(","), item[index]);
      pending.push(new Text("["));
    } else if (isObject(item)) {
      pending.push(new Text("}"));
      for (const name of Object.keys(item).sort().reverse()) {
        pending.push(new Text(","), item[name], new Text(`${JSON.stringify(name)}:`));
      }
      pending.push(new Text("{"));
    } else {
      parts.push(typeof item === "string" ? JSON.stringify(item) : String(item));
    }
  }
  return parts.join("");
}

/** Count the values in a normalised value, long texts by their length; one that holds itself is counted once. */
export function weight(value: unknown): number {
  let total = 0;
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    total += 1;
    if (typeof item === "string") {
      total += Math.floor(codePointLength(item) / TEXT_UNIT);
    } else if (typeof item === "object" && item !== null && !seen.has(item)) {
      seen.add(item);
      for (const member of Object.values(item)) pending.push(member);
    }
  }
  return total;
}
