"""The short way: a schema that has nothing to rewrite is copied in one pass."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from octools.compact.drafts import DRAFT_4, draft_of, means
from octools.compact.types import ALL_TYPES, read_types, written
from octools.compact.values import holds_foreign, normalise
from octools.frozen import FrozenDict, FrozenList

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["copy_leaf", "copy_plain"]

_OBJECTS: Final[frozenset[Any]] = frozenset({dict, FrozenDict})
_LISTS: Final[frozenset[Any]] = frozenset({list, FrozenList})
_SCALARS: Final = frozenset({str, bool, int, type(None)})
_TYPE_NAMES: Final = frozenset({*ALL_TYPES, "integer"})

# What to do with a keyword, a number each since the loop below runs once a keyword.
_TYPE, _TEXT, _SCHEMA, _MAP, _NAMES, _NUMBER, _COUNT, _FLAG, _VALUES, _DATA, _ASSERTING_DATA, _DROP, _STOP = (
    range(13)
)

_WITH_CARE: Final = frozenset({_TEXT, _TYPE, _SCHEMA, _MAP, _STOP})

_KINDS: Final[Mapping[str, int]] = {
    keyword: kind
    for kind, keywords in (
        (_TYPE, "type"),
        (_TEXT, "description pattern format contentEncoding contentMediaType"),
        (_SCHEMA, "items additionalProperties"),
        (_MAP, "properties"),
        (_NAMES, "required"),
        (_NUMBER, "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum"),
        (_COUNT, "minLength maxLength minItems maxItems minProperties maxProperties"),
        (_FLAG, "uniqueItems deprecated readOnly writeOnly"),
        (_VALUES, "enum examples"),
        (_DATA, "const default"),
        (_DROP, "title $comment $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions"),
        (_DROP, "contentSchema"),
        (_STOP, "$schema id $ref $dynamicRef $recursiveRef nullable allOf anyOf oneOf not if then else"),
        (_STOP, "patternProperties propertyNames unevaluatedProperties dependentRequired dependentSchemas"),
        (_STOP, "dependencies prefixItems additionalItems unevaluatedItems contains minContains maxContains"),
    )
    for keyword in keywords.split()
}


def copy_plain(schema: Any) -> dict[str, Any] | None:  # noqa: C901, PLR0911, PLR0912 - the hot loop: a call a keyword would double its time
    """Return a schema's projection when all of it stays, but for titles and what serves references.

    Args:
        schema: Any value.

    Returns:
        The copy; None when some keyword asks for more, which only the whole projection can give.
    """
    if type(schema) not in _OBJECTS:
        return None
    kinds = _kinds(draft_of(schema))
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


def copy_leaf(schema: dict[str, Any], draft: int) -> dict[str, Any] | None:
    """Return the projection of a schema with no schemas below it, None when it is not as plain as that.

    Args:
        schema: A normalised schema.
        draft: The draft that it is written in.
    """
    kind_of = _kinds(draft).get
    leaf: dict[str, Any] = {}
    for keyword, value in schema.items():
        kind = kind_of(keyword)
        if kind == _TEXT and value.__class__ is str:
            leaf[keyword] = value
        elif kind == _TYPE and value.__class__ is str and value in _TYPE_NAMES:
            leaf["type"] = value
        elif kind == _DROP:
            continue
        elif kind in _WITH_CARE or not _copy_data(leaf, keyword, value, kind):
            return None
    return leaf


@cache
def _kinds(draft: int) -> dict[str, int]:
    """Return what to do with each keyword in a draft."""
    doubtful = {
        keyword: _STOP
        for keyword in ("const", "exclusiveMinimum", "exclusiveMaximum")
        if draft == DRAFT_4 or not means(keyword, draft)
    }
    return {**_KINDS, **doubtful}


def _copy_types(target: dict[str, Any], value: list[Any]) -> bool:
    types = read_types(value)
    if types is None:
        return False
    if types and not {*ALL_TYPES} <= {*types}:
        target["type"] = written(types)
    return True


def _copy_data(target: dict[str, Any], keyword: Any, value: Any, kind: int | None) -> bool:  # noqa: C901, PLR0911, PLR0912 - one case a shape of value
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
