"""Arrays of a conjunction: the schemas of each place and of all other items, and what must be contained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from octools.compact.evaluated import evaluated
from octools.compact.formats import lost_format
from octools.compact.settling import settle
from octools.compact.work import Clean, Project, Work, clean_site

if TYPE_CHECKING:
    from octools.compact.reading import Reading
    from octools.compact.references import Site
    from octools.compact.trampoline import Step

__all__ = ["NO_ITEMS", "Items", "project_items"]

_COUNTS = ("minContains", "maxContains")


@dataclass(slots=True)
class Items:
    """What a conjunction says of items, in compact terms; None for nothing."""

    prefix: list[Any] | None = None
    items: Any = None
    contains: Any = None
    least: int | None = None
    most: int | None = None
    exact: bool = True


NO_ITEMS: Final = Items()


def project_items(work: Work, readings: list[Reading], project: Project) -> Step[Items]:
    """Project what schemas that all hold say of the items of arrays.

    Args:
        work: The projection.
        readings: The schemas.
        project: Projects schemas that must hold together.
    """
    out = Items()
    tuples = [(reading.prefix, reading.items) for reading in readings if reading.prefix or reading.items]
    for reading in readings:
        if reading.unevaluated_items is not None and not reading.unevaluated_items.free:
            _add_unevaluated(work, reading, tuples, out)
    places = max((len(prefix) for prefix, _ in tuples), default=0)
    if tuples and work.ledger.work(places * len(tuples)):
        prefix = []
        for place in range(places):
            sites = [at for at in (_at(each, place) for each in tuples) if at is not None]
            clean: Clean = settle(work, sites) or (yield project(work, sites))
            prefix.append(clean.schema)
            out.exact = out.exact and clean.exact
        out.prefix = prefix or None
        rest = [items for _, items in tuples if items is not None]
        if rest:
            clean = settle(work, rest) or (yield project(work, rest))
            out.items, out.exact = clean.schema, out.exact and clean.exact
    elif tuples:
        for reading in readings:
            if reading.prefix or reading.items:
                _lost(work, reading, out, "items", "merge_limit")
    yield from _contains(work, readings, out, project)
    return out


def _at(pair: tuple[list[Site], Site | None], place: int) -> Site | None:
    prefix, items = pair
    return prefix[place] if place < len(prefix) else items


def _lost(work: Work, reading: Reading, out: Items, keyword: str, variant: str) -> None:
    out.exact = False
    work.ledger.widened(reading.site.value, reading.site.place, keyword, variant)


def _add_unevaluated(
    work: Work, reading: Reading, tuples: list[tuple[list[Site], Site | None]], out: Items
) -> None:
    """Turn `unevaluatedItems` into the schema of the items beyond those that are evaluated."""
    found = evaluated(work, reading)
    if found.all_items:
        return
    if found.some_items:
        _lost(work, reading, out, "unevaluatedItems", "unevaluated")
        return
    if found.maybe_items > found.items:
        _lost(work, reading, out, "unevaluatedItems", "unevaluated_items")
    anything = clean_site(True, reading.site.place)
    tuples.append(([anything] * max(found.items, found.maybe_items), reading.unevaluated_items))


def _contains(work: Work, readings: list[Reading], out: Items, project: Project) -> Step[None]:
    """Keep what one schema says that arrays contain; a compact schema has room for one."""
    for reading in readings:
        if reading.contains is None:
            continue
        least, most = (reading.plain.get(keyword) for keyword in _COUNTS)
        if least == 0 and most is None:
            continue
        if out.contains is not None:
            _lost(work, reading, out, "contains", "second_contains")
            continue
        mark = work.ledger.mark()
        clean: Clean = settle(work, [reading.contains]) or (yield project(work, [reading.contains]))
        if most is not None and (not clean.exact or lost_format(work, clean.schema)):
            # Counting at most so many of a wider schema would reject what the original accepts.
            work.ledger.back(mark)
            _lost(work, reading, out, "maxContains", "contains_count")
            most = None
        out.contains, out.least, out.most = clean.schema, least, most
        out.exact = out.exact and clean.exact
        if least == 0 and most is None:
            out.contains = out.least = None
