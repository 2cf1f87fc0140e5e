"""Lone surrogates: halves of characters, which a text can hold and no encoding can write."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["escape_surrogates", "first_surrogate", "has_surrogates"]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def has_surrogates(text: str) -> bool:
    """Tell whether a text holds lone surrogates."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def first_surrogate(text: str) -> int:
    """Return the index of the first lone surrogate, 0 where there is none."""
    found = _SURROGATE.search(text)
    return 0 if found is None else found.start()


def escape_surrogates(text: str) -> str:
    """Return JSON text with lone surrogates written as escapes, so that it can be encoded."""
    return _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
