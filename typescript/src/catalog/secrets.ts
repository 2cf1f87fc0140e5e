// Texts that look like credentials, and names that promise them.

import {
  CREDENTIAL_FORMS,
  CREDENTIAL_PAIRS,
  CREDENTIAL_TOPICS,
  CREDENTIAL_WORDS,
  PASSWORD_WORDS,
  PLACEHOLDER_WORDS,
  WHITE_SPACE,
} from "#contract/constants";
import { classOf } from "../character-classes.js";
import { codePointLength } from "../code-points.js";

/** The border of a word, for letters of any script: `\b` itself knows only those of English. */
const BEGIN = String.raw`(?<![\p{L}\p{N}_])`;
const END = String.raw`(?![\p{L}\p{N}_])`;

/** Words with a sign between each two: prose that begins as a credential does, without a digit in it. */
const PROSE = /^[A-Za-z]{1,20}(?:[-_ ][A-Za-z]{1,20})+\.?$/;
const ADDRESS_PASSWORD = /:\/\/[^\s/:@]+:([^\s/:@]+)@/u;

/** The words of a name, in snake_case, camelCase or anything between them. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

const PLACEHOLDER = /* @__PURE__ */ (() => {
  const forms = [
    String.raw`^[^\p{L}\p{N}_]*$`,
    "^[x*.•_-]+$",
    String.raw`^[<\{\[$%\(]`,
    String.raw`[>\}\]\)]$`,
    `${BEGIN}(?:${PLACEHOLDER_WORDS.join("|")})(?:${END}|[\\-_])`,
    "EXAMPLE",
    String.raw`\.\.\.`,
    "…",
  ];
  return new RegExp(forms.join("|"), "iu");
})();
const SHORTEST = 4;
const SHORTEST_KEY = 8;
const FEW = 3;

/**
 * Return what kind of credential a text holds, or null.
 *
 * @param text Any text. Placeholders such as `<token>` and documented examples are no credentials.
 */
export function secretKind(text: string): string | null {
  for (const { kind, border, markers, pattern } of CREDENTIAL_FORMS) {
    if (!markers.some((marker) => text.includes(marker))) continue;
    const begin = border === "none" ? "" : BEGIN;
    const end = border === "both" ? END : "";
    for (const [found] of text.matchAll(new RegExp(`${begin}(?:${pattern})${end}`, "gu"))) {
      if (!isExample(found)) return kind;
    }
  }
  return null;
}

/** Tell whether what has the form of a credential is plainly made up. */
function isExample(found: string): boolean {
  const password = ADDRESS_PASSWORD.exec(found)?.[1];
  if (password !== undefined) return isPlaceholder(password);
  return found.toUpperCase().includes("EXAMPLE") || isMonotonous(found) || PROSE.test(found);
}

/** Tell whether a name says that its value is a credential: `apiKey` does, `api_key_name` and `max_tokens` do not. */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || CREDENTIAL_TOPICS.has(last)) return false;
  if (words.some((word) => CREDENTIAL_WORDS.has(word))) return true;
  return words.some((word, index) => CREDENTIAL_PAIRS.has(`${word} ${words[index + 1] ?? ""}`));
}

function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/**
 * Tell whether a text under a name that promises a credential is likely to be one.
 *
 * @param name A name for which `namesCredential` holds.
 * @param text The text; a placeholder, a sentence, and a single word under a name that is no password's are none.
 */
export function resemblesCredential(name: string, text: string): boolean {
  if (new RegExp(classOf(WHITE_SPACE), "u").test(text) || isPlaceholder(text)) return false;
  if (wordsOf(name).some((word) => PASSWORD_WORDS.has(word))) return true;
  return codePointLength(text) >= SHORTEST_KEY && /\p{Nd}/u.test(text);
}

/** Tell whether a text only stands where a credential would: `<token>`, `your-key`, `****`, an empty text. */
function isPlaceholder(text: string): boolean {
  return codePointLength(text) < SHORTEST || isMonotonous(text) || PLACEHOLDER.test(text);
}

/** Tell whether a text is made of so few characters that nobody was given it. */
function isMonotonous(text: string): boolean {
  return new Set(Array.from(text).slice(-24)).size <= FEW;
}
