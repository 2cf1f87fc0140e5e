"""Markdown text for cells, tables and links: what the builders of the reference pages are written with."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from octools_codegen.typescript_text import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["anchor", "code", "prose", "table"]

# What would begin markup in running text. A word in backquotes stays as the author wrote it.
_MARKUP: Final = re.compile(r"(`[^`]*`)|([\\<>*\[\]|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")
_NOT_IN_ANCHOR: Final = re.compile(r"[^a-z0-9 _-]")


def prose(text: str) -> str:
    """Return a sentence for running text or a cell: one line, markup escaped, words in backquotes kept."""

    def escaped(match: re.Match[str]) -> str:
        quoted: str | None = match[1]
        return quoted.replace("|", "\\|") if quoted is not None else f"\\{match[2]}"

    return _MARKUP.sub(escaped, " ".join(text.split()))


def code(value: Any) -> str:
    """Return a value as inline code, safe in a table cell: printable texts as they are, all else as JSON."""
    plain = isinstance(value, str) and not UNSEEN.search(value)
    text = value if plain else json.dumps(value)
    text = text.replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def anchor(heading: str) -> str:
    """Return the fragment that a heading is reached by, as GitHub makes it."""
    return _NOT_IN_ANCHOR.sub("", heading.lower()).replace(" ", "-")


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table without a line break at its end; the cells are Markdown already."""
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
