"""Credential material anywhere in a tool descriptor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from octools.catalog.secrets import names_credential, resembles_credential, secret_kind
from octools.findings import Finding, placed_finding, quote
from octools.schema_walk import POSITIONS

if TYPE_CHECKING:
    from octools.places import Place

__all__ = ["credentials"]

_SCHEMAS: Final = frozenset({"inputSchema", "outputSchema"})
# Under these keywords of a schema stand samples of a value: of a property that names a credential,
# credentials.
_SAMPLES: Final = frozenset({"default", "const", "examples"})
# Under these stand names of properties, which promise nothing of each other.
_NAMES: Final = frozenset({"required", "dependentRequired"})


class _Item(NamedTuple):
    """One value to look at.

    Attributes:
        value: The value.
        place: Where it stands.
        reading: `schema`, or `map` or `list` of schemas, `names` of properties, or `data`.
        name: The name that promises that this value is a credential, or None.
        label: The nearest name of a property or member above, for the samples below it.
    """

    value: Any
    place: Place
    reading: str
    name: str | None
    label: str


def credentials(fields: Mapping[Any, Any], *, tool: str | None, prefix: str) -> Iterator[Finding]:
    """Yield a finding for each text of a descriptor that looks like a credential.

    Every text is looked at for the forms that issuers give to their credentials. A name such as `apiKey`
    makes any text suspect that stands under it as data, or as a default or an example of the property; a
    property that is only declared is none. Each object is entered once.

    Args:
        fields: The descriptor's fields.
        tool: Its `toolId`, for the findings.
        prefix: JSON pointer of the descriptor in what the findings' paths are read against.
    """
    root: Place = (fields, None, None, None)
    pending = [
        _Item(
            value, (value, root, field, None), "schema" if field in _SCHEMAS else "data", _promised(field), ""
        )
        for field, value in reversed(list(fields.items()))
    ]
    seen: set[int] = set()
    while pending:
        item = pending.pop()
        value = item.value
        if isinstance(value, str):
            kind = secret_kind(value)
            if kind is not None:
                yield placed_finding("credential_value", item.place, tool=tool, prefix=prefix, kind=kind)
            elif item.name is not None and resembles_credential(item.name, value):
                key = quote(item.name)
                yield placed_finding("credential_key", item.place, tool=tool, prefix=prefix, key=key)
        elif isinstance(value, Mapping | list | tuple) and id(value) not in seen:
            seen.add(id(value))
            below = list(_members(item))
            pending += reversed(below)


def _members(item: _Item) -> Iterator[_Item]:
    if not isinstance(item.value, Mapping):
        reading = {"list": "schema", "names": "names"}.get(item.reading, "data")
        for index, member in enumerate(item.value):
            yield _Item(member, (member, item.place, index, None), reading, item.name, item.label)
        return
    for key, member in item.value.items():
        place = (member, item.place, key, None)
        if item.reading == "map":
            yield _Item(member, place, "schema", None, key if isinstance(key, str) else "")
        elif item.reading == "schema" and key in POSITIONS:
            yield _Item(member, place, _reading(POSITIONS[key], member), None, item.label)
        elif item.reading == "names" or (item.reading == "schema" and key in _NAMES):
            yield _Item(member, place, "names", None, item.label)
        elif item.reading == "schema" and (key in _SAMPLES or _is_only_value(key, member)):
            yield _Item(member, place, "data", _promised(item.label), item.label)
        else:
            yield _Item(member, place, "data", _promised(key) or item.name, item.label)


def _promised(name: Any) -> str | None:
    """Return a name when it promises a credential."""
    return name if isinstance(name, str) and names_credential(name) else None


def _is_only_value(key: Any, value: Any) -> bool:
    """Tell whether a keyword allows one value alone, as `const` does; several are a choice of words."""
    return key == "enum" and isinstance(value, list | tuple) and len(value) == 1


def _reading(holds: str, value: Any) -> str:
    """Tell how the value of a keyword that holds schemas reads."""
    if isinstance(value, Mapping):
        return "map" if holds == "map" else "schema"
    return "list"
