"""How the type of an input reads in a listing: one short phrase for any property schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from octools.compact_json import compact_json
from octools.pointers import unescape
from octools_contract.constants import ENUM_TEXT_LIMIT

_ANY: Final = "any"
# The text of a constant or a type name is cut only where no terminal could show it.
_TEXT_LIMIT: Final = 4096
# Schemas met again inside one phrase are written again, this many at most: nested Python objects that stand
# in several places would otherwise make a phrase that doubles at each level.
_REPEATS: Final = 1000


def type_phrase(schema: Any) -> str:
    """Return the type of a property schema as listings show it, such as `enum(a|b)` or `array[string|null]`.

    The first that applies decides: `enum`, `const`, `$ref` (the last segment of the pointer), `anyOf` or
    `oneOf` (the members joined by `|`), a list of types, `array` with `items`, a type. Anything else reads
    `any`.

    Args:
        schema: Anything; never raises, whatever the schema, and takes time linear in its size.
    """
    pieces: list[str] = []
    met: set[int] = set()
    repeats = 0
    pending: list[Any] = [_Schema(schema)]
    while pending:
        item = pending.pop()
        if not isinstance(item, _Schema):
            pieces.append(item)
            continue
        phrase = _leaf(item.value)
        if phrase is not None:
            pieces.append(phrase)
            continue
        parts = _composite(item.value)
        if id(item.value) in met:
            repeats += len(parts)
            if repeats > _REPEATS:
                pieces.append(_ANY)
                continue
        met.add(id(item.value))
        pending.extend(reversed(parts))
    return "".join(pieces)


class _Schema:
    """A schema still to be read, among the texts around it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _leaf(schema: Any) -> str | None:
    """Return the phrase of a schema that holds no other schema of interest, or None for a composite one."""
    if not isinstance(schema, Mapping):
        return _ANY
    if isinstance(values := schema.get("enum"), list | tuple):
        return _enum(values)
    if "const" in schema:
        return f"const({_value(schema['const'], _TEXT_LIMIT)})"
    if isinstance(reference := schema.get("$ref"), str):
        return unescape(reference.rpartition("/")[2]) or _ANY
    members = _members(schema)
    if members is None:
        return _type(schema)
    return None if members else _ANY


def _type(schema: Mapping[str, Any]) -> str | None:
    """Return the phrase that `type` gives, or None for an array whose items are still to be read."""
    kind = schema.get("type")
    if isinstance(kind, list | tuple):
        return "|".join(_value(name, _TEXT_LIMIT) for name in kind) or _ANY
    if not isinstance(kind, str):
        return _ANY
    return None if kind == "array" and "items" in schema else kind or _ANY


def _composite(schema: Mapping[str, Any]) -> list[Any]:
    """Return the texts and inner schemas that the phrase of a composite schema is made of."""
    members = _members(schema)
    if members is None:
        return ["array[", _Schema(schema["items"]), "]"]
    parts: list[Any] = []
    for member in members:
        parts += ("|", _Schema(member))
    return parts[1:]


def _members(schema: Mapping[str, Any]) -> list[Any] | tuple[Any, ...] | None:
    """Return the list under `anyOf`, else that under `oneOf`, else None."""
    for keyword in ("anyOf", "oneOf"):
        members = schema.get(keyword)
        if isinstance(members, list | tuple):
            return members
    return None


def _enum(values: list[Any] | tuple[Any, ...]) -> str:
    """Join the values that fit; the first that does not ends the text."""
    texts: list[str] = []
    size = -1
    for value in values:
        text = _value(value, ENUM_TEXT_LIMIT)
        size += 1 + len(text)
        if size > ENUM_TEXT_LIMIT:
            return f"enum({'|'.join([*texts, '...'])})"
        texts.append(text)
    return f"enum({'|'.join(texts)})"


def _value(value: Any, limit: int) -> str:
    """Write a string bare, and any other value as JSON."""
    if isinstance(value, str):
        return value if len(value) <= limit else f"{value[:limit]}..."
    return compact_json(value, limit)
