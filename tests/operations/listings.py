"""Summaries and listings."""

from __future__ import annotations

import octools
from tests.operations.inputs import Json, Listed, Operation, options, tool


def _rows(given: Json) -> list[Json]:
    summaries = octools.summarize_provider(Listed(given["provider"]), **options(given, "access"))
    return [each.as_row() for each in summaries]


OPERATIONS: dict[str, Operation] = {
    "summarize_tool": lambda given: octools.summarize_tool(tool(given["tool"])).as_row(),
    "summarize_provider": _rows,
    "render_listing": lambda given: octools.render_listing(
        Listed(given["provider"]), **options(given, "style", "access", "pretty")
    ),
    "render_markdown_table": lambda given: octools.render_markdown_table(given["rows"], given["columns"]),
}
