// Sentences of a description, counted the way the validator and the listings count them.

import { CLOSING_MARKS, SENTENCE_ENDS, WHITE_SPACE, WIDE_SENTENCE_ENDS } from "#contract/constants";
import { classOf } from "./character-classes.js";
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
