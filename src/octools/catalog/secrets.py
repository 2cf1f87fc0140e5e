"""Texts that look like credentials, and names that promise them."""

from __future__ import annotations

import itertools
import re
from typing import Final

from octools_contract.constants import (
    CREDENTIAL_FORMS,
    CREDENTIAL_PAIRS,
    CREDENTIAL_TOPICS,
    CREDENTIAL_WORDS,
    PASSWORD_WORDS,
    PLACEHOLDER_WORDS,
)

__all__ = ["names_credential", "resembles_credential", "secret_kind"]

# Letters, digits and underscores of any script must not stand on these sides of a credential.
_BORDERS: Final = {"none": ("", ""), "before": (r"\b", ""), "both": (r"\b", r"\b")}


def _compiled(pattern: str, border: str) -> re.Pattern[str]:
    before, after = _BORDERS[border]
    return re.compile(f"{before}(?:{pattern}){after}")


# One flat table: most texts have no marker at all, and all of them are looked for in each.
_MARKED: Final[tuple[tuple[str, str, re.Pattern[str]], ...]] = tuple(
    (marker, form["kind"], _compiled(form["pattern"], form["border"]))
    for form in CREDENTIAL_FORMS
    for marker in form["markers"]
)
# Words with a sign between each two: prose that begins as a credential does, without a digit in it.
_PROSE: Final = re.compile(r"[A-Za-z]{1,20}(?:[-_ ][A-Za-z]{1,20})+\.?")
_ADDRESS_PASSWORD: Final = re.compile(r"://[^\s/:@]+:([^\s/:@]+)@")

# The words of a name, in snake_case, camelCase or anything between them.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PAIRS: Final = frozenset(tuple(pair.split()) for pair in CREDENTIAL_PAIRS)

_PLACEHOLDER: Final = re.compile(
    r"^\W*$|^[x*.•_-]+$|^[<{\[$%(]|[>}\])]$|\.\.\.|…|EXAMPLE"
    rf"|\b(?:{'|'.join(PLACEHOLDER_WORDS)})(?:\b|[-_])",
    re.IGNORECASE,
)
_SHORTEST: Final = 4
_SHORTEST_KEY: Final = 8
_FEW: Final = 3


def secret_kind(text: str) -> str | None:
    """Return what kind of credential a text holds, or None.

    Args:
        text: Any text. Placeholders such as `<token>` and documented examples are no credentials.
    """
    for kind, form in [(kind, form) for marker, kind, form in _MARKED if marker in text]:
        if any(not _is_example(match.group()) for match in form.finditer(text)):
            return kind
    return None


def _is_example(found: str) -> bool:
    """Tell whether what has the form of a credential is plainly made up."""
    password = _ADDRESS_PASSWORD.search(found)
    if password is not None:
        return _is_placeholder(password.group(1))
    return "EXAMPLE" in found.upper() or _is_monotonous(found) or _PROSE.fullmatch(found) is not None


def names_credential(name: str) -> bool:
    """Tell whether a name promises a credential: `apiKey` does, `api_key_name` and `max_tokens` do not."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or words[-1] in CREDENTIAL_TOPICS:
        return False
    return not CREDENTIAL_WORDS.isdisjoint(words) or not _PAIRS.isdisjoint(itertools.pairwise(words))


def resembles_credential(name: str, text: str) -> bool:
    """Tell whether a text under a name that promises a credential is likely to be one.

    Args:
        name: A name for which `names_credential` holds.
        text: The text; a placeholder, a sentence, and a single word under a name that is no password's are
            none.
    """
    if any(character.isspace() for character in text) or _is_placeholder(text):
        return False
    if not PASSWORD_WORDS.isdisjoint(word.lower() for word in _WORD.findall(name)):
        return True
    return len(text) >= _SHORTEST_KEY and any(character.isdigit() for character in text)


def _is_placeholder(text: str) -> bool:
    """Tell whether a text stands where a credential would: `<token>`, `your-key`, `****`, an empty text."""
    return len(text) < _SHORTEST or _is_monotonous(text) or _PLACEHOLDER.search(text) is not None


def _is_monotonous(text: str) -> bool:
    """Tell whether a text is made of so few characters that nobody was given it."""
    return len({*text[-24:]}) <= _FEW
