"""Sentences of a description, counted the way the validator and the listings count them."""

from __future__ import annotations

import re
from typing import Final

from octools_contract.constants import CLOSING_MARKS, SENTENCE_ENDS, WHITE_SPACE, WIDE_SENTENCE_ENDS

_CLOSING: Final = f"[{re.escape(CLOSING_MARKS)}]*+"
_NARROW: Final = re.escape(SENTENCE_ENDS)
_WIDE: Final = re.escape(WIDE_SENTENCE_ENDS)
# A run of marks, read once and whole: it ends a sentence when a wide mark is in it, or white space or the end
# of the text follows. The look-behind and the possessive quantifiers keep the search linear.
_SENTENCE_END: Final = re.compile(
    f"(?<![{_NARROW}{_WIDE}])"
    f"(?:[{_NARROW}]*+[{_WIDE}][{_NARROW}{_WIDE}]*+{_CLOSING}"
    f"|[{_NARROW}]++{_CLOSING}(?=[{re.escape(WHITE_SPACE)}]|\\Z))"
)

_BLANK: Final = re.compile(f"[{re.escape(WHITE_SPACE)}]+")


def count_sentences(text: str) -> int:
    """Count the sentences of a text.

    A run of `.`, `!` and `?` ends a sentence when white space or the end of the text follows; the wide marks
    of Chinese and Japanese end one whatever follows. A closing quote or bracket may stand in between. Text
    without such a mark counts nothing, and abbreviations count as they are written.

    Args:
        text: Any text.
    """
    return sum(1 for _ in _SENTENCE_END.finditer(text))


def first_sentence(text: str) -> str:
    """Return the first sentence with its closing marks, or the whole text where no sentence ends.

    White space around the text is not part of it.
    """
    stripped = text.strip()
    end = _SENTENCE_END.search(stripped)
    return stripped[: end.end()] if end else stripped


def shortened(text: str, limit: int) -> str:
    """Return a text that is no longer than a limit: its first sentences, or else its first words and `…`.

    A text within the limit is returned as it is.

    Args:
        text: Any text.
        limit: Most code points of the result, at least 1.
    """
    if len(text) <= limit:
        return text
    text = text.strip()
    if len(text) <= limit:
        return text
    end = 0
    for match in _SENTENCE_END.finditer(text):
        if match.end() > limit:
            break
        end = match.end()
    if end:
        return text[:end]
    # One character more shows whether the limit falls on the end of a word; the mark takes one off.
    head = text[:limit]
    blanks = [match.start() for match in _BLANK.finditer(head)]
    return f"{head[: blanks[-1] if blanks else limit - 1].rstrip()}…"
