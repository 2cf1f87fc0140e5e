"""What a dump holds, that it validates again, and that it stays right whatever is done to an envelope."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError, field_serializer

from octools import ArtifactEnvelope, ArtifactRef, RecordsEnvelope, SourceRef, TabularEnvelope, read_envelope


class Parcel(BaseModel):
    code: str
    grams: int | None = None


def pages() -> list[Any]:
    return [
        TabularEnvelope(columns=["a"], rows=[[1]], row_count=1, truncated=False),
        TabularEnvelope(
            columns=["a", "b"],
            rows=[[1, None], ["x", 2.5]],
            row_count=2,
            truncated=True,
            column_kinds=["text", "number"],
            column_scales=[None, "log2"],
            column_descriptions=["A.", None],
            total_count=2**60,
            next_cursor="",
            stop_reason="page_count",
            warnings=["slow"],
            source=SourceRef(instance="i"),
        ),
        RecordsEnvelope[Parcel](records=[Parcel(code="x")], count=1, truncated=True),
        RecordsEnvelope[Parcel](records=[], count=0, truncated=False, source=SourceRef()),
        RecordsEnvelope(records=[{"any": [1]}], count=1, truncated=True, next_cursor="c"),
        ArtifactEnvelope(artifact=ArtifactRef(reference="r", media_type="m", bytes=1, role="plan")),
    ]


@pytest.mark.parametrize("made", pages(), ids=lambda made: type(made).__name__)
def test_a_dump_validates_again_and_is_equal(made: Any) -> None:
    kind = type(made)
    assert kind.model_validate(made.model_dump()) == made
    assert kind.model_validate(made.model_dump(mode="json")) == made
    assert kind.model_validate_json(made.model_dump_json()) == made
    assert read_envelope(kind, made.model_dump()) == made
    assert read_envelope(kind, made.model_dump_json()) == made
    assert json.loads(made.model_dump_json()) == made.model_dump(mode="json")
    assert kind.model_validate(made.model_dump()).model_fields_set <= kind.model_fields.keys()


@pytest.mark.parametrize("made", pages(), ids=lambda made: type(made).__name__)
def test_copies_and_pickles_are_equal_and_dump_the_same(made: Any) -> None:
    for twin in (
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
        made.model_copy(),
        made.model_copy(deep=True),
    ):
        assert twin == made
        assert twin.model_dump() == made.model_dump()


def test_unset_fields_are_left_out_and_empty_warnings_of_lists_too() -> None:
    bare, full, page, empty, _, artifact = pages()
    assert list(bare.model_dump()) == ["columns", "rows", "row_count", "truncated"]
    assert list(full.model_dump()) == [
        *[
            "columns",
            "rows",
            "row_count",
            "truncated",
            "column_kinds",
            "column_scales",
            "column_descriptions",
        ],
        *["total_count", "next_cursor", "stop_reason", "warnings", "source", "resumable"],
    ]
    assert page.model_dump() == {
        "records": [{"code": "x", "grams": None}],
        "count": 1,
        "truncated": True,
        "resumable": False,
    }
    assert empty.model_dump() == {"records": [], "count": 0, "truncated": False, "source": {}}
    assert artifact.model_dump() == {
        "artifact": {"reference": "r", "media_type": "m", "bytes": 1, "role": "plan"},
        "artifacts": [],
        "warnings": [],
        "sensitivity": "inherits_input",
    }


@pytest.mark.parametrize(("truncated", "cursor"), [(False, None), (True, None), (True, "c"), (True, "")])
def test_resumable_follows_the_cursor_and_is_written_when_truncated(
    truncated: bool, cursor: str | None
) -> None:
    made = TabularEnvelope(columns=[], rows=[], row_count=0, truncated=truncated, next_cursor=cursor)
    assert made.resumable is (cursor is not None)
    written = made.model_dump().get("resumable")
    assert written is ((cursor is not None) if truncated else None)
    assert made.model_dump(exclude_unset=True).get("resumable") is written
    assert made.model_dump(exclude_none=True).get("resumable") is written
    assert "resumable" not in made.model_dump(exclude={"resumable"})
    assert "resumable" not in made.model_fields_set


def test_resumable_follows_changes() -> None:
    made = RecordsEnvelope(records=[], count=0, truncated=True)
    made.next_cursor = "c"
    assert made.model_dump()["resumable"] is True
    made.next_cursor = None
    assert made.model_dump()["resumable"] is False
    made.truncated = False
    assert "resumable" not in made.model_dump()
    assert made.model_copy(update={"truncated": True}).model_dump()["resumable"] is False
    assert made.model_copy(update={"truncated": True, "next_cursor": "x"}).model_dump()["resumable"] is True
    assert made.model_copy(update={"spare": 1}).model_dump() == made.model_dump()


def test_an_envelope_made_without_validation_dumps_resumable_too() -> None:
    made = TabularEnvelope.model_construct(
        columns=[], rows=[], row_count=0, truncated=True, next_cursor="c", spare=1
    )
    assert made.model_dump()["resumable"] is True
    assert "spare" not in made.model_dump()
    assert "resumable" not in TabularEnvelope.model_construct(columns=[]).model_dump(warnings=False)


def test_a_name_that_is_no_field_cannot_be_assigned() -> None:
    made = ArtifactRef(reference="r", media_type="m", bytes=1)
    with pytest.raises(ValueError, match="ArtifactRef has no field 'sise'"):
        made.sise = 1  # type: ignore[attr-defined]
    made._note = 1  # type: ignore[attr-defined]
    assert made._note == 1  # type: ignore[attr-defined]
    made.bytes = 2
    assert made.model_dump()["bytes"] == 2
    page = RecordsEnvelope(records=[], count=0, truncated=True)
    with pytest.raises(AttributeError):
        page.resumable = True  # type: ignore[misc]
    assert page.model_dump()["resumable"] is False
    assert page.model_extra is None


def test_resumable_can_be_given_and_is_not_kept() -> None:
    given = {"records": [], "count": 0, "truncated": True, "next_cursor": "c", "resumable": True}
    made = RecordsEnvelope[Parcel].model_validate(given)
    assert made == RecordsEnvelope[Parcel](records=[], count=0, truncated=True, next_cursor="c")
    assert made.model_dump() == given


@pytest.mark.parametrize(
    ("cursor", "value", "rule"),
    [
        (None, True, "resumable_contradicts"),
        ("c", False, "resumable_contradicts"),
        ("c", 1, "wrong_json_type"),
        (None, None, "wrong_json_type"),
        (None, 0, "wrong_json_type"),
        (None, "false", "wrong_json_type"),
    ],
)
def test_a_resumable_that_contradicts_is_refused_everywhere(cursor: Any, value: Any, rule: str) -> None:
    given = {"records": [], "count": 0, "truncated": True, "next_cursor": cursor, "resumable": value}
    for read in (RecordsEnvelope.model_validate, lambda data: read_envelope(RecordsEnvelope, data)):
        with pytest.raises(ValidationError) as caught:
            read(given)
        assert [(each["type"], each["loc"]) for each in caught.value.errors()] == [(rule, ("resumable",))]


def test_non_finite_cells_are_null_in_json_text_and_stay_in_python() -> None:
    made = TabularEnvelope(columns=["a"], rows=[[float("inf")], [float("nan")]], row_count=2, truncated=False)
    assert '"rows":[[null],[null]]' in made.model_dump_json()
    assert made.model_dump(mode="json")["rows"][0] == [float("inf")]


def masked(cell: Any) -> Any:
    return "*" if isinstance(cell, str) else cell


@pytest.mark.parametrize("form", [list, tuple])
def test_cells_that_a_subclass_writes_in_its_own_way_stay_as_written(form: Any) -> None:
    class Masked(TabularEnvelope):
        @field_serializer("rows")
        def _mask(self, rows: list[list[Any]]) -> Any:
            return form(form([None, *map(masked, row)]) for row in rows)

    class Redacted(TabularEnvelope):
        @field_serializer("rows")
        def _redact(self, rows: list[list[Any]]) -> Any:
            return form(form("*" if isinstance(cell, str) else None for cell in row) for row in rows)

    table = {"columns": ["a", "b"], "rows": [["secret", math.inf]], "row_count": 1, "truncated": False}
    assert Masked.model_validate(table).model_dump()["rows"] == form([form([None, "*", math.inf])])
    written = Redacted.model_validate(table).model_dump()["rows"]
    assert written == form([form(["*", math.inf if form is list else None])])


def test_envelopes_dump_alike_inside_other_models() -> None:
    class Report(BaseModel):
        tables: list[TabularEnvelope]
        boxes: RecordsEnvelope[Parcel] | None = None

    bare, full, page, *_ = pages()
    report = Report(tables=[bare, full], boxes=page)
    dumped = {"tables": [bare.model_dump(), full.model_dump()], "boxes": page.model_dump()}
    assert report.model_dump() == dumped
    assert Report.model_validate(dumped) == report
    assert Report.model_validate_json(report.model_dump_json()) == report
    adapter = TypeAdapter(dict[str, TabularEnvelope])
    assert adapter.validate_json(adapter.dump_json({"x": full})) == {"x": full}


def test_two_envelopes_differ_by_any_field() -> None:
    bare, full, *_ = pages()
    assert bare != full
    assert bare != bare.model_copy(update={"truncated": True})
    assert "resumable=True" in repr(full)
    assert "resumable" not in repr(bare)
