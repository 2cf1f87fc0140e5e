"""RFC 6901 JSON pointers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

__all__ = ["child", "lookup", "tokens"]


def child(pointer: str, *path: str | int) -> str:
    """The pointer extended by one or more tokens."""
    escaped = (str(token).replace("~", "~0").replace("/", "~1") for token in path)
    return "".join((pointer, *("/" + token for token in escaped)))


def tokens(fragment: str) -> tuple[str, ...]:
    """The tokens of a pointer, or of a URI fragment that holds one.

    Raises:
        ValueError: the fragment is not a pointer.
    """
    pointer = unquote(fragment)
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"{fragment!r} is no JSON pointer")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])


def lookup(document: Any, fragment: str) -> Any:
    """What stands at the pointer.

    Raises:
        LookupError: nothing stands there.
        ValueError: the fragment is not a pointer.
    """
    found = document
    for token in tokens(fragment):
        if isinstance(found, Mapping) and token in found:
            found = found[token]
        elif (
            isinstance(found, Sequence)
            and not isinstance(found, str)
            and token.isdecimal()
            and int(token) < len(found)
        ):
            found = found[int(token)]
        else:
            raise LookupError(f"nothing stands at {fragment!r}")
    return found
