"""Typed usage: the type checker agrees with the examples, and the examples do what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import octools.example
from tests import typing_examples

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "typing_examples.py"


def test_the_type_checker_agrees(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(EXAMPLES)],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_examples_run() -> None:
    typing_examples.providers(octools.example)
    typing_examples.listings("txt")
    typing_examples.envelopes('{"records": [{"name": "a", "depth_m": 1.5}], "count": 1, "truncated": false}')
    typing_examples.schemas()
    typing_examples.errors()
