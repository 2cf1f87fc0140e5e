"""`make test`: every part runs, the summary names each, and the exit code is that of the worst."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def check(load_script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.delenv("CI", raising=False)
    return load_script("test")


def parts(check: ModuleType, *codes: int) -> list[object]:
    return [
        check.Part(f"part {number}", (sys.executable, "-c", f"raise SystemExit({code})"))
        for number, code in enumerate(codes)
    ]


@pytest.mark.parametrize(("codes", "expected"), [((0, 0), 0), ((3, 0), 1), ((0, 5), 1)])
def test_every_part_runs_and_one_failure_fails_the_whole(
    check: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    codes: tuple[int, ...],
    expected: int,
) -> None:
    monkeypatch.setattr(check, "lint_parts", lambda: parts(check, *codes))
    assert check.main(["lint"]) == expected
    summary = capsys.readouterr().out.partition("Summary")[2].splitlines()[1:]
    verdicts = ["passed" if code == 0 else f"FAILED (exit code {code})" for code in codes]
    assert [line.rpartition(" s  ")[2] for line in summary] == verdicts


@pytest.mark.parametrize("version", [(), (18, 20, 1), (20, 18, 9)])
def test_without_a_fit_node_the_npm_package_is_skipped(
    check: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    version: tuple[int, ...],
) -> None:
    monkeypatch.setattr(check.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(check, "node_version", lambda: version)
    (part,) = check.typescript_parts()
    assert not check.run(part).failed
    assert "skipped: needs Node 20.19+" in capsys.readouterr().out.splitlines()


def test_with_ci_a_missing_node_is_an_error(check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(check, "node_version", tuple)
    (part,) = check.typescript_parts()
    outcome = check.run(part)
    assert outcome.failed
    assert outcome.verdict == "skipped: needs Node 20.19+ (an error with CI=true)"


@pytest.mark.parametrize("version", [(20, 19, 0), (22, 1, 0)])
def test_with_a_fit_node_the_npm_package_is_built_and_tested(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...]
) -> None:
    monkeypatch.setattr(check.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(check, "node_version", lambda: version)
    assert [part.name for part in check.typescript_parts()] == ["npm ci", "npm test"]


def test_mutants_without_a_test_count_as_alive(
    load_script: Callable[[str], ModuleType],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mutants = load_script("mutants")
    monkeypatch.setattr(mutants, "MUTANTS", tmp_path)
    codes = {"killed": 1, "alive": 0, "untested": 33, "slow": 36, "waiting": None, "stopped": 2}
    (tmp_path / "a.py.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    assert mutants.report() == 1
    printed = capsys.readouterr().out
    assert "50.0 % alive, 10 % allowed" in printed
    assert [line.strip() for line in printed.splitlines()[2:4]] == ["alive", "untested"]
