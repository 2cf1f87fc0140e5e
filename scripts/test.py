"""Runs every part of the check, whatever the others say, and closes with a summary.

    python scripts/test.py [lint]

Exit code 0 when every part passed; a part that this machine cannot run is reported as skipped, which
is an error with CI=true.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TYPESCRIPT = ROOT / "typescript"
NODE_FLOOR = (20, 19)
TYPED = ("src", "generated/python", "scripts", "benchmarks", "tests/typing_examples.py")


@dataclass(frozen=True)
class Part:
    """One command of the check."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    skipped: str | None = None


@dataclass(frozen=True)
class Outcome:
    """How one part ended."""

    name: str
    verdict: str
    seconds: float
    failed: bool


def main(arguments: list[str]) -> int:
    """Runs the parts and returns the exit code of the whole check."""
    parts = lint_parts()
    if arguments != ["lint"]:
        parts += [drift_part(), *typescript_parts(), pytest_part()]
    outcomes = [run(part) for part in parts]
    width = max(len(outcome.name) for outcome in outcomes)
    print("\nSummary", flush=True)
    for outcome in outcomes:
        print(f"  {outcome.name:<{width}}  {outcome.seconds:6.1f} s  {outcome.verdict}")
    return int(any(outcome.failed for outcome in outcomes))


def lint_parts() -> list[Part]:
    """Style, formatting and types."""
    return [
        Part("ruff check", (str(BIN / "ruff"), "check", "--quiet", ".")),
        Part("ruff format", (str(BIN / "ruff"), "format", "--quiet", "--check", ".")),
        Part("mypy --strict", (str(BIN / "mypy"), "--strict", "--no-error-summary", *TYPED)),
    ]


def drift_part() -> Part:
    """Whether generated/ is what the schemas and templates give."""
    return Part("octools-codegen check", (str(BIN / "octools-codegen"), "check"))


def typescript_parts() -> list[Part]:
    """The npm package: locked install, build, types, tests."""
    npm = shutil.which("npm")
    if npm is None or node_version() < NODE_FLOOR:
        floor = ".".join(str(number) for number in NODE_FLOOR)
        return [Part("typescript", (), skipped=f"skipped: needs Node {floor}+")]
    return [
        Part("npm ci", (npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"), TYPESCRIPT),
        Part("npm test", (npm, "test", "--silent"), TYPESCRIPT),
    ]


def pytest_part() -> Part:
    """The Python tests, one worker a core."""
    return Part("pytest", (str(BIN / "python"), "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"))


def node_version() -> tuple[int, ...]:
    """Version of the Node on the PATH; empty when there is none."""
    node = shutil.which("node")
    if node is None:
        return ()
    result = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return tuple(int(number) for number in re.findall(r"\d+", result.stdout)[:3])


def run(part: Part) -> Outcome:
    """Runs one part with its output on the terminal."""
    print(f"\n== {part.name}", flush=True)
    if part.skipped is not None:
        failed = os.environ.get("CI") == "true"
        verdict = f"{part.skipped} (an error with CI=true)" if failed else part.skipped
        print(verdict, flush=True)
        return Outcome(part.name, verdict, 0.0, failed)
    started = time.monotonic()
    code = subprocess.run(part.command, cwd=part.folder, check=False).returncode
    verdict = "passed" if code == 0 else f"FAILED (exit code {code})"
    return Outcome(part.name, verdict, time.monotonic() - started, code != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
