"""JSON values: plain copies of whatever came in, equality as JSON Schema has it, and their sizes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

__all__ = ["FOREIGN", "Foreign", "holds_foreign", "json_key", "normalise", "weight"]


class Foreign:
    """Stands for a value that JSON cannot hold."""

    __slots__ = ()


FOREIGN: Final = Foreign()

_SCALARS: Final = frozenset({str, int, bool, type(None)})
# Text that counts as one more value: what is inlined often must not grow by its texts either.
_TEXT_UNIT: Final = 256
_MOST_VALUES: Final = 10_000_000
# From here on integers are written in hexadecimal: decimal digits are refused beyond some length.
_LONG: Final = 10**300


def normalise(root: Any) -> Any:
    """Return a copy made of `dict`, `list`, `str`, `int`, `float`, `bool` and None alone.

    Any mapping becomes a `dict`, a tuple a list, and a value that JSON cannot hold (a set, a date, NaN)
    becomes `FOREIGN`. What stands in several places is copied once, so a value that contains itself gives a
    copy that does.

    Args:
        root: Any value, of any depth.
    """
    outer: list[Any] = []
    copies: dict[int, Any] = {}
    kept: list[Any] = []
    pending: list[tuple[Any, Iterator[tuple[Any, Any]]]] = [(outer, iter(((None, root),)))]
    while pending:
        target, entries = pending.pop()
        for key, item in entries:
            copy: Any
            if type(item) in _SCALARS:
                copy = item
            elif id(item) in copies:
                copy = copies[id(item)]
            else:
                copy, inner = _begin(item)
                if inner is not None:
                    copies[id(item)] = copy
                    kept.append(item)
                    pending.append((copy, inner))
            if type(target) is list:
                target.append(copy)
            else:
                target[_key(key)] = copy
    return outer[0]


def _begin(item: Any) -> tuple[Any, Iterator[tuple[Any, Any]] | None]:  # noqa: PLR0911 - one return a kind of value
    """Return what a value becomes, and its entries when it is a container."""
    try:
        if isinstance(item, float):
            number = float.__float__(item)
            return (number if math.isfinite(number) else FOREIGN), None
        if isinstance(item, str):
            return str.__str__(item), None
        if isinstance(item, int):
            return int.__int__(item), None
        if isinstance(item, dict):
            return {}, iter(list(dict.items(item)))
        if isinstance(item, Mapping):
            return {}, iter(list(item.items()))
        if isinstance(item, list | tuple):
            return [], iter([(None, member) for member in item])
    except Exception:  # noqa: BLE001  (a foreign object may raise anything when it is looked at)
        return FOREIGN, None
    return FOREIGN, None


def _key(key: Any) -> str:
    """Return a member name as JSON text would have it."""
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or isinstance(key, bool | int):
        return json.dumps(key)
    return f"<{type(key).__name__}>"


def holds_foreign(value: Any) -> bool:
    """Tell whether a normalised value cannot be written as JSON.

    That is so when it holds `FOREIGN`, when it holds itself, or when containers that stand in many places
    would make its text longer than any real data.
    """
    if type(value) in _SCALARS or type(value) is float:
        return False
    sizes: dict[int, int] = {}
    path: set[int] = set()
    pending: list[tuple[Any, bool]] = [(value, False)]
    while pending:
        item, leaving = pending.pop()
        if item is FOREIGN:
            return True
        kind = type(item)
        if kind is not dict and kind is not list:
            continue
        members = item.values() if kind is dict else item
        if leaving:
            path.discard(id(item))
            size = 1 + sum(sizes.get(id(member), 1) for member in members)
            if size > _MOST_VALUES:
                return True
            sizes[id(item)] = size
        elif id(item) in path:
            return True
        elif id(item) not in sizes:
            path.add(id(item))
            pending.append((item, True))
            pending += [(member, False) for member in members]
    return False


def json_key(value: Any) -> Any:
    """Return a hashable, equal for values that JSON Schema takes for equal: 1 is 1.0, true is not 1."""
    kind = type(value)
    if kind is str:
        return value
    if kind is bool or value is None:
        return (kind, value)
    if kind is int or kind is float:
        return (float, value)
    return (list, _text(value))


def _text(root: Any) -> str:
    """Write a container as canonical text, members sorted by name."""
    parts: list[str] = []
    pending: list[Any] = [root]
    while pending:
        item = pending.pop()
        kind = type(item)
        if kind is _Text:
            parts.append(item)
        elif kind is dict:
            pending.append(_Text("}"))
            for name in sorted(item, reverse=True):
                pending += [_Text(","), item[name], _Text(f"{name!r}:")]
            pending.append(_Text("{"))
        elif kind is list:
            pending.append(_Text("]"))
            for member in reversed(item):
                pending += [_Text(","), member]
            pending.append(_Text("["))
        elif kind is int or (kind is float and item.is_integer()):
            parts.append(hex(int(item)) if abs(item) > _LONG else repr(int(item)))
        else:
            parts.append(repr(item))
    return "".join(parts)


class _Text(str):
    __slots__ = ()


def weight(value: Any) -> int:
    """Count the values in a normalised value, long texts by their length, each container once."""
    total = 0
    seen: set[int] = set()
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        total += 1
        kind = type(item)
        if kind is str:
            total += len(item) // _TEXT_UNIT
        elif (kind is dict or kind is list) and id(item) not in seen:
            seen.add(id(item))
            pending.extend(item.values() if kind is dict else item)
    return total
