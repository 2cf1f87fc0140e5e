"""The interpreter that make uses, and the one sentence when there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "find_python.sh"
FAKE = """#!/bin/sh
case "$2" in
  *sys.stdout.write*) printf %s '{version}' ;;
  *version_info*) exit {too_old} ;;
  *"import venv"*) exit {no_venv} ;;
esac
"""


def interpreter(folder: Path, name: str, version: str, *, venv: bool = True) -> None:
    """Puts a stand-in on the path that answers as an interpreter of that version would."""
    too_old = int(tuple(int(part) for part in version.split(".")) < (3, 11))
    path = folder / name
    path.write_text(FAKE.format(version=version, too_old=too_old, no_venv=int(not venv)), encoding="utf-8")
    path.chmod(0o755)


def find(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(SCRIPT)],
        env={"PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_interpreter_that_fits_is_taken(tmp_path: Path) -> None:
    interpreter(tmp_path, "python3", "3.9.2")
    interpreter(tmp_path, "python3.13", "3.13.1", venv=False)
    interpreter(tmp_path, "python3.12", "3.12.7")
    interpreter(tmp_path, "python3.11", "3.11.4")
    found = find(tmp_path)
    assert (found.returncode, found.stdout, found.stderr) == (0, f"{tmp_path}/python3.12\n", "")


def test_too_old_a_python_is_one_sentence(tmp_path: Path) -> None:
    interpreter(tmp_path, "python3", "3.10.13")
    found = find(tmp_path)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.count("\n") == 1
    assert "octools needs Python 3.11 or newer, but python3 is 3.10.13;" in found.stderr


def test_no_python_is_one_sentence(tmp_path: Path) -> None:
    found = find(tmp_path)
    assert found.returncode == 1
    assert found.stderr.startswith("error: octools needs Python 3.11 or newer, and no python3 was found;")
    assert found.stderr.count("\n") == 1


def test_no_venv_module_is_one_sentence(tmp_path: Path) -> None:
    interpreter(tmp_path, "python3", "3.12.3", venv=False)
    found = find(tmp_path)
    assert found.returncode == 1
    assert found.stderr.startswith("error: python3 (3.12.3) has no venv module (with ensurepip); install it")
    assert found.stderr.count("\n") == 1


def test_an_interpreter_chosen_by_hand_is_the_only_one_looked_at(tmp_path: Path) -> None:
    interpreter(tmp_path, "python3", "3.12.3")
    (tmp_path / "old one").mkdir()
    interpreter(tmp_path / "old one", "python", "3.8.1")
    chosen = str(tmp_path / "old one" / "python")
    found = find(tmp_path, PYTHON=chosen)
    assert found.returncode == 1
    assert f"but {chosen} is 3.8.1;" in found.stderr


@pytest.mark.parametrize("name", ["", sys.executable])
def test_the_running_interpreter_fits(name: str, tmp_path: Path) -> None:
    (tmp_path / "python3").symlink_to(sys.executable)
    found = find(tmp_path, **({"PYTHON": name} if name else {}))
    assert (found.returncode, found.stdout) == (0, f"{name or tmp_path / 'python3'}\n")
