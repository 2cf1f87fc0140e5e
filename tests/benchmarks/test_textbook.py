"""The baselines give the same results as ours, so a ratio compares like with like. Nothing here is timed."""

from __future__ import annotations

import copy
import json
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter
from pydantic_core import to_json

from benchmarks import catalogues, data, textbook
from benchmarks.models import HostItem, HostRecord, host_items
from benchmarks.topics import cells
from octools import (
    RecordsEnvelope,
    TabularEnvelope,
    compact_schema,
    read_envelope,
    strict_clean,
    tabular_from_models,
)
from octools import validate_tabular as ours
from octools_contract.vocabularies import COLUMN_KINDS

ROWS = 3_000


@pytest.mark.parametrize("bad", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("kind", COLUMN_KINDS)
def test_cells_are_judged_alike(kind: str, bad: float) -> None:
    table = TabularEnvelope.model_validate(data.table(ROWS, (kind,), bad=bad))
    expected = textbook.validate_tabular(table)
    assert ours(table) == expected
    assert bool(expected) == (bad > 0)


def test_each_cell_alone_is_judged_alike() -> None:
    """A column gives one finding: the same cells one by one show each verdict."""
    for kind in COLUMN_KINDS:
        for cell in [*data.column(kind, 300), *data.column(kind, 300, bad=1.0)]:
            table = TabularEnvelope(
                columns=["c"], rows=[[cell]], row_count=1, truncated=False, column_kinds=[kind]
            )
            assert ours(table) == textbook.validate_tabular(table), (kind, cell)


def test_every_kind_is_measured() -> None:
    assert set(cells.GOALS) == set(COLUMN_KINDS) == set(textbook.PREDICATES) == set(data.MAKERS)


def test_seeded_cells_fit_their_kinds_and_bad_ones_do_not() -> None:
    for kind in COLUMN_KINDS:
        fits = textbook.PREDICATES[kind]
        good = [cell for cell in data.column(kind, 500) if cell is not None]
        assert len(good) < 500
        assert all(fits(cell) for cell in good), kind
        assert not any(fits(cell) for cell in data.column(kind, 500, bad=1.0)), kind


def test_the_same_seed_gives_the_same_data() -> None:
    assert data.table(50) == data.table(50)
    assert data.records(50) == data.records(50)
    assert data.schema(500) == data.schema(500)


def test_reading_a_table_gives_what_the_parse_gives() -> None:
    table = data.table(ROWS)
    text = data.to_text(table)
    read = read_envelope(TabularEnvelope, text)
    assert read.rows == orjson.loads(text)["rows"] == table["rows"]
    assert read == read_envelope(TabularEnvelope, table)


def test_writing_a_table_gives_what_the_serializer_gives() -> None:
    table = data.table(ROWS)
    assert json.loads(TabularEnvelope.model_validate(table).model_dump_json()) == json.loads(to_json(table))


def test_records_read_and_write_as_the_bare_list() -> None:
    records = data.records(ROWS)
    text = data.to_text({"records": records, "count": ROWS, "truncated": False})
    envelope = read_envelope(RecordsEnvelope[HostRecord], text)
    adapter = TypeAdapter(list[HostRecord])
    assert envelope.records == adapter.validate_json(data.to_text(records))
    assert json.loads(envelope.model_dump_json())["records"] == json.loads(
        adapter.dump_json(envelope.records)
    )


def test_a_table_from_models_holds_the_dumped_values() -> None:
    items = host_items(ROWS)
    dumped = textbook.dump_models(items)
    assert tabular_from_models(HostItem, items).rows == [list(item.values()) for item in dumped]


@pytest.mark.parametrize("nodes", [1, 2, 13, 2_000])
def test_a_schema_has_the_number_of_nodes_that_was_asked_for(nodes: int) -> None:
    assert textbook.walk(data.schema(nodes)) == nodes
    assert textbook.walk(data.schema(nodes, unions=False)) == nodes
    assert strict_clean(data.schema(nodes)) == []


def test_a_schema_without_unions_projects_to_itself() -> None:
    schema = data.schema(500, unions=False)
    compact = compact_schema(schema)
    assert compact.changes == []
    assert compact.schema == copy.deepcopy(schema)


def test_seeded_tools_can_be_catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OCTOOLS_CORPORA", raising=False)
    listed: list[dict[str, Any]] = catalogues.servable(50)
    assert len({tool["toolId"] for tool in listed}) == 50
