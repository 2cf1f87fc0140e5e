"""Writing a conjunction as one compact schema, keywords in the order of the original."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from octools.compact.keywords import accepts_all
from octools.compact.types import ALL_TYPES, written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from octools.compact.arrays import Items
    from octools.compact.gathering import Condition
    from octools.compact.merging import Merged
    from octools.compact.objects import Members
    from octools.compact.reading import Reading

# Where the keyword that a keyword turns into goes.
_BECOMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "dependencies": ("dependentRequired",),
        "unevaluatedProperties": ("additionalProperties",),
        "patternProperties": ("additionalProperties",),
        "items": ("prefixItems", "items"),
        "minimum": ("minimum", "exclusiveMinimum"),
        "maximum": ("maximum", "exclusiveMaximum"),
        "enum": ("enum", "const"),
        "const": ("const", "enum"),
    }
)


def assemble(  # noqa: C901 - one step a kind of keyword
    readings: Sequence[Reading], merged: Merged, members: Members, items: Items, condition: Condition | None
) -> Any:
    """Write one compact schema.

    Args:
        readings: The schemas that hold together, for the order of keywords.
        merged: Their merged keywords without sub-schemas.
        members: What they say of members of objects.
        items: What they say of items of arrays.
        condition: The condition that is kept, if any.

    Returns:
        The schema.
    """
    found = {**merged, **_of_members(members), **_of_items(items)}
    for keyword in ("minContains", "maxContains"):
        found.pop(keyword, None)
    found.update(_of_contains(items))
    if condition is not None:
        found["if"] = condition.test
        if not accepts_all(condition.then):
            found["then"] = condition.then
        if not accepts_all(condition.otherwise):
            found["else"] = condition.otherwise
    if "type" in found:
        types = found["type"]
        if {*ALL_TYPES} <= {*types}:
            del found["type"]
        else:
            found["type"] = written(types)
    schema: dict[str, Any] = {}
    for reading in readings:
        for keyword in reading.site.value:
            for name in _BECOMES.get(keyword, (keyword,)):
                # What stands in the schema itself has a place of its own there.
                own = name == keyword or name not in reading.site.value
                if own and name in found and name not in schema:
                    schema[name] = found[name]
    return {**schema, **found}


def _of_members(members: Members) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if members.properties is not None:
        found["properties"] = members.properties
    if members.additional is not None:
        found["additionalProperties"] = members.additional
    if members.names is not None and not accepts_all(members.names):
        found["propertyNames"] = members.names
    return found


def _of_items(items: Items) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if items.prefix is not None:
        found["prefixItems"] = items.prefix
    if items.items is not None:
        found["items"] = items.items
    return found


def _of_contains(items: Items) -> dict[str, Any]:
    if items.contains is None:
        return {}
    found: dict[str, Any] = {"contains": items.contains}
    if items.least is not None:
        found["minContains"] = items.least
    if items.most is not None:
        found["maxContains"] = items.most
    return found
