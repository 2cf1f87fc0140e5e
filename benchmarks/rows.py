"""The kinds of rows that a topic declares, and what a measurement of one gives.

Every row sets ours against something else measured in the same run. A goal is the ratio ours / other that
the row should stay below; rows without one show how a cost grows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Work = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """Two pieces of work to compare; both are called without arguments, again and again."""

    ours: Work
    other: Work


@dataclass(frozen=True)
class Commands:
    """Two commands to compare, each started in a fresh process."""

    ours: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True)
class Timed:
    """Time of ours over time of the other, interleaved in one process of their own."""

    name: str
    against: str
    goal: float | None
    prepare: Callable[[], Pair]


@dataclass(frozen=True)
class Growth:
    """How ours grows from a small to a large input, over how the other grows."""

    name: str
    against: str
    goal: float | None
    prepare: Callable[[], tuple[Pair, Pair]]


@dataclass(frozen=True)
class Processes:
    """Time of whole processes, start to end, interleaved."""

    name: str
    against: str
    goal: float | None
    prepare: Callable[[], Commands]


@dataclass(frozen=True)
class Memory:
    """Peak memory that each side adds in a fresh process to what was there after its preparation."""

    name: str
    against: str
    goal: float | None
    prepare_ours: Callable[[], Work]
    prepare_other: Callable[[], Work]


@dataclass(frozen=True)
class Reported:
    """Rows that another program measures by the same rules and prints as JSON."""

    name: str
    prepare: Callable[[], tuple[str, ...]]
    goals: dict[str, float]
    unavailable: Callable[[], str | None]


Row = Timed | Growth | Processes | Memory | Reported


@dataclass(frozen=True)
class Topic:
    """One file of benchmarks/topics: a name for ONLY= and its rows in the order of the table."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Result:
    """What was measured for one row: medians of both sides, ratios with their quartiles over the rounds."""

    topic: str
    name: str
    against: str
    goal: float | None
    unit: str
    ours: float
    other: float
    ratio: float
    low: float
    high: float
    rounds: int

    @property
    def verdict(self) -> str:
        """Whether the goal is met; rows without a goal have none."""
        if self.goal is None:
            return "-"
        return "met" if self.ratio <= self.goal else "OVER"

    def as_json(self) -> dict[str, Any]:
        """The figures as they stand in a --json file."""
        return {**self.__dict__, "verdict": self.verdict}


@dataclass(frozen=True)
class Failure:
    """A row that could not be measured, with the last line of the reason; a skipped one is no fault."""

    topic: str
    name: str
    reason: str
    skipped: bool = False
