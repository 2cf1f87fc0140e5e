"""Copies of schemas without some keywords, or with their objects closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools.schema_walk import rewrite

if TYPE_CHECKING:
    from collections.abc import Iterable


def strip_keys(schema: Any, *, keys: Iterable[str] = (), prefixes: Iterable[str] = ()) -> Any:
    """Return a copy of a schema without some keywords, at every schema in it.

    Names of properties and values that are data (`default`, `const`, `enum`, `examples`, extension values,
    `dependentRequired`) stay as they are.

    Args:
        schema: The schema; any value is taken, and one that is no mapping is copied as data.
        keys: Keywords to drop.
        prefixes: Beginnings of keywords to drop, such as `x-`.

    Returns:
        A deep copy in plain `dict` and `list` objects, its keywords in the order of the original. A schema
        that contains itself gives a copy that does.

    Raises:
        TypeError: `keys` or `prefixes` is a single string.
    """
    dropped = frozenset(_several("keys", keys))
    beginnings = tuple(_several("prefixes", prefixes))

    def keep(keyword: Any) -> bool:
        return keyword not in dropped and not (isinstance(keyword, str) and keyword.startswith(beginnings))

    return rewrite(schema, keep=keep)


def strip_titles(schema: Any) -> Any:
    """Return a copy of a schema without titles, as `strip_keys` makes it; a property called `title` stays."""
    return strip_keys(schema, keys=("title",))


def close_objects(schema: Any) -> Any:
    """Return a copy with `additionalProperties: false` on each schema that has `properties` and lacks it.

    Args:
        schema: The schema; any value is taken, and one that is no mapping is copied as data.

    Returns:
        A deep copy, as `strip_keys` makes it. An object that says something else about additional properties
        keeps it.
    """
    return rewrite(schema, finish=_close)


def _close(copy: dict[Any, Any]) -> None:
    if "properties" in copy:
        copy.setdefault("additionalProperties", False)


def _several(name: str, values: Iterable[str]) -> Iterable[str]:
    if isinstance(values, str):
        raise TypeError(f"{name} is a single string; give a list of strings")
    return values
