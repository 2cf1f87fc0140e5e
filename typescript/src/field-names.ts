// Field names of the contract, which are in snake_case, as JavaScript spells them, and back.

/** A snake_case name in camelCase. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** An object type with its keys in camelCase. */
export type CamelCased<T> = { readonly [Key in keyof T as Key extends string ? CamelCase<Key> : never]: T[Key] };

/** Return a camelCase name in snake_case. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Return a snake_case name in camelCase. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
