"""What the envelopes take and refuse that no JSON case can show: Python types, big numbers, instances."""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections import ChainMap, OrderedDict, deque
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError
from typing_extensions import TypedDict

from octools import ArtifactEnvelope, ArtifactRef, RecordsEnvelope, SourceRef, TabularEnvelope


class Crate(BaseModel):
    label: str
    weight: int


class Heavy(Crate):
    crane: str = "north"


@dataclass
class Bundle:
    label: str


class Level(enum.IntEnum):
    LOW = 3


class Colour(enum.StrEnum):
    RED = "red"


class Ratio(float):
    pass


def table(rows: Any, **fields: Any) -> TabularEnvelope:
    given = {"columns": ["a"], "rows": rows, "row_count": len(rows), "truncated": False} | fields
    return TabularEnvelope.model_validate(given)


def page(records: Any, **fields: Any) -> RecordsEnvelope[Crate]:
    given = {"records": records, "count": len(records), "truncated": False} | fields
    return RecordsEnvelope[Crate].model_validate(given)


def rules(error: ValidationError) -> list[tuple[str, tuple[int | str, ...]]]:
    return [(each["type"], each["loc"]) for each in error.errors()]


@pytest.mark.parametrize(
    "cell",
    [
        Decimal("1.5"),
        Fraction(1, 2),
        b"bytes",
        bytearray(b"x"),
        {1},
        frozenset(),
        (1,),
        [1],
        {"a": 1},
        dt.date(2024, 5, 6),
        1j,
        object(),
        range(3),
    ],
)
def test_a_cell_that_is_no_json_scalar_is_refused(cell: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        table([["good"], [cell]])
    assert rules(caught.value) == [("bad_cell", ("rows", 1, 0))]


@pytest.mark.parametrize(
    "cell", ["", "text", 0, -1, 10**400, 2**53 + 1, 1.5, float("inf"), True, False, None]
)
def test_a_cell_is_kept_as_it_is(cell: Any) -> None:
    kept = table([[cell]]).rows[0][0]
    assert kept == cell
    assert type(kept) is type(cell)


@pytest.mark.parametrize(("cell", "plain"), [(Level.LOW, 3), (Colour.RED, "red"), (Ratio(2.5), 2.5)])
def test_a_cell_of_a_derived_class_becomes_the_scalar(cell: Any, plain: Any) -> None:
    kept = table([[None], [cell]]).rows[1][0]
    assert (kept, type(kept)) == (plain, type(plain))


def test_all_cells_of_derived_classes_in_a_row_become_scalars() -> None:
    made = TabularEnvelope(
        columns=["a", "b", "c"], rows=[[Level.LOW, Colour.RED, "blue"]], row_count=1, truncated=False
    )
    assert list(map(type, made.rows[0])) == [int, str, str]


def test_rows_may_be_tuples_and_are_stored_as_lists_of_their_own() -> None:
    given = [(1,), [2]]
    made = table(tuple(given))
    assert made.rows == [[1], [2]]
    given[1][0] = 9  # type: ignore[index]
    assert made.rows == [[1], [2]]


class Row(list[Any]):
    pass


def test_rows_of_derived_classes_become_lists() -> None:
    made = table([Row([1]), Row(["x"])])
    assert [type(row) for row in made.rows] == [list, list]


@pytest.mark.parametrize(
    "rows", [{1: 2}, "ab", b"ab", {3}, deque([[1]]), iter([[1]]), 5, None, (x for x in ())]
)
def test_rows_that_are_no_list_or_tuple_are_refused(rows: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope(columns=["a"], rows=rows, row_count=1, truncated=False)
    assert rules(caught.value) == [("wrong_json_type", ("rows",))]


@pytest.mark.parametrize("row", ["a", b"a", {"a": 1}, {1}, deque([1]), 7, None])
def test_a_row_that_is_no_list_or_tuple_is_refused(row: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        table([[1], row])
    assert rules(caught.value) == [("wrong_json_type", ("rows", 1))]


@pytest.mark.parametrize("columns", [("a",), {"a"}, "a", iter(["a"]), {"a": 1}, None])
def test_other_arrays_take_lists_only(columns: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope(columns=columns, rows=[[1]], row_count=1, truncated=False)
    assert rules(caught.value)[0][1] == ("columns",)


@pytest.mark.parametrize("records", [({"label": "a", "weight": 1},), {"label": "a"}, iter([]), None, "ab"])
def test_records_take_lists_only(records: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Crate](records=records, count=1, truncated=False)
    assert rules(caught.value) == [("list_type", ("records",))]


def test_records_without_a_model_are_objects_of_any_class() -> None:
    bundle = Bundle("b")
    made = RecordsEnvelope(records=[{"label": "a"}, bundle, OrderedDict(label="c")], count=3, truncated=False)
    assert [type(each) for each in made.records] == [dict, Bundle, dict]
    assert [each["label"] for each in made.model_dump(mode="json")["records"]] == ["a", "b", "c"]
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope(records=[bundle, Bundle], count=2, truncated=False)
    assert rules(caught.value) == [("wrong_json_type", ("records", 1))]


@pytest.mark.parametrize("count", [1.0, 1])
def test_a_whole_float_counts_as_the_integer(count: float) -> None:
    made = page([{"label": "a", "weight": 1}], count=count)
    assert type(made.count) is int


@pytest.mark.parametrize("count", ["1", True, 1.5, Decimal(1), b"1", None, float("nan"), float("inf")])
def test_a_count_of_another_type_is_refused(count: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        page([{"label": "a", "weight": 1}], count=count)
    assert [place for _, place in rules(caught.value)] == [("count",)]


def test_floats_name_integers_up_to_two_to_the_fifty_third() -> None:
    assert ArtifactRef(reference="r", media_type="m", bytes=2.0**53).bytes == 2**53  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        ArtifactRef(reference="r", media_type="m", bytes=2.0**53 + 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0, 2**53, 2**70])
def test_integers_stay_exact(size: int) -> None:
    assert ArtifactRef(reference="r", media_type="m", bytes=size).bytes == size


@pytest.mark.parametrize("field", ["bytes", "width", "height"])
def test_a_negative_size_is_refused_and_zero_is_not(field: str) -> None:
    given = {"reference": "r", "media_type": "m", "bytes": 1}
    assert getattr(ArtifactRef.model_validate(given | {field: 0}), field) == 0
    with pytest.raises(ValidationError, match=f"{field} is -1; it cannot be negative") as caught:
        ArtifactRef.model_validate(given | {field: -1})
    assert rules(caught.value) == [("negative_number", (field,))]


@pytest.mark.parametrize(
    "mapping",
    [
        MappingProxyType({"label": "a", "weight": 1}),
        OrderedDict(label="a", weight=1),
        ChainMap({"label": "a"}, {"weight": 1}),
    ],
)
def test_any_mapping_is_an_object(mapping: Any) -> None:
    assert page([mapping]).records == [Crate(label="a", weight=1)]
    bare = RecordsEnvelope(records=[mapping], count=1, truncated=False)
    assert json.loads(bare.model_dump_json())["records"] == [{"label": "a", "weight": 1}]
    given = {"columns": [], "rows": [], "row_count": 0, "truncated": False}
    read = TabularEnvelope.model_validate(
        MappingProxyType(given | {"source": MappingProxyType({"instance": "x"})})
    )
    assert read.source == SourceRef(instance="x")


def test_instances_are_records() -> None:
    crates = [Crate(label="a", weight=1), Heavy(label="b", weight=2)]
    made = page(crates)
    assert made.records == crates
    assert made.records[0] is crates[0]
    assert made.model_dump()["records"] == [{"label": "a", "weight": 1}, {"label": "b", "weight": 2}]


def test_an_envelope_without_an_item_model_takes_any_object() -> None:
    records = [{"label": "a", "deep": {"x": [1, None]}}, {}]
    made = RecordsEnvelope(records=records, count=2, truncated=False)
    assert made.model_dump() == {"records": records, "count": 2, "truncated": False}
    assert RecordsEnvelope[Any](records=[Crate(label="a", weight=1)], count=1, truncated=False).model_dump()[
        "records"
    ] == [{"label": "a", "weight": 1}]


@pytest.mark.parametrize("record", [1, "a", [1], None, True, 1.5, (1,), {1}, b"a"])
def test_an_envelope_without_an_item_model_takes_nothing_but_objects(record: Any) -> None:
    for model in (RecordsEnvelope, RecordsEnvelope[Any]):
        with pytest.raises(ValidationError) as caught:
            model(records=[{}, record], count=2, truncated=False)
        assert rules(caught.value) == [("wrong_json_type", ("records", 1))]


def test_items_may_be_dataclasses_and_typed_dicts() -> None:
    @dataclass
    class Lot:
        number: int
        sold: dt.date

    class Named(TypedDict):
        name: str

    lots = RecordsEnvelope[Lot](
        records=[{"number": 1, "sold": "2024-05-06"}, Lot(2, dt.date(2024, 5, 7))], count=2, truncated=False
    )
    assert lots.records[0] == Lot(1, dt.date(2024, 5, 6))
    assert RecordsEnvelope[Named](records=[{"name": "x"}], count=1, truncated=False).records == [
        {"name": "x"}
    ]


def test_the_item_model_decides_about_its_own_keys_and_numbers() -> None:
    class Closed(BaseModel):
        model_config = ConfigDict(extra="forbid")
        ratio: float

    made = RecordsEnvelope[Closed](records=[{"ratio": float("inf")}], count=1, truncated=False)
    assert made.records[0].ratio == float("inf")
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed](records=[{"ratio": 1, "other": 2}], count=1, truncated=False)
    assert rules(caught.value) == [("extra_forbidden", ("records", 0, "other"))]


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (2**53 - 1, 2**53 - 1),
        (2**53, "9007199254740992"),
        (2.0**53, "9007199254740992"),
        (5.0, 5),
        ("0", "0"),
        ("9" * 5000, "9" * 5000),
        pytest.param(10**5000, "1" + "0" * 5000, id="beyond-str"),
    ],
)
def test_total_count_is_an_integer_or_its_digits(given: Any, stored: Any) -> None:
    made = page([], total_count=given)
    assert made.total_count == stored
    assert type(made.total_count) is type(stored)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(-(10**5000), id="beyond-str"),
        -1,
        "-1",
        "+1",
        "01",
        "1.0",
        "",
        " 1",
        "1\n",
        "٣",
        True,
        1.5,
        Decimal(3),
        b"3",
    ],
)
def test_a_total_count_of_another_form_is_refused(given: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        page([], total_count=given)
    assert rules(caught.value) == [("total_count_form", ("total_count",))]


@pytest.mark.parametrize(
    ("given", "fits"), [("9", False), ("10", True), ("100", True), (9, False), (10, True), (11, True)]
)
def test_total_count_is_compared_by_value(given: Any, fits: bool) -> None:
    rows = [[index] for index in range(10)]
    if fits:
        assert table(rows, total_count=given).total_count == given
        return
    with pytest.raises(ValidationError) as caught:
        table(rows, total_count=given)
    assert rules(caught.value) == [("total_count_small", ("total_count",))]


def test_several_broken_rules_are_reported_at_once() -> None:
    with pytest.raises(ValidationError) as caught:
        table(
            [[1], [1, 2]],
            row_count=1,
            next_cursor="",
            stop_reason="",
            total_count=1,
            spare=1,
            resumable=False,
        )
    assert rules(caught.value) == [
        ("total_count_small", ("total_count",)),
        ("cursor_when_complete", ("next_cursor",)),
        ("stop_reason_when_complete", ("stop_reason",)),
        ("resumable_contradicts", ("resumable",)),
        ("row_count_mismatch", ("row_count",)),
        ("row_width", ("rows", 1)),
        ("unknown_key", ("spare",)),
    ]


def test_scales_need_numeric_kinds_and_each_stray_one_is_named() -> None:
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope(
            columns=["host", "load", "size"],
            rows=[],
            row_count=0,
            truncated=False,
            column_kinds=["fqdn", "number", "text"],
            column_scales=["log2", "log2", "linear"],
        )
    assert rules(caught.value) == [
        ("scale_not_numeric", ("column_scales", 0)),
        ("scale_not_numeric", ("column_scales", 2)),
    ]
    assert "column 'host' has the scale 'log2', but the kind 'fqdn'" in str(caught.value)


def test_the_classes_of_the_parts_are_ours() -> None:
    made = ArtifactEnvelope.model_validate(
        {
            "artifact": {"reference": "r", "media_type": "m", "bytes": 1},
            "artifacts": [{"reference": "s", "media_type": "m", "bytes": 2}],
            "source": {},
        }
    )
    assert type(made.artifact) is ArtifactRef
    assert [type(each) for each in made.artifacts] == [ArtifactRef]
    assert type(made.source) is SourceRef


def test_an_unknown_key_in_a_part_is_named_with_its_place() -> None:
    with pytest.raises(ValidationError) as caught:
        ArtifactEnvelope.model_validate(
            {
                "artifact": {"reference": "r", "media_type": "m", "bytes": 1, "size": 1},
                "source": {"host": "x"},
                "resumable": True,
            }
        )
    assert rules(caught.value) == [
        ("unknown_key", ("artifact", "size")),
        ("unknown_key", ("source", "host")),
    ]


def test_a_positional_argument_is_no_way_to_make_an_envelope() -> None:
    with pytest.raises(TypeError):
        TabularEnvelope([], [])  # type: ignore[call-arg]
