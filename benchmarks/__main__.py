"""Prints every goal with its measured ratio.

python -m benchmarks [--only TOPIC] [--json FILE]
python -m benchmarks --compare BEFORE AFTER
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks import machine, report
from benchmarks.measuring import measure
from benchmarks.registry import topic_named, topic_names
from benchmarks.rows import Failure, Result


def main(arguments: list[str]) -> int:
    """Measures, or compares two earlier runs; exit code 1 when a row could not be measured."""
    names = topic_names()
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure every goal as a ratio."
    )
    parser.add_argument("--only", choices=names, help="one topic")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures in this file")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"), help="two such files")
    options = parser.parse_args(arguments)
    if options.compare:
        try:
            before, after = (report.read(path) for path in options.compare)
        except (OSError, ValueError) as error:
            parser.error(str(error))
        print(report.comparison(before, after))
        return 0
    return run([options.only] if options.only else names, options.json)


def run(names: list[str], json_file: Path | None) -> int:
    """Measures the named topics, a table each, and closes with the goals."""
    started = time.monotonic()
    facts = machine.describe()
    print(machine.line(facts))
    warning = machine.busy()
    if warning:
        print(warning)
    results: list[Result] = []
    failures: list[Failure] = []
    for name in names:
        outcomes = [
            outcome
            for index, row in enumerate(topic_named(name).rows)
            for outcome in measure(name, index, row)
        ]
        measured = [outcome for outcome in outcomes if isinstance(outcome, Result)]
        failures += [outcome for outcome in outcomes if isinstance(outcome, Failure)]
        results += measured
        if measured:
            print(
                f"\n{name}\n{report.table(report.HEADINGS, [report.cells(result) for result in measured])}",
                flush=True,
            )
    print(f"\n{report.closing(results, failures)} ({time.monotonic() - started:.0f} s)")
    if json_file is not None:
        report.write(json_file, facts, results)
    return int(any(not failure.skipped for failure in failures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
