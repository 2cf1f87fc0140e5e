"""Projecting schemas that must hold together: the heart of the projection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from octools.compact.arrays import NO_ITEMS, Items, project_items
from octools.compact.assembling import assemble
from octools.compact.conditions import project_conditions, project_dependents
from octools.compact.dimensions import Joined, Member
from octools.compact.disjoint import disjoint
from octools.compact.drafts import DRAFT_4
from octools.compact.gathering import Conjunction, gather, leave
from octools.compact.joining import exactly_one, fits_type, join
from octools.compact.merging import Merged, merge
from octools.compact.negations import Exclusion, project_negations
from octools.compact.objects import NO_MEMBERS, Members, project_members
from octools.compact.settling import settle
from octools.compact.values import json_key
from octools.compact.work import Clean, Work, clean_site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.compact.reading import Reading
    from octools.compact.references import Site
    from octools.compact.trampoline import Step

__all__ = ["project"]

_NOTHING: Final = Clean(schema=False, exact=True)


def project(work: Work, sites: Sequence[Site]) -> Step[Clean]:
    """Project schemas that must hold together onto one compact schema.

    Args:
        work: The projection.
        sites: The schemas; none accept everything. Those that `settle` answers need not come here.
    """
    mark = work.ledger.mark()
    conjunction = Conjunction()
    gather(work, conjunction, sites)
    clean = _NOTHING
    if not conjunction.impossible:
        clean = yield _evaluate(work, conjunction)
    if conjunction.impossible:
        work.ledger.back(mark)
        clean = _NOTHING
    leave(work, conjunction)
    return clean


def _evaluate(work: Work, conjunction: Conjunction) -> Step[Clean]:
    """Work out everything that holds, then write it as one schema."""
    exclusions: list[Exclusion] = []
    while conjunction.demanding and not conjunction.settled:
        for site, keyword, alternatives in conjunction.pending_groups():
            clean: Clean = yield _alternatives(work, site, keyword, alternatives)
            conjunction.exact = conjunction.exact and clean.exact
            gather(work, conjunction, [clean_site(clean.schema, (None, site.place, keyword, None))])
        exclusions += yield project_negations(work, conjunction, project)
        yield project_conditions(work, conjunction, project)
        yield project_dependents(work, conjunction, project)
    readings = conjunction.readings
    if conjunction.impossible:
        return _NOTHING

    def conflict(reading: Reading, keyword: str) -> None:
        conjunction.exact = False
        work.ledger.widened(reading.site.value, reading.site.place, keyword, "conflict", keyword=keyword)

    merged = merge(readings, conflict)
    if merged is None:
        conjunction.impossible = True
        return _NOTHING
    merged = _exclude(work, conjunction, merged, exclusions)
    if merged is None:
        conjunction.impossible = True
        return _NOTHING
    members: Members = NO_MEMBERS
    if any(reading.judges_members for reading in readings):
        members = yield project_members(work, readings, project)
    items: Items = NO_ITEMS
    if any(reading.judges_items for reading in readings):
        items = yield project_items(work, readings, project)
    schema = assemble(readings, merged, members, items, conjunction.condition)
    return Clean(schema, conjunction.exact and members.exact and items.exact)


def _alternatives(work: Work, site: Site, keyword: str, members: Sequence[Site]) -> Step[Clean]:
    """Project `anyOf`, `oneOf`, or a nullable schema."""
    ledger = work.ledger
    mark = ledger.mark()
    cleans: list[Clean] = []
    for member in members:
        clean: Clean = settle(work, [member]) or (yield project(work, [member]))
        cleans.append(clean)
    schemas = [each.schema for each in cleans]
    if keyword == "oneOf" and all(each.exact for each in cleans) and not _draft_4_integers(site, schemas):
        other = exactly_one(schemas)
        if other is not None:
            return Clean(other, exact=True)
    joined: Joined = yield join(ledger, [Member(1 << bit, schema) for bit, schema in enumerate(schemas)])
    whole = any(each.exact and joined.tops >> bit & 1 for bit, each in enumerate(cleans))
    if whole:
        # What one alternative accepts by itself is not made wider by what another one lost.
        ledger.back(mark)
    exact = whole or (joined.exact and all(each.exact for each in cleans))
    if keyword == "oneOf" and not disjoint(schemas):
        ledger.widened(site.value, site.place, keyword, "one_of" if joined.exact else "one_of_mixed")
        exact = False
    elif not joined.exact:
        ledger.widened(site.value, site.place, keyword, "default", keyword=keyword)
    return Clean(joined.schema, exact)


def _draft_4_integers(site: Site, schemas: Sequence[Any]) -> bool:
    """Tell whether an alternative takes integers among listed values as draft 4 does: 1.0 is none there."""
    if site.scope.resource.draft != DRAFT_4:
        return False
    listing = [each for each in schemas if type(each) is dict and ("enum" in each or "const" in each)]
    return any("integer" in each.get("type", ()) for each in listing)


def _exclude(
    work: Work, conjunction: Conjunction, merged: Merged, exclusions: Sequence[Exclusion]
) -> Merged | None:
    """Take excluded values out of the listed ones; without a list, they cannot be excluded.

    Returns:
        The keywords; None when no value is left.
    """
    for exclusion in exclusions:
        excluded = {json_key(value) for value in exclusion.values}
        if "enum" in merged:
            merged = {
                **merged,
                "enum": [value for value in merged["enum"] if json_key(value) not in excluded],
            }
        elif "const" in merged and json_key(merged["const"]) in excluded:
            return None
        elif "const" not in merged and not _outside_types(exclusion.values, merged.get("type")):
            conjunction.exact = False
            site = exclusion.owner
            work.ledger.widened(site.value, site.place, "not", "negation")
    return None if exclusions and merged.get("enum") == [] else merged


def _outside_types(values: Sequence[Any], types: tuple[str, ...] | None) -> bool:
    """Tell whether no value has one of the types, so that excluding them says nothing."""
    return types is not None and not any(fits_type(value, types) for value in values)
