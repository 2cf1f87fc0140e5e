"""Running mutually recursive steps without the interpreter's stack."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")

# A step yields the steps that it needs, is sent their results, and returns its own.
Step = Generator[Any, Any, Result]


def run(step: Step[Result]) -> Result:
    """Run a step, and every step that it waits for, depth first.

    Depth is bounded by memory alone: the steps that wait stand in a list.
    """
    waiting: list[Step[Any]] = [step]
    value: Any = None
    while waiting:
        try:
            needed = waiting[-1].send(value)
        except StopIteration as stop:
            waiting.pop()
            value = stop.value
        else:
            waiting.append(needed)
            value = None
    result: Result = value
    return result
