"""Projecting `not`, which stays only where its opposite can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from octools.compact.gathering import Conjunction, gather
from octools.compact.opposites import opposite
from octools.compact.settling import settle
from octools.compact.work import Clean, Project, Work, clean_site

if TYPE_CHECKING:
    from octools.compact.references import Site
    from octools.compact.trampoline import Step

__all__ = ["Exclusion", "project_negations"]

# Beside these, a schema still says nothing but its one other keyword.
_NEUTRAL: Final = frozenset({"title", "description", "default", "examples", "$comment", "deprecated"})


class Exclusion(NamedTuple):
    """Values that a schema excludes by `not`."""

    owner: Site
    values: list[Any]


def project_negations(work: Work, conjunction: Conjunction, project: Project) -> Step[list[Exclusion]]:
    """Add the opposite of each negated schema to a conjunction.

    Args:
        work: The projection.
        conjunction: Where the opposites go; what they bring along is negated in turn.
        project: Projects schemas that must hold together.

    Returns:
        Values that are excluded one by one.
    """
    exclusions: list[Exclusion] = []
    for reading in conjunction.pending("negations"):
        if reading.negated is None:
            continue
        for negated, positive in _pushed_down(work, reading.negated):
            if positive:
                gather(work, conjunction, [negated])
                continue
            with work.ledger.silence():
                clean: Clean = settle(work, [negated]) or (yield project(work, [negated]))
            found = opposite(clean.schema) if clean.exact else None
            if found is None:
                conjunction.exact = False
                work.ledger.widened(reading.site.value, reading.site.place, "not", "negation")
                continue
            if found.excluded:
                exclusions.append(Exclusion(reading.site, found.excluded))
            gather(work, conjunction, [clean_site(found.schema, (None, reading.site.place, "not", None))])
    return exclusions


def _pushed_down(work: Work, site: Site) -> list[tuple[Site, bool]]:
    """Return the schemas that hold (True) or do not (False) when a schema does not hold."""
    found: list[tuple[Site, bool]] = []
    seen: set[tuple[int, bool]] = set()
    pending = [(site, False)]
    while pending:
        current, positive = pending.pop()
        current = work.index.entered(current)
        inner = _only_keyword(current)
        key = (id(current.value), positive)
        if key in seen or inner is None or (inner == "anyOf" and positive):
            found.append((current, positive))
            continue
        seen.add(key)
        value = current.value[inner]
        if inner == "not":
            pending.append((current.below(value, inner), not positive))
        else:
            members = [(current.below(each, inner, str(index)), False) for index, each in enumerate(value)]
            pending += reversed(members)
    return found


def _only_keyword(site: Site) -> str | None:
    """Return `not` or `anyOf` where a schema says nothing else."""
    if type(site.value) is not dict:
        return None
    said = site.value.keys() - _NEUTRAL
    if said == {"not"}:
        return "not" if type(site.value["not"]) in {dict, bool} else None
    if said != {"anyOf"}:
        return None
    members = site.value["anyOf"]
    proper = type(members) is list and bool(members) and all(type(each) in {dict, bool} for each in members)
    return "anyOf" if proper else None
