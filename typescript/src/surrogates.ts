// Lone surrogates: halves of characters, which a text can hold and no encoding can write.

/** With the flag `u`, a surrogate matches only where it stands alone. */
export const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Tell whether every surrogate of the text is part of a pair, which is what can be written as UTF-8. */
export function isWellFormed(text: string): boolean {
  const native = text as string & { isWellFormed?: () => boolean };
  return native.isWellFormed?.() ?? !LONE_SURROGATE.test(text);
}
