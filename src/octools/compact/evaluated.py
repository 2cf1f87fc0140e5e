"""Which members and items a schema evaluates, for `unevaluatedProperties` and `unevaluatedItems`."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from octools.compact.reading import Reading, read
from octools.compact.references import Site

if TYPE_CHECKING:
    from octools.compact.work import Work

__all__ = ["Evaluated", "evaluated"]

# Reading a schema again costs about as much as merging so many keywords.
_READING_COST: Final = 8


@dataclass(slots=True)
class Evaluated:
    """What the schemas that apply to a value in place evaluate of it.

    `maybe_*` depends on the value: it stands below a schema that need not hold.
    """

    names: dict[str, None] = field(default_factory=dict)
    maybe_names: dict[str, None] = field(default_factory=dict)
    patterns: dict[str, None] = field(default_factory=dict)
    all_members: bool = False
    maybe_members: bool = False
    items: int = 0
    maybe_items: int = 0
    all_items: bool = False
    some_items: bool = False


def evaluated(work: Work, reading: Reading) -> Evaluated:
    """Collect what a schema evaluates by itself and through every schema that applies in place.

    Args:
        work: The projection; where its limits end the search, everything may be evaluated.
        reading: The schema that holds `unevaluatedProperties` or `unevaluatedItems`, which are not counted.
    """
    found = Evaluated()
    seen: set[tuple[int, bool]] = set()
    pending: deque[tuple[Reading | Site, bool]] = deque([(reading, True)])
    while pending:
        item, certain = pending.popleft()
        if isinstance(item, Site):
            if type(item.value) is not dict:
                continue
            item = read(work.index.entered(item))
        key = (id(item.site.value), certain)
        if key in seen:
            continue
        seen.add(key)
        if not work.ledger.work(_READING_COST + len(item.properties or ())):
            found.maybe_members = found.some_items = True
            return found
        _collect(found, item, certain=certain, outermost=item is reading)
        pending += [(site, certain) for site in item.all_of]
        for keyword, reference in item.references:
            target = work.index.follow(keyword, reference, item.site)
            if target is None:
                found.maybe_members = found.some_items = True
            else:
                pending.append((target, certain))
        uncertain = [site for _, members in item.groups for site in members]
        uncertain += [site for site in (item.condition, item.then, item.otherwise) if site is not None]
        uncertain += [site for _, site in item.dependents.values()]
        pending += [(site, False) for site in uncertain]
    return found


def _collect(found: Evaluated, reading: Reading, *, certain: bool, outermost: bool) -> None:
    for name in reading.properties or ():
        (found.names if certain else found.maybe_names)[name] = None
    if certain:
        found.patterns.update(dict.fromkeys(reading.patterns))
    elif reading.patterns:
        found.maybe_members = True
    if reading.additional is not None or (reading.unevaluated is not None and not outermost):
        if certain:
            found.all_members = True
        found.maybe_members = True
    if certain:
        found.items = max(found.items, len(reading.prefix))
    else:
        found.maybe_items = max(found.maybe_items, len(reading.prefix))
    if reading.items is not None or (reading.unevaluated_items is not None and not outermost):
        if certain:
            found.all_items = True
        found.some_items = True
    if reading.contains is not None:
        found.some_items = True
