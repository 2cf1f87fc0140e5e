"""Round trips of random envelopes, and tolerant reading of what a newer release might write."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from octools import (
    COLUMN_KINDS,
    COLUMN_SCALES,
    ArtifactEnvelope,
    RecordsEnvelope,
    SourceRef,
    TabularEnvelope,
    read_envelope,
    validate_tabular,
)
from octools_contract.constants import SCALED_COLUMN_KINDS

# Lone surrogates have no UTF-8, and so no JSON text.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
cells = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
sources = st.none() | st.fixed_dictionaries({}, optional={"instance": texts, "snapshot": texts})
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)


class Note(BaseModel):
    model_config = ConfigDict(extra="allow")

    title: str
    stars: int | None = None


@st.composite
def paging(draw: st.DrawFn, returned: int) -> dict[str, Any]:
    fields: dict[str, Any] = {"truncated": draw(st.booleans())}
    total = draw(st.none() | st.integers(returned, 2**70))
    if total is not None:
        fields["total_count"] = draw(st.sampled_from([total, str(total)]))
    if fields["truncated"]:
        fields |= draw(st.fixed_dictionaries({}, optional={"next_cursor": texts, "stop_reason": texts}))
    fields |= draw(
        st.fixed_dictionaries({}, optional={"warnings": st.lists(texts, max_size=3), "source": sources})
    )
    return fields


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    columns = draw(st.lists(texts, max_size=4))
    width = len(columns)
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), max_size=5))
    fields: dict[str, Any] = {"columns": columns, "rows": rows, "row_count": len(rows)}
    if draw(st.booleans()):
        kinds = draw(st.lists(st.sampled_from(COLUMN_KINDS), min_size=width, max_size=width))
        fields["column_kinds"] = kinds
        if draw(st.booleans()):
            scale = st.none() | st.sampled_from(COLUMN_SCALES)
            fields["column_scales"] = [draw(scale) if kind in SCALED_COLUMN_KINDS else None for kind in kinds]
    if draw(st.booleans()):
        fields["column_descriptions"] = draw(st.lists(st.none() | texts, min_size=width, max_size=width))
    return fields | draw(paging(len(rows)))


@st.composite
def pages(draw: st.DrawFn) -> dict[str, Any]:
    notes = st.fixed_dictionaries(
        {"title": texts}, optional={"stars": st.none() | st.integers(), "other": json_values}
    )
    records = draw(st.lists(notes, max_size=4))
    return {"records": records, "count": len(records)} | draw(paging(len(records)))


references = st.fixed_dictionaries(
    {"reference": texts, "media_type": texts, "bytes": st.integers(0, 2**70)},
    optional={
        "width": st.none() | st.integers(0, 9999),
        "height": st.none() | st.integers(0, 9999),
        "role": st.none() | texts,
        "uri": st.none() | texts,
    },
)
files = st.fixed_dictionaries(
    {"artifact": references},
    optional={
        "artifacts": st.lists(references, max_size=2),
        "warnings": st.lists(texts, max_size=2),
        "sensitivity": st.just("inherits_input"),
        "source": sources,
    },
)
envelopes = st.one_of(
    st.tuples(st.just(TabularEnvelope), tables()),
    st.tuples(st.just(RecordsEnvelope[Note]), pages()),
    st.tuples(st.just(RecordsEnvelope), pages()),
    st.tuples(st.just(ArtifactEnvelope), files),
)


@given(envelopes)
def test_a_dump_validates_again_and_is_equal(drawn: tuple[Any, dict[str, Any]]) -> None:
    model, data = drawn
    made = model.model_validate(data)
    dumped, text = made.model_dump(mode="json"), made.model_dump_json()
    assert json.loads(text) == dumped
    for twin in (
        model.model_validate(dumped),
        model.model_validate(made.model_dump()),
        model.model_validate_json(text),
        read_envelope(model, dumped),
        read_envelope(model, text),
        read_envelope(model, text.encode("utf-16")),
        model(**dumped),
    ):
        assert twin == made
        assert twin.model_dump(mode="json") == dumped
    assert [key for key, value in dumped.items() if value is None] == []


@given(tables())
def test_validating_a_table_never_fails_and_is_deterministic(data: dict[str, Any]) -> None:
    made = TabularEnvelope.model_validate(data)
    found = validate_tabular(made)
    assert found == validate_tabular(made)
    assert len(found) <= len(made.columns)


@given(envelopes, st.data())
def test_what_a_newer_release_may_add_is_dropped_or_read_as_its_fallback(
    drawn: tuple[Any, dict[str, Any]], choose: st.DataObject
) -> None:
    model, data = drawn
    made = model.model_validate(data)
    newer = made.model_dump(mode="json")
    expected = made.model_dump(mode="json")
    unknown = st.dictionaries(texts.map("new_".__add__), json_values, max_size=3)
    for holder in (newer, newer.get("source"), newer.get("artifact"), *newer.get("artifacts", ())):
        if holder is not None:
            holder.update(choose.draw(unknown))
    strange = texts.map("new ".__add__)
    kinds = newer.get("column_kinds")
    for index in range(len(kinds or ())):
        if choose.draw(st.booleans()):
            kinds[index] = choose.draw(strange)
            expected["column_kinds"][index] = "text"
            if "column_scales" in expected:
                expected["column_scales"][index] = None
    scales = newer.get("column_scales")
    for index in range(len(scales or ())):
        if choose.draw(st.booleans()):
            scales[index] = choose.draw(strange)
            expected["column_scales"][index] = None
    if "sensitivity" in newer:
        newer["sensitivity"] = choose.draw(strange)
    for given_data in (newer, json.dumps(newer)):
        read = read_envelope(model, given_data)
        assert read.model_dump(mode="json") == expected
        assert read == model.model_validate(expected)


@given(st.lists(st.floats(), max_size=6))
def test_written_text_is_always_json(numbers: list[float]) -> None:
    made = TabularEnvelope(
        columns=["a"], rows=[[number] for number in numbers], row_count=len(numbers), truncated=False
    )

    def refuse(word: str) -> None:
        raise AssertionError(word)

    written = json.loads(made.model_dump_json(), parse_constant=refuse)["rows"]
    kept = made.model_dump(mode="json")["rows"]
    for number, [cell], [float_cell] in zip(numbers, written, kept, strict=True):
        assert cell == (number if math.isfinite(number) else None)
        assert repr(float_cell) == repr(number)


def test_a_source_given_as_an_instance_is_kept() -> None:
    source = SourceRef(instance="i")
    made = TabularEnvelope(columns=[], rows=[], row_count=0, truncated=False, source=source)
    assert made.source is source
