"""Values of classes derived from a scalar, such as members of a `StrEnum`, as plain JSON scalars."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["SCALARS", "plain_scalar", "plain_text"]

SCALARS: Final = frozenset({str, int, float, bool, type(None)})
"""The types of JSON scalars."""

_PLAIN: Final[Mapping[type, Callable[[Any], Any]]] = MappingProxyType(
    {str: str.__str__, int: int.__index__, float: float.__float__}
)


def plain_scalar(value: Any) -> Any:
    """Return the plain scalar that a value of a derived class stands for; any other value as it is."""
    if type(value) in SCALARS:
        return value
    convert = next((convert for base, convert in _PLAIN.items() if isinstance(value, base)), None)
    return value if convert is None else convert(value)


def plain_text(value: str) -> str:
    """Return a text as a `str`; formatting an enumeration's member would write its name, not its value."""
    return value if type(value) is str else str.__str__(value)
