"""Schemas of pydantic models."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, computed_field
from pydantic.errors import PydanticInvalidForJsonSchema
from pydantic.json_schema import models_json_schema
from typing_extensions import TypedDict

from octools import (
    NoTitleGenerator,
    OCTool,
    RecordsEnvelope,
    TabularEnvelope,
    input_schema_for,
    output_schema_for,
    schema_for,
    strict_clean,
    strip_titles,
    tabular_schema,
    validate_tool,
)


class Level(enum.StrEnum):
    LOW = "low"
    HIGH = "high"


class Filter(BaseModel):
    """What to look for."""

    title: str = Field(description="A word of the title.", title="Own title")
    level: Level = Field(default=Level.LOW, description="How urgent.")
    tags: list[str] = Field(default_factory=list, description="Any of these.")


class Search(BaseModel):
    """A search."""

    model_config = ConfigDict(title="Named otherwise")

    filter: Filter = Field(description="The filter.")
    other: Filter | None = Field(default=None, description="Another filter.")
    kind: Literal["disk", "host"] = Field(description="What is searched.")
    limit: int = Field(default=10, description="1 to 100.")


class Leaf(BaseModel):
    """A leaf."""

    size: int


class Tree(BaseModel):
    """A tree."""

    name: str
    parts: list[Tree] = []
    leaf: Leaf | None = None


class Sums(BaseModel):
    """A result."""

    given: int = Field(ge=0)

    @computed_field(title="Twice")
    def double(self) -> int:
        """The double."""
        return 2 * self.given


def titles(value: Any) -> list[Any]:
    """Return whatever stands under a key `title`, but for properties."""
    if isinstance(value, dict):
        here = [value["title"]] if "title" in value and not isinstance(value["title"], dict) else []
        return here + [found for member in value.values() for found in titles(member)]
    return [found for member in value for found in titles(member)] if isinstance(value, list) else []


def test_an_input_schema_is_strict_clean() -> None:
    schema = input_schema_for(Search)
    assert strict_clean(schema) == []
    assert titles(schema) == []
    Draft202012Validator.check_schema(schema)
    assert schema == {
        "type": "object",
        "description": "A search.",
        "properties": {
            "filter": {"$ref": "#/$defs/Filter", "description": "The filter."},
            "other": {
                "anyOf": [{"$ref": "#/$defs/Filter"}, {"type": "null"}],
                "default": None,
                "description": "Another filter.",
            },
            "kind": {"enum": ["disk", "host"], "type": "string", "description": "What is searched."},
            "limit": {"type": "integer", "default": 10, "description": "1 to 100."},
        },
        "required": ["filter", "kind"],
        "additionalProperties": False,
        "$defs": {
            "Filter": {
                "type": "object",
                "description": "What to look for.",
                "properties": {
                    "title": {"type": "string", "description": "A word of the title."},
                    "level": {"$ref": "#/$defs/Level", "default": "low", "description": "How urgent."},
                    "tags": {"type": "array", "items": {"type": "string"}, "description": "Any of these."},
                },
                "required": ["title"],
                "additionalProperties": False,
            },
            "Level": {"enum": ["low", "high"], "type": "string"},
        },
    }


def test_an_input_schema_with_an_empty_model() -> None:
    class Nothing(BaseModel):
        pass

    assert input_schema_for(Nothing) == {"type": "object", "properties": {}, "additionalProperties": False}
    assert strict_clean(input_schema_for(Nothing)) == []


def test_bounds_and_patterns_stay_and_are_reported() -> None:
    class Bounded(BaseModel):
        count: Annotated[int, Field(ge=1, le=9)]
        name: Annotated[str, Field(pattern="^a")]

    schema = input_schema_for(Bounded)
    assert schema["properties"]["count"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert [found.rule for found in strict_clean(schema)] == ["unsupported_keyword"] * 3


def test_a_free_form_dict_stays_open() -> None:
    class Free(BaseModel):
        options: dict[str, str]

    schema = input_schema_for(Free)
    assert schema["properties"]["options"] == {"type": "object", "additionalProperties": {"type": "string"}}
    assert [(found.rule, found.path) for found in strict_clean(schema)] == [
        ("open_object", "/properties/options")
    ]


def test_a_model_that_allows_more_stays_open() -> None:
    class Open(BaseModel):
        model_config = ConfigDict(extra="allow")

        a: int

    assert input_schema_for(Open)["additionalProperties"] is True


def test_an_output_schema_is_that_of_a_dump() -> None:
    schema = output_schema_for(Sums)
    assert schema["properties"]["double"] == {
        "type": "integer",
        "readOnly": True,
        "description": "The double.",
    }
    assert schema["required"] == ["given", "double"]
    assert "additionalProperties" not in schema
    assert titles(schema) == []
    assert "double" not in schema_for(Sums)["properties"]
    assert schema_for(Sums, mode="serialization") == schema
    assert schema_for(Sums) == schema_for(Sums, mode="validation")


def test_extension_keywords_of_a_field_stay() -> None:
    class Host(BaseModel):
        host: str = Field(json_schema_extra={"x-sensitivity": "identifier", "title": "Gone"})

    assert output_schema_for(Host)["properties"]["host"] == {"type": "string", "x-sensitivity": "identifier"}


def test_a_title_in_data_stays() -> None:
    class Sample(BaseModel):
        value: dict[str, str] = Field(default={"title": "Kept"}, examples=[{"title": "Kept"}])

    shown = schema_for(Sample)["properties"]["value"]
    assert shown["default"] == {"title": "Kept"}
    assert shown["examples"] == [{"title": "Kept"}]


def test_a_model_that_refers_to_itself_has_its_own_root() -> None:
    schema = input_schema_for(Tree)
    assert schema["type"] == "object"
    assert "$ref" not in schema
    assert schema["properties"]["parts"]["items"] == {"$ref": "#/$defs/Tree"}
    assert schema["$defs"].keys() == {"Tree", "Leaf"}
    assert schema["properties"] == schema["$defs"]["Tree"]["properties"]
    assert schema["properties"] is not schema["$defs"]["Tree"]["properties"]
    assert [(found.rule, found.path) for found in strict_clean(schema)] == [("recursive_ref", "/$defs/Tree")]
    instance = {"name": "a", "parts": [{"name": "b", "parts": []}]}
    assert Draft202012Validator(schema).is_valid(instance)
    assert not Draft202012Validator(schema).is_valid({"name": "a", "parts": [{"parts": []}]})


def test_a_root_that_only_refers_gives_up_its_definition() -> None:
    adapter = TypeAdapter(Annotated[Search, Field(description="Said here.")])
    schema = schema_for(Annotated[Search, Field(description="Said here.")])
    assert schema["type"] == "object"
    assert schema["properties"].keys() == {"filter", "other", "kind", "limit"}
    assert "Search" not in schema.get("$defs", {})
    assert Draft202012Validator(schema).is_valid(
        adapter.dump_python(adapter.validate_python({"filter": {"title": "a"}, "kind": "disk"}), mode="json")
    )


@dataclass
class Point:
    """A point."""

    x: int
    y: int = 0


class Size(TypedDict):
    width: int


@pytest.mark.parametrize(
    ("model", "properties"),
    [(Point, {"x", "y"}), (Size, {"width"}), (RecordsEnvelope[Leaf], {"records", "count"})],
)
def test_any_type_that_pydantic_takes(model: Any, properties: set[str]) -> None:
    schema = schema_for(model)
    assert schema["type"] == "object"
    assert properties <= schema["properties"].keys()
    assert titles(schema) == []


def test_a_type_without_a_root_object() -> None:
    assert schema_for(int) == {"type": "integer"}
    assert schema_for(list[Leaf])["items"] == {"$ref": "#/$defs/Leaf"}


def test_what_has_no_schema_says_so() -> None:
    class Opaque(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        anything: object = Field(default_factory=object)
        call: Annotated[Any, Field()] = None
        thing: OCTool | None = None

    with pytest.raises(PydanticInvalidForJsonSchema):
        schema_for(Opaque)


def test_each_call_gives_a_schema_of_its_own() -> None:
    first = input_schema_for(Search)
    first["properties"].clear()
    first["$defs"].clear()
    assert input_schema_for(Search)["properties"]
    assert input_schema_for(Search)["$defs"]


def test_the_generator_serves_pydantic_as_well() -> None:
    made = Search.model_json_schema(schema_generator=NoTitleGenerator)
    assert made == strip_titles(Search.model_json_schema())
    assert titles(made) == []
    adapter = TypeAdapter(list[Search]).json_schema(schema_generator=NoTitleGenerator)
    assert titles(adapter) == []
    schemas, shared = models_json_schema(
        [(Search, "validation"), (Sums, "serialization")], schema_generator=NoTitleGenerator
    )
    assert titles(list(schemas.values())) == titles(shared) == []
    assert shared["$defs"]["Filter"]["properties"]["title"]["type"] == "string"


def test_an_envelope_in_the_arguments_stays_strict_clean() -> None:
    class Chart(BaseModel):
        """A chart."""

        data: TabularEnvelope = Field(description="A table that another tool returned.")
        caption: str = Field(description="What stands below it.")

    schema = input_schema_for(Chart)
    assert schema["properties"]["data"]["$ref"] == "#/$defs/TabularEnvelope"
    assert strict_clean(schema) == []
    table = tabular_schema()
    assert schema["$defs"]["TabularEnvelope"]["properties"].keys() == table["properties"].keys()


def test_a_tool_from_models_has_no_findings() -> None:
    tool = OCTool(
        name="search_all",
        description="Searches everything. Returns the sums.",
        input_schema=input_schema_for(Search),
        output_schema=output_schema_for(Sums),
        func=lambda _dependency: {},
        access="local",
    )
    assert validate_tool(tool) == []
