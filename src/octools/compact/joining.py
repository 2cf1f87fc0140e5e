"""Joining alternatives: the tightest compact schema at hand that accepts what any of several ones accepts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from octools.compact.dimensions import Joined, Member, mask_of
from octools.compact.joining_arrays import join_arrays
from octools.compact.joining_objects import join_objects
from octools.compact.joining_scalars import (
    Entry,
    Part,
    join_booleans,
    join_nulls,
    join_numbers,
    join_strings,
)
from octools.compact.keywords import (
    CONDITION_KEYWORDS,
    KEYWORDS_OF_TYPE,
    accepts_all,
    is_annotation,
)
from octools.compact.types import ALL_TYPES, join_types, type_of, written
from octools.compact.values import json_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from octools.compact.ledger import Ledger
    from octools.compact.trampoline import Step

__all__ = ["exactly_one", "fits_type", "join"]

DESCRIPTION_SEPARATOR: Final = " | "
_PAIR: Final = 2
_CONDITIONAL: Final = frozenset(CONDITION_KEYWORDS)


def join(ledger: Ledger, members: Sequence[Member]) -> Step[Joined]:
    """Join alternatives.

    Args:
        ledger: Counts the work; beyond its limit the join accepts everything.
        members: The alternatives.
    """
    alive = [member for member in members if member.schema is not False]
    if not alive:
        return Joined(False, exact=True, tops=mask_of(members))
    if len(alive) == 1:
        return Joined(alive[0].schema, exact=True, tops=alive[0].mask)
    schemas = [member.schema for member in alive if member.schema is not True]
    described = _annotations(schemas)
    whole = mask_of(member for member in alive if accepts_all(member.schema))
    if whole:
        return Joined(described, exact=True, tops=whole)
    if not ledger.work(sum(1 + len(schema) for schema in schemas)):
        return Joined(described, exact=False, tops=0)
    finite = [_values_of(schema) for schema in schemas]
    others = [member for member in alive if not _is_null(member.schema)]
    if len(others) == 1:
        joined = _with_null(others[0])
    elif all(values is not None for values in finite) and any(_is_enumerated(schema) for schema in schemas):
        joined = _join_finite(alive, [values for values in finite if values is not None])
    else:
        joined = yield _join_typed(ledger, alive)
    return joined if not described else joined._replace(schema=_describe(joined.schema, described, schemas))


def _is_enumerated(schema: dict[str, Any]) -> bool:
    return "enum" in schema or "const" in schema


def _is_null(schema: dict[str, Any]) -> bool:
    values = _values_of(schema)
    return values is not None and values.pure and values.values == [None]


def _enumerated(schema: dict[str, Any]) -> list[Any] | None:
    """Return the values that `const` and `enum` leave, None where there is neither."""
    if "const" not in schema:
        found: list[Any] | None = schema.get("enum")
        return found
    if "enum" in schema and json_key(schema["const"]) not in {json_key(each) for each in schema["enum"]}:
        return []
    return [schema["const"]]


class _Values(NamedTuple):
    values: list[Any]
    pure: bool


def _values_of(schema: dict[str, Any]) -> _Values | None:
    """Return the values of a schema that has few enough to list; `pure` when it accepts each of them."""
    types = _types(schema)
    values = _enumerated(schema)
    if values is None:
        if not types or not {*types} <= {"null", "boolean"}:
            return None
        values = [*([None] if "null" in types else []), *([True, False] if "boolean" in types else [])]
        return _Values(values, _CONDITIONAL.isdisjoint(schema))
    kept = _fitting(schema) or []
    judging = {keyword for value in kept for keyword in KEYWORDS_OF_TYPE.get(type_of(value), ())}
    return _Values(kept, judging.isdisjoint(schema) and _CONDITIONAL.isdisjoint(schema))


def _fitting(schema: dict[str, Any]) -> list[Any] | None:
    """Return the listed values that have one of the schema's types, None where none are listed."""
    values, types = _enumerated(schema), _types(schema)
    return values if values is None or not types else [value for value in values if fits_type(value, types)]


