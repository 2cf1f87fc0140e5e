"""Judging a whole column at once: only cells that are not plainly good get the exact test of their kind."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from octools.cells import FITS, MAX_LABEL, PATTERNS
from octools_contract.constants import MAX_SAFE_INTEGER

if TYPE_CHECKING:
    from octools_contract.vocabularies import ColumnKind

__all__ = ["column_misfits", "misfits"]

# How many strings are judged together: enough to make the overhead vanish, few enough that a bad cell sends
# only its neighbours to the exact test, and that the joined text stays in the processor's cache.
_CHUNK: Final = 1024


def misfits(kind: ColumnKind, rows: Sequence[Sequence[Any]], place: int) -> list[int]:
    """Return the indexes of the rows whose cell does not fit a kind; see `column_misfits`."""
    return column_misfits(kind, [row[place] for row in rows])


def column_misfits(kind: ColumnKind, column: list[Any]) -> list[int]:
    """Return the indexes of the cells that do not fit a kind.

    The result is that of the exact test on each cell; None fits every kind.

    Args:
        kind: The column's kind.
        column: Its cells.
    """
    fits = FITS[kind]
    suspects = _SUSPECTS[kind](column)
    return [index for index in suspects if (cell := column[index]) is not None and not fits(cell)]


def _suspect_text(column: list[Any]) -> list[int]:
    return _of_other_types(column, _TEXTS)


def _suspect_booleans(column: list[Any]) -> list[int]:
    return _of_other_types(column, _BOOLEANS)


def _of_other_types(column: list[Any], types: frozenset[type]) -> list[int]:
    if set(map(type, column)) <= types:
        return []
    return [index for index, cell in enumerate(column) if type(cell) not in types]


def _suspect_integers(column: list[Any]) -> list[int]:
    low, high = -MAX_SAFE_INTEGER, MAX_SAFE_INTEGER
    return [index for index, cell in enumerate(column) if not (type(cell) is int and low <= cell <= high)]


def _suspect_numbers(column: list[Any]) -> list[int]:
    # The sum is not finite when one of the floats is not; it may overflow though all are.
    if set(map(type, column)) <= _NUMBERS and isfinite(sum([cell for cell in column if type(cell) is float])):
        return []
    # A float minus itself is zero, unless it is infinite or no number.
    return [
        index
        for index, cell in enumerate(column)
        if not (type(cell) is int or (type(cell) is float and cell - cell == 0))
    ]


def _suspect_strings(
    column: list[Any],
    *,
    fit_together: Callable[[list[str]], bool],
    plain: type = str,
    is_simple: Callable[[str], bool] | None = None,
) -> list[int]:
    """Return all of each chunk with a string that is not plainly good, and every cell of a foreign type.

    Args:
        column: The cells.
        fit_together: Tells whether strings fit, all of them; False may also mean that it cannot tell.
        plain: Another type whose cells all fit.
        is_simple: Tells which strings may be judged together; the others get the exact test.
    """
    known = {str, plain, type(None)}
    if is_simple is None and set(map(type, column)) <= known:
        strings = [cell for cell in column if type(cell) is str]
        chunks = (strings[start : start + _CHUNK] for start in range(0, len(strings), _CHUNK))
        if all(map(fit_together, chunks)):
            return []
    suspects: list[int] = []
    for start in range(0, len(column), _CHUNK):
        chunk = column[start : start + _CHUNK]
        strings = [cell for cell in chunk if type(cell) is str]
        simple = strings if is_simple is None else list(filter(is_simple, strings))
        if (simple and not fit_together(simple)) or not set(map(type, chunk)) <= known:
            suspects += range(start, start + len(chunk))
        elif is_simple is not None and len(simple) < len(strings):
            suspects += [
                index for index, cell in enumerate(chunk, start) if type(cell) is str and not is_simple(cell)
            ]
    return suspects


def _match_together(kind: ColumnKind, strings: list[str]) -> bool:
    """Match all strings at once against the pattern of their kind."""
    text = "\n".join([*strings, ""])
    # A line break inside a cell would make one cell look like two.
    return _joined(kind).fullmatch(text) is not None and text.count("\n") == len(strings)


@cache
def _joined(kind: ColumnKind) -> re.Pattern[str]:
    """Return the pattern of any number of good strings, each with a line break behind it.

    Nothing in it gives back what it has matched: the time stays linear, whatever the strings.
    """
    return re.compile(f"(?:(?>{PATTERNS[kind]})\n)*+")


def _are_macs(strings: list[str]) -> bool:
    """Compare the shapes of all strings, hex digits made alike, with the shapes of a hardware address."""
    try:
        text = "\n".join(strings).encode("ascii")
    except UnicodeEncodeError:
        return False
    shapes = text.translate(_HEX_ALIKE).split(b"\n")
    return len(shapes) == len(strings) and _MAC_SHAPES.issuperset(shapes)


def _are_names(strings: list[str]) -> bool:
    """Look for what a host name of at most 63 characters may not hold; its labels cannot be too long."""
    try:
        text = "\n".join(["", *strings, ""]).encode("ascii")
    except UnicodeEncodeError:
        return False
    if text.count(b"\n") != len(strings) + 1 or text.translate(None, _NAME_BYTES):
        return False
    return not any(pair in text for pair in _NOT_IN_NAMES)


def _has_no_dash(text: str) -> bool:
    return "-" not in text


def _fits_a_label(text: str) -> bool:
    return len(text) <= MAX_LABEL


# Every hex digit becomes a zero; a zero that stands for another byte cannot arise.
_HEX_ALIKE: Final = bytes.maketrans(b"123456789abcdefABCDEF", b"0" * 21)
_MAC_SHAPES: Final = frozenset(mark.join([b"00"] * pairs) for mark in (b":", b"-") for pairs in (6, 8))
_NAME_BYTES: Final = string.ascii_letters.encode() + string.digits.encode() + b".-\n"
_NOT_IN_NAMES: Final = (b"\n\n", b"\n.", b"\n-", b"-\n", b"..", b".-", b"-.")

_TEXTS: Final[frozenset[type]] = frozenset({str, type(None)})
_BOOLEANS: Final[frozenset[type]] = frozenset({bool, type(None)})
_NUMBERS: Final[frozenset[type]] = frozenset({int, float, type(None)})

_Suspects = Callable[[list[Any]], list[int]]


def _strings(fit_together: Callable[[list[str]], bool], **options: Any) -> _Suspects:
    return partial(_suspect_strings, fit_together=fit_together, **options)


def _matching(kind: ColumnKind, **options: Any) -> _Suspects:
    return _strings(partial(_match_together, kind), **options)


_SUSPECTS: Final[Mapping[ColumnKind, _Suspects]] = MappingProxyType(
    {
        "text": _suspect_text,
        "number": _suspect_numbers,
        "integer": _suspect_integers,
        "boolean": _suspect_booleans,
        "timestamp": _matching("timestamp"),
        "ip": _matching("ip"),
        "fqdn": _strings(_are_names, is_simple=_fits_a_label),
        "mac": _strings(_are_macs),
        # The two ends of a range have an order, which no pattern knows.
        "ip_block": _matching("ip_block", is_simple=_has_no_dash),
        "big_integer": _matching("big_integer", plain=int),
    }
)
