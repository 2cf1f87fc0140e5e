"""However much is wrong, the error is one, names places, and is a few kilobytes long."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError, create_model, field_validator

from octools import ArtifactEnvelope, ArtifactRef, RecordsEnvelope, SourceRef, TabularEnvelope, read_envelope

MANY = 100_000
LONG = "k" * 1_000_000
SHORT = 4096


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")

    size: int


class Wordy(BaseModel):
    name: str

    @field_validator("name")
    @classmethod
    def _refuse(cls, value: str) -> str:
        raise ValueError(value)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def cycle() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def table(**fields: Any) -> dict[str, Any]:
    return {"columns": ["a"], "rows": [], "row_count": 0, "truncated": False} | fields


def records(items: list[Any], **fields: Any) -> dict[str, Any]:
    return {"records": items, "count": len(items), "truncated": False} | fields


# Data with one fault, and the problem: its place, the value there, and the text.
PROBLEMS: dict[str, tuple[Any, dict[str, Any], tuple[int | str, ...], Any, str]] = {
    "a key": (
        TabularEnvelope,
        table(extra="much"),
        ("extra",),
        "much",
        "'extra' is no field; drop it, or read foreign data with read_envelope",
    ),
    "rows": (
        TabularEnvelope,
        table(rows="a"),
        ("rows",),
        "a",
        "'a' has the wrong JSON type; expected an array of rows",
    ),
    "a row": (
        TabularEnvelope,
        table(rows=[["a"], {"a": 1}], row_count=2),
        ("rows", 1),
        {"a": 1},
        "{'a': 1} has the wrong JSON type; expected an array of cells",
    ),
    "a cell": (
        TabularEnvelope,
        table(rows=[[1], [["b"]]], row_count=2),
        ("rows", 1, 0),
        ["b"],
        "['b'] is no cell; a cell is a string, number, boolean or null",
    ),
    "a width": (
        TabularEnvelope,
        table(rows=[[1], [1, 2]], row_count=2),
        ("rows", 1),
        [1, 2],
        "row 1 has 2 cells for 1 columns",
    ),
    "a row count": (
        TabularEnvelope,
        table(row_count=3),
        ("row_count",),
        3,
        "row_count is 3, but there are 0 rows",
    ),
    "a scale": (
        TabularEnvelope,
        table(column_kinds=["text"], column_scales=["log2"]),
        ("column_scales", 0),
        "log2",
        (
            "column 'a' has the scale 'log2', but the kind 'text'; "
            "only number, integer and big_integer columns take a scale"
        ),
    ),
    "a scale without kinds": (
        TabularEnvelope,
        table(column_scales=["log2"]),
        ("column_scales", 0),
        "log2",
        "column 'a' has the scale 'log2', but there are no column_kinds; give the kinds, or drop the scale",
    ),
    "descriptions": (
        TabularEnvelope,
        table(column_descriptions=["a", "b"]),
        ("column_descriptions",),
        ["a", "b"],
        "column_descriptions has 2 entries for 1 columns",
    ),
    "a record": (
        RecordsEnvelope,
        records([{}, 1]),
        ("records", 1),
        1,
        "1 has the wrong JSON type; expected an object",
    ),
    "a total": (
        TabularEnvelope,
        table(truncated=True, next_cursor="b", total_count="01"),
        ("total_count",),
        "01",
        "total_count is '01'; give an integer that is not negative, or its decimal digits",
    ),
    "a small total": (
        TabularEnvelope,
        table(rows=[[1], [2]], row_count=2, total_count=1),
        ("total_count",),
        1,
        "total_count is 1, but 2 were returned",
    ),
    "a cursor": (
        TabularEnvelope,
        table(next_cursor="c"),
        ("next_cursor",),
        "c",
        "next_cursor is set, but truncated is false",
    ),
    "a reason": (
        TabularEnvelope,
        table(stop_reason="page_count"),
        ("stop_reason",),
        "page_count",
        "stop_reason is set, but truncated is false",
    ),
    "whether to go on": (
        TabularEnvelope,
        table(truncated=True, resumable="no"),
        ("resumable",),
        "no",
        "'no' has the wrong JSON type; expected a boolean",
    ),
    "going on without a cursor": (
        TabularEnvelope,
        table(truncated=True, resumable=True),
        ("resumable",),
        True,
        "resumable is true, but next_cursor says otherwise; leave resumable out, it is computed",
    ),
    "a size": (
        ArtifactEnvelope,
        {"artifact": {"reference": "r", "media_type": "m", "bytes": -1}},
        ("artifact", "bytes"),
        -1,
        "bytes is -1; it cannot be negative",
    ),
    "a count": (
        RecordsEnvelope,
        records([], count=1),
        ("count",),
        1,
        "count is 1, but there are 0 records",
    ),
}


@pytest.mark.parametrize("fault", PROBLEMS)
def test_a_problem_names_its_place_and_holds_the_value(fault: str) -> None:
    model, data, place, value, text = PROBLEMS[fault]
    with pytest.raises(ValidationError) as caught:
        model.model_validate(data)
    (found,) = caught.value.errors()
    assert (found["loc"], found["input"], found["msg"]) == (place, value, text)


REF = {"reference": "r", "media_type": "m", "bytes": 1}
FLOODS: dict[str, tuple[Any, dict[str, Any]]] = {
    "cells": (TabularEnvelope, table(rows=[[[1]]] * MANY, row_count=MANY)),
    "rows": (TabularEnvelope, table(rows=[{}] * MANY, row_count=MANY)),
    "widths": (TabularEnvelope, table(rows=[[]] * MANY, row_count=MANY)),
    "columns": (TabularEnvelope, table(columns=[1] * MANY)),
    "kinds": (TabularEnvelope, table(columns=["a"] * MANY, column_kinds=["nothing"] * MANY)),
    "scales": (
        TabularEnvelope,
        table(columns=["a"] * MANY, column_kinds=["text"] * MANY, column_scales=["log2"] * MANY),
    ),
    "descriptions": (TabularEnvelope, table(columns=["a"] * MANY, column_descriptions=[1] * MANY)),
    "warnings": (TabularEnvelope, table(warnings=[1] * MANY)),
    "keys": (TabularEnvelope, table(**{f"key{index}": 1 for index in range(MANY)})),
    "one long key": (TabularEnvelope, table(**{LONG: LONG})),
    "long texts": (
        TabularEnvelope,
        table(row_count=LONG, truncated=LONG, total_count=LONG, next_cursor=[LONG]),
    ),
    "records": (RecordsEnvelope[Closed], records([{"size": "x"}] * MANY)),
    "keys of a record": (
        RecordsEnvelope[Closed],
        records([{"size": 1} | {f"key{index}": 1 for index in range(MANY)}]),
    ),
    "long key of a record": (RecordsEnvelope[Closed], records([{"size": 1, LONG: 1}])),
    "records without a model": (RecordsEnvelope, records([1] * MANY)),
    "artifacts": (ArtifactEnvelope, {"artifact": REF, "artifacts": [{}] * MANY}),
    "keys of a part": (ArtifactEnvelope, {"artifact": REF | {f"key{index}": 1 for index in range(MANY)}}),
    "long key of a part": (ArtifactEnvelope, {"artifact": REF, "source": {LONG: 1}}),
}

DROPPED = {
    *["kinds", "scales", "descriptions", "keys", "one long key", "keys of a part", "long key of a part"],
}


@pytest.mark.parametrize("flood", FLOODS)
def test_an_error_never_grows_with_the_input(flood: str) -> None:
    model, data = FLOODS[flood]
    for validate in (model.model_validate, lambda given: model(**given)):
        with pytest.raises(ValidationError) as caught:
            validate(data)
        assert len(str(caught.value)) < SHORT, str(caught.value)[:SHORT]


@pytest.mark.parametrize("flood", FLOODS)
def test_an_error_about_text_never_grows_either(flood: str) -> None:
    model, data = FLOODS[flood]
    text = json.dumps(data)
    with pytest.raises(ValidationError) as caught:
        model.model_validate_json(text)
    assert len(str(caught.value)) < SHORT
    # Reading drops what is only a hint, and finds fault with all else.
    if flood not in DROPPED:
        with pytest.raises(ValidationError) as caught:
            read_envelope(model, text)
        assert len(str(caught.value)) < SHORT


def test_the_first_ten_problems_are_listed_and_the_rest_counted() -> None:
    for data, rule in (
        (table(rows=[[[1]]] * 25, row_count=25), "bad_cell"),
        (table(rows=[5] * 25, row_count=25), "wrong_json_type"),
        (table(rows=[[]] * 25, row_count=25), "row_width"),
        (table(**{f"key{index}": 1 for index in range(25)}), "unknown_key"),
    ):
        with pytest.raises(ValidationError) as caught:
            TabularEnvelope.model_validate(data)
        found = [each["type"] for each in caught.value.errors()]
        assert found == [rule] * 10 + ["more_problems"]
        assert caught.value.errors()[-1]["msg"] == "problems not listed: 15"


@pytest.mark.parametrize(("count", "unlisted"), [(9, None), (10, None), (11, 1), (12, 2)])
def test_ten_problems_are_listed_whole(count: int, unlisted: int | None) -> None:
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope.model_validate(table(**{f"key{index}": 1 for index in range(count)}))
    errors = caught.value.errors()
    assert sum(each["type"] == "unknown_key" for each in errors) == min(count, 10)
    more = [each["msg"] for each in errors if each["type"] == "more_problems"]
    assert more == ([] if unlisted is None else [f"problems not listed: {unlisted}"])


def test_problems_of_several_kinds_share_one_list() -> None:
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope.model_validate(
            table(rows=[[]] * 25, row_count=3, **{f"key{index}": 1 for index in range(25)})
        )
    errors = caught.value.errors()
    assert [each["type"] for each in errors] == ["row_count_mismatch", *["row_width"] * 9, "more_problems"]
    assert errors[-1]["msg"] == "problems not listed: 41"


def test_problems_that_were_counted_apart_are_counted_together() -> None:
    class Pair(BaseModel):
        first: TabularEnvelope
        second: TabularEnvelope

    many, more = (table(**{f"key{index}": index for index in range(count)}) for count in (25, 12))
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Pair].model_validate(records([{"first": many, "second": more}]))
    errors = caught.value.errors()
    assert [each["loc"] for each in errors[:-1]] == [
        ("records", 0, "first", f"key{index}") for index in range(10)
    ]
    assert [each["input"] for each in errors[:-1]] == list(range(10))
    assert errors[-1]["msg"] == "problems not listed: 27"


def test_many_problems_of_a_record_are_counted() -> None:
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed].model_validate(records([{f"key{index}": 1 for index in range(30)}]))
    errors = caught.value.errors()
    assert [each["loc"] for each in errors[:2]] == [("records", 0, "size"), ("records", 0, "key0")]
    assert len(errors) == 11
    assert errors[-1]["msg"] == "problems not listed: 21"
    assert errors[0]["type"] == "missing"


def test_a_short_error_is_pydantics_own() -> None:
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed].model_validate(records([{"size": "x"}]))
    [problem] = caught.value.errors()
    assert problem["type"] == "int_parsing"
    assert "url" in problem
    assert caught.value.title == "RecordsEnvelope[Closed]"


def test_an_error_at_the_limits_is_still_pydantics_own() -> None:
    model: Any = int
    for depth in range(18):  # two more names lead to the records
        model = create_model(f"Level{depth}", inner=(model, ...))
    deep: Any = "x"
    for _ in range(18):
        deep = {"inner": deep}
    for item, record in ((Closed, {"size": 1, "k" * 80: 1}), (model, deep), (Wordy, {"name": "n" * 487})):
        with pytest.raises(ValidationError) as caught:
            RecordsEnvelope[item].model_validate(records([record]))
        [problem] = caught.value.errors()
        assert "url" in problem
    assert len(problem["msg"]) == 500
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed].model_validate(records([{f"key{index}": 1 for index in range(9)}]))
    assert ["url" in each for each in caught.value.errors()] == [True] * 10


def test_long_names_are_cut_in_places_and_messages() -> None:
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed].model_validate(records([{"size": 1, "k" * 81: 1}]))
    [problem] = caught.value.errors()
    assert problem["loc"] == ("records", 0, "k" * 79 + "…")
    with pytest.raises(ValidationError) as caught:
        RecordsEnvelope[Closed].model_validate(records([{"size": 1, "k" * 80: 1}]))
    assert caught.value.errors()[0]["loc"] == ("records", 0, "k" * 80)
    with pytest.raises(ValidationError) as caught:
        TabularEnvelope.model_validate(table(**{"k" * 80: 1, "l" * 81: 1}))
    assert [each["loc"] for each in caught.value.errors()] == [("k" * 80,), ("l" * 79 + "…",)]


def test_a_long_message_of_a_record_model_is_cut() -> None:
    for length, cut in ((400, False), (100_000, True)):
        with pytest.raises(ValidationError) as caught:
            RecordsEnvelope[Wordy].model_validate(records([{"name": "n" * length}]))
        message = caught.value.errors()[0]["msg"]
        assert message.endswith("…") is cut
        assert len(message) <= 500


@pytest.mark.parametrize("make", [lambda: nested(100_000), cycle, lambda: 10**5000])
def test_values_without_a_text_are_refused_readably(make: Callable[[], Any]) -> None:
    value = make()
    places: list[dict[str, Any]] = [
        {"rows": value},
        {"next_cursor": value},
        {"spare": value},
        {"source": value},
        {"row_count": [value]},
    ]
    if isinstance(value, list):
        places.append({"rows": [[value]], "row_count": 1})
    for fields in places:
        with pytest.raises(ValidationError) as caught:
            TabularEnvelope.model_validate(table(**fields))
        assert len(str(caught.value)) < SHORT


def test_errors_of_nested_envelopes_are_short_too() -> None:
    class Arguments(BaseModel):
        data: TabularEnvelope
        boxes: RecordsEnvelope[Closed]

    with pytest.raises(ValidationError) as caught:
        Arguments.model_validate(
            {
                "data": table(rows=[[{}]] * MANY, row_count=MANY),
                "boxes": records([{"size": "x"}] * MANY),
            }
        )
    assert len(str(caught.value)) < SHORT
    assert caught.value.errors()[0]["loc"] == ("data", "rows", 0, 0)


def test_each_part_refuses_unknown_keys_by_itself() -> None:
    for model, data in ((ArtifactRef, REF), (SourceRef, {})):
        with pytest.raises(ValidationError) as caught:
            model.model_validate({**data, "spare": 1})
        assert [(each["type"], each["loc"]) for each in caught.value.errors()] == [
            ("unknown_key", ("spare",))
        ]


def test_braces_in_data_stay_as_they_are() -> None:
    with pytest.raises(ValidationError, match=r"'\{more\}' is no field"):
        TabularEnvelope.model_validate(table(**{"{more}": 1}))
