// Character classes for regular expressions, made from the contract's lists of characters.

/** Return a class `[...]` that matches any one of the characters, for a pattern with the flag `u`. */
export function classOf(characters: string): string {
  const members = Array.from(characters, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`);
  return `[${members.join("")}]`;
}
