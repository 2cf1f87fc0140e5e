"""The rows of a table: every cell a JSON scalar, judged by types in bulk instead of cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, InitErrorDetails, core_schema

from octools.envelopes.problems import MAX_PROBLEMS, more_problems, problem, quote, raise_problems, rule_error
from octools.envelopes.reading import owned_of
from octools.scalars import SCALARS, plain_scalar
from octools_contract.envelopes import Cell

__all__ = ["CheckedRows", "checked_rows", "keep_floats", "width_problems"]

_ARRAYS: Final = frozenset({list, tuple})


class CheckedRows:
    """Annotation of `rows`: our check in place of pydantic's, which tries each type of a cell in turn."""

    @staticmethod
    def __get_pydantic_core_schema__(_source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validate with one call for the whole table; pydantic infers how to write what comes out."""
        return core_schema.with_info_plain_validator_function(_validate)

    @staticmethod
    def __get_pydantic_json_schema__(_schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Leave the schema to the envelope, which takes it from the contract."""
        return {}


def checked_rows(value: Any, *, owned: bool = False) -> list[list[Cell]]:
    """Return the rows of a table as lists of plain scalars.

    Args:
        value: A list or tuple of rows, each a list or tuple of cells.
        owned: Keep the lists instead of copying them.

    Raises:
        ValidationError: Rows, a row or a cell has the wrong type; the first ten are listed, the rest counted.
    """
    if not isinstance(value, list | tuple):
        raise rule_error("wrong_json_type", value=quote(value), expected="an array of rows")
    kinds = set(map(type, value))
    if not kinds <= _ARRAYS:
        _refuse_rows(value)
    kept = owned and type(value) is list and kinds <= {list}
    rows: list[list[Any]] = value if kept else list(map(list, value))  # type: ignore[assignment]
    if not set(map(type, chain.from_iterable(rows))) <= SCALARS:
        _make_plain(rows)
    return rows


def width_problems(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[InitErrorDetails]:
    """Yield the rows that have another number of cells than there are columns."""
    width = len(columns)
    if set(map(len, rows)) <= {width}:
        return
    bad = [index for index, row in enumerate(rows) if len(row) != width]
    for index in bad[:MAX_PROBLEMS]:
        row = rows[index]
        yield problem("row_width", ("rows", index), row, row=index, length=len(row), columns=width)
    yield from more_problems(len(bad) - MAX_PROBLEMS)


def keep_floats(rows: Sequence[Sequence[Cell]], dumped: Any) -> None:
    """Put floats that are not finite back into dumped rows, in place.

    Pydantic infers how to write cells, which is what makes a dump fast, and infers None for such floats.

    Args:
        rows: The rows of the table.
        dumped: The rows of a dump in a Python form; anything else if the dump has other rows or none.
    """
    if not isinstance(dumped, list) or len(dumped) != len(rows):
        return
    for row, written in zip(rows, dumped, strict=True):
        if isinstance(written, list) and len(written) == len(row) and None in written:
            written[:] = [
                cell if isinstance(cell, float) else kept for cell, kept in zip(row, written, strict=True)
            ]


def _validate(value: Any, info: ValidationInfo) -> list[list[Cell]]:
    known = owned_of(info.context)
    return value if known.regular else checked_rows(value, owned=known.owned)


def _refuse_rows(value: Sequence[Any]) -> None:
    """Raise on rows that are neither lists nor tuples; classes derived from these pass."""
    bad = [index for index, row in enumerate(value) if not isinstance(row, list | tuple)]
    problems = [_wrong_row(index, value[index]) for index in bad[:MAX_PROBLEMS]]
    raise_problems(problems + more_problems(len(bad) - MAX_PROBLEMS))


def _wrong_row(index: int, row: Any) -> InitErrorDetails:
    return problem("wrong_json_type", (index,), row, value=quote(row), expected="an array of cells")


def _make_plain(rows: list[list[Any]]) -> None:
    """Turn cells of classes derived from a scalar into the scalar, in place; raise on all other cells."""
    problems: list[InitErrorDetails] = []
    count = 0
    for index, row in enumerate(rows):
        for place, cell in enumerate(row):
            if type(cell) in SCALARS:
                continue
            plain = plain_scalar(cell)
            if type(plain) in SCALARS:
                row[place] = plain
                continue
            count += 1
            if count <= MAX_PROBLEMS:
                problems.append(problem("bad_cell", (index, place), cell, value=quote(cell)))
    raise_problems(problems + more_problems(count - MAX_PROBLEMS))
