"""Joining what alternatives say of null, booleans, numbers and strings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from octools.compact.dimensions import mask_of
from octools.compact.patterns import names_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = [
    "Entry",
    "Interval",
    "Part",
    "counts",
    "free_part",
    "join_booleans",
    "join_intervals",
    "join_nulls",
    "join_numbers",
    "join_strings",
]

_BOOLEANS: Final = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """What one alternative says of one type: its keywords, or the values of that type that it lists.

    `pure` tells whether it accepts each of the values that it lists.
    """

    mask: int
    keywords: Mapping[str, Any]
    integer: bool = False
    values: list[Any] | None = None
    pure: bool = True

    @property
    def free(self) -> bool:
        """Whether it accepts every value of the type."""
        return not self.keywords and not self.integer and self.values is None


@dataclass(frozen=True, slots=True)
class Part:
    """The join for one type: its keywords, whether it accepts nothing more, who accepts all of it."""

    keywords: dict[str, Any] = field(default_factory=dict)
    exact: bool = True
    tops: int = 0


class Interval(NamedTuple):
    """A range of numbers; None is no bound, and a bound that is open is outside."""

    low: float | None
    low_open: bool
    high: float | None
    high_open: bool


class _Side(NamedTuple):
    bound: float | None
    is_open: bool


def _free(entries: Sequence[Entry]) -> int:
    return mask_of([entry for entry in entries if entry.free])


def free_part(entries: Sequence[Entry]) -> Part | None:
    """Return the join where an alternative accepts every value of the type, else None."""
    free = _free(entries)
    return Part(tops=free) if free else None


def join_nulls(entries: Sequence[Entry]) -> Part:
    """Join alternatives that accept null."""
    return Part(tops=mask_of(entries))


def join_booleans(entries: Sequence[Entry]) -> Part:
    """Join alternatives for booleans, which a compact schema accepts both or neither beside other types."""
    listed = {value for entry in entries for value in entry.values or ()}
    tops = _free(entries) | mask_of([entry for entry in entries if len({*(entry.values or ())}) == _BOOLEANS])
    return Part(exact=bool(tops) or len(listed) == _BOOLEANS, tops=tops)


def join_numbers(entries: Sequence[Entry]) -> Part:
    """Join alternatives for numbers: the range around all ranges, and a divisor that all have."""
    free = free_part(entries)
    if free is not None:
        return free
    intervals = [_number_interval(entry) for entry in entries]
    whole = [_is_whole(entry) for entry in entries]
    integer = all(whole)
    keywords, tops, contiguous = join_intervals(entries, intervals, integer=integer)
    out = _number_bounds(keywords)
    divisors = {entry.keywords.get("multipleOf") if entry.values is None else None for entry in entries}
    same = len(divisors) == 1 and all(entry.values is None for entry in entries)
    if same and (divisor := divisors.pop()) is not None:
        out["multipleOf"] = divisor
    for entry, is_whole in zip(entries, whole, strict=True):
        listed = entry.values is not None and not (entry.pure and _is_point(entry.values))
        if listed or is_whole != integer or (not same and "multipleOf" in entry.keywords):
            tops &= ~entry.mask
    plain = same and len({*whole}) == 1
    return Part(out, bool(tops) or (plain and contiguous), tops)


def _is_point(values: list[Any]) -> bool:
    return all(value == values[0] for value in values)


def _is_whole(entry: Entry) -> bool:
    if entry.values is None:
        return entry.integer
    return all(type(value) is int or value.is_integer() for value in entry.values)


def _number_interval(entry: Entry) -> Interval:
    if entry.values is not None:
        return Interval(min(entry.values), False, max(entry.values), False)
    keywords = entry.keywords
    low = _tighter(keywords.get("minimum"), keywords.get("exclusiveMinimum"), max)
    high = _tighter(keywords.get("maximum"), keywords.get("exclusiveMaximum"), min)
    return Interval(low.bound, low.is_open, high.bound, high.is_open)


def _tighter(closed: Any, exclusive: Any, pick: Callable[[Any, Any], Any]) -> _Side:
    if exclusive is None:
        return _Side(closed, False)
    if closed is None or closed == exclusive or pick(closed, exclusive) is exclusive:
        return _Side(exclusive, True)
    return _Side(closed, False)


def _number_bounds(interval: Interval) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if interval.low is not None:
        out["exclusiveMinimum" if interval.low_open else "minimum"] = interval.low
    if interval.high is not None:
        out["exclusiveMaximum" if interval.high_open else "maximum"] = interval.high
    return out


def join_intervals(
    entries: Sequence[Entry], intervals: Sequence[Interval], *, integer: bool
) -> tuple[Interval, int, bool]:
    """Join ranges.

    Args:
        entries: The alternatives.
        intervals: The range of each.
        integer: Whether only whole numbers are in them.

    Returns:
        The range around all, the alternatives whose range it is, and whether there is no gap in it.
    """
    low = _outer([_Side(each.low, each.low_open) for each in intervals], min)
    high = _outer([_Side(each.high, each.high_open) for each in intervals], max)
    joined = Interval(low.bound, low.is_open, high.bound, high.is_open)
    tops = mask_of([entry for entry, each in zip(entries, intervals, strict=True) if each == joined])
    return joined, tops, _contiguous(intervals, integer=integer)


def _outer(sides: Sequence[_Side], pick: Callable[..., Any]) -> _Side:
    if any(side.bound is None for side in sides):
        return _Side(None, False)
    bound = pick(side.bound for side in sides)
    return _Side(bound, all(side.is_open for side in sides if side.bound == bound))


def _contiguous(intervals: Sequence[Interval], *, integer: bool) -> bool:
    """Tell whether ranges leave no gap between them."""
    ordered = sorted(intervals, key=lambda each: (each.low is not None, each.low or 0))
    high, high_open = ordered[0].high, ordered[0].high_open
    for each in ordered[1:]:
        if high is None:
            return True
        if each.low is not None:
            gap = each.low - high
            # Whole numbers leave no gap between n and n + 1, provided that both ends are in.
            if integer and gap == 1 and not each.low_open and not high_open and float(high).is_integer():
                pass
            elif gap > 0 or (gap == 0 and each.low_open and high_open):
                return False
        if each.high is None:
            return True
        if each.high > high or (each.high == high and not each.high_open):
            high, high_open = each.high, each.high_open
    return True


def counts(keywords: Mapping[str, Any], least: str, most: str) -> Interval:
    """Return the range that a pair of keywords gives a count; no least count is 0."""
    return Interval(keywords.get(least, 0), False, keywords.get(most), False)


def join_strings(entries: Sequence[Entry]) -> Part:
    """Join alternatives for strings: the range around all lengths, and a pattern and format that all have."""
    free = free_part(entries)
    if free is not None:
        return free
    listing = _join_listed_strings(entries)
    if listing is not None:
        return listing
    intervals = [_lengths(entry) for entry in entries]
    joined, tops, contiguous = join_intervals(entries, intervals, integer=True)
    out: dict[str, Any] = {}
    if joined.low:
        out["minLength"] = joined.low
    if joined.high is not None:
        out["maxLength"] = joined.high
    listed = mask_of([entry for entry in entries if entry.values is not None])
    plain = not listed
    for keyword in ("pattern", "format"):
        said = {entry.keywords.get(keyword) for entry in entries}
        if len(said) == 1 and not listed:
            if (value := said.pop()) is not None:
                out[keyword] = value
        else:
            plain = plain and said == {None}
            tops &= ~mask_of([entry for entry in entries if keyword in entry.keywords])
    tops &= ~listed
    return Part(out, bool(tops) or (plain and contiguous), tops)


def _join_listed_strings(entries: Sequence[Entry]) -> Part | None:
    """Join lists of texts beside other types by a pattern; None where there is none, or more to say."""
    texts: dict[str, None] = {}
    for entry in entries:
        if entry.values is None or not entry.pure:
            return None
        texts.update(dict.fromkeys(entry.values))
    pattern = names_pattern(texts, ())
    if pattern is None:
        return None
    tops = mask_of([entry for entry in entries if len({*(entry.values or ())}) == len(texts)])
    return Part({"pattern": pattern}, exact=True, tops=tops)


def _lengths(entry: Entry) -> Interval:
    if entry.values is not None:
        lengths = [len(value) for value in entry.values]
        return Interval(min(lengths), False, max(lengths), False)
    return counts(entry.keywords, "minLength", "maxLength")
