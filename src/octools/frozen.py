"""Deep, read-only copies of JSON-like values, and plain copies of them again.

A descriptor keeps its schemas and its `meta` as such copies, so that it never changes after construction. They
are a `dict` and a `list`, so `json.dumps`, equality, pickling, `dataclasses.asdict` and schema validators take
them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, cast

from octools.findings import error

# Most members of a schema are of these types; asking for them first spares the slower abstract type checks.
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})


def _refuse(self: object, *_args: object, **_kwargs: object) -> NoReturn:
    """Refuse to change a read-only value."""
    raise TypeError("a descriptor's schemas and meta are read-only; copy.deepcopy gives a copy that may change")


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

    __setitem__ = __delitem__ = __ior__ = _refuse  # type: ignore[assignment]
    clear = pop = popitem = setdefault = update = _refuse  # type: ignore[assignment]


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

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse  # type: ignore[assignment]
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse  # type: ignore[assignment]


def freeze(value: Any, *, field: str = "the value") -> Any:
    """Return a deep, read-only copy of a JSON-like value.

    Mappings become `FrozenDict`, lists and tuples `FrozenList`; other mutable builtins become their immutable
    twins, and every other value stays the object that it is. What is read-only already is not copied again. An
    object that stands in several places is copied once, so a small graph never grows into a large tree.

    Args:
        value: The value, of any depth.
        field: What the value is, for the text of the error.

    Raises:
        OCToolError: The value contains itself (`self_reference`).
    """
    if type(value) in _SCALARS:
        return value
    return _rebuild(value, field, FrozenDict, FrozenList)


def thaw(value: Any, *, field: str = "the value") -> Any:
    """Return a deep copy of a JSON-like value that is made of plain `dict` and `list` objects.

    Arguments and errors are those of `freeze`.
    """
    if type(value) in _SCALARS:
        return value
    return _rebuild(value, field, dict, list)


def _rebuild(root: Any, field: str, dict_type: type[Any], list_type: type[Any]) -> Any:
    """Copy depth first without recursion; each container object is met once, its copy is shared afterwards."""
    outer: list[Any] = []
    copies: dict[int, Any] = {}
    sources: list[Any] = []  # kept alive, so that an id names one object throughout
    ancestors: set[int] = set()
    frames: list[tuple[int, Any, Iterator[tuple[Any, Any]]]] = [(0, outer, iter(((None, root),)))]
    while frames:
        identity, target, members = frames[-1]
        for key, item in members:
            copy: Any
            if type(item) in _SCALARS:
                copy = item
            elif id(item) in ancestors:
                raise error("self_reference", field=field)
            elif id(item) in copies:
                copy = copies[id(item)]
            elif type(item) is dict_type is FrozenDict or type(item) is list_type is FrozenList:
                copy = item
            elif (inner := _members(item)) is None:
                copy = _immutable(item)
            else:
                copy = dict_type() if isinstance(item, Mapping) else list_type()
                copies[id(item)] = copy
                sources.append(item)
                ancestors.add(id(item))
                frames.append((id(item), copy, inner))
            if isinstance(target, list):
                list.append(target, copy)
            else:
                dict.__setitem__(target, key, copy)
            if frames[-1][1] is not target:
                break
        else:
            ancestors.discard(identity)
            frames.pop()
    return outer[0]


def _members(value: Any) -> Iterator[tuple[Any, Any]] | None:
    if isinstance(value, Mapping):
        return iter(value.items())
    if isinstance(value, list | tuple):
        return ((None, item) for item in value)
    return None


def _immutable(value: Any) -> Any:
    if isinstance(value, set):
        return frozenset(value)
    return bytes(value) if isinstance(value, bytearray) else value
