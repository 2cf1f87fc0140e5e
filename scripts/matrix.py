"""Runs the Python tests on every Python that is found, with the lowest and with the newest dependencies.

    python scripts/matrix.py [PYTEST ARGUMENT ...]

Each combination has an environment of its own under .matrix/, made by scripts/setup.py, and a log beside it.
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
FOLDER = ROOT / ".matrix"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOCKS = {"lowest": "requirements/lowest.txt", "newest": "requirements/dev.txt"}
TAIL = 30


@dataclass(frozen=True)
class Outcome:
    """How one combination went."""

    python: str
    dependencies: str
    pydantic: str
    result: str
    seconds: float
    failed: bool


def main(arguments: list[str]) -> int:
    """Runs every combination and prints the table; exit code 1 when one failed."""
    FOLDER.mkdir(exist_ok=True)
    found = {version: path for version in PYTHONS if (path := interpreter(version))}
    missing = [version for version in PYTHONS if version not in found]
    outcomes = [
        run(version, path, dependencies, lock, arguments)
        for version, path in found.items()
        for dependencies, lock in LOCKS.items()
    ]
    print(f"\n{'Python':<8}{'dependencies':<14}{'pydantic':<10}{'time':>8}  result")
    for outcome in outcomes:
        line = (
            f"{outcome.python:<8}{outcome.dependencies:<14}{outcome.pydantic:<10}{outcome.seconds:>6.0f} s  "
        )
        print(line + outcome.result)
    if missing:
        print(f"not on this machine: Python {', '.join(missing)}")
    return int(any(outcome.failed for outcome in outcomes) or not outcomes)


def interpreter(version: str) -> str | None:
    """The command of that Python, when it is there and starts."""
    candidates = [shutil.which(f"python{version}"), *sorted(pyenv(version), reverse=True)]
    for candidate in candidates:
        if candidate and output(candidate, "import sys; print('%d.%d' % sys.version_info[:2])") == version:
            return str(candidate)
    return None


def pyenv(version: str) -> list[str]:
    """Interpreters of that version under pyenv's folder, whether or not its shims are switched on."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return [str(path) for path in root.glob(f"versions/{version}.*/bin/python")]


def output(python: str | Path, code: str) -> str:
    """What the code prints, empty when the interpreter does not start."""
    try:
        done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def run(version: str, python: str, dependencies: str, lock: str, arguments: list[str]) -> Outcome:
    """One combination: environment, drift check, tests."""
    started = time.monotonic()
    name = f"py{version}-{dependencies}"
    log = FOLDER / f"{name}.log"
    print(f"\n== Python {version}, {dependencies} dependencies (log: {log.relative_to(ROOT)})", flush=True)
    bin_folder = FOLDER / name / "bin"
    commands = (
        [python, "scripts/setup.py", "--venv", f".matrix/{name}", "--lock", lock],
        [str(bin_folder / "octools-codegen"), "check"],
        [
            str(bin_folder / "python"),
            "-m",
            "pytest",
            "-q",
            "-n",
            "auto",
            "-p",
            "no:cacheprovider",
            *arguments,
        ],
    )
    result, failed = "", False
    with log.open("wb") as handle:
        for command in commands:
            code = subprocess.run(command, cwd=ROOT, stdout=handle, stderr=handle, check=False).returncode
            if code != 0:
                failed = True
                result += f"{Path(command[0]).name if command is not commands[2] else 'pytest'} failed; "
                if command is commands[0]:
                    break
    text = log.read_text(encoding="utf-8", errors="replace")
    closing = re.findall(r"^=*\s*(\d+ (?:passed|failed|error).*? in .*?)\s*=*$", text, re.MULTILINE)
    result += closing[-1] if closing else "no test ran"
    if failed:
        print("\n".join(text.splitlines()[-TAIL:]))
    print(result, flush=True)
    pydantic = output(bin_folder / "python", "import pydantic; print(pydantic.VERSION)")
    return Outcome(version, dependencies, pydantic, result, time.monotonic() - started, failed or not closing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
