"""Tables from model instances, against dumping the instances."""

from __future__ import annotations

from functools import partial

from benchmarks.rows import Pair, Timed, Topic

ROWS = 100_000


def from_models(rows: int) -> Pair:
    """The table of the items, against their dumps."""
    from benchmarks import textbook
    from benchmarks.models import HostItem, host_items
    from octools import tabular_from_models

    items = host_items(rows)
    return Pair(lambda: tabular_from_models(HostItem, items), lambda: textbook.dump_models(items))


TOPIC = Topic(
    "tabular",
    tuple(
        Timed(
            f"tabular_from_models, {rows:,} items",
            "a dump an item",
            0.8 if rows == ROWS else None,
            partial(from_models, rows),
        )
        for rows in (1_000, ROWS)
    ),
)
