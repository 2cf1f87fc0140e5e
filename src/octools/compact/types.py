"""Types of JSON Schema: reading what people write, and the sets that stand behind the names."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["ALL_TYPES", "ANY_TYPE", "join_types", "meet_types", "read_types", "type_of", "written"]

# The types that share no value. An integer is a number, and stands between them only as a name.
ALL_TYPES: Final = ("null", "boolean", "number", "string", "array", "object")
_NAMES: Final = frozenset({*ALL_TYPES, "integer"})

ANY_TYPE: Final[tuple[str, ...]] = ()
"""What a type that limits nothing reads as."""

# Names of other languages and of habit, as tool catalogues in the wild carry them.
_SPELLINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dict": "object", "map": "object", "hashmap": "object", "hashtable": "object", "mapping": "object",
        "float": "number", "double": "number", "decimal": "number",
        "int": "integer", "long": "integer", "short": "integer",
        "list": "array", "tuple": "array", "arraylist": "array",
        "str": "string", "char": "string",
        "bool": "boolean",
        "none": "null", "nil": "null",
    }
)  # fmt: skip
_ANYTHING: Final = frozenset({"any", ""})


def read_types(value: Any) -> tuple[str, ...] | None:
    """Return the types that a `type` keyword names, in its order.

    `any` and an empty name limit nothing; the names that other languages use, and unions written with `|`,
    are read as what they mean.

    Returns:
        Names of JSON Schema types, `ANY_TYPE` when every type is allowed, None when a name says nothing that
        is known.
    """
    members: Iterable[Any]
    if type(value) is str:
        if value in _NAMES:
            return (value,)
        members = value.split("|")
    elif type(value) is list and value:
        members = value
    else:
        return None
    names: dict[str, None] = {}
    for member in members:
        if type(member) is not str:
            return None
        name = member.strip()
        folded = name.lower()
        if folded in _ANYTHING:
            return ANY_TYPE
        known = name if name in _NAMES else _SPELLINGS.get(folded, folded)
        if known not in _NAMES:
            return None
        names[known] = None
    return tuple(names)


def meet_types(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return the types that both allow, in the order of the first; () when there are none."""
    met: dict[str, None] = {}
    for name in first:
        if name in second or (name == "integer" and "number" in second):
            met[name] = None
        elif name == "number" and "integer" in second:
            met["integer"] = None
    return tuple(met)


def join_types(members: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the types that any of the members allows, in order of first mention, integer within number."""
    names = dict.fromkeys(name for member in members for name in member)
    if "number" in names:
        names.pop("integer", None)
    return tuple(names)


def written(types: Sequence[str]) -> str | list[str]:
    """Return types as the value of a `type` keyword."""
    return types[0] if len(types) == 1 else list(types)


def type_of(value: Any) -> str:
    """Return the JSON type of a normalised value, `number` for every number."""
    return _TYPE_OF[type(value)]


_TYPE_OF: Final[Mapping[type, str]] = MappingProxyType(
    {
        type(None): "null", bool: "boolean", int: "number", float: "number",
        str: "string", list: "array", dict: "object",
    }
)  # fmt: skip
