"""Keywords of a compact schema, by the type of value that they judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ARRAY_KEYWORDS",
    "CONDITION_KEYWORDS",
    "KEYWORDS_OF_TYPE",
    "NUMBER_KEYWORDS",
    "OBJECT_KEYWORDS",
    "STRING_KEYWORDS",
    "USELESS_FOR_OBJECTS",
    "accepts_all",
    "accepts_objects",
    "assertions",
    "is_annotation",
]

NUMBER_KEYWORDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
STRING_KEYWORDS: Final = ("minLength", "maxLength", "pattern", "format")
ARRAY_KEYWORDS: Final = (
    "prefixItems", "items", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
)  # fmt: skip
OBJECT_KEYWORDS: Final = (
    "properties", "additionalProperties", "required", "propertyNames", "dependentRequired", "minProperties",
    "maxProperties",
)  # fmt: skip
CONDITION_KEYWORDS: Final = ("if", "then", "else")

KEYWORDS_OF_TYPE: Final[Mapping[str, tuple[str, ...]]] = {
    "number": NUMBER_KEYWORDS,
    "string": STRING_KEYWORDS,
    "array": ARRAY_KEYWORDS,
    "object": OBJECT_KEYWORDS,
}
USELESS_FOR_OBJECTS: Final = frozenset(
    keyword for name, own in KEYWORDS_OF_TYPE.items() if name != "object" for keyword in own
)
"""Keywords that say nothing of objects."""

_ASSERTING: Final = frozenset(
    {
        "type", "enum", "const", *NUMBER_KEYWORDS, *STRING_KEYWORDS, *ARRAY_KEYWORDS, *OBJECT_KEYWORDS,
        *CONDITION_KEYWORDS,
    }
)  # fmt: skip


def assertions(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of a compact schema that can reject a value; all others only describe."""
    return {keyword: value for keyword, value in schema.items() if keyword in _ASSERTING}


def is_annotation(keyword: str) -> bool:
    """Tell whether a keyword of a compact schema only describes."""
    return keyword not in _ASSERTING


def accepts_all(schema: Any) -> bool:
    """Tell whether a compact schema plainly accepts every value."""
    return schema is True or (schema is not False and _ASSERTING.isdisjoint(schema))


def accepts_objects(schema: Mapping[str, Any]) -> bool:
    """Tell whether a compact schema leaves room for an object."""
    types = schema.get("type", "object")
    if "object" not in ([types] if type(types) is str else types):
        return False
    if "const" in schema:
        return type(schema["const"]) is dict
    return "enum" not in schema or any(type(value) is dict for value in schema["enum"])
