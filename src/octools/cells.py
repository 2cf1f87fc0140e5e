"""Which cells fit a column of each kind."""

from __future__ import annotations

import math
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from octools.ip_addresses import BLOCK_PATTERN, IP_PATTERN, is_ip, is_ip_block
from octools_contract.constants import BIG_INTEGER_RE, MAX_SAFE_INTEGER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from octools_contract.vocabularies import ColumnKind

__all__ = ["FITS", "MAX_LABEL", "PATTERNS", "fits", "is_safe_integer"]

MAX_LABEL: Final = 63
"""Most characters of a label of a host name."""

_MAX_NAME: Final = 253
_LONG_LABEL: Final = re.compile(rf"[^.]{{{MAX_LABEL + 1}}}")
_NAME: Final = re.compile(r"[A-Za-z0-9]++(?:(?:-++|\.)[A-Za-z0-9]++)*+\.?")
# Days that exist: up to 28 in each month, 29 and 30 in all but February, 31 in the long months, 29 February
# in leap years (divisible by 4, and by 400 where by 100).
_LEAP_YEAR: Final = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DAY: Final = (
    "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    "|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    f"|{_LEAP_YEAR}-02-29)"
)
_CLOCK: Final = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_TIMESTAMP: Final = rf"{_DAY}[Tt]{_CLOCK}:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|[+-]{_CLOCK})"
_PAIR: Final = "[0-9A-Fa-f][0-9A-Fa-f]"
_MAC: Final = re.compile(
    "|".join(f"{_PAIR}(?:{mark}{_PAIR}){{5}}(?:(?:{mark}{_PAIR}){{2}})?" for mark in ":-")
)

PATTERNS: Final[Mapping[ColumnKind, str]] = MappingProxyType(
    {
        "timestamp": _TIMESTAMP,
        "ip": IP_PATTERN,
        "ip_block": BLOCK_PATTERN,
        "big_integer": BIG_INTEGER_RE.pattern.removeprefix("^").removesuffix("$"),
    }
)
"""Patterns of kinds: a string that matches as a whole fits. As `ip` and `ip_block`, others may fit too."""

_TIMESTAMP_RE: Final = re.compile(_TIMESTAMP)


def fits(kind: ColumnKind, cell: Any) -> bool:
    """Return whether a cell fits a column of a kind; None fits every kind.

    octools descriptor specification, "validate_tabular".
    """
    return cell is None or FITS[kind](cell)


def is_safe_integer(cell: Any) -> bool:
    """Return whether a cell is an integer that every JSON reader keeps exact; a boolean is none."""
    return isinstance(cell, int) and not isinstance(cell, bool) and abs(cell) <= MAX_SAFE_INTEGER


def _is_name(cell: Any) -> bool:
    return (
        isinstance(cell, str)
        and _NAME.fullmatch(cell) is not None
        and len(cell) - cell.endswith(".") <= _MAX_NAME
        and _LONG_LABEL.search(cell) is None
    )


def _is_number(cell: Any) -> bool:
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and not isinstance(cell, bool)


def _is_big_integer(cell: Any) -> bool:
    if isinstance(cell, str):
        return BIG_INTEGER_RE.fullmatch(cell) is not None
    return isinstance(cell, int) and not isinstance(cell, bool)


def _is_timestamp(cell: Any) -> bool:
    return isinstance(cell, str) and _TIMESTAMP_RE.fullmatch(cell) is not None


def _is_mac(cell: Any) -> bool:
    return isinstance(cell, str) and _MAC.fullmatch(cell) is not None


FITS: Final[Mapping[ColumnKind, Callable[[Any], bool]]] = MappingProxyType(
    {
        "text": lambda cell: isinstance(cell, str),
        "number": _is_number,
        "integer": is_safe_integer,
        "boolean": lambda cell: isinstance(cell, bool),
        "timestamp": _is_timestamp,
        "ip": lambda cell: isinstance(cell, str) and is_ip(cell),
        "fqdn": _is_name,
        "mac": _is_mac,
        "ip_block": lambda cell: isinstance(cell, str) and is_ip_block(cell),
        "big_integer": _is_big_integer,
    }
)
"""The exact test of each kind, for a cell that is not None."""
