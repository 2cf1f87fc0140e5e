"""Joining what alternatives say of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools.compact.dimensions import Dimensions, Join, Member, mask_of
from octools.compact.joining_scalars import Entry, Interval, Part, counts, free_part, join_intervals
from octools.compact.keywords import accepts_all
from octools.compact.values import json_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.compact.ledger import Ledger
    from octools.compact.trampoline import Step


def join_objects(ledger: Ledger, entries: Sequence[Entry], join: Join) -> Step[Part]:
    """Join alternatives for objects.

    A property's schema is the join of theirs, where an alternative that does not name it speaks through its
    `additionalProperties`; what all require is required; the join is closed when all are.
    """
    free = free_part(entries)
    if free is not None:
        return free
    if any(entry.values is not None for entry in entries):
        return Part(exact=False)
    dimensions = Dimensions(mask_of(entries))
    out: dict[str, Any] = {}
    yield from _join_members(ledger, entries, join, out, dimensions)
    joined = yield join(
        ledger, [Member(entry.mask, entry.keywords.get("propertyNames", True)) for entry in entries]
    )
    dimensions.add(joined.tops, exact=False)
    if not accepts_all(joined.schema):
        out["propertyNames"] = joined.schema
    _join_required(entries, out, dimensions)
    _join_dependent(entries, out, dimensions)
    _join_counts(entries, out, dimensions)
    single = _one_key_each(entries)
    return Part(out, single or dimensions.exact, dimensions.tops)


def _join_members(  # noqa: C901 - one case a kind of closure
    ledger: Ledger, entries: Sequence[Entry], join: Join, out: dict[str, Any], dimensions: Dimensions
) -> Step[None]:
    """Join the schemas of members: those with a name, then all others."""
    named: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in entry.keywords.get("properties", ()):
            named.setdefault(name, []).append(entry)
    others = [Member(entry.mask, entry.keywords.get("additionalProperties", True)) for entry in entries]
    is_open = closed = 0
    typed = []
    for mask, schema in others:
        if accepts_all(schema):
            is_open |= mask
        elif schema is False:
            closed |= mask
        else:
            typed.append(Member(mask, schema))
    if not ledger.work(len(named) * (1 + len(typed))):
        dimensions.add(0, exact=False)
        return
    properties: dict[str, Any] = {}
    for name, naming in named.items():
        here = mask_of(naming)
        members = [Member(entry.mask, entry.keywords["properties"][name]) for entry in naming]
        members += [each for each in typed if not each.mask & here]
        if closed & ~here:
            members.append(Member(closed & ~here, schema=False))
        if is_open & ~here:
            members.append(Member(is_open & ~here, schema=True))
        joined = yield join(ledger, members)
        dimensions.add(joined.tops, exact=joined.exact)
        properties[name] = joined.schema
    if any("properties" in entry.keywords for entry in entries):
        out["properties"] = properties
    joined = yield join(ledger, others)
    dimensions.add(joined.tops, exact=False)
    if not accepts_all(joined.schema):
        out["additionalProperties"] = joined.schema


def _join_required(entries: Sequence[Entry], out: dict[str, Any], dimensions: Dimensions) -> None:
    needed = [dict.fromkeys(entry.keywords.get("required", ())) for entry in entries]
    common = [name for name in needed[0] if all(name in each for each in needed)]
    if common:
        out["required"] = common
    least = mask_of([e for e, each in zip(entries, needed, strict=True) if len(each) == len(common)])
    dimensions.add(least, exact=False)


def _join_dependent(entries: Sequence[Entry], out: dict[str, Any], dimensions: Dimensions) -> None:
    """Keep the names that a name needs in all alternatives."""
    said = [entry.keywords.get("dependentRequired", {}) for entry in entries]
    common: dict[str, list[str]] = {}
    for name, needed in said[0].items():
        shared = [each for each in needed if all(each in other.get(name, ()) for other in said)]
        if shared:
            common[name] = shared
    if common:
        out["dependentRequired"] = common
    wanted = json_key({name: sorted(needed) for name, needed in common.items()})
    same = [
        entry
        for entry, each in zip(entries, said, strict=True)
        if json_key({name: sorted(needed) for name, needed in each.items() if needed}) == wanted
    ]
    dimensions.add(mask_of(same), exact=False)


def _join_counts(entries: Sequence[Entry], out: dict[str, Any], dimensions: Dimensions) -> None:
    """Join the counts of members, those counted in that follow from required names and closed objects."""
    written = [counts(entry.keywords, "minProperties", "maxProperties") for entry in entries]
    stated, tops, contiguous = join_intervals(entries, written, integer=True)
    dimensions.add(tops, exact=contiguous)
    implied, _, _ = join_intervals(entries, [_implied(entry.keywords) for entry in entries], integer=True)
    low = max(implied.low or 0, stated.low or 0)
    if low > max(len(out.get("required", ())), 0):
        out["minProperties"] = int(low)
    elif stated.low:
        out["minProperties"] = int(stated.low)
    most = _allowed(out)
    if implied.high is not None and (most is None or implied.high < most):
        out["maxProperties"] = int(implied.high)
    elif stated.high is not None:
        out["maxProperties"] = int(stated.high)


def _implied(keywords: Any) -> Interval:
    """Return the fewest and the most members that a schema leaves room for."""
    least = max(keywords.get("minProperties", 0), len(keywords.get("required", ())))
    most = [each for each in (keywords.get("maxProperties"), _allowed(keywords)) if each is not None]
    return Interval(least, False, min(most) if most else None, False)


def _allowed(keywords: Any) -> int | None:
    """Return how many members a closed object can have; None for an open one."""
    if keywords.get("additionalProperties", True) is not False:
        return None
    return sum(schema is not False for schema in keywords.get("properties", {}).values())


def _one_key_each(entries: Sequence[Entry]) -> bool:
    """Tell whether each alternative is an object of exactly one member, with a name of its own.

    The join then is the object with exactly one of those members, and accepts nothing more.
    """
    names: set[str] = set()
    for entry in entries:
        keywords = entry.keywords
        required = keywords.get("required", ())
        if len(required) != 1 or _allowed(keywords) != 1 or required[0] in names:
            return False
        if required[0] not in keywords.get("properties", {}) or keywords["properties"][required[0]] is False:
            return False
        if keywords.keys() - {"properties", "additionalProperties", "required"}:
            return False
        names.add(required[0])
    return True
