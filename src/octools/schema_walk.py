"""The one walk over the sub-schemas of a JSON Schema, and the copies that are made along it.

Where schemas stand below a keyword is a fact of the dialect's keyword table; names of properties and values
that are data (`default`, `enum`, extension values, unknown keywords) are never taken for schemas. The walk is
a loop: depth is bounded by memory, not by the interpreter's stack, and each Python object is visited once, at
its first place in document order, so that a schema that contains itself ends the walk there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from octools.places import Place
from octools_contract.dialect import KEYWORDS, SHAPES

# A keyword and the schemas that stand below it, each with its name or index.
Below = tuple[Any, Iterable[tuple[Any, Any]]]
Visit = Callable[[Place, dict[Any, Any], list[Below]], None]
# The schemas below one keyword that are still to come, the place of the schema that holds them, the keyword.
Frame = tuple[Iterator[tuple[Any, Any]], "Place | None", Any]
Enter = Callable[[Mapping[Any, Any], "Place | None", Any, Any, list[Frame]], None]

_HOLDS_NOTHING: Final = "none"
HOLDS_SCHEMA: Final = ("schema", "schema_or_list")
HOLDS_LIST: Final = ("list", "schema_or_list")
HOLDS_MAP: Final = "map"
# Most values are of these types; asking for them first spares the slower questions.
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})
# What counts as a JSON array; a tuple of types is the fastest thing to ask `isinstance` about.
LISTS: Final = (list, tuple)

POSITIONS: Final[Mapping[str, str]] = {
    name: SHAPES[keyword.shape].holds
    for name, keyword in KEYWORDS.items()
    if SHAPES[keyword.shape].holds != _HOLDS_NOTHING
}
"""What stands below each keyword that holds schemas: `schema`, `list`, `schema_or_list` or `map`."""


class Walk:
    """One walk over one schema.

    Attributes:
        revisited: Whether an object was met again, which a document read from JSON text never has.
        seen: The identities of the objects that have been met.
    """

    __slots__ = ("_plain", "revisited", "seen")

    def __init__(self) -> None:
        self.revisited = False
        self.seen: set[int] = set()
        # Sources stay alive beside their copies, so that an id names one object throughout.
        self._plain: dict[int, tuple[Mapping[Any, Any], dict[Any, Any]]] = {}

    def first_time(self, container: Any) -> bool:
        """Tell whether an object is met for the first time, and remember it."""
        identity = id(container)
        if identity in self.seen:
            self.revisited = True
            return False
        self.seen.add(identity)
        return True

    def plain(self, value: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return a mapping as a `dict`, the same one each time; what is made here stays alive."""
        if isinstance(value, dict):
            return value
        if id(value) not in self._plain:
            self._plain[id(value)] = (value, dict(value))
        return self._plain[id(value)][1]

    def run(self, root: Mapping[Any, Any], visit: Visit) -> None:
        """Visit the root and every schema object below it, each before what is below it, in document order.

        Args:
            root: The schema.
            visit: Gets a place, the schema object there, and an empty list to which it adds, in document
                order, each keyword with the schemas below it: pairs of a name or index (None: the keyword
                holds one schema) and a mapping.
        """

        def enter(
            schema: Mapping[Any, Any], parent: Place | None, keyword: Any, name: Any, frames: list[Frame]
        ) -> None:
            if self.first_time(schema):
                place = (schema, parent, keyword, name)
                below: list[Below] = []
                visit(place, self.plain(schema), below)
                frames += [(iter(entries), place, held) for held, entries in below]

        descend(root, enter)


def descend(root: Mapping[Any, Any], enter: Enter) -> None:
    """Walk a schema for one who remembers himself what has been met: what `Walk.run` is made of.

    Args:
        root: The schema.
        enter: Gets a schema object, the place of the schema that holds it, the keyword and the name or index
            that it stands under, and an empty list of frames. To go below a schema it must ask
            `Walk.first_time`; then it adds in document order, for each keyword, an iterator over the pairs
            of name and schema below it, the place of the schema, and the keyword.
    """
    frames: list[Frame] = []
    stack: list[Frame] = [(iter(((None, root),)), None, None)]
    while stack:
        entries, parent, keyword = stack[-1]
        for name, schema in entries:
            enter(schema, parent, keyword, name, frames)
            if frames:
                frames.reverse()
                stack += frames
                frames.clear()
                break
        else:
            stack.pop()


def subschemas(
    schema: dict[Any, Any], walk: Walk, below: list[Below], positions: Mapping[str, str] = POSITIONS
) -> None:
    """Add the schema objects directly below a schema, in document order.

    Values of the wrong shape and boolean schemas are left out.

    Args:
        schema: A schema object.
        walk: The walk; a list or mapping of schemas that it has met before is not entered again.
        below: The list to add to, as the walk hands it to a visitor.
        positions: What stands below each keyword, as in `POSITIONS`.
    """
    for keyword, value in schema.items():
        holds = positions.get(keyword)
        if holds is None:
            continue
        if not holds_many(value, holds):
            if isinstance(value, Mapping) and holds in HOLDS_SCHEMA:
                below.append((keyword, ((None, value),)))
        elif walk.first_time(value):
            entries = walk.plain(value).items() if isinstance(value, Mapping) else enumerate(value)
            below.append((keyword, [entry for entry in entries if isinstance(entry[1], Mapping)]))


