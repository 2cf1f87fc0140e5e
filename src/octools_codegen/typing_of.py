"""From a subschema to a type expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from octools_codegen.checks.naming import is_vocabulary
from octools_codegen.model import (
    AnyType,
    ListType,
    LiteralType,
    MapType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
)

if TYPE_CHECKING:
    from octools_codegen.sources import Sources

__all__ = ["LIST_LIMITS", "SCALAR_LIMITS", "is_null", "is_plain_map", "takes_null", "type_of", "without_null"]

SCALAR_LIMITS = (
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
    "x-non-finite",
)
LIST_LIMITS = ("minItems", "maxItems", "uniqueItems")
MAP_LIMITS = ("minProperties", "maxProperties")


def is_plain_map(schema: Mapping[str, Any]) -> bool:
    """Whether a named object is a mapping with the caller's keys, and so no class of its own."""
    return (
        schema.get("type") == "object"
        and "properties" not in schema
        and schema.get("additionalProperties") is not False
    )


def is_null(type_: TypeExpr) -> bool:
    """Whether a type is null alone."""
    return isinstance(type_, ScalarType) and type_.name == "null"


def without_null(type_: TypeExpr) -> tuple[TypeExpr, bool]:
    """The type without its null member, and whether it had one."""
    if not isinstance(type_, UnionType):
        return type_, False
    kept = tuple(member for member in type_.members if not is_null(member))
    if not kept:
        return type_.members[0], False
    nullable = len(kept) < len(type_.members)
    return (kept[0] if len(kept) == 1 else UnionType(kept)), nullable


def takes_null(sources: Sources, path: str, schema: Any) -> bool:
    """Whether null is a value of a checked subschema in the file `path`, through all that it refers to."""
    waiting: list[tuple[str, Any]] = [(path, schema)]
    while waiting:
        where, each = waiting.pop()
        if isinstance(each, Mapping) and "$ref" in each:
            target = sources.resolve(where, each["$ref"])
            waiting.append((target.path, target.schema))
        elif isinstance(each, Mapping) and "const" in each:
            if each["const"] is None:
                return True
        elif isinstance(each, Mapping) and "enum" in each:
            if None in each["enum"]:
                return True
        elif isinstance(each, Mapping) and "anyOf" in each:
            waiting.extend((where, member) for member in each["anyOf"])
        elif not isinstance(each, Mapping) or each.get("type", "null") == "null":
            return True
    return False


def type_of(sources: Sources, path: str, schema: Any) -> TypeExpr:
    """The type that a checked subschema in the file `path` describes; unnamed fragments are followed.

    Depth is bounded: the reader refuses files that nest too deep, and the checks refuse references in a
    circle.
    """
    if not isinstance(schema, Mapping):
        return AnyType()
    if "$ref" in schema:
        target = sources.resolve(path, schema["$ref"])
        if "title" in target.schema:
            return reference_to(target.schema)
        return type_of(sources, target.path, target.schema)
    if "const" in schema:
        return LiteralType((schema["const"],))
    if "enum" in schema:
        return LiteralType(tuple(schema["enum"]))
    if "anyOf" in schema:
        members = (type_of(sources, path, member) for member in schema["anyOf"])
        return UnionType(tuple(dict.fromkeys(members)))
    match schema.get("type"):
        case "array":
            item = type_of(sources, path, schema.get("items", True))
            return ListType(item, _limits(schema, LIST_LIMITS))
        case "object":
            rest = schema.get("additionalProperties", True)
            return MapType(type_of(sources, path, rest), _limits(schema, MAP_LIMITS))
        case "string" | "integer" | "number" | "boolean" | "null" as name:
            return ScalarType(name, _limits(schema, SCALAR_LIMITS))
        case _:
            return AnyType()


def reference_to(schema: Mapping[str, Any]) -> ReferenceType:
    """A reference to a named type."""
    if is_vocabulary(schema):
        return ReferenceType(schema["title"], "vocabulary")
    if schema.get("type") == "object" and not is_plain_map(schema):
        return ReferenceType(schema["title"], "model")
    return ReferenceType(schema["title"], "alias")


def _limits(schema: Mapping[str, Any], names: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _plain(value)) for name, value in schema.items() if name in names)


def _plain(value: Any) -> Any:
    """A whole number as an integer: 1.0 is the limit 1."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
