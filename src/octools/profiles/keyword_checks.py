"""How each keyword of a schema is judged, and which schemas below it are entered."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from octools.places import Place
from octools.profiles.judging import DEFINITIONS, REFERENCE
from octools.quoting import quote
from octools.schema_walk import LISTS, Frame

if TYPE_CHECKING:
    from octools.profiles.judging import Judging

__all__ = [
    "ANYTHING",
    "ENTERING",
    "FITTING",
    "OUTSIDE",
    "SPECIAL",
    "Check",
    "Row",
    "judge_format",
    "judge_limit",
    "judge_string",
    "judge_type",
]

_SHORT: Final = 16
_DICT: Final = frozenset({dict})
_STRING: Final = frozenset({str})
_PRIMITIVE: Final = frozenset({str, int, bool, type(None)})

Check = Callable[["Judging", Place, Any, Any, list[Frame]], None]
# How a keyword is judged: values of exactly this type (in this set, if one is given) pass at once, all others
# go to the check; without a check they pass too.
Row = tuple[type | None, Container[Any] | None, "Check | None"]


# --- keywords with a rule of their own -------------------------------------------------------------


def _outside(judging: Judging, place: Place, keyword: Any, _value: Any, _below: list[Frame]) -> None:
    """A keyword outside the profile; what is below it is not walked."""
    engine = judging.engine
    if not isinstance(keyword, str):
        where = (None, place, keyword, None)
        judging.report("malformed", where, "not_string", value=quote(keyword))
        return
    rule = engine.profile.named.get(keyword)
    if rule is None:
        rule = next((rule for prefix, rule in engine.prefixes if keyword.startswith(prefix)), None)
    judging.report_rule(rule or engine.rules["keyword"], place, keyword=quote(keyword))


def judge_type(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    """Judge the name of a type, or a list of such names."""
    engine = judging.engine
    if isinstance(value, str):
        if value not in engine.types:
            judging.report("type", place, type=quote(value), allowed=engine.allowed_types)
    elif isinstance(value, LISTS) and value:
        if judging.walk.first_time(value):
            for name in value:
                if not (isinstance(name, str) and name in engine.types):
                    judging.report("type", place, type=quote(name), allowed=engine.allowed_types)
    else:
        judging.report_shape(place, keyword, value)


def judge_format(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    """Judge the name of a format."""
    if not isinstance(value, str):
        judging.report_shape(place, keyword, value)
    elif value not in judging.engine.formats:
        judging.report("format", place, value=quote(value), allowed=judging.engine.allowed_formats)


def judge_limit(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    """Judge a value where the profile allows few."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and value in judging.engine.limits[keyword]):
        judging.report("limit", place, keyword=keyword, value=quote(value))


def _enum(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, LISTS):
        judging.report("enum", place, "not_list", value=quote(value))
    elif not value:
        judging.report_shape(place, keyword, value)
    elif not _is_settled(judging, value, _PRIMITIVE):
        bad = [item for item in value if not _is_primitive(item)]
        if bad:
            judging.report("enum", place, value=quote(bad[0]))


def _is_settled(judging: Judging, value: Any, types: frozenset[Any]) -> bool:
    """Tell whether a list needs no closer look: its members are of these types, or it has had its look.

    A short list is looked at faster than remembered.
    """
    if len(value) > _SHORT:
        return not judging.walk.first_time(value) or types.issuperset(map(type, value))
    return types.issuperset(map(type, value)) or not judging.walk.first_time(value)


def _is_primitive(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def _reference(judging: Judging, place: Place, _keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, str):
        judging.report("reference", place, "not_string", value=quote(value))
        return
    name = judging.targets[value] if value in judging.targets else judging.target_name(value)
    if name is None:
        judging.report("reference", place, value=quote(value))
    elif judging.owner is not None:
        judging.edges.setdefault(judging.owner, []).append(name)


def _definitions(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if place[1] is None:
        _schema_map(judging, place, keyword, value, below)
        return
    judging.report("nested_definitions", place)
    if isinstance(value, Mapping):
        _schema_map(judging, place, keyword, value, below)


def _all_of(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    _schema_list(judging, place, keyword, value, below)
    members = value if isinstance(value, LISTS) else ()
    if any(isinstance(member, Mapping) and REFERENCE in member for member in members):
        judging.report("combined_reference", (value, place, keyword, None))


# --- keywords that hold schemas --------------------------------------------------------------------


def _schema(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if type(value) is dict or isinstance(value, Mapping):
        below.append((iter(((None, value),)), place, keyword))
    elif isinstance(value, bool):
        judging.report("boolean", (value, place, keyword, None), value=quote(value))
    else:
        judging.report_shape(place, keyword, value)


def _schema_map(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if not (type(value) is dict or isinstance(value, Mapping)):
        judging.report_shape(place, keyword, value)
    elif judging.walk.first_time(value):
        members = judging.walk.plain(value)
        if _DICT.issuperset(map(type, members.values())) and _STRING.issuperset(map(type, members)):
            below.append((iter(members.items()), place, keyword))
        else:
            good = _good_members(judging, place, keyword, members.items(), str)
            below.append((iter(good), place, keyword))


def _schema_list(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if not isinstance(value, LISTS) or not value:
        judging.report_shape(place, keyword, value)
    elif len(value) <= _SHORT and _DICT.issuperset(map(type, value)):
        # Entered wherever it stands, which a short list may be: its members are met once all the same.
        below.append((enumerate(value), place, keyword))
    elif judging.walk.first_time(value):
        good = _good_members(judging, place, keyword, enumerate(value), int)
        below.append((iter(good), place, keyword))


def _good_members(
    judging: Judging, place: Place, keyword: Any, entries: Iterable[tuple[Any, Any]], names: type
) -> list[tuple[Any, Any]]:
    """Report the members that are no schema objects, and return those that are."""
    good: list[tuple[Any, Any]] = []
    bad: list[Any] = []
    for name, member in entries:
        if not isinstance(name, names):
            bad.append(name)
        elif isinstance(member, Mapping):
            good.append((name, member))
        elif isinstance(member, bool):
            judging.report("boolean", (member, place, keyword, name), value=quote(member))
        else:
            bad.append(member)
    if bad:
        judging.report_shape(place, keyword, bad[0], "member")
    return good


def _schema_or_list(judging: Judging, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    enter = _schema_list if isinstance(value, LISTS) else _schema
    enter(judging, place, keyword, value, below)


# --- keywords that hold data -----------------------------------------------------------------------


def judge_string(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    """Judge a value that must be a text."""
    if not isinstance(value, str):
        judging.report_shape(place, keyword, value)


def _strings(judging: Judging, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, LISTS):
        judging.report_shape(place, keyword, value)
    elif not _is_settled(judging, value, _STRING):
        bad = [item for item in value if not isinstance(item, str)]
        if bad:
            judging.report_shape(place, keyword, bad[0], "member")


OUTSIDE: Final[Row] = (None, None, _outside)
ANYTHING: Final[Row] = (None, None, None)
SPECIAL: Final[Mapping[str, tuple[str, Check]]] = {
    "type": ("type", judge_type),
    "format": ("format", judge_format),
    "enum": ("enum", _enum),
    REFERENCE: ("reference", _reference),
    DEFINITIONS: ("nested_definitions", _definitions),
    "allOf": ("combined_reference", _all_of),
}
ENTERING: Final[Mapping[str, Check]] = {
    "schema": _schema,
    "map": _schema_map,
    "list": _schema_list,
    "schema_or_list": _schema_or_list,
}
FITTING: Final[Mapping[str, Check]] = {"string": judge_string, "strings": _strings}
