"""Reading and writing envelopes, over what the bytes alone cost."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks import data
from benchmarks.rows import Pair, Timed, Topic

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 100_000


def read_table_text(rows: int, *, foreign: bool = False) -> Pair:
    """A table from text, against the parse alone."""
    import orjson

    from octools import TabularEnvelope, read_envelope

    table = data.table(rows)
    text = data.to_text(data.foreign(table) if foreign else table)
    return Pair(lambda: read_envelope(TabularEnvelope, text), lambda: orjson.loads(text))


def read_table_mapping(rows: int) -> Pair:
    """A table from a mapping, rows copied, against pydantic's own validation of the rows."""
    from pydantic import TypeAdapter

    from octools import TabularEnvelope, read_envelope

    table = data.table(rows)
    adapter = TypeAdapter(list[list[str | int | float | bool | None]])
    cells = table["rows"]
    return Pair(lambda: read_envelope(TabularEnvelope, table), lambda: adapter.validate_python(cells))


def write_table(rows: int, *, foreign: bool = False) -> Pair:
    """A table to text, against the serializer alone and its bytes made text."""
    from pydantic_core import to_json

    from octools import TabularEnvelope

    table = data.table(rows)
    envelope = TabularEnvelope.model_validate(data.foreign(table) if foreign else table)
    # The envelope's own lists and cells: another copy would lie elsewhere in memory.
    same = {name: getattr(envelope, name) for name in data.table(0)}
    return Pair(envelope.model_dump_json, lambda: to_json(same).decode())


def records(rows: int) -> dict[str, Any]:
    """A records envelope in its wire form."""
    return {"records": data.records(rows), "count": rows, "truncated": False}


def read_records_text(rows: int) -> Pair:
    """Records from text, against the bare list."""
    from pydantic import TypeAdapter

    from benchmarks.models import HostRecord
    from octools import RecordsEnvelope, read_envelope

    envelope = records(rows)
    text = data.to_text(envelope)
    array = data.to_text(envelope["records"])
    model = RecordsEnvelope[HostRecord]
    adapter = TypeAdapter(list[HostRecord])
    return Pair(lambda: read_envelope(model, text), lambda: adapter.validate_json(array))


def write_records(rows: int) -> Pair:
    """Records to text, against the bare list and its bytes made text."""
    from pydantic import TypeAdapter

    from benchmarks.models import HostRecord
    from octools import RecordsEnvelope

    envelope = RecordsEnvelope[HostRecord].model_validate(records(rows))
    adapter = TypeAdapter(list[HostRecord])
    items = envelope.records
    return Pair(envelope.model_dump_json, lambda: adapter.dump_json(items).decode())


def sized(
    work: str, fields: int, against: str, goal: float, prepare: Callable[[int], Pair], sizes: tuple[int, ...]
) -> list[Timed]:
    """One row a size; the goal is for a hundred thousand rows, the others show how the cost grows."""
    return [
        Timed(f"{work}, {rows:,} x {fields}", against, goal if rows == ROWS else None, partial(prepare, rows))
        for rows in sizes
    ]


ALL = (1_000, ROWS, 1_000_000)
SMALL = (1_000, ROWS)
TOPIC = Topic(
    "envelopes",
    (
        *sized("read_envelope(TabularEnvelope, text)", 6, "orjson.loads", 1.35, read_table_text, ALL),
        Timed(
            "read_envelope(TabularEnvelope, text), not ASCII",
            "orjson.loads",
            None,
            partial(read_table_text, ROWS, foreign=True),
        ),
        *sized(
            "read_envelope(TabularEnvelope, mapping)",
            6,
            "pydantic's union of cells",
            1.0,
            read_table_mapping,
            SMALL,
        ),
        *sized(
            "TabularEnvelope.model_dump_json()", 6, "pydantic_core.to_json, as text", 1.1, write_table, ALL
        ),
        *sized(
            "read_envelope(RecordsEnvelope[Item], text)",
            5,
            "list[Item] from JSON",
            1.1,
            read_records_text,
            ALL,
        ),
        *sized(
            "RecordsEnvelope[Item].model_dump_json()",
            5,
            "list[Item] to JSON, as text",
            1.1,
            write_records,
            SMALL,
        ),
    ),
)
