// Patterns of property names: deciding a match where every engine agrees, and joining patterns into one.

// Literals, ranges, plain classes, `.` and simple repetition mean the same in every engine. Escapes such as \d do not
// (some take other digits too), and neither do groups with options or references.
const ATOM = String.raw`(?:[A-Za-z0-9_ :@%/,-]|\\[.$^*+?()\[\]{}|/-]|\.|\[\^?[A-Za-z0-9_ .:@%/,$]+(?:-[A-Za-z0-9])?[A-Za-z0-9_ .:@%/,$-]*\])`;
const PORTABLE = /* @__PURE__ */ new RegExp(
  String.raw`^\^?(?:${ATOM}(?:[*+?]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})?){0,24}\$?$`,
);
/** Two repetitions of the same characters may try every split of a name: names longer than this are not decided. */
const LONGEST_NAME = 128;
const DECIDABLE_NAME = /^[ -~]*$/;
const SYNTAX = /[\^$\\.*+?()[\]{}|]/g;
const MOST_NAMES = 256;
const MOST_REPETITIONS = 2;
const NESTED = /\\[1-9k]|\(\?/;
/** Not `^.*$`: a dot stands for no line break. */
const EVERY_NAME = /^(?:\^?(?:\.\*)?|(?:\.\*)?\$|\^?\[\\s\\S\]\*\$?)$/;

/** Tell whether a pattern plainly matches every name, as `.*` and the empty pattern do. */
export function matchesEveryName(pattern: string): boolean {
  return EVERY_NAME.test(pattern);
}

/**
 * Tell whether a pattern matches a name somewhere; null where engines could differ.
 *
 * @param pattern A key of `patternProperties`.
 * @param name A property's name.
 */
export function matches(pattern: string, name: string): boolean | null {
  if (name.length > LONGEST_NAME || !PORTABLE.test(pattern) || !DECIDABLE_NAME.test(name)) return null;
  if ((pattern.match(/[*+{]/g)?.length ?? 0) > MOST_REPETITIONS) return null;
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return null;
  }
}

/**
 * Return a pattern that matches exactly the names and what the patterns match; null where there is none.
 *
 * @param names Names of properties, or other texts; only printable ASCII can be written.
 * @param patterns Keys of `patternProperties`.
 */
export function namesPattern(names: Iterable<string>, patterns: Iterable<string>): string | null {
  const listed = [...names];
  const given = [...patterns];
  if (listed.length > MOST_NAMES || !listed.every((name) => DECIDABLE_NAME.test(name))) return null;
  const count = given.length + (listed.length > 0 ? 1 : 0);
  if (count > 1 && given.some((pattern) => NESTED.test(pattern))) return null;
  const alternatives = listed.length > 0 ? [`^(?:${listed.map(literal).join("|")})$`] : [];
  return alternatives.concat(count === 1 ? given : given.map((each) => `(?:${each})`)).join("|");
}

/** Write a text as a pattern; only what patterns give a meaning is escaped, which every engine allows. */
function literal(text: string): string {
  return text.replaceAll(SYNTAX, String.raw`\$&`);
}
