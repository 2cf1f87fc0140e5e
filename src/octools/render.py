"""Listings of a provider's tools as text, in four styles.

All widths count code points, so that every language prints the same bytes.
"""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from octools.findings import error, quote
from octools.markdown import render_markdown_table, yes_or_no
from octools.summaries import ToolSummary, summarize_provider
from octools.terminal import one_line, printable
from octools_contract.constants import LISTING_WIDTH
from octools_contract.vocabularies import LISTING_STYLES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from octools.providers import ToolProvider
    from octools_contract.vocabularies import Access, ListingStyle

_GAP: Final = "  "
_MARKDOWN_COLUMNS: Final = ("name", "access", "mode", "result_kind", "pages", "deprecated", "summary")
_INPUT_COLUMNS: Final = ("name", "type", "required", "description")


def render_listing(
    provider: ToolProvider,
    *,
    style: ListingStyle = "table",
    access: Access | None = None,
    pretty: bool = True,
) -> str:
    """Return a provider's listing as text that ends in one newline.

    Args:
        provider: Object or module with an `all_tools` function; it is called once.
        style: `table` (a line a tool), `md` (a Markdown table), `txt` (a block a tool, with its inputs) or
            `json` (the rows, ASCII alone).
        access: Keep the tools with this access only.
        pretty: Indent `json` by two; without it, `json` is one line without blanks.

    Returns:
        The text. Of an empty listing, `table` and `txt` give an empty string, `md` header and divider, `json`
        an empty array.

    Raises:
        OCToolError: The style or the access is unknown, or the listing holds something that is not an
            `OCTool`. A `ValueError`.
    """
    render = next((render for name, render in _STYLES.items() if name == style), None)
    if render is None:
        raise error("listing_style", value=quote(style), allowed=", ".join(LISTING_STYLES))
    return render(summarize_provider(provider, access=access), pretty)


def _table(tools: Sequence[ToolSummary], _pretty: bool) -> str:
    rows = [
        [one_line(text) for text in (tool.name, tool.access, _mode(tool), tool.summary)] for tool in tools
    ]
    return "".join(
        f"{line}{_deprecation_mark(tool)}\n" for line, tool in zip(_aligned(rows), tools, strict=True)
    )


def _markdown(tools: Sequence[ToolSummary], _pretty: bool) -> str:
    rows = [{**tool.as_row(), "mode": _mode(tool)} for tool in tools]
    return render_markdown_table(rows, _MARKDOWN_COLUMNS)


def _text(tools: Sequence[ToolSummary], _pretty: bool) -> str:
    return "\n".join("".join(f"{line.rstrip(' ')}\n" for line in _block(tool)) for tool in tools)


def _json(tools: Sequence[ToolSummary], pretty: bool) -> str:
    rows = [tool.as_row() for tool in tools]
    text = json.dumps(rows, indent=2) if pretty else json.dumps(rows, separators=(",", ":"))
    return f"{text}\n"


_STYLES: Final[Mapping[ListingStyle, Callable[[Sequence[ToolSummary], bool], str]]] = MappingProxyType(
    {"table": _table, "md": _markdown, "txt": _text, "json": _json}
)


def _mode(tool: ToolSummary) -> str:
    if tool.destructive:
        return "destructive"
    return "read" if tool.read_only else "write"


def _deprecation_mark(tool: ToolSummary) -> str:
    if not tool.deprecated:
        return ""
    return f" [deprecated; use {one_line(tool.alias_of)}]" if tool.alias_of else " [deprecated]"


def _block(tool: ToolSummary) -> list[str]:
    heading = tool.name if tool.title is None else f"{tool.name} - {tool.title}"
    place = (f"access: {tool.access}", f"target: {tool.target or '-'}", f"result: {tool.result_kind}")
    lines = [
        one_line(heading),
        *_wrapped(tool.description),
        _GAP + one_line(_GAP.join(place)),
        f"{_GAP}hints: {', '.join(_hints(tool))}",
    ]
    if tool.deprecated:
        use = f"use {one_line(tool.alias_of)}" if tool.alias_of else "yes"
        lines.append(f"{_GAP}deprecated: {use}")
    return [*lines, *_inputs(tool)]


def _hints(tool: ToolSummary) -> list[str]:
    flags = {"destructive": tool.destructive, "idempotent": tool.idempotent, "pages": tool.pages}
    return ["read-only" if tool.read_only else "writes", *(name for name, is_set in flags.items() if is_set)]


def _inputs(tool: ToolSummary) -> list[str]:
    if not tool.inputs:
        return [f"{_GAP}inputs: none"]
    rows = [
        [one_line(item.name), one_line(item.type), yes_or_no(item.required), one_line(item.description or "")]
        for item in tool.inputs
    ]
    return [f"{_GAP}inputs:", *(f"{_GAP}{_GAP}{line}" for line in _aligned([list(_INPUT_COLUMNS), *rows]))]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Pad every column but the last to its widest cell, two blanks apart; no line ends in blanks."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(" ")
        for row in rows
    ]


def _wrapped(text: str) -> list[str]:
    """Break a text at white space into indented lines; a word that is longer than a line stays whole."""
    lines: list[list[str]] = []
    size = LISTING_WIDTH
    for word in map(printable, text.split()):
        size += 1 + len(word)
        if size > LISTING_WIDTH or not lines:
            lines.append([])
            size = len(_GAP) + len(word)
        lines[-1].append(word)
    return [_GAP + " ".join(words) for words in lines]
