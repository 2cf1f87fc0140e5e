"""The schemas of the envelopes are the contract's own, wherever pydantic writes them."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel, Field, TypeAdapter

from octools import (
    TABULAR_DEF_NAME,
    ArtifactEnvelope,
    ArtifactRef,
    NoTitleGenerator,
    RecordsEnvelope,
    SourceRef,
    TabularEnvelope,
    artifact_schema,
    input_schema_for,
    output_schema_for,
    records_schema,
    schema_for,
    strict_clean,
    tabular_schema,
)
from octools_contract.bundles import BUNDLES


class Sensor(BaseModel):
    """A sensor."""

    label: str = Field(description="Its label.", json_schema_extra={"x-sensitivity": "identifier"})
    level: float = Field(description="What it shows.", ge=0)
    next_to: Sensor | None = None


def test_schemas_are_copies_of_the_contracts() -> None:
    for made, name in ((tabular_schema, "TabularEnvelope"), (artifact_schema, "ArtifactEnvelope")):
        assert made() == BUNDLES[name]
        made()["properties"].clear()
        made()["$defs"].clear()
        assert made() == BUNDLES[name]
        assert made()["properties"]


@pytest.mark.parametrize("model", [TabularEnvelope, ArtifactEnvelope, ArtifactRef, SourceRef])
@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_the_model_and_the_contract_say_the_same(model: Any, mode: Any) -> None:
    assert schema_for(model, mode=mode) == BUNDLES[model.__name__]
    assert (
        TypeAdapter(model).json_schema(mode=mode, schema_generator=NoTitleGenerator)
        == BUNDLES[model.__name__]
    )


def test_an_envelope_without_an_item_has_the_contracts_schema_with_the_record_in_place() -> None:
    schema = schema_for(RecordsEnvelope)
    canonical = BUNDLES["RecordsEnvelope"]
    name = canonical["properties"]["records"]["items"]["$ref"].removeprefix("#/$defs/")
    assert schema["properties"]["records"]["items"] == canonical["$defs"][name]
    assert schema["properties"]["count"] == canonical["properties"]["count"]


def test_records_schema_puts_the_item_in() -> None:
    schema, canonical = records_schema(Sensor), BUNDLES["RecordsEnvelope"]
    assert schema == output_schema_for(RecordsEnvelope[Sensor])
    assert schema["properties"]["records"]["items"] == {"$ref": "#/$defs/Sensor"}
    assert schema["properties"]["records"]["description"] == canonical["properties"]["records"]["description"]
    assert {name: schema["properties"][name] for name in schema["properties"] if name != "records"} == {
        name: canonical["properties"][name] for name in canonical["properties"] if name != "records"
    }
    assert schema["required"] == ["records", "count", "truncated"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"].keys() == {"Sensor", "SourceRef"}
    sensor = schema["$defs"]["Sensor"]
    assert sensor["properties"]["label"]["x-sensitivity"] == "identifier"
    assert sensor["properties"]["level"]["minimum"] == 0
    assert sensor["properties"]["next_to"]["anyOf"][0] == {"$ref": "#/$defs/Sensor"}
    jsonschema.Draft202012Validator.check_schema(schema)


def test_records_schema_takes_other_types_too() -> None:
    schema = records_schema(dict[str, int])
    assert schema["properties"]["records"]["items"] == {
        "type": "object",
        "additionalProperties": {"type": "integer"},
    }


@pytest.mark.parametrize("page", [True, False])
def test_dumps_conform_to_their_schemas(page: bool) -> None:
    paging: dict[str, Any] = (
        {"truncated": True, "next_cursor": "c", "stop_reason": "page_count", "total_count": "9" * 30}
        if page
        else {"truncated": False}
    )
    table = TabularEnvelope(
        columns=["a"], rows=[[1], [None], ["x"]], row_count=3, column_kinds=["number"], **paging
    )
    records = RecordsEnvelope[Sensor](
        records=[Sensor(label="x", level=1)], count=1, source=SourceRef(), **paging
    )
    artifact = ArtifactEnvelope(artifact=ArtifactRef(reference="r", media_type="m", bytes=1))
    for made, schema in (
        (table, tabular_schema()),
        (records, records_schema(Sensor)),
        (artifact, artifact_schema()),
    ):
        jsonschema.validate(made.model_dump(mode="json"), schema, jsonschema.Draft202012Validator)


def test_an_argument_model_refers_to_the_envelope() -> None:
    class PlotArguments(BaseModel):
        data: TabularEnvelope = Field(description="What to plot.")
        more: list[TabularEnvelope] = Field(default_factory=list, description="Further tables.")
        heading: str = Field(description="The heading.")

    schema = input_schema_for(PlotArguments)
    assert schema["properties"]["data"] == {
        "$ref": f"#/$defs/{TABULAR_DEF_NAME}",
        "description": "What to plot.",
    }
    assert schema["properties"]["more"]["items"] == {"$ref": "#/$defs/TabularEnvelope"}
    bundle = {key: value for key, value in tabular_schema().items() if key != "$defs"}
    assert schema["$defs"] == {"TabularEnvelope": bundle, "SourceRef": BUNDLES["SourceRef"]}
    assert strict_clean(schema) == []


def test_all_envelopes_nest_side_by_side() -> None:
    class Place(BaseModel):
        name: str

    class Everything(BaseModel):
        table: TabularEnvelope
        places: RecordsEnvelope[Place]
        file: ArtifactEnvelope | None = None
        source: SourceRef

    schema = input_schema_for(Everything)
    assert strict_clean(schema) == []
    for name in ("TabularEnvelope", "ArtifactEnvelope", "ArtifactRef", "SourceRef"):
        bundle = {key: value for key, value in BUNDLES[name].items() if key != "$defs"}
        assert schema["$defs"][name] == bundle
    assert schema["$defs"]["RecordsEnvelope_Place_"]["properties"]["records"]["items"] == {
        "$ref": "#/$defs/Place"
    }
    everything = {
        "table": TabularEnvelope(columns=[], rows=[], row_count=0, truncated=True).model_dump(),
        "places": RecordsEnvelope[Place](records=[], count=0, truncated=True, next_cursor="c").model_dump(),
        "source": {},
    }
    jsonschema.validate(everything, schema, jsonschema.Draft202012Validator)
    assert Everything.model_validate(everything).places.next_cursor == "c"


def test_a_model_of_the_same_name_does_not_get_in_the_way() -> None:
    def other() -> Any:
        class SourceRef(BaseModel):
            well: int

        return SourceRef

    Other = other()  # noqa: N806

    class Both(BaseModel):
        table: TabularEnvelope
        well: Other  # type: ignore[valid-type]

    before = copy.deepcopy(dict(BUNDLES))
    schema = input_schema_for(Both)
    assert before == BUNDLES
    reference = next(
        member["$ref"]
        for member in schema["$defs"]["TabularEnvelope"]["properties"]["source"]["anyOf"]
        if "$ref" in member
    )
    assert schema["$defs"][reference.removeprefix("#/$defs/")] == BUNDLES["SourceRef"]
    jsonschema.Draft202012Validator.check_schema(schema)


def inner(value: Any) -> list[Any]:
    """Return every object and array inside a JSON value, the innermost first."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*(each for child in below for each in inner(child)), *([value] if below or value == {} else [])]


@pytest.mark.parametrize(
    "model", [TabularEnvelope, ArtifactEnvelope, RecordsEnvelope, RecordsEnvelope[Sensor]]
)
def test_nothing_that_is_done_to_a_schema_reaches_the_next_one(model: Any) -> None:
    before = copy.deepcopy(schema_for(model))
    for schema in (schema_for(model), model.model_json_schema(), output_schema_for(model)):
        for each in inner(schema):
            each.clear()
    assert schema_for(model) == before