def values_below(schema: dict[Any, Any]) -> list[Any]:
    """Return what stands directly below a schema where schemas stand, in document order, of whatever kind.

    Args:
        schema: A schema object of plain dicts and lists.
    """
    below: list[Any] = []
    for keyword, value in schema.items():
        holds = POSITIONS.get(keyword)
        if holds is None:
            continue
        if type(value) is list:
            below += value
        elif holds == HOLDS_MAP and type(value) is dict:
            below += value.values()
        else:
            below.append(value)
    return below


def holds_many(value: Any, holds: str) -> bool:
    """Tell whether a keyword's value is a list or mapping of schemas, by what the keyword holds."""
    if isinstance(value, Mapping):
        return holds == HOLDS_MAP
    return isinstance(value, LISTS) and holds in HOLDS_LIST


def rewrite(
    schema: Any,
    *,
    keep: Callable[[Any], bool] = lambda _keyword: True,
    finish: Callable[[dict[Any, Any]], None] = lambda _copy: None,
) -> Any:
    """Return a deep copy of a schema in plain `dict` and `list` objects, edited at every schema object.

    What stands in several places is copied once and stands in the same places of the copy, so a small graph
    never grows into a large tree, and a schema that contains itself gives a copy that does.

    Args:
        schema: Any value; one that is no mapping is copied as data.
        keep: Tells from a keyword whether it stays.
        finish: Gets each copied schema object, whose sub-schemas may not be filled in yet, and may change it.
    """
    if not isinstance(schema, Mapping):
        return plain_copy(schema)
    copies = _Copies()

    def visit(place: Place, source: dict[Any, Any], below: list[Below]) -> None:
        target = copies.of_schema(place[0])
        for keyword, value in source.items():
            if keep(keyword):
                target[keyword] = copies.of_value(value, POSITIONS.get(keyword), keyword, below)
        finish(target)

    Walk().run(schema, visit)
    return copies.of_schema(schema)


class _Copies:
    """The copies made so far, by the identity of their sources, apart for each way of reading a source."""

    def __init__(self) -> None:
        self._schemas: dict[int, dict[Any, Any]] = {}
        self._many: dict[int, Any] = {}
        self._data: dict[int, Any] = {}
        self._kept: list[Any] = []

    def of_schema(self, source: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return the copy of a schema object: an empty one until the walk comes by."""
        copy = self._schemas.get(id(source))
        if copy is None:
            copy = self._schemas[id(source)] = {}
            self._kept.append(source)
        return copy

    def of_value(self, value: Any, holds: str | None, keyword: Any, below: list[Below]) -> Any:
        """Return the copy of a keyword's value, and add the schemas in it to `below`."""
        if holds is None or type(value) in _SCALARS:
            return plain_copy(value, self._data)
        if holds_many(value, holds):
            return self._of_many(value, keyword, below)
        if isinstance(value, Mapping) and holds in HOLDS_SCHEMA:
            below.append((keyword, ((None, value),)))
            return self.of_schema(value)
        return plain_copy(value, self._data)

    def _of_many(self, value: Any, keyword: Any, below: list[Below]) -> Any:
        """Copy a list or mapping of schemas; a member that is no schema object is copied as data."""
        if id(value) not in self._many:
            entries = list(value.items() if isinstance(value, Mapping) else enumerate(value))
            self._kept += (value, entries)
            below.append((keyword, [entry for entry in entries if isinstance(entry[1], Mapping)]))
            pairs = [(name, self._of_member(item)) for name, item in entries]
            self._many[id(value)] = dict(pairs) if isinstance(value, Mapping) else [item for _, item in pairs]
        return self._many[id(value)]

    def _of_member(self, item: Any) -> Any:
        return self.of_schema(item) if isinstance(item, Mapping) else plain_copy(item, self._data)


def plain_copy(value: Any, copies: dict[int, Any] | None = None) -> Any:
    """Return a deep copy of data in plain `dict` and `list` objects; other values stay the objects they are.

    Args:
        value: Any value, of any depth; it may contain itself, and then the copy does.
        copies: Copies made before, as (source, copy) by the source's identity; new ones are added.
    """
    if type(value) in _SCALARS:
        return value
    known = {} if copies is None else copies
    outer: list[Any] = []
    pending: list[tuple[Any, Any]] = [(outer, (value,))]
    while pending:
        target, source = pending.pop()
        for key, item in _entries(source):
            copy = item
            if type(item) not in _SCALARS and isinstance(item, (Mapping, *LISTS)):
                if id(item) in known:
                    copy = known[id(item)][1]
                else:
                    copy = {} if isinstance(item, Mapping) else []
                    known[id(item)] = (item, copy)
                    pending.append((copy, item))
            if isinstance(target, list):
                target.append(copy)
            else:
                target[key] = copy
    return outer[0]


def _entries(source: Any) -> Iterator[tuple[Any, Any]]:
    return iter(source.items()) if isinstance(source, Mapping) else ((None, item) for item in source)
