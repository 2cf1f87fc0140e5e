"""Reading envelopes from text and bytes: encodings, what is no JSON, and what tolerance covers."""

from __future__ import annotations

import codecs
import datetime as dt
import json
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from octools import ArtifactEnvelope, ArtifactRef, RecordsEnvelope, SourceRef, TabularEnvelope, read_envelope
from octools.messages import message
from octools.quoting import quote

TABLE: dict[str, Any] = {
    "columns": ["a", "b"],
    "rows": [["é𝄞", 1], [None, 2.5]],
    "row_count": 2,
    "truncated": False,
}
FILE: dict[str, Any] = {
    "artifact": {"reference": "é", "media_type": "m", "bytes": 1},
    "artifacts": [],
    "warnings": [],
    "sensitivity": "inherits_input",
}


class Lock(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    opened: dt.date


class StrictLock(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    opened: dt.date


LOCKS: dict[str, Any] = {"records": [{"name": "é", "opened": "2024-05-06"}], "count": 1, "truncated": False}
CASES: list[tuple[Any, dict[str, Any]]] = [
    (TabularEnvelope, TABLE),
    (ArtifactEnvelope, FILE),
    (RecordsEnvelope[Lock], LOCKS),
]
ENCODINGS = (*["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],)
MARKED = {
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("model", "data"), CASES)
def test_bytes_are_read_in_every_encoding(model: Any, data: dict[str, Any], encoding: str) -> None:
    text = json.dumps(data, ensure_ascii=False)
    read = read_envelope(model, text.encode(encoding))
    assert read.model_dump(mode="json") == data
    if encoding in MARKED:
        assert read_envelope(model, MARKED[encoding] + text.encode(encoding)) == read
    assert read_envelope(model, text) == read
    assert read_envelope(model, "\ufeff" + text) == read
    assert read_envelope(model, data) == read
    assert read_envelope(model, MappingProxyType(data)) == read


NO_JSON: list[tuple[str | bytes, str]] = [
    ("", "line 1 column 0"),
    ("   ", "line 1 column 3"),
    ("nul", "line 1 column 3"),
    ("{'a': 1}", "line 1 column 2"),
    ('{"a": 1,}', "line 1 column 9"),
    ('{"a": 1} {}', "line 1 column 10"),
    ('{"a"\n: tru}', "line 2"),
    ('{"a": 01}', "line 1 column 8"),
    ('{"a": NaN}', "NaN is no JSON value at line 1 column 7"),
    ('{"a": -Infinity}', "Infinity is no JSON value at line 1 column 8"),
    ('{"a": Infinity}', "Infinity is no JSON value at line 1 column 7"),
    ('{"a":\n "é", "b":\n ["é", Infinity]}', "Infinity is no JSON value at line 3 column 9"),
    ('{"a": Inf}', "expected value at line 1 column 7"),
    ('{"a": -Inf}', "invalid number at line 1 column 8"),
    ('{"a": "\x01"}', "line 1 column 8"),
    ('{"a": "\\ud800"}', "line 1 column"),
    ('{"a": "\ud800"}', "character 7"),
    (b'{"a": "\xff"}', "line 1 column"),
    (b'{"a": "\xc3"}', "line 1 column"),
    ("[" * 100_000, "line 1 column 202"),
    ('{"a":' * 100_000, "line 1 column"),
    ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "line 1 column"),
    ('{"a": ' + "1" * 5000 + "}", "line 1 column"),
    (b"{\x00\x00", "line 1 column 2"),
    (codecs.BOM_UTF16_LE + b"{\x00}", "byte 4"),
    (codecs.BOM_UTF32_LE + b"\xff\xff\xff\xff", "byte 4"),
    (b"\x00\x00\x00{\x00", "byte"),
]


@pytest.mark.parametrize("model", [TabularEnvelope, ArtifactEnvelope, RecordsEnvelope[Lock], RecordsEnvelope])
@pytest.mark.parametrize(("text", "place"), NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_json_is_one_error_that_says_where(model: Any, text: str | bytes, place: str) -> None:
    with pytest.raises(ValidationError) as caught:
        read_envelope(model, text)
    [problem] = caught.value.errors()
    assert (problem["type"], problem["loc"]) == ("json_text", ())
    assert problem["input"] == text[:80]
    assert place in problem["msg"]
    assert len(str(caught.value)) < 1000
    assert caught.value.title == model.__name__


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_the_words_for_odd_numbers_are_fine_in_strings(word: str) -> None:
    table = {**TABLE, "columns": [word, "b"]}
    assert read_envelope(TabularEnvelope, json.dumps(table)).columns[0] == word
    locks = {**LOCKS, "records": [{"name": word, "opened": "2024-05-06"}]}
    for data in (json.dumps(locks), json.dumps(locks).encode()):
        assert read_envelope(RecordsEnvelope[Lock], data).records[0].name == word


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_the_words_for_odd_numbers_are_no_values_in_records(word: str) -> None:
    class Gauge(BaseModel):
        level: float

    text = f'{{"records": [{{"level": {word}}}], "count": 1, "truncated": false}}'
    for data in (text, text.encode(), text.encode("utf-16")):
        with pytest.raises(ValidationError) as caught:
            read_envelope(RecordsEnvelope[Gauge], data)
        assert caught.value.errors()[0]["type"] == "json_text"


def test_a_number_beyond_a_double_is_infinity_in_a_cell_and_refused_elsewhere() -> None:
    text = '{"columns": ["a"], "rows": [[1e400], [-1e400]], "row_count": 2, "truncated": false'
    assert read_envelope(TabularEnvelope, text + "}").rows == [[float("inf")], [float("-inf")]]
    for field in ('"row_count": 1e400', '"total_count": 1e400'):
        with pytest.raises(ValidationError):
            read_envelope(TabularEnvelope, f"{text}, {field}}}")


def test_integers_of_any_length_up_to_the_parsers_limit_stay_exact() -> None:
    digits = "7" * 4300
    text = f'{{"columns": ["a"], "rows": [[{digits}]], "row_count": 1, "truncated": false}}'
    read = read_envelope(TabularEnvelope, text)
    assert read.rows[0][0] == 7 * (10**4300 - 1) // 9
    assert read_envelope(TabularEnvelope, read.model_dump_json()) == read
    counted = f'{{"columns": [], "rows": [], "row_count": 0, "truncated": false, "total_count": {digits}}}'
    assert read_envelope(TabularEnvelope, counted).total_count == digits


@pytest.mark.parametrize("model", [TabularEnvelope, ArtifactEnvelope, RecordsEnvelope])
@pytest.mark.parametrize(
    "data", [None, 5, 1.5, True, [], [1], (1,), {1}, bytearray(b"{}"), memoryview(b"{}"), object()]
)
def test_data_that_is_no_object_is_refused(model: Any, data: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        read_envelope(model, data)
    [problem] = caught.value.errors()
    assert (problem["type"], problem["loc"], problem["input"]) == ("wrong_json_type", (), data)
    assert problem["msg"] == message(
        "wrong_json_type", value=quote(data), expected="a JSON object, as a mapping, a text or bytes"
    )


@pytest.mark.parametrize("text", ["null", "5", "[]", '"x"', "true"])
def test_text_that_is_no_object_is_refused(text: str) -> None:
    for model in (TabularEnvelope, ArtifactEnvelope, RecordsEnvelope):
        with pytest.raises(ValidationError) as caught:
            read_envelope(model, text)
        [problem] = caught.value.errors()
        assert (problem["type"], problem["loc"]) == ("wrong_json_type", ())
        assert problem["input"] == json.loads(text)
        assert problem["msg"].startswith(f"{quote(json.loads(text))} has the wrong JSON type")


@pytest.mark.parametrize(
    "model", [BaseModel, Lock, ArtifactRef, SourceRef, dict, "TabularEnvelope", None, 5, list[int]]
)
def test_another_model_is_a_type_error(model: Any) -> None:
    name = {None: "null", 5: "5", "TabularEnvelope": "'TabularEnvelope'"}.get(model) or model.__name__
    with pytest.raises(TypeError, match=f"^{name} is no envelope type"):
        read_envelope(model, "{}")


def test_records_are_read_as_json_so_that_a_strict_model_takes_dates() -> None:
    read = read_envelope(RecordsEnvelope[StrictLock], json.dumps(LOCKS))
    assert read.records[0].opened == dt.date(2024, 5, 6)
    with pytest.raises(ValidationError) as caught:
        read_envelope(RecordsEnvelope[StrictLock], LOCKS)
    assert caught.value.errors()[0]["loc"] == ("records", 0, "opened")


def test_unknown_keys_are_dropped_around_records_and_left_to_the_model_inside() -> None:
    data = {
        **LOCKS,
        "new": {"x": 1},
        "records": [{**LOCKS["records"][0], "more": 1}],
        "source": {"instance": "i", "rack": 3},
    }
    for given in (data, json.dumps(data)):
        read = read_envelope(RecordsEnvelope[Lock], given)
        assert read.source == SourceRef(instance="i")
        assert read.records[0].model_extra == {"more": 1}
        assert "new" not in read.model_dump()
        with pytest.raises(ValidationError) as caught:
            read_envelope(RecordsEnvelope[StrictLock], json.dumps(data))
        assert caught.value.errors()[0]["loc"] == ("records", 0, "more")


def test_models_of_ours_inside_records_are_not_tolerant_and_around_them_are() -> None:
    reference = {"reference": "r", "media_type": "m", "bytes": 1}
    page = {"records": [reference, reference], "count": 2, "truncated": False, "source": {"rack": 3}}
    outer = {"records": [page, page], "count": 2, "truncated": False, "source": {"rack": 3}, "new": 1}

    class Filed(RecordsEnvelope[RecordsEnvelope[ArtifactRef]]):
        dock_plan: ArtifactRef

    whole = {**outer, "dock_plan": {**reference, "new": 1}}
    right = {**page, "source": {}}
    for form in (dict, json.dumps):
        with pytest.raises(ValidationError) as caught:
            read_envelope(Filed, form(whole))
        assert caught.value.errors()[0]["loc"] == ("records", 0, "source", "rack")
        read = read_envelope(Filed, form(whole | {"records": [right, right]}))
        assert read.source == SourceRef()
        assert read.dock_plan == ArtifactRef.model_validate(reference)
        assert read.records[1].records[1] == read.dock_plan


def test_a_record_model_finds_nothing_in_its_validation_context() -> None:
    seen: list[Any] = []

    class Curious(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def _look(cls, value: str, info: ValidationInfo) -> str:
            seen.append(dict(info.context or {}))
            return value

    read_envelope(RecordsEnvelope[Curious], {"records": [{"name": "x"}], "count": 1, "truncated": False})
    assert seen == [{}]


def test_the_callers_own_context_reaches_the_records_and_nothing_else() -> None:
    class Zoned(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def _suffix(cls, value: str, info: ValidationInfo) -> str:
            return value + info.context["suffix"]

    data = {"records": [{"name": "x"}], "count": 1, "truncated": False}
    made = RecordsEnvelope[Zoned].model_validate(data, context={"suffix": "!"})
    assert made.records[0].name == "x!"
    with pytest.raises(ValidationError):
        RecordsEnvelope[Zoned].model_validate({**data, "spare": 1}, context={"suffix": "!"})


@pytest.mark.parametrize(
    ("fields", "read"),
    [
        ({"column_kinds": ["ip", "colour"]}, {"column_kinds": ["ip", "text"]}),
        (
            {"column_kinds": ["number", "integer"], "column_scales": ["log2", "cubic"]},
            {"column_kinds": ["number", "integer"], "column_scales": ["log2", None]},
        ),
        (
            {"column_kinds": ["money", "integer"], "column_scales": ["log2", "log10"]},
            {"column_kinds": ["text", "integer"], "column_scales": [None, "log10"]},
        ),
        (
            {"column_kinds": ["ip", "big_integer"], "column_scales": ["log2", "log2"]},
            {"column_kinds": ["ip", "big_integer"], "column_scales": [None, "log2"]},
        ),
        ({"column_scales": ["log2", "linear"]}, {"column_scales": [None, None]}),
        ({"column_scales": [None, None]}, {"column_scales": [None, None]}),
        ({"column_descriptions": ["A.", 1]}, {}),
        ({"column_descriptions": ["A."]}, {}),
        ({"column_descriptions": "A."}, {}),
        ({"column_descriptions": ["A.", None]}, {"column_descriptions": ["A.", None]}),
        ({"column_descriptions": None}, {}),
        ({"source": 1}, {}),
        ({"source": {"instance": 1}}, {}),
        ({"source": {"instance": "i", "snapshot": []}}, {}),
        ({"source": {}}, {"source": {}}),
        ({"new": 1, "rows2": []}, {}),
    ],
)
def test_what_a_reader_may_drop_is_dropped(fields: dict[str, Any], read: dict[str, Any]) -> None:
    for given in (TABLE | fields, json.dumps(TABLE | fields)):
        assert read_envelope(TabularEnvelope, given).model_dump() == TABLE | read  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [
        {"column_kinds": ["ip"]},
        {"column_kinds": ["ip", None]},
        {"column_kinds": ["ip", 1]},
        {"column_kinds": "ip"},
        {"column_scales": [None]},
        {"column_scales": [None, 1]},
        {"column_scales": {"a": "log2"}},
        {"row_count": 3},
        {"rows": [[1], [1, 2]]},
        {"rows": [[1, [2]], [1, 2]]},
        {"rows": [[1, {}], [1, 2]]},
        {"rows": ["ab", ["[", [1]]]},
        {"rows": ["ab", [1, 2]]},
        {"next_cursor": "c"},
        {"stop_reason": "x"},
        {"total_count": 1},
        {"resumable": True},
        {"warnings": None},
        {"warnings": [1]},
        {"truncated": None},
    ],
)
def test_every_other_check_still_runs(fields: dict[str, Any]) -> None:
    for given in (TABLE | fields, json.dumps(TABLE | fields), json.dumps(TABLE | fields).encode()):
        with pytest.raises(ValidationError):
            read_envelope(TabularEnvelope, given)  # type: ignore[arg-type]
    for field in ("columns", "rows", "row_count", "truncated"):
        with pytest.raises(ValidationError) as caught:
            read_envelope(TabularEnvelope, {key: value for key, value in TABLE.items() if key != field})
        assert caught.value.errors()[0]["type"] == "missing"


def test_repeated_keys_and_brackets_in_strings_read_as_they_stand() -> None:
    text = '{"columns": ["["], "rows": [[1]], "rows": [["[{"]], "row_count": 1, "truncated": false}'
    for given in (text, text.encode()):
        assert read_envelope(TabularEnvelope, given).rows == [["[{"]]
    hidden = '{"rows": [[1]], "columns": ["a"], "rows": ["x", [[1]]], "row_count": 2, "truncated": false}'
    with pytest.raises(ValidationError):
        read_envelope(TabularEnvelope, hidden)


def test_rows_of_a_mapping_are_copied() -> None:
    rows = [[1, 2], [3, 4]]
    read = read_envelope(TabularEnvelope, {**TABLE, "rows": rows})
    rows[0][0] = 9
    rows.append([5, 6])
    assert read.rows == [[1, 2], [3, 4]]


def test_an_unknown_sensitivity_reads_as_the_most_careful_one() -> None:
    assert read_envelope(ArtifactEnvelope, {**FILE, "sensitivity": "public"}).sensitivity == "inherits_input"
    for value in (None, 1, ["inherits_input"]):
        with pytest.raises(ValidationError):
            read_envelope(ArtifactEnvelope, {**FILE, "sensitivity": value})
    with pytest.raises(ValidationError):
        ArtifactEnvelope.model_validate({**FILE, "sensitivity": "public"})


@pytest.mark.parametrize("model", [RecordsEnvelope, RecordsEnvelope[Lock], TabularEnvelope, ArtifactEnvelope])
@pytest.mark.parametrize("value", [None, True, 7, 1.5, [], [{}]])
def test_what_is_no_object_is_refused_alike_as_text_and_as_a_value(model: Any, value: Any) -> None:
    texts = []
    for data in (value, json.dumps(value), json.dumps(value).encode()):
        with pytest.raises(ValidationError) as caught:
            read_envelope(model, data)
        texts.append(str(caught.value))
    assert texts[0] == texts[1] == texts[2]
    assert "expected a JSON object" in texts[0]
