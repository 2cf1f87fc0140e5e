// JSON pointers (RFC 6901): building and taking apart.

/** Return one reference token with `~` and `/` escaped. */
export function escape(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Return the member name that an escaped reference token stands for (`~1` is `/`, `~0` is `~`). */
export function unescape(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Return the pointer of a member below another pointer; `path` is "" for the root. */
export function child(path: string, token: string | number): string {
  return `${path}/${typeof token === "number" ? token : escape(token)}`;
}

/** Return the unescaped tokens of a pointer, or null when the text is no pointer. */
export function tokens(pointer: string): readonly string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/u.test(pointer)) return null;
  return pointer.slice(1).split("/").map(unescape);
}

/**
 * Return the tokens of a `$ref` that points into its own document.
 *
 * @param reference The value of `$ref`. The fragment may be percent-encoded.
 * @returns The unescaped tokens (none for `#`), or null for a reference to another document, to an anchor, or with a
 *   broken escape.
 */
export function referenceTokens(reference: string): readonly string[] | null {
  if (!reference.startsWith("#")) return null;
  const fragment = reference.slice(1);
  if (!fragment.includes("%")) return tokens(fragment);
  try {
    return tokens(decodeURIComponent(fragment));
  } catch {
    return null; // a broken escape, or bytes that are no UTF-8
  }
}
