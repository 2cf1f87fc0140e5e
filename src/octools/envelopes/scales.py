"""Scales stand on numeric columns only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic_core import InitErrorDetails

from octools.envelopes.problems import MAX_PROBLEMS, more_problems, problem, quote
from octools_contract.constants import SCALED_COLUMN_KINDS
from octools_contract.vocabularies import ColumnKind, ColumnScale

__all__ = ["scale_problems", "without_stray_scales"]


def scale_problems(
    columns: Sequence[str], kinds: Sequence[ColumnKind] | None, scales: Sequence[ColumnScale | None]
) -> Iterator[InitErrorDetails]:
    """Yield the scales that stand on a column without a numeric kind.

    Args:
        columns: The names of the columns.
        kinds: The kind of each column, or None.
        scales: The scale of each column, or None where it has none.
    """
    kept = without_stray_scales(kinds, scales)
    stray = [index for index, scale in enumerate(scales) if scale is not kept[index]]
    for index in stray[:MAX_PROBLEMS]:
        yield _stray(columns[index], None if kinds is None else kinds[index], scales[index], index)
    yield from more_problems(len(stray) - MAX_PROBLEMS)


def _stray(column: str, kind: ColumnKind | None, scale: ColumnScale | None, index: int) -> InitErrorDetails:
    place = ("column_scales", index)
    shown = {"column": quote(column), "scale": quote(scale)}
    if kind is None:
        return problem("scale_not_numeric", place, scale, variant="no_kinds", **shown)
    return problem("scale_not_numeric", place, scale, kind=quote(kind), **shown)


def without_stray_scales(
    kinds: Sequence[ColumnKind] | None, scales: Sequence[ColumnScale | None]
) -> list[ColumnScale | None]:
    """Return the scales with those dropped that stand on a column without a numeric kind."""
    if kinds is None:
        return [None] * len(scales)
    return [scale if kind in SCALED_COLUMN_KINDS else None for kind, scale in zip(kinds, scales, strict=True)]
