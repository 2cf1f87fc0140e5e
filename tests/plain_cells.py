"""The kinds of cells as anyone would write them from the specification, to compare the fast checks with."""

from __future__ import annotations

import datetime as dt
import ipaddress
import math
import re
from collections.abc import Callable
from typing import Any

DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
    r"([Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)
LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?")
PAIRS = re.compile(r"[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(\1[0-9A-Fa-f]{2})*")


def integer(cell: Any) -> bool:
    return isinstance(cell, int) and not isinstance(cell, bool)


def parses(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True


def timestamp(text: str) -> bool:
    match = DATE_TIME.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second = (int(group) for group in match.groups()[:6])
    # The calendar repeats after 400 years, and the standard library has no year 0.
    if not parses(lambda _: dt.date(year or 400, month, day), text):
        return False
    ahead, minutes = (int(group or 0) for group in match.groups()[8:])
    return hour < 24 and minute < 60 and second <= 60 and ahead < 24 and minutes < 60


def address(text: str) -> bool:
    return parses(ipaddress.ip_address, text)


def block(text: str) -> bool:
    if address(text) or parses(lambda each: ipaddress.ip_network(each, strict=False), text):
        return True
    first, dash, last = text.partition("-")
    if not dash or not address(first) or not address(last):
        return False
    low, high = ipaddress.ip_address(first), ipaddress.ip_address(last)
    return low.version == high.version and int(low) <= int(high)


def name(text: str) -> bool:
    bare = text.removesuffix(".")
    return len(bare) <= 253 and all(
        len(label) <= 63 and LABEL.fullmatch(label) is not None for label in bare.split(".")
    )


def hardware(text: str) -> bool:
    return len(text) in {17, 23} and PAIRS.fullmatch(text) is not None


def of_text(test: Callable[[str], bool]) -> Callable[[Any], bool]:
    return lambda cell: isinstance(cell, str) and test(cell)


FITS: dict[str, Callable[[Any], bool]] = {
    "text": lambda cell: isinstance(cell, str),
    "number": lambda cell: integer(cell) or (isinstance(cell, float) and math.isfinite(cell)),
    "integer": lambda cell: integer(cell) and -(2**53) < cell < 2**53,
    "boolean": lambda cell: cell is True or cell is False,
    "timestamp": of_text(timestamp),
    "ip": of_text(address),
    "fqdn": of_text(name),
    "mac": of_text(hardware),
    "ip_block": of_text(block),
    "big_integer": lambda cell: (
        integer(cell) or (isinstance(cell, str) and re.fullmatch("-?(0|[1-9][0-9]*)", cell) is not None)
    ),
}
