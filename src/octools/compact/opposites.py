"""Saying the opposite of a simple schema without `not`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from octools.compact.keywords import assertions
from octools.compact.types import ALL_TYPES, type_of, written

__all__ = ["Opposite", "opposite"]


class Opposite(NamedTuple):
    """What a value is that does not fit a schema: it fits another schema, and is none of some values."""

    schema: Any
    excluded: list[Any]


# A bound turns into the bound on its other side; what has no such bound is not of the type at all.
_BOUNDS: Final = {
    "minimum": ("number", "exclusiveMaximum", 0),
    "maximum": ("number", "exclusiveMinimum", 0),
    "exclusiveMinimum": ("number", "maximum", 0),
    "exclusiveMaximum": ("number", "minimum", 0),
    "minLength": ("string", "maxLength", -1),
    "maxLength": ("string", "minLength", 1),
    "minItems": ("array", "maxItems", -1),
    "maxItems": ("array", "minItems", 1),
    "minProperties": ("object", "maxProperties", -1),
    "maxProperties": ("object", "minProperties", 1),
}


def opposite(schema: Any) -> Opposite | None:  # noqa: PLR0911 - one return a kind of keyword
    """Return the opposite of a compact schema, or None when the subset cannot say it.

    Args:
        schema: A compact schema that accepts exactly what is negated.
    """
    if type(schema) is bool:
        return Opposite(not schema, [])
    said = assertions(schema)
    types = said.pop("type", None)
    names = (types,) if type(types) is str else tuple(types or ())
    if not said:
        return _other_types(names) if names else Opposite(schema=False, excluded=[])
    if len(said) != 1:
        return None
    keyword, value = next(iter(said.items()))
    if keyword in {"enum", "const"}:
        return _other_values([value] if keyword == "const" else value, names)
    if keyword == "required" and len(value) == 1:
        return _outside(names, "object", {"properties": {value[0]: False}})
    if keyword in _BOUNDS:
        kind, other, step = _BOUNDS[keyword]
        if value + step < 0 and step:
            return _outside(names, kind, None)
        return _outside(names, kind, {other: value + step})
    return None


def _other_types(names: tuple[str, ...]) -> Opposite | None:
    """Negate a list of types; numbers that are no integers have no name of their own."""
    if "integer" in names and "number" not in names:
        return None
    others = [name for name in ALL_TYPES if name not in names]
    return Opposite({"type": written(others)} if others else False, [])


def _other_values(values: list[Any], names: tuple[str, ...]) -> Opposite | None:
    """Negate a list of values; null and both booleans are types of their own."""
    if names and any(type_of(value) not in names for value in values):
        return None
    singles: list[str] = []
    if any(value is None for value in values):
        singles.append("null")
    if any(value is True for value in values) and any(value is False for value in values):
        singles.append("boolean")
    excluded = [value for value in values if type_of(value) not in singles]
    others = [name for name in ALL_TYPES if name not in singles]
    return Opposite({"type": written(others)} if singles else True, excluded)


def _outside(names: tuple[str, ...], kind: str, keywords: dict[str, Any] | None) -> Opposite | None:
    """Negate "of these types, and, for one type, within these bounds".

    Args:
        names: The types that the negated schema names; () for none.
        kind: The type that its keyword judges.
        keywords: What values of that type fulfil when they break the keyword; None when none does.
    """
    if not names:
        # Values of other types fulfil the keyword, so that only values of this type can break it.
        return Opposite(False if keywords is None else {"type": kind, **keywords}, [])
    if names != (kind,):
        return None
    if keywords is None:
        return Opposite({"type": [name for name in ALL_TYPES if name != kind]}, [])
    return Opposite(keywords, [])