def fits_type(value: Any, types: Sequence[str]) -> bool:
    """Tell whether a value has one of the types; a whole number is an integer, however it is written."""
    name = type_of(value)
    if name in types:
        return True
    return name == "number" and "integer" in types and (type(value) is int or value.is_integer())


def _types(schema: dict[str, Any]) -> tuple[str, ...]:
    """Return the types of a compact schema; () where it names none."""
    types = schema.get("type", ())
    return (types,) if type(types) is str else tuple(types)


def _join_finite(members: Sequence[Member], finite: Sequence[_Values]) -> Joined:
    """Join alternatives that all list their values."""
    values: dict[Any, Any] = {}
    for each in finite:
        for value in each.values:
            values.setdefault(json_key(value), value)
    pure = all(each.pure for each in finite)
    tops = 0
    for member, each in zip(members, finite, strict=True):
        if each.pure and len({json_key(value) for value in each.values}) == len(values):
            tops |= member.mask
    types = [_types(member.schema) for member in members]
    schema: dict[str, Any] = {"type": written(join_types(types))} if all(types) else {}
    if len(values) == 1:
        schema["const"] = next(iter(values.values()))
    else:
        schema["enum"] = list(values.values())
    return Joined(schema, pure, tops) if values else Joined(False, pure, tops)


def _with_null(member: Member) -> Joined:
    """Add null to a schema; a condition takes it in both branches, so that it still holds for the rest."""
    schema, exact = dict(member.schema), True
    if _CONDITIONAL.isdisjoint(schema):
        added = _null_added(schema)
        return Joined(added, exact=True, tops=member.mask if added == schema else 0)
    for branch in ("then", "else"):
        below = schema.get(branch, True)
        if below is False:
            schema[branch] = {"type": "null"}
        elif not accepts_all(below):
            schema[branch] = _null_added(below)
            exact = exact and _CONDITIONAL.isdisjoint(below)
    if not exact:
        # A branch with a condition of its own would need null in each of that one's branches, and so on.
        schema = {keyword: value for keyword, value in schema.items() if keyword not in _CONDITIONAL}
    return Joined(_null_added(schema), exact, tops=0)


def exactly_one(schemas: Sequence[Any]) -> Any | None:
    """Return what fits exactly one of several schemas that overlap, where that can be said.

    Args:
        schemas: Compact schemas, each of which accepts exactly what its original does.

    Returns:
        A schema when all of them list their values, or when one stands beside null and takes null itself;
        None otherwise.
    """
    alive: list[dict[str, Any]] = [{} if each is True else each for each in schemas if each is not False]
    finite = [_values_of(schema) for schema in alive]
    listed = [each.values for each in finite if each is not None and each.pure]
    if len(listed) == len(alive):
        return _listed_once(listed)
    others = [schema for schema in alive if not _is_null(schema)]
    return _without_null(others[0]) if len(alive) == _PAIR and len(others) == 1 else None


def _listed_once(listed: Sequence[list[Any]]) -> Any | None:
    """Return the values that one list alone has; None when no value is in two."""
    counted = Counter(key for values in listed for key in {json_key(value) for value in values})
    if max(counted.values(), default=0) <= 1:
        return None
    once = {json_key(value): value for values in listed for value in values if counted[json_key(value)] == 1}
    return {"enum": list(once.values())} if once else False


def _without_null(schema: dict[str, Any]) -> Any | None:
    """Return a schema without null; None when it does not take null, or when that cannot be seen."""
    types, values = _types(schema), _fitting(schema)
    takes_null = None in values if values is not None else not types or "null" in types
    if not takes_null or not _CONDITIONAL.isdisjoint(schema):
        return None
    kept = {keyword: value for keyword, value in schema.items() if keyword not in {"type", "enum", "const"}}
    rest: dict[str, Any] = {"type": written([name for name in types or ALL_TYPES if name != "null"])}
    if values is not None:
        rest["enum"] = [value for value in values if value is not None]
    return {**rest, **kept}


def _null_added(schema: dict[str, Any]) -> dict[str, Any]:
    widened = dict(schema)
    types = _types(widened)
    if types and "null" not in types:
        widened["type"] = [*types, "null"]
    values = _enumerated(widened)
    if values is not None and None not in values:
        widened.pop("const", None)
        widened["enum"] = [*values, None]
    return widened


