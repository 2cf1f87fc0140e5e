"""The rules that both list envelopes follow: counts, paging, and the computed `resumable`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import InitErrorDetails

from octools.envelopes.problems import problem, quote, rule_error

__all__ = ["decimal", "page_problems", "resumable_problems", "total_count"]

_ABSENT: Final = object()
# Stands for a value of another type, which no total count is.
_REFUSED: Final = -1


def total_count(value: Any, typed: Callable[[Any], int | str | None]) -> int | str | None:
    """Return a total count in its wire form: an integer up to 2^53 - 1, a decimal string above.

    A string stays as it is, whatever its value, since a producer may send a string for any.

    Args:
        value: What was given.
        typed: Returns it as the field's type, or raises ValidationError.

    Raises:
        PydanticCustomError: The value has another type, is negative, or is no decimal number.
    """
    # The patterns of the contract load with the first total: an import of the models stays cheap.
    from octools_contract.constants import DECIMAL_RE

    try:
        total = typed(value)
    except ValidationError:
        total = _REFUSED
    if (isinstance(total, str) and not DECIMAL_RE.fullmatch(total)) or (isinstance(total, int) and total < 0):
        raise rule_error("total_count_form", value=quote(value))
    return decimal(total) if isinstance(total, int) else total


def decimal(value: int) -> int | str:
    """Return an integer in its wire form: itself up to 2^53 - 1 in magnitude, else its decimal digits."""
    from octools_contract.constants import MAX_SAFE_INTEGER

    if abs(value) <= MAX_SAFE_INTEGER:
        return value
    return str(Decimal(value))  # `str` of an integer stops at 4,300 digits


def page_problems(
    *,
    truncated: bool,
    returned: int,
    total: int | str | None,
    next_cursor: str | None,
    stop_reason: str | None,
) -> Iterator[InitErrorDetails]:
    """Yield what is wrong with the paging fields of a list envelope.

    Args:
        truncated: Whether the list was cut short.
        returned: How many items the envelope holds.
        total: The size of the full result in wire form, or None.
        next_cursor: The token that continues the read, or None; an empty string is a token.
        stop_reason: Why the read stopped, or None.
    """
    if total is not None and is_below(total, returned):
        yield problem("total_count_small", ("total_count",), total, total=quote(total), count=returned)
    if truncated:
        return
    if next_cursor is not None:
        yield problem("cursor_when_complete", ("next_cursor",), next_cursor)
    if stop_reason is not None:
        yield problem("stop_reason_when_complete", ("stop_reason",), stop_reason)


def resumable_problems(given: dict[str, Any], next_cursor: str | None) -> Iterator[InitErrorDetails]:
    """Take `resumable` out of the given keys, and yield what is wrong with it."""
    value = given.pop("resumable", _ABSENT)
    if value is _ABSENT:
        return
    if not isinstance(value, bool):
        yield problem("wrong_json_type", ("resumable",), value, value=quote(value), expected="a boolean")
    elif value is not (next_cursor is not None):
        yield problem("resumable_contradicts", ("resumable",), value, value=quote(value))


def is_below(total: int | str, returned: int) -> bool:
    """Compare a total in wire form with a number of items by value; a long string is never made a number."""
    if isinstance(total, int):
        return total < returned
    digits = str(returned)
    return (len(total), total) < (len(digits), digits)
