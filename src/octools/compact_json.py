"""One value as JSON on one line, cut where it grows too long, whatever the value is."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from octools.json_pieces import json_pieces
from octools.quoting import number_text, quote
from octools.surrogates import escape_surrogates

_CUT: Final = "..."


def compact_json(value: Any, limit: int) -> str:
    """Return a value as JSON without blanks, non-ASCII characters as they are.

    Numbers read as ECMAScript writes them, and lone surrogates are escaped, so that every language writes the
    same text. What JSON cannot write reads as messages show it (`<Decimal>`).

    Args:
        value: Anything; no more of it is looked at than is shown, which also ends one that contains itself.
        limit: Most code points of the text; a longer one is cut there and ends in `...`.
    """
    pieces: list[str] = []
    size = 0
    for piece in json_pieces(value, scalar=partial(_scalar, limit=limit), key=partial(_key, limit=limit)):
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            return "".join(pieces)[:limit] + _CUT
    return "".join(pieces)


def _key(key: Any, limit: int) -> str:
    return _string(key, limit) if isinstance(key, str) else quote(key)


def _scalar(value: Any, limit: int) -> str:
    if isinstance(value, str):
        return _string(value, limit)
    return number_text(value) if isinstance(value, float) else quote(value)


def _string(value: str, limit: int) -> str:
    return escape_surrogates(json.dumps(value[: limit + 1], ensure_ascii=False))
