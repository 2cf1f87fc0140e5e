"""Timing within one process: warm-up, interleaved rounds, the collector on and its debris out of the way."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.rows import Pair, Work

# A timing shorter than this is repeated inside the round: the clock and the scheduler would drown it.
SHORTEST = 0.02
# One that takes longer than this needs no second run to find that out.
LONG = 0.5
BUDGET = 2.5
# Rounds of very large inputs: a median of three, whatever it takes.
FEWEST_ROUNDS = 3
MOST_ROUNDS = 21


@dataclass(frozen=True)
class Figures:
    """Medians of both sides in seconds a call, and the ratio of each round."""

    ours: float
    other: float
    ratios: tuple[float, ...]


def compare(pair: Pair) -> Figures:
    """Times both sides in turn, each first in every second round."""
    loops = [calls_a_round(work) for work in (pair.ours, pair.other)]
    ours: list[float] = []
    other: list[float] = []
    started = time.perf_counter()
    while go_on(len(ours), time.perf_counter() - started):
        if len(ours) % 2 == 0:
            ours.append(timed(pair.ours, loops[0]))
            other.append(timed(pair.other, loops[1]))
        else:
            other.append(timed(pair.other, loops[1]))
            ours.append(timed(pair.ours, loops[0]))
    return figures(ours, other)


def compare_growth(small: Pair, large: Pair) -> Figures:
    """Times four pieces of work in turn; the sides are how many times longer the large input takes."""
    works = (small.ours, large.ours, small.other, large.other)
    loops = [calls_a_round(work) for work in works]
    ours: list[float] = []
    other: list[float] = []
    started = time.perf_counter()
    while go_on(len(ours), time.perf_counter() - started):
        seconds = [timed(work, count) for work, count in zip(works, loops, strict=True)]
        ours.append(seconds[1] / seconds[0])
        other.append(seconds[3] / seconds[2])
    return figures(ours, other)


def figures(ours: Sequence[float], other: Sequence[float]) -> Figures:
    """Medians, and the ratio of each round: what disturbs the machine disturbs both sides of a round."""
    ratios = tuple(one / two for one, two in zip(ours, other, strict=True))
    return Figures(statistics.median(ours), statistics.median(other), ratios)


def go_on(rounds: int, elapsed: float) -> bool:
    """Whether another round is due: enough for a median, then as many as the budget of seconds allows."""
    return rounds < FEWEST_ROUNDS or (rounds < MOST_ROUNDS and elapsed < BUDGET)


def calls_a_round(work: Work) -> int:
    """Warms up, and finds how often the work is called in one timing."""
    seconds = timed(work, 1)
    if seconds < LONG:
        seconds = timed(work, 1)
    if seconds >= SHORTEST:
        return 1
    count = max(1, round(SHORTEST / max(seconds, 1e-7)))
    return max(1, round(count * SHORTEST / max(timed(work, count) * count, 1e-7)))


def timed(work: Work, calls: int) -> float:
    """Seconds a call; results are dropped after the clock has stopped."""
    gc.collect()
    gc.freeze()
    kept: object = None
    if calls == 1:
        started = time.perf_counter()
        kept = work()
        seconds = time.perf_counter() - started
    else:
        repeated = range(calls)
        started = time.perf_counter()
        for _ in repeated:
            work()
        seconds = (time.perf_counter() - started) / calls
    gc.unfreeze()
    del kept
    return seconds


def quartiles(ratios: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(ratios) == 1:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, middle, high
