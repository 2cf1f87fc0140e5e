// Objects that hold JSON members.

/** Tell whether a value is a plain object, as JSON text and object literals give it. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Return an object's own member without running a getter; undefined where there is none, or one with a getter. */
export function storedMember(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
