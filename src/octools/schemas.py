"""JSON Schemas of pydantic models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from octools.pointers import escape
from octools.schema_edits import close_objects, strip_keys, strip_titles
from octools.schema_walk import Below, Walk, plain_copy, subschemas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic.json_schema import (
        DefsRef,
        JsonSchemaKeyT,
        JsonSchemaMode,
        JsonSchemaValue,
    )
    from pydantic_core import CoreSchema

    from octools.places import Place

__all__ = [
    "NoTitleGenerator",
    "close_objects",
    "input_schema_for",
    "output_schema_for",
    "schema_for",
    "strip_keys",
    "strip_titles",
]

_DEFINITIONS: Final = "$defs"
_REFERENCE: Final = "$ref"


class NoTitleGenerator(GenerateJsonSchema):
    """The pydantic schema generator behind `schema_for`: JSON Schema 2020-12 without any title.

    For pydantic's own functions too: `Model.model_json_schema(schema_generator=NoTitleGenerator)`.
    """

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        """Return the schema without titles; arguments and errors are those of pydantic."""
        made: JsonSchemaValue = strip_titles(super().generate(schema, mode))
        return made

    def generate_definitions(
        self, inputs: Sequence[tuple[JsonSchemaKeyT, JsonSchemaMode, CoreSchema]]
    ) -> tuple[dict[tuple[JsonSchemaKeyT, JsonSchemaMode], JsonSchemaValue], dict[DefsRef, JsonSchemaValue]]:
        """Return schemas and definitions without titles; arguments and errors are those of pydantic."""
        schemas, definitions = super().generate_definitions(inputs)
        return (
            {key: strip_titles(schema) for key, schema in schemas.items()},
            {name: strip_titles(schema) for name, schema in definitions.items()},
        )


def schema_for(model: Any, *, mode: JsonSchemaMode = "validation") -> dict[str, Any]:
    """Return the JSON Schema 2020-12 of a model, without titles.

    Args:
        model: A pydantic model class, or any other type that pydantic takes.
        mode: `validation` describes what the model takes, `serialization` what it dumps.

    Returns:
        A self-contained schema that belongs to the caller. The root of a model that refers to itself is the
        model's own schema, not a reference to it.

    Raises:
        pydantic.errors.PydanticInvalidForJsonSchema: A part of the model has no form in JSON Schema.
    """
    if isinstance(model, type) and issubclass(model, BaseModel):
        made = model.model_json_schema(schema_generator=NoTitleGenerator, mode=mode)
    else:
        made = TypeAdapter(model).json_schema(schema_generator=NoTitleGenerator, mode=mode)
    return _unwrapped(made)


def input_schema_for(model: Any) -> dict[str, Any]:
    """Return the schema of a tool's arguments: what the model takes, every object with `properties` closed.

    Bounds and patterns of the model's fields stay, and `strict_clean` reports them: state them in the
    description, and leave them to the validation in the tool's function.

    Args:
        model: The model of the arguments, as `schema_for` takes it.
    """
    closed: dict[str, Any] = close_objects(schema_for(model))
    return closed


def output_schema_for(model: Any) -> dict[str, Any]:
    """Return the schema of a tool's result: what the model dumps.

    Args:
        model: The model of the result, as `schema_for` takes it.
    """
    return schema_for(model, mode="serialization")


def _unwrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """Put a definition in the place of a root that only refers to it: a tool's schema has an object root."""
    definitions = schema.get(_DEFINITIONS, {})
    named = {f"#/{_DEFINITIONS}/{escape(name)}": name for name in definitions}
    name = named.get(schema.get(_REFERENCE, ""))
    if name is None or not isinstance(definitions[name], Mapping):
        return schema
    reference = schema[_REFERENCE]
    siblings = {
        keyword: value for keyword, value in schema.items() if keyword not in (_REFERENCE, _DEFINITIONS)
    }
    # A copy, so that a change of the root does not reach the definition.
    root = {**plain_copy(definitions[name]), **siblings}
    others = {other: definition for other, definition in definitions.items() if other != name}
    if _refers({**root, _DEFINITIONS: others}, reference):
        return {**root, _DEFINITIONS: definitions}
    return {**root, _DEFINITIONS: others} if others else root


def _refers(schema: dict[str, Any], reference: str) -> bool:
    """Tell whether a schema has this `$ref` at any schema in it."""
    walk = Walk()
    found: list[bool] = []

    def visit(_place: Place, each: dict[Any, Any], below: list[Below]) -> None:
        found.append(each.get(_REFERENCE) == reference)
        subschemas(each, walk, below)

    walk.run(schema, visit)
    return any(found)
