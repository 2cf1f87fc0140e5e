"""The one walk over the subschemas of a schema: iterative, in document order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from octools_codegen.pointers import child

__all__ = ["SUBSCHEMAS", "Place", "subschemas", "walk"]

Shape = Literal["schema", "list", "map"]

SUBSCHEMAS: Mapping[str, Shape] = MappingProxyType(
    {
        "properties": "map",
        "patternProperties": "map",
        "$defs": "map",
        "dependentSchemas": "map",
        "allOf": "list",
        "anyOf": "list",
        "oneOf": "list",
        "prefixItems": "list",
        "items": "schema",
        "contains": "schema",
        "additionalProperties": "schema",
        "propertyNames": "schema",
        "unevaluatedItems": "schema",
        "unevaluatedProperties": "schema",
        "if": "schema",
        "then": "schema",
        "else": "schema",
        "not": "schema",
        "contentSchema": "schema",
    }
)
"""Where JSON Schema 2020-12 puts subschemas."""

# Below these, a schema asserts something about a value that another schema describes.
CONDITIONS = frozenset({"if", "then", "else", "not", "propertyNames", "contains", "dependentSchemas"})


@dataclass(frozen=True, slots=True)
class Place:
    """A subschema and where it stands.

    `keyword` is the keyword that holds it (empty at the root) and `key` its name or index there. `condition`
    is true below `if`, `not` and their like, where a schema tests a value and describes no type.
    """

    pointer: str
    schema: Any
    keyword: str
    key: str
    condition: bool

    @property
    def is_property(self) -> bool:
        """Whether the subschema describes a property."""
        return self.keyword == "properties" and not self.condition

    @property
    def is_definition(self) -> bool:
        """Whether the subschema is a whole file or an entry of `$defs`."""
        return self.keyword in {"", "$defs"} and not self.condition


def subschemas(schema: Mapping[str, Any], pointer: str = "") -> Iterator[tuple[str, str, str, Any]]:
    """The subschemas directly below one: keyword, key, pointer, subschema."""
    for keyword, value in schema.items():
        shape = SUBSCHEMAS.get(keyword)
        if shape == "schema":
            yield keyword, "", child(pointer, keyword), value
        elif shape == "map" and isinstance(value, Mapping):
            for key, each in value.items():
                yield keyword, key, child(pointer, keyword, key), each
        elif shape == "list" and isinstance(value, list):
            for index, each in enumerate(value):
                yield keyword, str(index), child(pointer, keyword, index), each


def walk(schema: Any, pointer: str = "") -> Iterator[Place]:
    """The schema itself and every subschema below it, each before its own subschemas."""
    waiting = [Place(pointer, schema, "", "", condition=False)]
    while waiting:
        place = waiting.pop()
        yield place
        if isinstance(place.schema, Mapping):
            found = [
                Place(where, each, keyword, key, condition=place.condition or keyword in CONDITIONS)
                for keyword, key, where, each in subschemas(place.schema, place.pointer)
            ]
            waiting.extend(reversed(found))
