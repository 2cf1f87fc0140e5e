"""Makes or mends the virtual environment that every make target uses.

    python scripts/setup.py [--venv .venv] [--lock requirements/dev.txt]

Installs the locked development packages (hashes required), then octools itself in editable form. Two stamps in
the environment say what it was made from, so a second run costs nothing and a change of the lock or of
pyproject.toml repeats only its own step. A failure is one sentence and exit code 1.
"""

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK_STAMP = "octools-lock.stamp"
PROJECT_STAMP = "octools-project.stamp"
NO_NETWORK = (
    "temporary failure in name resolution",
    "name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "failed to resolve",
    "network is unreachable",
    "connection refused",
    "connection reset",
    "newconnectionerror",
    "connecttimeouterror",
    "connection timed out",
    "read timed out",
    "readtimeouterror",
    "proxyerror",
    "cannot connect to proxy",
    "no route to host",
    "max retries exceeded",
)


class SetupError(Exception):
    """The set-up cannot go on; the text is the one sentence for the person at the terminal."""


def main(arguments=None):
    """Brings the environment up to date and returns the exit code."""
    parser = argparse.ArgumentParser(description="Make or mend the virtual environment of octools.")
    parser.add_argument("--venv", default=".venv", help="folder of the environment (default: .venv)")
    parser.add_argument("--lock", default="requirements/dev.txt", help="lock file to install")
    options = parser.parse_args(arguments)
    try:
        if sys.version_info < (3, 11):
            raise SetupError(
                "octools needs Python 3.11 or newer, but this is {}.{}.{}; run make with PYTHON=/path/to/python.".format(
                    *sys.version_info[:3]
                )
            )
        venv = ROOT / options.venv
        with one_at_a_time(venv):
            bring_up_to_date(venv, ROOT / options.lock)
    except SetupError as error:
        print("error: {}".format(error), file=sys.stderr)
        return 1
    except OSError as error:
        print("error: {} cannot be set up: {}.".format(options.venv, error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("error: stopped; the next make goes on from here.", file=sys.stderr)
        return 130
    return 0


def bring_up_to_date(venv, lock):
    """Runs the steps whose stamp differs from what the files say now."""
    started = time.monotonic()
    lock_digest = digest(lock)
    project_digest = digest(ROOT / "pyproject.toml", ROOT / "src" / "octools" / "_version.py", Path(__file__))
    python = interpreter(venv)
    usable = read_stamp(venv, LOCK_STAMP) != "" and works(python)
    if usable and read_stamp(venv, LOCK_STAMP) == lock_digest and read_stamp(venv, PROJECT_STAMP) == project_digest:
        return
    if not usable:
        print(
            "Setting up {} with Python {}.{}.{}: some minutes the first time ...".format(
                venv.name, *sys.version_info[:3]
            ),
            flush=True,
        )
        create(venv)
    if read_stamp(venv, LOCK_STAMP) != lock_digest:
        if usable:
            print("Updating {}: the lock file has changed ...".format(venv.name), flush=True)
        (venv / PROJECT_STAMP).unlink(missing_ok=True)
        pip(python, "install", "--require-hashes", "--requirement", str(lock))
        (venv / LOCK_STAMP).write_text(lock_digest, encoding="utf-8")
    if read_stamp(venv, PROJECT_STAMP) != project_digest:
        pip(python, "install", "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
        (venv / PROJECT_STAMP).write_text(project_digest, encoding="utf-8")
    print("{} is ready ({:.0f} s).".format(venv.name, time.monotonic() - started), flush=True)


def create(venv):
    """Makes the environment from nothing; whatever a broken set-up left is removed first."""
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.is_dir():
        shutil.rmtree(str(venv))
    # The interpreter below an active environment: the environment itself may be the one that is made anew.
    base = getattr(sys, "_base_executable", "") or sys.executable
    result = subprocess.run([base, "-m", "venv", str(venv)], capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return
    output = result.stdout + result.stderr
    if "ensurepip" in output or "No module named" in output:
        raise SetupError(
            "this Python has no venv module (with ensurepip); install it "
            "(on Debian and Ubuntu: apt install python3-venv) and run make again."
        )
    raise SetupError("the virtual environment {} cannot be made: {}".format(venv.name, last_line(output)))


def pip(python, *arguments):
    """Runs pip quietly; its complaint becomes one sentence."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", arguments[0], "--quiet"]
    result = subprocess.run(
        command + list(arguments[1:]), capture_output=True, text=True, check=False, cwd=str(ROOT), env=environment()
    )
    if result.returncode != 0:
        raise SetupError(explain(result.stdout + result.stderr))


def environment():
    """The environment of pip: the caller's, without what would redirect the installation."""
    dropped = ("PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_REQUIRE_VIRTUALENV", "PYTHONPATH", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in dropped}


def explain(output):
    """The one sentence for what pip printed."""
    text = output.lower()
    if any(sign in text for sign in NO_NETWORK):
        return "the package registry cannot be reached; check the network connection (or pip's index settings) and run make again."
    if "no space left" in text:
        return "the disk is full; make room and run make again."
    if "do not match the hashes" in text:
        return "a package does not have the contents that the lock file promises; check pip's index settings and run make again."
    if "no matching distribution" in text:
        return "the package registry does not have a locked package ({}); check pip's index settings and run make again.".format(
            last_line(output)
        )
    return "the development packages cannot be installed: {}".format(last_line(output))


def last_line(output):
    """The line that says most: the last one that names an error, without pip's own prefix."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "Error: " in line or line.startswith("ERROR: ")]
    return ([*lines, *errors] or ["no reason given"])[-1].removeprefix("ERROR: ")


def interpreter(venv):
    """Path of the environment's Python."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def works(python):
    """Whether the environment's Python starts and has pip (an interpreter may have been removed or replaced)."""
    try:
        command = [str(python), "-c", "import sys, importlib.util; sys.exit(importlib.util.find_spec('pip') is None)"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def read_stamp(venv, name):
    """The stamp's text, empty when there is none."""
    try:
        return (venv / name).read_text(encoding="utf-8")
    except OSError:
        return ""


def digest(*paths):
    """One digest over the contents of the files that are there."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.name.encode())
        if path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()


@contextlib.contextmanager
def one_at_a_time(venv):
    """Lets two make commands in one checkout wait for each other (where the system has file locks)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(str(venv) + ".lock", "w", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
