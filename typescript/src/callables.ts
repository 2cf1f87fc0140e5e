// Telling synchronous functions from asynchronous ones.

const ASYNCHRONOUS: ReadonlySet<string> = /* @__PURE__ */ new Set(["AsyncFunction", "AsyncGeneratorFunction"]);

/**
 * Tell whether calling this gives a promise or an asynchronous generator, as far as its declaration says.
 *
 * Sees through `bind`. A plain function that happens to return a promise cannot be told from any other, nor can an
 * asynchronous one that a compiler has rewritten for an older language version.
 */
export function isAsynchronous(func: (...args: never[]) => unknown): boolean {
  const tag: unknown = (func as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return typeof tag === "string" && ASYNCHRONOUS.has(tag);
}
