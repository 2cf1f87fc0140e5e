"""Any value as text in the manner of JSON, piece by piece, so that a reader can stop when it has enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["json_pieces"]


def json_pieces(
    value: Any, *, scalar: Callable[[Any], str], key: Callable[[Any], str], blank: str = ""
) -> Iterator[str]:
    """Yield the text of a value; who stops reading also ends one that contains itself.

    Args:
        value: Anything. Lists, tuples and dicts are read without the methods of classes derived from them.
        scalar: Writes a value of any other kind.
        key: Writes the key of a dict.
        blank: What stands after each comma and colon.
    """
    frames: list[tuple[Iterator[tuple[str, Any]], str]] = [(iter([("", value)]), "")]
    while frames:
        members, closing = frames[-1]
        member = next(members, None)
        if member is None:
            frames.pop()
            yield closing
            continue
        prefix, item = member
        yield prefix
        kind = type(item)
        if issubclass(kind, dict):
            frames.append((_members_of_dict(item, key, blank), "}"))
            yield "{"
        elif issubclass(kind, list | tuple):
            frames.append((_members_of_list(item, blank), "]"))
            yield "["
        else:
            yield scalar(item)


def _members_of_dict(
    value: dict[Any, Any], key: Callable[[Any], str], blank: str
) -> Iterator[tuple[str, Any]]:
    separator = ""
    for name, item in dict.items(value):
        yield f"{separator}{key(name)}:{blank}", item
        separator = f",{blank}"


def _members_of_list(value: list[Any] | tuple[Any, ...], blank: str) -> Iterator[tuple[str, Any]]:
    separator = ""
    for item in list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value):
        yield separator, item
        separator = f",{blank}"
