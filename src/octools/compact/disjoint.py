"""Whether a value can fit more than one of several compact schemas; `oneOf` then says more than `anyOf`."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

from octools.compact.types import ALL_TYPES, type_of
from octools.compact.values import json_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["disjoint"]

# Beyond so many object alternatives they are told apart by one property alone, not pair by pair.
_MOST_PAIRED: Final = 40
_COUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "number": ("minimum", "maximum"),
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
}


def disjoint(schemas: Sequence[Any]) -> bool:
    """Tell whether it is plain that no value fits two of the schemas.

    Args:
        schemas: Compact schemas. Each may be wider than what it stands for.
    """
    alive = [schema for schema in schemas if schema is not False]
    if len(alive) <= 1:
        return True
    if any(schema is True for schema in alive):
        return False
    by_type: dict[str, list[tuple[dict[str, Any], list[Any] | None]]] = {}
    for schema in alive:
        values = _listed(schema)
        for name in _types(schema, values):
            own = None if values is None else [value for value in values if type_of(value) == name]
            by_type.setdefault(name, []).append((schema, own))
    return all(len(some) == 1 or _apart(name, some) for name, some in by_type.items())


def _listed(schema: Mapping[str, Any]) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _types(schema: Mapping[str, Any], values: list[Any] | None) -> set[str]:
    named = schema.get("type", ALL_TYPES)
    names = {named} if type(named) is str else {*named}
    names = {"number" if name == "integer" else name for name in names}
    return names if values is None else names & {type_of(value) for value in values}


def _apart(name: str, some: Sequence[tuple[dict[str, Any], list[Any] | None]]) -> bool:
    listed = [values for _, values in some if values is not None]
    if len(listed) == len(some):
        return _no_repeat([{json_key(value) for value in values} for values in listed])
    if name == "object" and not listed:
        return _told_by_property([schema for schema, _ in some])
    if name in _COUNTS:
        return _ranges_apart(name, some)
    return False


def _no_repeat(sets: Sequence[set[Any]]) -> bool:
    return len(set().union(*sets)) == sum(map(len, sets))


def _ranges_apart(name: str, some: Sequence[tuple[dict[str, Any], list[Any] | None]]) -> bool:
    """Tell whether ranges of numbers or lengths do not touch."""
    low, high = _COUNTS[name]
    ranges = []
    for schema, values in some:
        if values is not None:
            sizes = [value if name == "number" else len(value) for value in values]
            ranges.append((min(sizes), max(sizes)))
            continue
        least = schema.get(low, schema.get("exclusiveMinimum") if name == "number" else 0)
        most = schema.get(high, schema.get("exclusiveMaximum") if name == "number" else None)
        ranges.append((float("-inf") if least is None else least, float("inf") if most is None else most))
    ranges.sort()
    return all(first[1] < second[0] for first, second in pairwise(ranges))


def _told_by_property(schemas: Sequence[dict[str, Any]]) -> bool:
    """Tell whether the value of one required property tells objects apart, or else something each pair."""
    for name in schemas[0].get("required", ()):
        values = [_values_of(schema, name) for schema in schemas]
        listed = [each for each in values if each is not None]
        if len(listed) == len(values) and _no_repeat(listed):
            return True
    if len(schemas) > _MOST_PAIRED:
        return False
    return all(
        _pair_apart(first, second) or _pair_apart(second, first) for first, second in combinations(schemas, 2)
    )


def _values_of(schema: Mapping[str, Any], name: str) -> set[Any] | None:
    """Return the values that a required property can have, when they are listed."""
    below = schema.get("properties", {}).get(name)
    if type(below) is not dict or name not in schema.get("required", ()):
        return None
    values = _listed(below)
    return None if values is None else {json_key(value) for value in values}


def _pair_apart(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Tell whether the first requires a property that the second forbids, or gives it values of its own."""
    closed = second.get("additionalProperties", True) is False
    for name in first.get("required", ()):
        below = second.get("properties", {}).get(name, not closed)
        if below is False:
            return True
        mine, others = _values_of(first, name), _values_of(second, name)
        if mine is not None and others is not None and mine.isdisjoint(others):
            return True
    return False
