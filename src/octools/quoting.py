"""Short, safe texts for arbitrary values, to stand in messages."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import Any, Final

from octools.json_pieces import json_pieces

QUOTE_LIMIT: Final = 80

# What would move the cursor, colour a terminal, reorder or hide text, or break an encoder: control
# characters, line and paragraph separators, zero-width and direction marks, lone surrogates.
_INVISIBLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_ESCAPED: Final = re.compile(f"{_INVISIBLE.pattern}|['\\\\]")
_SHORT_ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\"}
# Integers beyond this many bits are described: their digits would be cut anyway, and writing them is not
# linear.
_WRITTEN_BITS: Final = 2048
_DIGITS_PER_BIT: Final = 0.30102999566398
# The range of exponents that ECMAScript writes without an `e`, so that both languages print the same number.
_PLAIN_LOW: Final = -6
_PLAIN_HIGH: Final = 21

_type_name: Final = type.__dict__["__name__"].__get__


def visible(text: str) -> str:
    """Return the text with control characters, direction marks and lone surrogates written as escapes."""
    return _INVISIBLE.sub(_escape, text)


def quote(value: Any, limit: int = QUOTE_LIMIT) -> str:
    r"""Show any value in one short line, for use in a message.

    JSON values read nearly as JSON, with strings in single quotes: `'n/a'`, `[1, true, null]`, `{'a': 0.5}`.
    Any other value shows its type alone (`<Decimal>`), since the `repr` of a foreign object may be slow, huge
    or raise. Control characters and lone surrogates are escaped (`\n`, `\u001b`). A text that would be longer
    ends in `…`.

    Args:
        value: Anything. Only as much of it as is shown is looked at.
        limit: Most characters (code points) of the result, at least 1.

    Returns:
        The text. Never raises, whatever the value.
    """
    scalar = partial(_scalar, limit=limit)
    pieces: list[str] = []
    size = 0
    for piece in json_pieces(value, scalar=scalar, key=scalar, blank=" "):
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            return "".join(pieces)[: limit - 1] + "…"
    return "".join(pieces)


def _scalar(value: Any, limit: int) -> str:
    kind = type(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if issubclass(kind, str):
        return _text(value, limit)
    if issubclass(kind, int):
        return _integer(value)
    if issubclass(kind, float):
        return number_text(value)
    return f"<{visible(_type_name(kind)[:limit])}>"


def _text(value: str, limit: int) -> str:
    shown = str.__getitem__(value, slice(limit + 1))
    return f"'{_ESCAPED.sub(_escape, shown)}'"


def _integer(value: int) -> str:
    bits = int.bit_length(value)
    if bits > _WRITTEN_BITS:
        return f"<integer of about {int(bits * _DIGITS_PER_BIT) + 1} digits>"
    return int.__repr__(value)


def number_text(value: float) -> str:
    """Write a float as ECMAScript writes it, so that both packages print the same text (`1`, `1e+21`)."""
    if math.isnan(value):
        return "NaN"
    sign = "-" if value < 0 else ""
    if math.isinf(value):
        return f"{sign}Infinity"
    mantissa, _, exponent = float.__repr__(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    return sign + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """Write significant digits whose decimal point stands after the first `point` of them."""
    count = len(digits)
    if count <= point <= _PLAIN_HIGH:
        return digits + "0" * (point - count)
    if 0 < point <= _PLAIN_HIGH:
        return f"{digits[:point]}.{digits[point:]}"
    if _PLAIN_LOW < point <= 0:
        return f"0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{rest}e{point - 1:+d}"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"
