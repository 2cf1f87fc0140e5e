"""The envelope of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic_core import InitErrorDetails

from octools.envelopes.fallbacks import degrade_each
from octools.envelopes.hints import dropped_if_malformed
from octools.envelopes.lists import ListEnvelope
from octools.envelopes.problems import problem, quote
from octools.envelopes.reading import Reading, reading_of
from octools.envelopes.refinement import field_of
from octools.envelopes.rows import CheckedRows, keep_floats, width_problems
from octools.envelopes.scales import scale_problems, without_stray_scales
from octools.envelopes.source import SourceRef
from octools_contract import envelopes as contract
from octools_contract.envelopes import Cell

__all__ = ["TabularEnvelope"]

_PER_COLUMN = ("column_kinds", "column_scales", "column_descriptions")


class TabularEnvelope(contract.TabularEnvelope, ListEnvelope):
    """A table whose columns are known only at run time, whole or one page of it.

    Rows are lists of scalars, one cell a column. Construction checks JSON types, counts, row widths, the
    paging rules, and that scales stand on numeric columns; whether the cells fit their kinds is left to
    `validate_tabular`. A dump leaves out what is unset and validates again. `rows` takes lists or tuples and
    stores lists of its own.

    octools descriptor specification, "Result envelopes".

    Raises:
        pydantic.ValidationError: A rule is broken; the error (a `ValueError`) lists the first ten problems.
    """

    rows: Annotated[list[list[Cell]], CheckedRows] = field_of(contract.TabularEnvelope, "rows")
    source: SourceRef | None = field_of(contract.TabularEnvelope, "source")

    @field_validator("column_kinds", "column_scales", mode="before")
    @classmethod
    def _octools_fallback(cls, value: Any, info: ValidationInfo) -> Any:
        return degrade_each(str(info.field_name), value) if reading_of(info.context) is not None else value

    @field_validator("column_descriptions", "source", mode="wrap")
    @classmethod
    def _octools_hint(cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        return dropped_if_malformed(value, handler, info)

    if not TYPE_CHECKING:  # type checkers see pydantic's own signature

        def model_dump(self, **options: Any) -> dict[str, Any]:
            """Dump as pydantic does; cells that are not finite stay floats in every Python form."""
            dumped = super().model_dump(**options)
            keep_floats(self.__dict__.get("rows", ()), dumped.get("rows"))
            return dumped

    def _octools_problems(self, given: dict[str, Any], reading: Reading | None) -> Iterator[InitErrorDetails]:
        yield from self._octools_page_problems(given, len(self.rows))
        yield from table_problems(self, reading)


def table_problems(table: TabularEnvelope, reading: Reading | None) -> Iterator[InitErrorDetails]:
    """Yield what is wrong between the columns, the rows, and what is said about each column.

    While foreign data is read, descriptions of a wrong number and scales on other columns are dropped
    instead.
    """
    length = len(table.rows)
    if table.row_count != length:
        yield problem(
            "row_count_mismatch", ("row_count",), table.row_count, count=quote(table.row_count), length=length
        )
    if reading is None or not reading.regular:
        yield from width_problems(table.columns, table.rows)
    width = len(table.columns)
    if (
        reading is not None
        and table.column_descriptions is not None
        and len(table.column_descriptions) != width
    ):
        table.column_descriptions = None
    fitting = True
    for field in _PER_COLUMN:
        entries = getattr(table, field)
        if entries is not None and len(entries) != width:
            fitting = False
            yield problem(
                "column_list_length", (field,), entries, field=field, length=len(entries), columns=width
            )
    if not fitting or table.column_scales is None:
        return
    if reading is not None:
        table.column_scales = without_stray_scales(table.column_kinds, table.column_scales)
    else:
        yield from scale_problems(table.columns, table.column_kinds, table.column_scales)
