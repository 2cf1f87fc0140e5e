"""JSON pointers (RFC 6901): building, taking apart, and following them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote_to_bytes

_BAD_ESCAPE: Final = re.compile(r"~(?![01])")
_BAD_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_INDEX: Final = re.compile(r"0|[1-9][0-9]*")
# Longer indexes than any list has; keeps `int` away from texts of a million digits.
_INDEX_DIGITS: Final = 18


def escape(token: str) -> str:
    """Return one reference token with `~` and `/` escaped.

    Args:
        token: A member name or a decimal index, as text.
    """
    if "~" in token:
        token = token.replace("~", "~0")
    if "/" in token:
        token = token.replace("/", "~1")
    return token


def unescape(token: str) -> str:
    """Return the member name that an escaped reference token stands for (`~1` is `/`, `~0` is `~`)."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def child(path: str, token: str | int) -> str:
    """Return the pointer of a member below another pointer.

    Args:
        path: Pointer of the object or array, "" for the root.
        token: Member name, or index in an array.
    """
    return f"{path}/{token}" if isinstance(token, int) else f"{path}/{escape(token)}"


def tokens(pointer: str) -> tuple[str, ...] | None:
    """Return the unescaped tokens of a pointer, or None when the text is no pointer."""
    if not pointer:
        return ()
    if pointer[0] != "/" or _BAD_ESCAPE.search(pointer):
        return None
    return tuple(unescape(token) for token in pointer[1:].split("/"))


def reference_tokens(reference: str) -> tuple[str, ...] | None:
    """Return the tokens of a `$ref` that points into its own document.

    Args:
        reference: The value of `$ref`. The fragment may be percent-encoded.

    Returns:
        The unescaped tokens (`()` for `#`), or None for a reference to another document, to an anchor, or
        with a broken escape.
    """
    if reference[:1] != "#":
        return None
    fragment = reference[1:]
    if "%" in fragment:
        if _BAD_PERCENT.search(fragment):
            return None
        try:
            fragment = unquote_to_bytes(fragment).decode("utf-8")
        except UnicodeError:  # bytes that are no UTF-8, or a lone surrogate beside the escapes
            return None
    return tokens(fragment)


def resolve(document: Any, path: Sequence[str]) -> Any:
    """Return the value at a sequence of tokens.

    Args:
        document: Any JSON value, as Python objects.
        path: Unescaped tokens, as `tokens` and `reference_tokens` give them.

    Raises:
        LookupError: A token names no member, or stands below a value that has none.
    """
    for token in path:
        if isinstance(document, Mapping):
            document = document[token]
        elif isinstance(document, list | tuple) and len(token) <= _INDEX_DIGITS and _INDEX.fullmatch(token):
            document = document[int(token)]
        else:
            raise LookupError(token)
    return document
