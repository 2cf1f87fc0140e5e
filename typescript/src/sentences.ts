// Sentences of a description, counted the way the validator and the listings count them.

import { CLOSING_MARKS, SENTENCE_ENDS, WHITE_SPACE, WIDE_SENTENCE_ENDS } from "#contract/constants";
import { classOf } from "./character-classes.js";
import { codePointLength, firstCharacters } from "./code-points.js";
import { strip } from "./white-space.js";

/**
 * A run of marks, read once and whole: it ends a sentence when a wide mark is in it, or white space or the end of the
 * text follows. The look-behind keeps the search linear: no attempt begins inside a run.
 */
const sentenceEnd = /* @__PURE__ */ (() => {
  const narrow = classOf(SENTENCE_ENDS);
  const wide = classOf(WIDE_SENTENCE_ENDS);
  const any = classOf(SENTENCE_ENDS + WIDE_SENTENCE_ENDS);
  const closing = `${classOf(CLOSING_MARKS)}*`;
  return `(?<!${any})(?:${narrow}*${wide}${any}*${closing}|${narrow}+${closing}(?=${classOf(WHITE_SPACE)}|$))`;
})();

/**
 * Count the sentences of a text.
 *
 * A run of `.`, `!` and `?` ends a sentence when white space or the end of the text follows; `。`, `！` and `？` end one
 * whatever follows. A closing quote or bracket may stand in between. Text without such a mark counts nothing, and
 * abbreviations count as they are written.
 */
export function countSentences(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(new RegExp(sentenceEnd, "gu"))) count += 1;
  return count;
}

/**
 * Return the first sentence with its closing marks, or the whole text where no sentence ends.
 *
 * White space around the text is not part of it.
 */
export function firstSentence(text: string): string {
  const stripped = strip(text);
  const end = new RegExp(sentenceEnd, "u").exec(stripped);
  return end === null ? stripped : stripped.slice(0, end.index + end[0].length);
}

/**
 * Return a text that is no longer than a limit: its first sentences, or else its first words and `…`.
 *
 * A text within the limit is returned as it is.
 *
 * @param text Any text.
 * @param limit Most code points of the result, at least 1.
 */
export function shortened(text: string, limit: number): string {
  if (codePointLength(text) <= limit) return text;
  const stripped = strip(text);
  if (codePointLength(stripped) <= limit) return stripped;
  const head = firstCharacters(stripped, limit);
  let end = 0;
  for (const match of stripped.matchAll(new RegExp(sentenceEnd, "gu"))) {
    const after = match.index + match[0].length;
    if (after > head.length) break;
    end = after;
  }
  if (end > 0) return stripped.slice(0, end);
  // The mark takes the place of one character more, unless the words before the last blank are fewer.
  const blank = lastBlank(head);
  return `${strip(blank < 0 ? firstCharacters(stripped, limit - 1) : head.slice(0, blank))}…`;
}

/** Return where the last run of white space begins, or -1. */
function lastBlank(text: string): number {
  let last = -1;
  for (const match of text.matchAll(new RegExp(`${classOf(WHITE_SPACE)}+`, "gu"))) last = match.index;
  return last;
}
