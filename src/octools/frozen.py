"""Deep, read-only copies of JSON-like values, and plain copies of them again.

A descriptor keeps its schemas and its `meta` as such copies, so that it never changes after construction.
They are a `dict` and a `list`, so `json.dumps`, equality, pickling, `dataclasses.asdict` and schema
validators take them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, cast

from octools.findings import error
from octools.scalars import SCALARS, plain_scalar, plain_text


def _refuse(_self: object, *_args: object, **_kwargs: object) -> NoReturn:
    """Refuse to change a read-only value."""
    raise TypeError(
        "a descriptor's schemas and meta are read-only; copy.deepcopy gives a copy that may change"
    )


class FrozenDict(dict[Any, Any]):
    """A `dict` that holds read-only values alone and refuses changes; `copy.deepcopy` gives a plain one."""

    __slots__ = ()

    def __new__(cls, *args: Any, **kwargs: Any) -> FrozenDict:  # noqa: PYI034 - never subclassed
        """Fill the new dict here, so that a second call of `__init__` changes nothing."""
        self = super().__new__(cls)
        for key, value in dict(*args, **kwargs).items():
            dict.__setitem__(self, key, freeze(value))
        return self

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def __copy__(self) -> FrozenDict:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return cast("dict[Any, Any]", thaw(self))

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class FrozenList(list[Any]):
    """A `list` that holds read-only values alone and refuses changes; `copy.deepcopy` gives a plain one."""

    __slots__ = ()

    def __new__(cls, values: Any = ()) -> FrozenList:  # noqa: PYI034 - never subclassed
        """Fill the new list here, so that a second call of `__init__` changes nothing."""
        self = super().__new__(cls)
        for value in values:
            list.append(self, freeze(value))
        return self

    def __init__(self, values: Any = ()) -> None:
        pass

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenList, (list(self),)

    def __copy__(self) -> FrozenList:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return cast("list[Any]", thaw(self))

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse


def freeze(value: Any, *, field: str = "the value") -> Any:
    """Return a deep, read-only copy of a JSON-like value.

    Mappings become `FrozenDict`, lists and tuples `FrozenList`; other mutable builtins become their immutable
    twins, values of a class derived from a scalar the plain scalar, and every other value stays the object
    that it is. What is read-only already is not copied again. An object that stands in several places is
    copied once, so a small graph never grows into a large tree.

    Args:
        value: The value, of any depth.
        field: What the value is, for the text of the error.

    Raises:
        OCToolError: The value contains itself (`self_reference`).
    """
    if type(value) in SCALARS:
        return value
    return _rebuild(value, field, FrozenDict, FrozenList)


def thaw(value: Any, *, field: str = "the value") -> Any:
    """Return a deep copy of a JSON-like value that is made of plain `dict` and `list` objects.

    Arguments and errors are those of `freeze`.
    """
    if type(value) in SCALARS:
        return value
    return _rebuild(value, field, dict, list)


def _rebuild(root: Any, field: str, dict_type: type[Any], list_type: type[Any]) -> Any:
    """Copy without recursion; each container object is copied once, and its copy stands wherever it stood."""
    frozen = dict_type is FrozenDict
    outer: list[Any] = []
    copies: dict[int, Any] = {}
    sources: list[Any] = []  # kept alive, so that an id names one object throughout
    shared = False
    pending: list[tuple[Any, Any]] = [([root], outer)]

    def copy_of(item: Any) -> Any:
        nonlocal shared
        kind = type(item)
        if frozen and (kind is FrozenDict or kind is FrozenList):
            return item
        if id(item) in copies:
            shared = True
            return copies[id(item)]
        if isinstance(item, dict | Mapping):
            copy = dict.__new__(dict_type)
        elif isinstance(item, list | tuple):
            copy = list.__new__(list_type)
        else:
            return _immutable(item)
        copies[id(item)] = copy
        sources.append(item)
        pending.append((item, copy))
        return copy

    while pending:
        source, target = pending.pop()
        if isinstance(source, Mapping):
            put = dict.__setitem__
            for key, item in source.items():
                kept = item if type(item) in SCALARS else copy_of(item)
                put(target, plain_text(key) if isinstance(key, str) else key, kept)
        else:
            list.extend(target, [item if type(item) in SCALARS else copy_of(item) for item in source])
    if shared and _contains_itself(outer):
        raise error("self_reference", field=field)
    return outer[0]


def _contains_itself(root: Any) -> bool:
    """Tell whether a value made of `dict` and `list` objects has a cycle: objects that no order can sort."""
    holders: dict[int, int] = {}
    seen = {id(root): root}
    pending = [root]
    while pending:
        for item in _containers(pending.pop()):
            holders[id(item)] = holders.get(id(item), 0) + 1
            if id(item) not in seen:
                seen[id(item)] = item
                pending.append(item)
    pending = [root]
    sorted_objects = 0
    while pending:
        sorted_objects += 1
        for item in _containers(pending.pop()):
            holders[id(item)] -= 1
            if not holders[id(item)]:
                pending.append(item)
    return sorted_objects < len(seen)


def _containers(value: Any) -> Iterator[Any]:
    return (
        item
        for item in (value.values() if isinstance(value, dict) else value)
        if isinstance(item, dict | list)
    )


def _immutable(value: Any) -> Any:
    if isinstance(value, set):
        return frozenset(value)
    return bytes(value) if isinstance(value, bytearray) else plain_scalar(value)
