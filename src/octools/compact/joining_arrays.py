"""Joining what alternatives say of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools.compact.dimensions import Dimensions, Join, Member, mask_of
from octools.compact.joining_scalars import Entry, Part, counts, free_part, join_intervals
from octools.compact.keywords import accepts_all
from octools.compact.values import json_key, weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.compact.ledger import Ledger
    from octools.compact.trampoline import Step

_CONTAINS = ("contains", "minContains", "maxContains")


def join_arrays(ledger: Ledger, entries: Sequence[Entry], join: Join) -> Step[Part]:  # noqa: C901 - one step a dimension
    """Join alternatives for arrays: each place's schema is the join of theirs."""
    free = free_part(entries)
    if free is not None:
        return free
    if any(entry.values is not None for entry in entries):
        return Part(exact=False)
    everyone = mask_of(entries)
    dimensions = Dimensions(everyone)
    out: dict[str, Any] = {}

    places = max(len(entry.keywords.get("prefixItems", ())) for entry in entries)
    if not ledger.work(places * len(entries)):
        return Part(exact=False)
    prefix = []
    for place in range(places):
        joined = yield join(ledger, [Member(entry.mask, _item(entry, place)) for entry in entries])
        dimensions.add(joined.tops, exact=joined.exact)
        prefix.append(joined.schema)
    if not all(accepts_all(schema) for schema in prefix):
        out["prefixItems"] = prefix
    joined = yield join(ledger, [Member(entry.mask, entry.keywords.get("items", True)) for entry in entries])
    dimensions.add(joined.tops, exact=False)
    if not accepts_all(joined.schema):
        out["items"] = joined.schema
        if prefix:
            out["prefixItems"] = prefix

    intervals = [counts(entry.keywords, "minItems", "maxItems") for entry in entries]
    lengths, tops, contiguous = join_intervals(entries, intervals, integer=True)
    dimensions.add(tops, exact=contiguous)
    if lengths.low:
        out["minItems"] = lengths.low
    if lengths.high is not None:
        out["maxItems"] = lengths.high

    unique = mask_of([entry for entry in entries if entry.keywords.get("uniqueItems") is True])
    dimensions.add(everyone if unique in (everyone, 0) else everyone & ~unique, exact=False)
    if unique == everyone:
        out["uniqueItems"] = True
    _join_contains(ledger, entries, out, dimensions)
    return Part(out, dimensions.exact, dimensions.tops)


def _item(entry: Entry, place: int) -> Any:
    prefix = entry.keywords.get("prefixItems", ())
    return prefix[place] if place < len(prefix) else entry.keywords.get("items", True)


def _join_contains(
    ledger: Ledger, entries: Sequence[Entry], out: dict[str, Any], dimensions: Dimensions
) -> None:
    """Keep what arrays must contain where all alternatives say the same."""
    said = [{key: entry.keywords[key] for key in _CONTAINS if key in entry.keywords} for entry in entries]
    holding = [each for each in said if "contains" in each]
    if not holding:
        return
    silent = mask_of([entry for entry, each in zip(entries, said, strict=True) if "contains" not in each])
    known = ledger.work(sum(weight(each) for each in holding))
    if not silent and known and len({json_key(each) for each in said}) == 1:
        out.update(said[0])
    else:
        dimensions.add(silent, exact=False)
