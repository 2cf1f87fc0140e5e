"""Rows as a Markdown table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from octools.compact_json import compact_json
from octools.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NARROWEST: Final = 3
# Values other than texts are cut only where no table could show them.
_VALUE_LIMIT: Final = 4096


def render_markdown_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Return rows as a GitHub-flavoured Markdown table.

    Booleans read `yes` and `no`, null and a missing key are empty, any other value that is no text reads as
    compact JSON. A `|` is escaped, a line break becomes a blank, and other control characters are made
    visible. Columns are padded by code points to at least three.

    Args:
        rows: Mappings from column name to value; other keys are left out.
        columns: The columns in order; their names are the headers as they are.

    Returns:
        Header, divider and a line a row, each ending in a newline.
    """
    cells = [
        [_escaped(name) for name in columns],
        *([_cell(row.get(name)) for name in columns] for row in rows),
    ]
    widths = [max(_NARROWEST, *map(len, column)) for column in zip(*cells, strict=True)]
    divider = ["-" * width for width in widths]
    return "".join(_line(line, widths) for line in (cells[0], divider, *cells[1:]))


def yes_or_no(value: bool) -> str:
    """Return how a listing writes a boolean."""
    return "yes" if value else "no"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return yes_or_no(value)
    return _escaped(value if isinstance(value, str) else compact_json(value, _VALUE_LIMIT))


def _escaped(text: str) -> str:
    return one_line(text).replace("|", "\\|")


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {padded} |\n"
