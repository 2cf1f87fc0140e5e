"""Which column kind a field's type stands for."""

from __future__ import annotations

import enum
import ipaddress
import types
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from pydantic import AwareDatetime, IPvAnyAddress, IPvAnyInterface, IPvAnyNetwork

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_contract.vocabularies import ColumnKind

__all__ = ["kind_of_type", "members_of_type"]

_KINDS: Final[dict[Any, ColumnKind]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    AwareDatetime: "timestamp",
    ipaddress.IPv4Address: "ip",
    ipaddress.IPv6Address: "ip",
    IPvAnyAddress: "ip",
    ipaddress.IPv4Network: "ip_block",
    ipaddress.IPv6Network: "ip_block",
    ipaddress.IPv4Interface: "ip_block",
    ipaddress.IPv6Interface: "ip_block",
    IPvAnyNetwork: "ip_block",
    IPvAnyInterface: "ip_block",
}
_NUMBERS: Final = frozenset({"integer", "number"})


def kind_of_type(annotation: Any) -> ColumnKind:
    """Return the kind of a column that holds values of a type.

    A union, an enumeration and a `Literal` have the kind that their members share: `number` for integers
    mixed with numbers, `text` for any other mixture. None does not count. octools descriptor specification,
    "tabular_from_models".

    Args:
        annotation: The type of a field, resolved.
    """
    kinds = {_KINDS.get(member, "text") for member in members_of_type(annotation)}
    if len(kinds) == 1:
        return kinds.pop()
    return "number" if kinds == _NUMBERS else "text"


def members_of_type(annotation: Any) -> Iterator[Any]:
    """Yield the types that a type stands for, without None: those of its members, and of their values."""
    waiting = [annotation]
    while waiting:
        each = waiting.pop()
        origin = get_origin(each)
        if each is None or each is types.NoneType:
            continue
        if origin in (Union, types.UnionType):
            waiting.extend(get_args(each))
        elif origin is Annotated:
            waiting.append(get_args(each)[0])
        elif origin is Literal:
            waiting.extend(map(_type_of_value, get_args(each)))
        elif isinstance(each, NewType):
            waiting.append(each.__supertype__)
        elif isinstance(each, TypeVar):
            waiting.append(each.__bound__ or str)
        elif hasattr(each, "__value__"):  # a type alias statement
            waiting.append(each.__value__)
        elif isinstance(each, type) and issubclass(each, enum.Enum):
            waiting.extend(_type_of_value(member) for member in each)
        else:
            yield each


def _type_of_value(value: Any) -> type:
    """Return the type of what a value of an enumeration or a `Literal` is written as."""
    return type(value.value if isinstance(value, enum.Enum) else value)
