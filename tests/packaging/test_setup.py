"""The set-up of the virtual environment: what it repeats, what it mends, and its sentences."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def setup(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("setup")


@pytest.fixture
def installs(setup: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """A checkout of three files, and pip replaced by a list of what it was asked for."""
    calls: list[tuple[str, ...]] = []
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "lock.txt").write_text("one==1\n", encoding="utf-8")
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "pip", lambda _python, *arguments: calls.append(arguments))
    return calls


def run(setup: ModuleType) -> int:
    code = setup.main(["--venv", "env", "--lock", "lock.txt"])
    assert isinstance(code, int)
    return code


@pytest.mark.slow
def test_each_step_is_repeated_only_when_its_files_change(
    setup: ModuleType, installs: list[tuple[str, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = ("--require-hashes", "--requirement", str(tmp_path / "lock.txt"))
    editable = ("--no-index", "--no-deps", "--no-build-isolation", "--editable", str(tmp_path))
    assert run(setup) == 0
    assert installs == [locked, editable]
    assert "Setting up env with Python" in capsys.readouterr().out

    installs.clear()
    assert run(setup) == 0
    assert installs == []
    assert capsys.readouterr().out == ""

    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert run(setup) == 0
    assert installs == [editable]

    installs.clear()
    (tmp_path / "lock.txt").write_text("one==2\n", encoding="utf-8")
    assert run(setup) == 0
    assert installs == [locked, editable]

    installs.clear()
    (tmp_path / "env" / "bin" / "python").unlink()
    assert run(setup) == 0
    assert installs == [locked, editable]


@pytest.mark.slow
def test_an_interrupted_set_up_starts_again(
    setup: ModuleType, installs: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_python: Path, *_arguments: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(setup, "pip", interrupted)
        assert run(setup) == 130
    assert installs == []
    shutil.rmtree(tmp_path / "env")
    (tmp_path / "env").write_text("in the way", encoding="utf-8")
    assert run(setup) == 0
    assert len(installs) == 2


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        (
            "WARNING: Retrying: Temporary failure in name resolution\nERROR: No matching distribution found",
            "the package registry cannot be reached; check the network connection or pip's index settings",
        ),
        (
            "ERROR: Could not find a version (from versions: none)\nERROR: No matching distribution found",
            "the package registry cannot be reached or does not have a locked package; check the network",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "a package does not have the contents that the lock file promises; check pip's index settings",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "the disk is full; make room, and run make again (Could not install packages",
        ),
        (
            "      ValueError: no version\nhint: See above.",
            "the development packages cannot be installed: ValueError: no version",
        ),
        ("", "the development packages cannot be installed: no reason given"),
    ],
)
def test_pip_failures_become_one_sentence(setup: ModuleType, printed: str, sentence: str) -> None:
    assert setup.explain(printed).startswith(sentence)
    assert "\n" not in setup.explain(printed)


def checkout(folder: Path) -> Path:
    """The files that a set-up reads, in a folder of their own."""
    for name in ("scripts", "requirements", "src/octools/_version.py", "pyproject.toml", "Makefile"):
        source = ROOT / name
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    return folder


@pytest.mark.slow
def test_no_network_is_one_sentence(tmp_path: Path) -> None:
    inherited = ("PIP_", "MAKE", "MFLAGS")  # a make around this one would have its say in the messages
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(inherited)},
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "1",
        "PYTHON": sys.executable,
    }
    done = subprocess.run(
        ["make", "generate"],
        cwd=checkout(tmp_path),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    sentence, closing = done.stderr.splitlines()
    assert sentence.startswith("error: the package registry cannot be reached; check the network connection")
    assert closing.startswith("make: ***")


def test_no_venv_module_is_one_sentence(
    setup: ModuleType,
    installs: list[tuple[str, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Some systems package the venv module without ensurepip: a command that says what theirs does."""
    python = tmp_path / "python3"
    said = "The virtual environment was not created successfully because ensurepip is not available."
    python.write_text(f"#!/bin/sh\necho '{said}'\nexit 1\n", encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "_base_executable", str(python))
    assert run(setup) == 1
    assert installs == []
    error = capsys.readouterr().err
    assert error.startswith(f"error: {python} has no venv module (with ensurepip); install it")
    assert error.count("\n") == 1
