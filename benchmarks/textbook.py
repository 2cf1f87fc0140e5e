"""Straightforward code with the same results as ours, as anyone would write it first; tests compare both."""

from __future__ import annotations

import datetime as dt
import ipaddress
import math
import re
from typing import TYPE_CHECKING, Any

from octools.findings import Finding, finding, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pydantic import BaseModel

    from octools import TabularEnvelope

EXACT = 2**53 - 1
DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)
LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
HEX_PAIRS = re.compile(
    r"[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?:(?:\1[0-9A-Fa-f]{2}){2})?"
)
DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)")


def is_integer(cell: Any) -> bool:
    """Whether JSON would call it an integer: a Python bool is none."""
    return isinstance(cell, int) and not isinstance(cell, bool)


def is_timestamp(cell: Any) -> bool:
    """Whether it is an RFC 3339 date-time of a day that exists; a leap second is a time."""
    match = DATE_TIME.fullmatch(cell) if isinstance(cell, str) else None
    if match is None:
        return False
    year, month, day, hour, minute, second = (int(group) for group in match.groups()[:6])
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    if hour > 23 or minute > 59 or second > 60:
        return False
    return match[7] is None or (int(match[7]) <= 23 and int(match[8]) <= 59)


def is_ip(cell: Any) -> bool:
    """Whether the standard library takes it for an address."""
    if not isinstance(cell, str):
        return False
    try:
        ipaddress.ip_address(cell)
    except ValueError:
        return False
    return True


def is_fqdn(cell: Any) -> bool:
    """Whether it is labels joined by dots, 253 characters at most without the trailing dot."""
    if not isinstance(cell, str):
        return False
    name = cell.removesuffix(".")
    return len(name) <= 253 and all(LABEL.fullmatch(label) for label in name.split("."))


def is_mac(cell: Any) -> bool:
    """Whether it is six or eight hex pairs, joined consistently."""
    return isinstance(cell, str) and HEX_PAIRS.fullmatch(cell) is not None


def is_ip_block(cell: Any) -> bool:
    """Whether it is an address, a prefix, or a range within one family."""
    if not isinstance(cell, str):
        return False
    try:
        ipaddress.ip_network(cell, strict=False)
    except ValueError:
        pass
    else:
        return True
    if is_ip(cell):
        return True
    first, dash, last = cell.partition("-")
    if not dash:
        return False
    try:
        ends = ipaddress.ip_address(first), ipaddress.ip_address(last)
    except ValueError:
        return False
    return ends[0].version == ends[1].version and int(ends[0]) <= int(ends[1])


PREDICATES: dict[str, Callable[[Any], bool]] = {
    "text": lambda cell: isinstance(cell, str),
    "number": lambda cell: is_integer(cell) or (isinstance(cell, float) and math.isfinite(cell)),
    "integer": lambda cell: is_integer(cell) and abs(cell) <= EXACT,
    "boolean": lambda cell: isinstance(cell, bool),
    "timestamp": is_timestamp,
    "ip": is_ip,
    "fqdn": is_fqdn,
    "mac": is_mac,
    "ip_block": is_ip_block,
    "big_integer": lambda cell: (
        is_integer(cell) or (isinstance(cell, str) and DECIMAL.fullmatch(cell) is not None)
    ),
}


def validate_tabular(table: TabularEnvelope) -> list[Finding]:
    """One finding a column with cells that do not fit: a predicate call a cell in a loop over the rows."""
    findings = []
    for place, kind in enumerate(table.column_kinds or ()):
        fits = PREDICATES[kind]
        count = 0
        first: tuple[int, Any] | None = None
        for index, row in enumerate(table.rows):
            cell = row[place]
            if cell is not None and not fits(cell):
                count += 1
                if first is None:
                    first = index, cell
        if first is not None:
            findings.append(cell_finding(table, place, kind, count, *first))
    return findings


def cell_finding(table: TabularEnvelope, place: int, kind: str, bad: int, row: int, value: Any) -> Finding:
    """The finding for one column."""
    return finding(
        "cell_kind",
        path=f"/rows/{row}/{place}",
        column=quote(table.columns[place]),
        kind=kind,
        bad=bad,
        count=len(table.rows),
        row=row,
        value=quote(value),
    )


def walk(schema: Any) -> int:
    """Counts the schemas below and with this one, by plain recursion."""
    if not isinstance(schema, dict):
        return 1
    count = 1
    for keyword, value in schema.items():
        if keyword in {"properties", "$defs"}:
            for member in value.values():
                count += walk(member)
        elif keyword in {"anyOf", "allOf"}:
            for member in value:
                count += walk(member)
        elif keyword == "items":
            count += walk(value)
    return count


def dump_models(items: Iterable[BaseModel]) -> list[dict[str, Any]]:
    """The items as plain data, one dump each."""
    return [item.model_dump(mode="json") for item in items]
