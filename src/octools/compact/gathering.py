"""Gathering all the schemas that must hold together: through references and `allOf`, each schema once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Optional

from octools.compact.keywords import accepts_all
from octools.compact.reading import Reading, own_values, read
from octools.compact.references import Site
from octools.compact.types import ANY_TYPE, read_types
from octools.compact.work import Work, clean_site, is_clean
from octools.findings import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Condition", "Conjunction", "gather", "leave"]

_ASPECTS: Final = ("negations", "conditions", "dependents")


class Condition(NamedTuple):
    """A condition in compact terms; a branch that is true says nothing."""

    test: Any
    then: Any
    otherwise: Any


@dataclass(slots=True)
class Conjunction:
    """Schemas that must hold together, flattened.

    Attributes:
        readings: The schemas, read, in document order.
        groups: Alternatives among them: the schema that holds them, the keyword, the members.
        own: The schema objects that were entered for it.
        exact: Whether nothing was lost so far.
        impossible: Whether one of them is `false`.
        demanding: Whether any schema among them has more to it than keywords to merge.
        condition: The condition that is kept beside them, if any.
        seen: How many of the groups, and of the readings for each thing that they ask, have been dealt with.
    """

    readings: list[Reading] = field(default_factory=list)
    groups: list[tuple[Site, str, list[Site]]] = field(default_factory=list)
    own: set[int] = field(default_factory=set)
    exact: bool = True
    impossible: bool = False
    demanding: bool = False
    condition: Condition | None = None
    seen: dict[str, int] = field(default_factory=dict)

    def pending(self, what: str) -> list[Reading]:
        """Return the readings that have not been dealt with in one respect, and count them as dealt with.

        What they ask may bring more schemas along, so that this is asked until nothing is left.
        """
        known = self.seen.get(what, 0)
        self.seen[what] = len(self.readings)
        return self.readings[known:]

    def pending_groups(self) -> list[tuple[Site, str, list[Site]]]:
        """Return the groups that have not been dealt with, and count them as dealt with."""
        known = self.seen.get("groups", 0)
        self.seen["groups"] = len(self.groups)
        return self.groups[known:]

    @property
    def settled(self) -> bool:
        """Whether everything has been dealt with."""
        counted = self.seen.get("groups", 0) == len(self.groups)
        return counted and all(self.seen.get(what, 0) == len(self.readings) for what in _ASPECTS)


class _Via(NamedTuple):
    """How a schema was reached: the keyword of a schema, which was itself reached some way."""

    site: Site
    keyword: str
    reference: str
    outer: Optional[_Via]  # noqa: UP045


def gather(work: Work, conjunction: Conjunction, sites: Iterable[Site]) -> None:
    """Add schemas, and everything that holds with them, to a conjunction.

    A reference back into a schema that is being written out is cut: its type is kept, the rest is lost.
    """
    pending: list[tuple[Site, _Via | None]] = [(site, None) for site in sites]
    pending.reverse()
    while pending:
        site, via = pending.pop()
        if site.value is True:
            continue
        if site.value is False:
            conjunction.impossible = True
            continue
        if is_clean(site):
            _add_clean(work, conjunction, site)
            continue
        site = work.index.entered(site)
        identity = id(site.value)
        if identity in conjunction.own:
            # Holding it twice says nothing new, unless it is there only because of itself.
            if via is not None and _reached_from(identity, via):
                _cut(work, conjunction, site, via)
            continue
        if identity in work.active:
            _cut(work, conjunction, site, via)
            continue
        if not work.ledger.visit(site.value, own_values):
            _limit(work, conjunction, site, via)
            continue
        work.active.add(identity)
        conjunction.own.add(identity)
        pending += reversed(_enter(work, conjunction, site, via))


def leave(work: Work, conjunction: Conjunction) -> None:
    """End a conjunction: its schemas are no longer being written out."""
    work.active -= conjunction.own


def _add_clean(work: Work, conjunction: Conjunction, site: Site) -> None:
    if accepts_all(site.value) and "description" not in site.value:
        return
    if work.ledger.work(1 + len(site.value) + len(site.value.get("properties", ()))):
        reading = read(site)
        conjunction.readings.append(reading)
        conjunction.demanding = conjunction.demanding or reading.demands
        return
    conjunction.exact = False
    work.kept.append(site.value)
    work.ledger.widened(site.value, site.place, None, "merge_limit")


def _enter(
    work: Work, conjunction: Conjunction, site: Site, via: _Via | None
) -> list[tuple[Site, _Via | None]]:
    """Read one schema; return those that hold with it."""
    if site.value.get("nullable") is True:
        bare = work.without_nullable.get(id(site.value))
        if bare is None:
            bare = {keyword: value for keyword, value in site.value.items() if keyword != "nullable"}
            work.without_nullable[id(site.value)] = bare
        members = [Site(bare, site.scope, site.place), clean_site({"type": "null"}, site.place)]
        conjunction.groups.append((site, "nullable", members))
        conjunction.demanding = True
        return []
    reading = read(site)
    for lost in reading.lost:
        conjunction.exact = False
        work.ledger.widened(site.value, site.place, lost.keyword, lost.variant, **lost.places)
    conjunction.readings.append(reading)
    conjunction.demanding = conjunction.demanding or reading.demands
    conjunction.groups += [(site, keyword, members) for keyword, members in reading.groups]
    found: list[tuple[Site, _Via | None]] = []
    for keyword, reference in reading.references:
        target = work.index.follow(keyword, reference, site)
        if target is None or type(target.value) not in {dict, bool}:
            conjunction.exact = False
            remote = target is None and not reference.startswith("#")
            work.ledger.widened(
                site.value,
                site.place,
                keyword,
                "reference_outside" if remote else "reference_nowhere",
                reference=quote(reference),
            )
        else:
            found.append((target, _Via(site, keyword, reference, via)))
    return found + [(member, _Via(site, "allOf", "", via)) for member in reading.all_of]


def _reached_from(identity: int, via: _Via) -> bool:
    """Tell whether a schema object is on the way to itself."""
    current: _Via | None = via
    while current is not None:
        if id(current.site.value) == identity:
            return True
        current = current.outer
    return False


def _cut(work: Work, conjunction: Conjunction, site: Site, via: _Via | None) -> None:
    """Stop at a schema that is being written out, and keep what its type says."""
    conjunction.exact = False
    if via is None or not via.reference:
        work.ledger.widened(site.value, site.place, None, "contains_itself")
    else:
        work.ledger.widened(
            via.site.value, via.site.place, via.keyword, "recursion", reference=quote(via.reference)
        )
    types = _types_of(site)
    if types and id(site.value) not in conjunction.own:
        reading = Reading(clean_site({"type": list(types)}, site.place))
        reading.plain["type"] = types
        conjunction.readings.append(reading)


def _types_of(site: Site) -> tuple[str, ...]:
    """Return the types that a schema names itself."""
    schema: dict[str, Any] = site.value
    if "type" not in schema or schema.get("nullable") is True or "$ref" in schema:
        return ANY_TYPE
    return read_types(schema["type"]) or ANY_TYPE


def _limit(work: Work, conjunction: Conjunction, site: Site, via: _Via | None) -> None:
    conjunction.exact = False
    limit = str(work.ledger.max_nodes)
    if via is None or not via.reference:
        work.ledger.widened(site.value, site.place, None, "node_limit", limit=limit)
    else:
        work.ledger.widened(via.site.value, via.site.place, via.keyword, "node_limit", limit=limit)
