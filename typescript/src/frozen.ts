// Deep, read-only copies of JSON-like values, and plain copies of them again.
//
// A descriptor keeps its schemas and its `meta` as such copies, so that it never changes after construction. They are
// ordinary objects and arrays, so `JSON.stringify`, deep equality and schema validators take them as they are.

import { ruleError } from "./findings.js";
import { isPlainObject } from "./plain-objects.js";

type Container = Record<string, unknown> | unknown[];

interface Frame {
  readonly source: object;
  readonly target: Container;
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** What `freeze` has made; such a value is read-only to its depths, so it is not copied again. */
const frozen = new WeakSet<object>();

/**
 * Return a deep, read-only copy of a JSON-like value.
 *
 * Plain objects and arrays are copied and frozen; every other value stays what it is. A member that is `undefined` is
 * left out, as JSON does. An object that stands in several places is copied once, so a small graph never grows into
 * a large tree. Depth is bounded by memory alone.
 *
 * @param value The value.
 * @param field What the value is, for the text of the error.
 * @throws OCToolError The value contains itself (`self_reference`).
 */
export function freeze<T>(value: T, field = "the value"): T {
  return rebuild(value, field, true) as T;
}

/**
 * Return a deep copy of a JSON-like value that may be changed.
 *
 * Arguments and errors are those of `freeze`.
 */
export function thaw<T>(value: T, field = "the value"): T {
  return rebuild(value, field, false) as T;
}

/** Set a member as data whatever its name: plain assignment to `__proto__` would set the prototype. */
export function setMember(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

function rebuild(root: unknown, field: string, readOnly: boolean): unknown {
  const outer: unknown[] = [];
  const copies = new Map<object, Container>();
  const ancestors = new Set<object>();
  const frames: Frame[] = [{ source: [root], target: outer, keys: undefined, next: 0 }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { source, target, keys } = frame;
    if (frame.next === (keys ?? (source as unknown[])).length) {
      frames.pop();
      ancestors.delete(source);
      if (readOnly) frozen.add(Object.freeze(target));
      continue;
    }
    const key = keys?.[frame.next];
    const item = key === undefined ? (source as unknown[])[frame.next] : (source as Record<string, unknown>)[key];
    frame.next += 1;
    if (item === undefined && key !== undefined) continue;
    let copy = item;
    if (isContainer(item) && !(readOnly && frozen.has(item))) {
      if (ancestors.has(item)) throw ruleError("self_reference", { field });
      const known = copies.get(item);
      if (known === undefined) {
        const fresh = newFrame(item);
        copies.set(item, fresh.target);
        ancestors.add(item);
        frames.push(fresh);
        copy = fresh.target;
      } else {
        copy = known;
      }
    }
    if (key === undefined) (target as unknown[]).push(copy);
    else setMember(target as Record<string, unknown>, key, copy);
  }
  return outer[0];
}

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isPlainObject(value);
}

function newFrame(source: Container): Frame {
  return Array.isArray(source)
    ? { source, target: [], keys: undefined, next: 0 }
    : { source, target: {}, keys: Object.keys(source), next: 0 };
}