def _join_typed(ledger: Ledger, members: Sequence[Member]) -> Step[Joined]:
    """Join alternatives type by type: a value has one type, so the join is as exact as for each type."""
    by_type: dict[str, list[Entry]] = {name: [] for name in ALL_TYPES}
    conditional = 0
    for mask, alternative in members:
        for entry_type, entry in _entries(mask, alternative):
            by_type[entry_type].append(entry)
        if not _CONDITIONAL.isdisjoint(alternative):
            conditional |= mask
    exact, tops = conditional == 0, mask_of(members) & ~conditional
    keywords: dict[str, Any] = {}
    for name, entries in by_type.items():
        if not entries:
            continue
        if name in _BY_TYPE:
            part: Part = _BY_TYPE[name](entries)
        elif name == "array":
            part = yield join_arrays(ledger, entries, join)
        else:
            part = yield join_objects(ledger, entries, join)
        keywords.update(part.keywords)
        exact, tops = exact and part.exact, tops & part.tops
    types = tuple(name for name in _mentioned(members) if by_type["number" if name == "integer" else name])
    schema: dict[str, Any] = {}
    if not {*ALL_TYPES} <= {*types}:
        schema["type"] = written(types)
    order = dict.fromkeys(keyword for _, each in members for keyword in each)
    schema.update((keyword, keywords[keyword]) for keyword in order if keyword in keywords)
    schema.update(keywords)
    return Joined(schema, exact, tops)


def _mentioned(members: Sequence[Member]) -> tuple[str, ...]:
    """Return the types of the alternatives, in order of first mention."""
    mentioned = []
    for _, schema in members:
        values = _fitting(schema)
        if values is None:
            mentioned.append(_types(schema) or ALL_TYPES)
        else:
            mentioned.append(tuple(_value_type(value) for value in values))
    return join_types(mentioned)


def _value_type(value: Any) -> str:
    name = type_of(value)
    return "integer" if name == "number" and (type(value) is int or value.is_integer()) else name


def _entries(mask: int, schema: dict[str, Any]) -> Iterable[tuple[str, Entry]]:
    """Yield what a schema says of each type that it accepts."""
    types = _types(schema)
    values = _fitting(schema)
    if values is not None:
        by_type: dict[str, list[Any]] = {}
        for value in values:
            by_type.setdefault(type_of(value), []).append(value)
        for name, some in by_type.items():
            pure = schema.keys().isdisjoint(KEYWORDS_OF_TYPE.get(name, ()))
            yield name, Entry(mask, {}, values=some, pure=pure)
        return
    for name in types or ALL_TYPES:
        kind = "number" if name == "integer" else name
        if name == "integer" and "number" in types:
            continue
        own = KEYWORDS_OF_TYPE.get(kind, ())
        yield kind, Entry(mask, {key: schema[key] for key in own if key in schema}, integer=name == "integer")


_BY_TYPE: Final = {
    "null": join_nulls,
    "boolean": join_booleans,
    "number": join_numbers,
    "string": join_strings,
}


def _annotations(schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what the alternatives say about a value: annotations as the first has them, all descriptions."""
    found: dict[str, Any] = {}
    descriptions: dict[str, None] = {}
    for schema in schemas:
        for keyword, value in schema.items():
            if keyword == "description":
                descriptions[value] = None
                found.setdefault(keyword, value)
            elif is_annotation(keyword):
                found.setdefault(keyword, value)
    if len(descriptions) > 1:
        found["description"] = DESCRIPTION_SEPARATOR.join(descriptions)
    return found


def _describe(schema: Any, described: dict[str, Any], schemas: Sequence[dict[str, Any]]) -> Any:
    """Return a joined schema with its annotations, keywords in the order of the alternatives."""
    if schema is False:
        return schema
    whole = {**described, **schema} if schema is not True else described
    order = dict.fromkeys(keyword for each in schemas for keyword in each if keyword in whole)
    if "type" in whole:
        order = {"type": None, **order}
    return {keyword: whole[keyword] for keyword in {**order, **dict.fromkeys(whole)}}
