"""Tables on the terminal, the JSON file, and the comparison of two such files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.rows import Failure, Result

HEADINGS = ("work", "against", "ours", "other", "ratio", "quartiles", "goal", "")
COMPARED = ("work", "before", "after", "change", "")
SCALES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def cells(result: Result) -> tuple[str, ...]:
    """One result as a table row."""
    goal = "-" if result.goal is None else f"{result.goal:g}"
    spread = f"{result.low:.2f}-{result.high:.2f}"
    amounts = (amount(result.ours, result.unit), amount(result.other, result.unit))
    return (result.name, result.against, *amounts, f"{result.ratio:.2f}", spread, goal, result.verdict)


def amount(value: float, unit: str) -> str:
    """A median with its unit, three digits."""
    if unit == "KiB":
        return f"{value / 1024:.1f} MiB"
    if unit == "x":
        return f"x{value:.2f}"
    scale, name = next(((scale, name) for scale, name in SCALES if value >= scale), SCALES[-1])
    return f"{value / scale:.3g} {name}"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of equal width, the first two to the left and the figures to the right."""
    widths = [max(len(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    lines = []
    for row in [headings, *rows]:
        left = [text.ljust(width) for text, width in zip(row[:2], widths, strict=False)]
        right = [text.rjust(width) for text, width in zip(row[2:-1], widths[2:], strict=False)]
        lines.append("  ".join([*left, *right, row[-1]]).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def closing(results: Sequence[Result], failures: Sequence[Failure]) -> str:
    """How many goals are met, which are not, and what could not be measured."""
    goals = [result for result in results if result.goal is not None]
    over = [result for result in goals if result.verdict == "OVER"]
    lines = [f"{len(goals) - len(over)} of {len(goals)} goals met"]
    lines += [f"over its goal: {result.name} ({result.ratio:.2f}, goal {result.goal:g})" for result in over]
    lines += [f"not measured: {failure.topic}: {failure.name}: {failure.reason}" for failure in failures]
    return "\n".join(lines)


def write(path: Path, machine: dict[str, str], results: Sequence[Result]) -> None:
    """Keeps the figures in a JSON file."""
    document = {"machine": machine, "rows": [result.as_json() for result in results]}
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of such a file by topic and name.

    Raises:
        ValueError: The file is not one that --json has written.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
        return {(row["topic"], row["name"]): row for row in rows}
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no file that --json has written") from error


def comparison(
    before: dict[tuple[str, str], dict[str, Any]], after: dict[tuple[str, str], dict[str, Any]]
) -> str:
    """Two runs side by side; a change counts when the quartiles of the two runs do not touch."""
    rows = []
    for key, old in before.items():
        new = after.get(key)
        if new is None:
            rows.append((old["name"], f"{old['ratio']:.2f}", "-", "-", "only before"))
            continue
        change = 100 * (new["ratio"] / old["ratio"] - 1)
        apart = new["low"] > old["high"] or new["high"] < old["low"]
        verdict = ("slower" if change > 0 else "faster") if apart else "same"
        rows.append((old["name"], f"{old['ratio']:.2f}", f"{new['ratio']:.2f}", f"{change:+.0f} %", verdict))
    rows += [
        (new["name"], "-", f"{new['ratio']:.2f}", "-", "only after")
        for key, new in after.items()
        if key not in before
    ]
    return table(COMPARED, rows)
