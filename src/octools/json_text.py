"""JSON text to Python values, with one error for everything that is not JSON."""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from octools.messages import error
from octools.surrogates import first_surrogate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from octools.errors import OCToolError

__all__ = ["decode", "parse", "refuse_constants"]

_BYTE_ORDER_MARK: Final = "\ufeff"
_UTF8_MARK: Final = b"\xef\xbb\xbf"
# The parser's messages end in the place, which has a part of its own in our text.
_PLACE: Final = re.compile(
    r"(?P<reason>.*) at (?P<position>line (?P<line>\d+) column (?P<column>\d+))", re.DOTALL
)
_CONSTANTS: Final = ("NaN", "Infinity")
# What the parser says of a constant in the place of a value: of a bare one, and of one behind a minus that is
# not the sign of an exponent.
_BEFORE_CONSTANT: Final[Mapping[str, re.Pattern[bytes]]] = MappingProxyType(
    {
        "expected value": re.compile(rb".{0,2}", re.DOTALL),
        "invalid number": re.compile(rb"[^eE]?-", re.DOTALL),
    }
)
_CONSTANT_BYTES: Final = (b"NaN", b"Infinity")


def parse(data: str | bytes) -> Any:
    """Parse one JSON document.

    Args:
        data: Text, or bytes in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.

    Returns:
        The value, from `dict`, `list`, `str`, `int`, `float`, `bool` and None. Integers are exact; a number
        beyond a double is infinity.

    Raises:
        OCToolError: The bytes are no text, or the text is no JSON: it is malformed, holds `NaN` or
            `Infinity`, is nested more than 200 levels deep, or has an integer of more than 4,300 digits. The
            message says where.
    """
    text = decode(data)
    try:
        return from_json(text, allow_inf_nan=False, cache_strings="keys")
    except ValueError as problem:
        refused = _malformed(str(problem), text)
    except TypeError:  # the parser works on UTF-8: it takes a text with a lone surrogate for no text at all
        refused = _lone_surrogate(text)
    raise refused


def decode(data: str | bytes) -> str | bytes:
    """Return what a JSON parser takes: a text, or UTF-8 bytes, both without a byte order mark.

    UTF-8 is not checked here; the parser does that.

    Raises:
        OCToolError: The bytes look like UTF-16 or UTF-32, but are not.
    """
    if isinstance(data, str):
        return data.removeprefix(_BYTE_ORDER_MARK)
    encoding = json.detect_encoding(data)
    if encoding.startswith("utf-8"):
        return data.removeprefix(_UTF8_MARK)
    try:
        return data.decode(encoding).removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as problem:
        refused = error(
            "json_text", variant="encoding", reason=problem.reason, position=f"byte {problem.start}"
        )
    raise refused


def refuse_constants(text: str | bytes) -> None:
    """Refuse a text with `NaN` or `Infinity` among its values, for parsers that take them.

    Args:
        text: What `decode` returned. Where one of the words stands in it, the whole text is judged.

    Raises:
        OCToolError: As `parse` raises it.
    """
    # The words are rare, so that looking for them costs next to nothing; in a string they are allowed.
    if isinstance(text, str):
        suspect = any(word in text for word in _CONSTANTS)
    else:
        suspect = any(word in text for word in _CONSTANT_BYTES)
    if suspect:
        parse(text)


def _malformed(problem: str, text: str | bytes) -> OCToolError:
    """Return the error for a text that the parser refused with this message."""
    match = _PLACE.fullmatch(problem)
    if match is None:
        return error("json_text", reason=problem, position="an unknown place")
    reason = match["reason"]
    constant = _constant_at(text, int(match["line"]), int(match["column"]), _BEFORE_CONSTANT.get(reason))
    named = reason if constant is None else f"{constant} is no JSON value"
    return error("json_text", reason=named, position=match["position"])


def _constant_at(text: str | bytes, line: int, column: int, before: re.Pattern[bytes] | None) -> str | None:
    """Return which of the constants stands for a value at a place.

    Args:
        text: What was parsed.
        line: Line of the place, from 1.
        column: Column of the place in bytes, from 1.
        before: What the two bytes before a value match here; None where no value stands.
    """
    if before is None:
        return None
    data = text.encode() if isinstance(text, str) else text
    start = 0
    for _ in range(line - 1):
        start = data.find(b"\n", start) + 1
    start += column - 1
    if before.fullmatch(data, max(0, start - 2), start) is None:
        return None
    return next((word for word in _CONSTANTS if data.startswith(word.encode(), start)), None)


def _lone_surrogate(text: str | bytes) -> OCToolError:
    """Return the error for a text that cannot be written as UTF-8."""
    position = f"character {first_surrogate(str(text))}"
    return error("json_text", reason="a lone surrogate", position=position)
