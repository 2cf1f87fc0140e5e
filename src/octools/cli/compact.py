"""`octools compact`: a catalogue in the compact view, and what that saves and costs."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from octools.cli.catalog_input import (
    CATALOG_HELP,
    descriptor_fields,
    read_items,
    scope_option,
    source_option,
)
from octools.cli.finding_formats import counted, finding_line
from octools.cli.output import check_destination, write_output
from octools.cli.streams import say, takes_utf8
from octools.surrogates import has_surrogates
from octools.terminal import one_line
from octools_contract.constants import COMPACT_DESCRIPTION_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from octools.findings import Finding
    from octools_contract.vocabularies import ToolSource

# From this many tools on, a terminal is shown how far the work is.
_LARGE: Final = 200
_UNLIMITED: Final = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One tool in the report: its sizes as compact JSON in bytes, and what changed."""

    tool: str
    before: int
    after: int
    changes: tuple[Finding, ...]


@click.command("compact", short_help="Write a catalogue in the compact view.", epilog=CATALOG_HELP)
@click.argument("catalogue", metavar="FILE|-|SPEC")
@click.option(
    "-o", "--output", metavar="PATH|-", help="Write the catalogue to a file, or - for standard output."
)
@click.option("--report", is_flag=True, help="Show what each tool saved and what was widened.")
@click.option(
    "--output-format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="How the report is written; the catalogue is JSON.",
)
@click.option(
    "--max-description",
    type=click.IntRange(min=0),
    default=COMPACT_DESCRIPTION_LIMIT,
    show_default=True,
    help="Most characters of a tool's description; 0 for no limit.",
)
@click.option(
    "--max-property-description",
    type=click.IntRange(min=0),
    default=_UNLIMITED,
    help="Most characters of each description inside an input schema; 0, the default, for no limit.",
)
@source_option
@scope_option
def command(
    catalogue: str,
    output: str | None,
    report: bool,
    output_format: str,
    max_description: int,
    max_property_description: int,
    source: ToolSource | None,
    scope: str | None,
) -> None:
    """Write the compact view of the catalogue that FILE, standard input or SPEC gives, as JSON.

    With --report, the report takes its place on standard output; give -o to have both.
    """
    destination = check_destination(output)
    items = [descriptor_fields(item, source=source, scope=scope) for item in read_items(catalogue)]
    limits = {
        "max_description": max_description or None,
        "max_property_description": max_property_description or None,
    }
    tools: list[dict[str, Any]] = []
    rows: list[Row] = []
    for index, item in enumerate(_with_progress(items)):
        compacted, row = _compacted(index, item, limits)
        tools += compacted
        rows.append(row)
    if output is not None or not report:
        whole = {"tools": tools}
        text = _json_text(whole) if destination is not None or takes_utf8() else _ascii_json(whole)
        write_output(f"{text}\n", destination)
    missing = len(items) - len(tools)
    if missing and not report:
        say(f"{missing} of {counted(len(items), 'tool')} cannot be read and are left out; --report says why")
    if report:
        write_output(_report_json(rows) if output_format == "json" else _report_text(rows), None)


def _compacted(index: int, item: Any, limits: dict[str, int | None]) -> tuple[list[dict[str, Any]], Row]:
    """Compact one item alone, so that a long catalogue can show its progress."""
    from octools.catalog import compact_catalog
    from octools.catalog.fields import fields_of

    found = compact_catalog((item,), **limits)
    changes = tuple(
        change if change.tool else replace(change, path=f"/{index}{(change.path or '')[len('/0') :]}")
        for change in found.changes
    )
    tools = [tool.model_dump() for tool in found.tools]
    fields = fields_of(item)
    name = tools[0]["toolId"] if tools else f"/{index}"
    return tools, Row(name, _size(fields), sum(map(_size, tools)), changes)


def _size(value: Any) -> int:
    try:
        return 0 if value is None else len(_json_text(value).encode("utf-8", "surrogatepass"))
    except (RecursionError, TypeError, ValueError):  # what JSON cannot write has no size
        return 0


def _json_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _ascii_json(value) if has_surrogates(text) else text


def _ascii_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _with_progress(items: Sequence[Any]) -> Iterable[Any]:
    stream = sys.stderr
    if len(items) < _LARGE or stream is None or not stream.isatty():
        yield from items
        return
    with click.progressbar(items, label="Compacting", file=stream) as shown:
        yield from shown


def _totals(rows: Sequence[Row]) -> tuple[int, int, int]:
    return (
        sum(row.before for row in rows),
        sum(row.after for row in rows),
        sum(bool(row.changes) for row in rows),
    )


def _report_text(rows: Sequence[Row]) -> str:
    before, after, changed = _totals(rows)
    table = [("tool", "before", "after", "saved", "findings")]
    table += [
        (
            one_line(row.tool),
            str(row.before),
            str(row.after),
            _saved(row.before, row.after),
            str(len(row.changes)),
        )
        for row in rows
    ]
    table.append(
        ("total", str(before), str(after), _saved(before, after), str(sum(len(row.changes) for row in rows)))
    )
    name_width = max(len(line[0]) for line in table)
    widths = [max(len(line[column]) for line in table) for column in range(1, 5)]
    lines = [
        "  ".join(
            [
                line[0].ljust(name_width),
                *(cell.rjust(width) for cell, width in zip(line[1:], widths, strict=True)),
            ]
        )
        for line in table
    ]
    changes = [change for row in rows for change in row.changes]
    if changes:
        lines += ["", *(finding_line(change) for change in changes)]
    rules = Counter(change.rule for change in changes)
    by_rule = ", ".join(f"{rule} {rules[rule]}" for rule in sorted(rules))
    where = f" in {counted(changed, 'tool')} ({by_rule})" if changes else ""
    lines += [
        "",
        f"{counted(len(rows), 'tool')}, {counted(len(changes), 'finding')}{where}; sizes in bytes",
    ]
    return "\n".join(lines) + "\n"


def _saved(before: int, after: int) -> str:
    return f"{100 * (before - after) / before:.0f}%" if before else "-"


def _report_json(rows: Sequence[Row]) -> str:
    before, after, changed = _totals(rows)
    report = {
        "tools": [asdict(row) for row in rows],
        "totals": {"tools": len(rows), "before": before, "after": after, "changed": changed},
    }
    return json.dumps(report, indent=2) + "\n"
