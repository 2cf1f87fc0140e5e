"""Measures one row in a process of its own, so that no row inherits another's heap.

    python -m benchmarks.child TOPIC ROW [ours|other]

The last line printed is JSON: the figures of a timed or growth row, or the kilobytes that one side of a
memory row adds. Only `python -m benchmarks` calls this.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.registry import topic_named
from benchmarks.rows import Growth, Memory, Timed
from benchmarks.timing import Figures, compare, compare_growth

if TYPE_CHECKING:
    from benchmarks.rows import Work


def main(arguments: list[str]) -> None:
    """Measures what the arguments name and prints it."""
    row = topic_named(arguments[0]).rows[int(arguments[1])]
    match row:
        case Timed():
            show(compare(row.prepare()))
        case Growth():
            show(compare_growth(*row.prepare()))
        case Memory():
            work = (row.prepare_ours if arguments[2] == "ours" else row.prepare_other)()
            print(json.dumps({"kilobytes": added_memory(work)}))
        case _:
            raise SystemExit(f"a row of kind {type(row).__name__} is not measured here")


def show(figures: Figures) -> None:
    """Prints the figures for the parent process."""
    print(json.dumps({"ours": figures.ours, "other": figures.other, "ratios": figures.ratios}))


def added_memory(work: Work) -> float:
    """Kilobytes by which the resident memory rises, at its highest, while the work runs."""
    gc.collect()
    before = start_of_rise()
    kept = work()
    added = peak() - before
    del kept
    return added


def start_of_rise() -> float:
    """Kilobytes that the process holds before the work; the peak is set back to that where the kernel can.

    Elsewhere the peak so far is the start: right while the preparation never held more than the work does.
    """
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return peak()


def peak() -> float:
    """Highest resident memory since the start or the last reset, in kilobytes."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return float(line.split()[1])
    import resource

    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return kilobytes / 1024 if sys.platform == "darwin" else float(kilobytes)


if __name__ == "__main__":
    main(sys.argv[1:])
