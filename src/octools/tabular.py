"""Whether the cells of a table fit the kinds that its columns declare."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

from octools.columns import column_misfits, misfits
from octools.findings import finding, quote
from octools_contract.vocabularies import COLUMN_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from octools.envelopes.tabular import TabularEnvelope
    from octools.findings import Finding

__all__ = ["validate_tabular"]


def validate_tabular(envelope: TabularEnvelope) -> list[Finding]:
    """Check every cell of a table against the kind of its column.

    Opt-in: nothing calls it while an envelope is read, so that one bad cell never rejects a whole result. A
    producer asserts in its tests that its own tables give `[]`.

    Args:
        envelope: The table; one whose fields were changed after construction is judged as it stands.

    Returns:
        At most one finding a column, in column order: rule `cell_kind`, the path of the first bad cell
        (`/rows/3/2`), a message with the column, its kind, the first bad value and how many cells do not fit.
        None always fits. A table without `column_kinds` gives `[]`. octools descriptor specification,
        "validate_tabular".
    """
    kinds = envelope.column_kinds or ()
    return [found for place, kind in enumerate(kinds) for found in _judge_column(envelope, place, kind)]


def _judge_column(envelope: TabularEnvelope, place: int, kind: Any) -> Iterator[Finding]:
    columns: Sequence[Any] = envelope.columns
    name = quote(columns[place] if place < len(columns) else place)
    if kind not in COLUMN_KINDS:
        yield finding(
            "cell_kind",
            variant="unknown_kind",
            path=f"/column_kinds/{place}",
            column=name,
            value=quote(kind),
            allowed=", ".join(COLUMN_KINDS),
        )
        return
    rows: Sequence[Any] = envelope.rows
    ragged: set[int] = set()
    try:
        bad = column_misfits(kind, list(map(list.__getitem__, rows, repeat(place))))
    except (IndexError, TypeError):  # a row is no list or too short, as only a changed envelope has it
        ragged = _rows_without(rows, place)
        kept = [index for index in range(len(rows)) if index not in ragged]
        odd = misfits(kind, [rows[index] for index in kept], place)
        bad = sorted({kept[index] for index in odd} | ragged)
    if not bad:
        return
    row = bad[0]
    missing = row in ragged
    yield finding(
        "cell_kind",
        variant="missing" if missing else "default",
        path=f"/rows/{row}" if missing else f"/rows/{row}/{place}",
        column=name,
        kind=str(kind),
        bad=len(bad),
        count=len(rows),
        row=row,
        value="" if missing else quote(rows[row][place]),
    )


def _rows_without(rows: Sequence[Any], place: int) -> set[int]:
    """Return the indexes of the rows that are no list or too short for a cell at the place."""
    return {index for index, row in enumerate(rows) if not isinstance(row, list | tuple) or len(row) <= place}
