"""Turns each declared row into results: every row in processes of its own, one after the other."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.rows import Commands, Failure, Memory, Processes, Reported, Result, Row
from benchmarks.timing import Figures, figures, quartiles

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PROCESS_ROUNDS = 15
PROCESS_BUDGET = 12.0
FEWEST_PROCESS_ROUNDS = 5
MEMORY_ROUNDS = 3


class MeasurementError(Exception):
    """A row could not be measured; the text is the last thing that its process said."""


def measure(topic: str, index: int, row: Row) -> Iterator[Result | Failure]:
    """The results of one declared row."""
    try:
        if isinstance(row, Reported):
            reason = row.unavailable()
            if reason is None:
                yield from reported(topic, row)
            else:
                yield Failure(topic, row.name, reason, skipped=True)
        else:
            yield one_result(topic, index, row)
    except MeasurementError as error:
        yield Failure(topic, row.name, str(error))


def one_result(topic: str, index: int, row: Any) -> Result:
    """The result of a row that one comparison measures."""
    if isinstance(row, Processes):
        measured, unit = whole_processes(row.prepare()), "s"
    elif isinstance(row, Memory):
        measured, unit = peak_memory(topic, index), "KiB"
    else:
        answer = child(topic, index)
        measured = Figures(answer["ours"], answer["other"], tuple(answer["ratios"]))
        unit = "s" if type(row).__name__ == "Timed" else "x"
    return result(topic, row.name, row.against, row.goal, unit, measured)


def result(topic: str, name: str, against: str, goal: float | None, unit: str, measured: Figures) -> Result:
    """Sums the rounds up."""
    low, middle, high = quartiles(measured.ratios)
    rounds = len(measured.ratios)
    return Result(topic, name, against, goal, unit, measured.ours, measured.other, middle, low, high, rounds)


def reported(topic: str, row: Reported) -> Iterator[Result]:
    """The rows that another program prints as JSON: a list of {name, against, ours, other, ratios}."""
    for entry in json.loads(output_of(row.prepare())):
        measured = Figures(entry["ours"], entry["other"], tuple(entry["ratios"]))
        yield result(topic, entry["name"], entry["against"], row.goals.get(entry["name"]), "s", measured)


def whole_processes(commands: Commands) -> Figures:
    """Times fresh processes of both commands in turn; the first of each only warms the file cache."""
    ours: list[float] = []
    other: list[float] = []
    process_seconds(commands.ours)
    process_seconds(commands.other)
    started = time.perf_counter()
    while len(ours) < FEWEST_PROCESS_ROUNDS or (
        len(ours) < PROCESS_ROUNDS and time.perf_counter() - started < PROCESS_BUDGET
    ):
        turns = [(commands.ours, ours), (commands.other, other)]
        for command, seconds in turns if len(ours) % 2 == 0 else reversed(turns):
            seconds.append(process_seconds(command))
    return figures(ours, other)


def process_seconds(command: tuple[str, ...]) -> float:
    """Seconds from start to end of one process."""
    started = time.perf_counter()
    output_of(command)
    return time.perf_counter() - started


def peak_memory(topic: str, index: int) -> Figures:
    """Peak memory of each side, in fresh processes by turns."""
    ours: list[float] = []
    other: list[float] = []
    for _ in range(MEMORY_ROUNDS):
        ours.append(child(topic, index, "ours")["kilobytes"])
        other.append(child(topic, index, "other")["kilobytes"])
    measured = figures(ours, other)
    return Figures(statistics.median(ours), statistics.median(other), measured.ratios)


def child(topic: str, index: int, *more: str) -> dict[str, Any]:
    """What the measuring process of one row answers."""
    output = output_of((sys.executable, "-m", "benchmarks.child", topic, str(index), *more))
    answer: dict[str, Any] = json.loads(output.splitlines()[-1])
    return answer


def output_of(command: tuple[str, ...]) -> str:
    """Standard output of a command that must succeed; hash seeds are fixed, so that runs are alike."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise MeasurementError(lines[-1] if lines else f"exit code {done.returncode}")
    return done.stdout
