"""validate_tabular, a kind at a time, against a predicate call a cell."""

from __future__ import annotations

from functools import partial

from benchmarks import data
from benchmarks.rows import Pair, Timed, Topic

ROWS = 100_000
GOALS = {
    "text": 0.7,
    "number": 0.7,
    "integer": 0.7,
    "boolean": 0.7,
    "timestamp": 0.25,
    "mac": 0.5,
    "big_integer": 0.5,
    "fqdn": 0.30,
    "ip": 0.15,
    "ip_block": 0.15,
}
BAD_GOALS = {"ip": 0.5, "ip_block": 0.5, "fqdn": 0.5}


def validate(kinds: tuple[str, ...], rows: int, bad: float) -> Pair:
    """One table, judged by both."""
    from benchmarks import textbook
    from octools import TabularEnvelope, validate_tabular

    table = TabularEnvelope.model_validate(data.table(rows, kinds, bad=bad))
    return Pair(lambda: validate_tabular(table), lambda: textbook.validate_tabular(table))


def columns(goals: dict[str, float], bad: float, words: str) -> list[Timed]:
    """One row a kind."""
    return [
        Timed(
            f"validate_tabular, {kind}{words}", "a call a cell", goal, partial(validate, (kind,), ROWS, bad)
        )
        for kind, goal in goals.items()
    ]


def mixed(rows: int, kinds: tuple[str, ...], words: str, bad: float = 0.0) -> Timed:
    """A table with several columns."""
    name = f"validate_tabular, {rows:,} rows {words}"
    return Timed(name, "a call a cell", None, partial(validate, kinds, rows, bad))


EVERY = tuple(GOALS)
THREE = ("integer", "timestamp", "fqdn")
TOPIC = Topic(
    "cells",
    (
        *columns(GOALS, 0.0, ""),
        *columns(BAD_GOALS, 1.0, ", all bad"),
        mixed(1_000, EVERY, "of every kind"),
        mixed(ROWS, EVERY, "of every kind"),
        mixed(ROWS, EVERY, "of every kind, 1 % bad", bad=0.01),
        mixed(1_000_000, THREE, "of three kinds"),
    ),
)
