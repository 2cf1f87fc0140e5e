"""What goes into a join and what comes out, and whether the join of containers is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from octools.compact.ledger import Ledger
from octools.compact.trampoline import Step


class Masked(Protocol):
    """What speaks for alternatives, a bit each."""

    @property
    def mask(self) -> int:
        """The bits of the alternatives."""


def mask_of(several: Iterable[Masked]) -> int:
    """Return the bits of all alternatives that any of these speaks for."""
    mask = 0
    for each in several:
        mask |= each.mask
    return mask


class Member(NamedTuple):
    """A compact schema, and the alternatives that it speaks for, a bit each."""

    mask: int
    schema: Any


class Joined(NamedTuple):
    """A join: its schema, whether it accepts nothing more, the alternatives that alone accept all of it."""

    schema: Any
    exact: bool
    tops: int


# Joins alternatives; what joins containers is handed it, so that it need not know who joins their members.
Join = Callable[[Ledger, Sequence[Member]], Step[Joined]]


class Dimensions:
    """The independent things that schemas of a container say: one a member, one a count, and so on.

    A join of boxes is a box. It is exact when one alternative holds all the others, or when the alternatives
    differ in one dimension alone and the join in that one is exact.

    Args:
        everyone: The bits of all alternatives.
    """

    def __init__(self, everyone: int) -> None:
        self._everyone = everyone
        self._differing = 0
        self._exact = True
        self.tops = everyone

    def add(self, tops: int, *, exact: bool) -> None:
        """Take one dimension: who accepts all of its join, and whether that join is exact."""
        self.tops &= tops
        if tops & self._everyone != self._everyone:
            self._differing += 1
            self._exact = exact

    @property
    def exact(self) -> bool:
        """Whether the join as a whole is exact."""
        return bool(self.tops) or (self._differing <= 1 and self._exact)
