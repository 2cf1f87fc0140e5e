"""Makes or mends the virtual environment that every make target uses.

    python scripts/setup.py [--venv .venv] [--lock requirements/dev.txt]

Installs the locked development packages (hashes required), then octools itself in editable form. Two stamps
in the environment say what it was made from, so a second run costs nothing and a change of the lock or of
pyproject.toml repeats only its own step. A failure is one sentence and exit code 1.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
LOCK_STAMP = "octools-lock.stamp"
PROJECT_STAMP = "octools-project.stamp"
NO_NETWORK = (
    "cannot connect to proxy",
    "connecttimeouterror",
    "connection refused",
    "connection reset",
    "connection timed out",
    "failed to resolve",
    "getaddrinfo failed",
    "max retries exceeded",
    "name or service not known",
    "network is unreachable",
    "newconnectionerror",
    "no route to host",
    "nodename nor servname",
    "proxyerror",
    "read timed out",
    "readtimeouterror",
    "temporary failure in name resolution",
)
# What pip prints, and the sentence that it stands for; the first that fits counts.
PIP_FAILURES = (
    (
        NO_NETWORK,
        "the package registry cannot be reached; check the network connection or pip's index settings",
    ),
    (("no space left",), "the disk is full; make room"),
    (
        ("do not match the hashes",),
        "a package does not have the contents that the lock file promises; check pip's index settings",
    ),
    (
        ("no matching distribution",),
        "the package registry cannot be reached or does not have a locked package; check the network",
    ),
)


class SetupError(Exception):
    """The set-up cannot go on; the text is the one sentence for the person at the terminal."""


def main(arguments: list[str]) -> int:
    """Brings the environment up to date and returns the exit code."""
    parser = argparse.ArgumentParser(description="Make or mend the virtual environment of octools.")
    parser.add_argument("--venv", default=".venv", help="folder of the environment (default: .venv)")
    parser.add_argument("--lock", default="requirements/dev.txt", help="lock file to install")
    options = parser.parse_args(arguments)
    venv = ROOT / options.venv
    try:
        check_version()
        with one_at_a_time(venv):
            bring_up_to_date(venv, ROOT / options.lock)
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {options.venv} cannot be set up: {error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("error: stopped; the next make goes on from here.", file=sys.stderr)
        return 130
    return 0


def check_version() -> None:
    """Refuses a Python that octools does not run on."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older interpreter is told by
        version = ".".join(str(number) for number in sys.version_info[:3])
        raise SetupError(f"octools needs Python 3.11 or newer, but this is {version}; install a newer one.")


def bring_up_to_date(venv: Path, lock: Path) -> None:
    """Runs the steps whose stamp differs from what the files say now."""
    started = time.monotonic()
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock_digest = digest(lock)
    project_digest = digest(ROOT / "pyproject.toml", ROOT / "src/octools/_version.py", Path(__file__))
    installed_lock = read_stamp(venv, LOCK_STAMP)
    usable = installed_lock != "" and works(python)
    if usable and (installed_lock, read_stamp(venv, PROJECT_STAMP)) == (lock_digest, project_digest):
        return
    if not usable:
        version = ".".join(str(number) for number in sys.version_info[:3])
        print(f"Setting up {venv.name} with Python {version}: some minutes the first time ...", flush=True)
        create(venv)
    elif installed_lock != lock_digest:
        print(f"Updating {venv.name}: the lock file has changed ...", flush=True)
    if read_stamp(venv, LOCK_STAMP) != lock_digest:
        pip(python, "--require-hashes", "--requirement", str(lock))
        write_stamp(venv, LOCK_STAMP, lock_digest)
        (venv / PROJECT_STAMP).unlink(missing_ok=True)
    if read_stamp(venv, PROJECT_STAMP) != project_digest:
        pip(python, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
        write_stamp(venv, PROJECT_STAMP, project_digest)
    print(f"{venv.name} is ready ({time.monotonic() - started:.0f} s).", flush=True)


def create(venv: Path) -> None:
    """Makes the environment from nothing; whatever a broken set-up left is removed first."""
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.is_dir():
        shutil.rmtree(venv)
    # The interpreter below an active environment: that environment may be the one that is made anew.
    base = getattr(sys, "_base_executable", "") or sys.executable
    result = subprocess.run([base, "-m", "venv", str(venv)], capture_output=True, text=True, check=False)
    output = result.stdout + result.stderr
    if "ensurepip" in output or "No module named" in output:
        raise SetupError(
            f"{base} has no venv module (with ensurepip); install it "
            "(on Debian and Ubuntu: apt install python3-venv) and run make again."
        )
    if result.returncode != 0:
        raise SetupError(f"the virtual environment {venv.name} cannot be made: {telling_line(output)}")


def pip(python: Path, *arguments: str) -> None:
    """Installs with pip, quietly; its complaint becomes one sentence."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    # Settings that would send the packages elsewhere than into the environment.
    dropped = ("PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PYTHONPATH", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    result = subprocess.run(
        [*command, *arguments], capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )
    if result.returncode != 0:
        raise SetupError(explain(result.stdout + result.stderr))


def explain(output: str) -> str:
    """The one sentence for what pip printed."""
    text = output.lower()
    for signs, sentence in PIP_FAILURES:
        if any(sign in text for sign in signs):
            return f"{sentence}, and run make again ({telling_line(output)})."
    return f"the development packages cannot be installed: {telling_line(output)}"


def telling_line(output: str) -> str:
    """The line that says most: the last one that names an error, without pip's own prefix."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "Error: " in line or line.startswith("ERROR: ")]
    return ([*lines, *errors] or ["no reason given"])[-1].removeprefix("ERROR: ")


def works(python: Path) -> bool:
    """Whether the environment's Python starts and has pip; an interpreter may have been removed since."""
    question = "import importlib.util, sys; sys.exit(importlib.util.find_spec('pip') is None)"
    try:
        result = subprocess.run([str(python), "-c", question], capture_output=True, check=False)
    except OSError:
        return False
    return result.returncode == 0


def read_stamp(venv: Path, name: str) -> str:
    """The stamp's text, empty when there is none."""
    try:
        return (venv / name).read_text(encoding="utf-8")
    except OSError:
        return ""


def write_stamp(venv: Path, name: str, text: str) -> None:
    """Marks a step as done; an interrupted step leaves none and is done again."""
    (venv / name).write_text(text, encoding="utf-8")


def digest(*paths: Path) -> str:
    """One digest over the names and contents of the files that are there."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.name.encode() + b"\0")
        if path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()


@contextlib.contextmanager
def one_at_a_time(venv: Path) -> Iterator[None]:
    """Lets two make commands in one checkout wait for each other, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with venv.with_name(f"{venv.name}.lock").open("w", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
