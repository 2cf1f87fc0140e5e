"""The short way: a schema that has nothing to rewrite is copied in one pass."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from octools.compact.drafts import DRAFT_4, draft_of, means
from octools.compact.types import ALL_TYPES, read_types, written
from octools.compact.values import holds_foreign, normalise
from octools.frozen import FrozenDict, FrozenList

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["copy_plain"]

_OBJECTS: Final = frozenset({dict, FrozenDict})
_LISTS: Final = frozenset({list, FrozenList})
_SCALARS: Final = frozenset({str, bool, int, type(None)})
_TYPE_NAMES: Final = frozenset({*ALL_TYPES, "integer"})

# What to do with a keyword, a number each since the loop below runs once a keyword.
_TYPE, _TEXT, _SCHEMA, _MAP, _NAMES, _NUMBER, _COUNT, _FLAG, _VALUES, _DATA, _ASSERTING_DATA, _DROP, _STOP = (
    range(13)
)

_KINDS: Final[Mapping[str, int]] = {
    "type": _TYPE,
    "description": _TEXT, "pattern": _TEXT, "format": _TEXT, "contentEncoding": _TEXT, "contentMediaType": _TEXT,
    "items": _SCHEMA, "additionalProperties": _SCHEMA,
    "properties": _MAP,
    "required": _NAMES,
    "multipleOf": _NUMBER, "minimum": _NUMBER, "maximum": _NUMBER, "exclusiveMinimum": _NUMBER, "exclusiveMaximum": _NUMBER,
    "minLength": _COUNT, "maxLength": _COUNT, "minItems": _COUNT, "maxItems": _COUNT, "minProperties": _COUNT,
    "maxProperties": _COUNT,
    "uniqueItems": _FLAG, "deprecated": _FLAG, "readOnly": _FLAG, "writeOnly": _FLAG,
    "enum": _VALUES, "examples": _VALUES,
    "const": _ASSERTING_DATA,
    "default": _DATA,
    "title": _DROP, "$comment": _DROP, "$id": _DROP, "$anchor": _DROP, "$dynamicAnchor": _DROP, "$defs": _DROP,
    "definitions": _DROP, "$recursiveAnchor": _DROP, "$vocabulary": _DROP, "contentSchema": _DROP,
    "$schema": _STOP, "id": _STOP,
    "$ref": _STOP, "$dynamicRef": _STOP, "$recursiveRef": _STOP, "nullable": _STOP,
    "allOf": _STOP, "anyOf": _STOP, "oneOf": _STOP, "not": _STOP, "if": _STOP, "then": _STOP, "else": _STOP,
    "patternProperties": _STOP, "propertyNames": _STOP, "unevaluatedProperties": _STOP, "dependentRequired": _STOP,
    "dependentSchemas": _STOP, "dependencies": _STOP, "prefixItems": _STOP, "additionalItems": _STOP,
    "unevaluatedItems": _STOP, "contains": _STOP, "minContains": _STOP, "maxContains": _STOP,
}  # fmt: skip


def copy_plain(schema: Any) -> dict[str, Any] | None:
    """Return a schema's projection when all of it stays as it is, but for titles and what belongs to references.

    Args:
        schema: Any value.

    Returns:
        The copy; None when some keyword asks for more, which only the whole projection can give.
    """
    if type(schema) not in _OBJECTS:
        return None
    kinds = dict(_KINDS)
    draft = draft_of(schema)
    for keyword in ("const", "exclusiveMinimum", "exclusiveMaximum"):
        if draft == DRAFT_4 or not means(keyword, draft):
            kinds[keyword] = _STOP
    root: dict[str, Any] = {}
    seen = {id(schema)}
    pending: list[tuple[Any, dict[str, Any]]] = [(schema, root)]
    kind_of = kinds.get
    while pending:
        source, target = pending.pop()
        for keyword, value in source.items():
            kind = kind_of(keyword)
            if kind == _TEXT:
                if value.__class__ is not str:
                    return None
                target[keyword] = value
            elif kind == _TYPE:
                if value.__class__ is str and value in _TYPE_NAMES:
                    target["type"] = value
                elif value.__class__ not in _LISTS or not _copy_types(target, list(value)):
                    return None
            elif kind == _MAP:
                if value.__class__ not in _OBJECTS:
                    return None
                members: dict[str, Any] = {}
                target[keyword] = members
                for name, member in value.items():
                    if name.__class__ is not str:
                        return None
                    if member.__class__ in _OBJECTS:
                        identity = id(member)
                        if identity in seen:
                            return None
                        seen.add(identity)
                        copy: dict[str, Any] = {}
                        members[name] = copy
                        pending.append((member, copy))
                    elif member.__class__ is bool:
                        members[name] = member
                    else:
                        return None
            elif kind == _SCHEMA:
                if value.__class__ in _OBJECTS:
                    if id(value) in seen:
                        return None
                    seen.add(id(value))
                    copy = {}
                    target[keyword] = copy
                    pending.append((value, copy))
                elif value.__class__ is bool:
                    target[keyword] = value
                else:
                    return None
            elif kind == _DROP or (kind == _STOP and keyword == "$schema" and source is schema):
                continue
            elif kind == _STOP or not _copy_data(target, keyword, value, kind):
                return None
    return root


def _copy_types(target: dict[str, Any], value: list[Any]) -> bool:
    types = read_types(value)
    if types is None:
        return False
    if types and not {*ALL_TYPES} <= {*types}:
        target["type"] = written(types)
    return True


def _copy_data(target: dict[str, Any], keyword: Any, value: Any, kind: int | None) -> bool:
    """Copy a keyword that holds no schema; False when its value has the wrong shape."""
    cls = value.__class__
    if kind == _NAMES:
        if cls not in _LISTS or not all(name.__class__ is str for name in value):
            return False
        target[keyword] = list(dict.fromkeys(value))
    elif kind == _NUMBER:
        number = cls is int or (cls is float and math.isfinite(value))
        if not number or (keyword == "multipleOf" and value <= 0):
            return False
        target[keyword] = value
    elif kind == _COUNT:
        if cls is not int or value < 0:
            return False
        target[keyword] = value
    elif kind == _FLAG:
        if cls is not bool:
            return False
        target[keyword] = value
    elif keyword.__class__ is not str or (kind == _VALUES and cls not in _LISTS):
        return False
    elif cls in _SCALARS:
        target[keyword] = value
    elif cls in _LISTS and all(each.__class__ in _SCALARS for each in value):
        target[keyword] = list(value)
    else:
        copy = normalise(value)
        if holds_foreign(copy):
            return False
        target[keyword] = copy
    return True
