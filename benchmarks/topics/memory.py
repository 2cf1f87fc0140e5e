"""Peak memory of reading a table, against the parsed objects alone; each side in a fresh process."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.rows import Memory, Topic

if TYPE_CHECKING:
    from benchmarks.rows import Work

ROWS = 100_000


def table_text(rows: int) -> str:
    """The text of a table that another process has made, so that making it leaves nothing behind here."""
    command = (sys.executable, "-m", "benchmarks.data", "table", str(rows))
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


def read(rows: int) -> Work:
    """Reading the table."""
    from octools import TabularEnvelope, read_envelope

    read_envelope(TabularEnvelope, table_text(10))
    text = table_text(rows)
    return lambda: read_envelope(TabularEnvelope, text)


def parse(rows: int) -> Work:
    """The parsed objects alone."""
    text = table_text(rows)
    return lambda: json.loads(text)


TOPIC = Topic(
    "memory",
    tuple(
        Memory(
            f"peak memory of reading a table, {rows:,} x 6",
            "the parsed objects",
            1.15 if rows == ROWS else None,
            partial(read, rows),
            partial(parse, rows),
        )
        for rows in (ROWS, 300_000)
    ),
)
