"""The same sources give the same bytes: on repeat, under any hash seed, from any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.codegen.conftest import Workspace

HOSTILE = """
[tool.ruff]
line-length = 40
indent-width = 2
[tool.ruff.format]
quote-style = "single"
[tool.ruff.lint.isort]
force-single-line = true
[tool.black]
line-length = 40
[tool.datamodel-codegen]
use-double-quotes = false
"""


def _generate(workspace: Workspace, cwd: Path, seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Apia"}
    command = [sys.executable, "-m", "octools_codegen", "generate", "--contract", str(workspace.contract)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_own_contract_gives_the_same_bytes_everywhere(
    seed: str, own_contract: Workspace, tmp_path: Path, committed: dict[str, bytes]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "pyproject.toml").write_text(HOSTILE, "utf-8")
    (elsewhere / "ruff.toml").write_text("line-length = 50\n", "utf-8")
    (elsewhere / "octools_contract").mkdir()
    _generate(own_contract, elsewhere, seed)
    assert own_contract.texts() == committed


def test_order_of_files_on_disk_does_not_matter(parcels: Workspace) -> None:
    before = parcels.texts()
    moved = parcels.contract.with_name("moved")
    moved.mkdir()
    for path in sorted(parcels.contract.rglob("*.json"), reverse=True):
        target = moved / path.relative_to(parcels.contract)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    shutil.rmtree(parcels.contract)
    moved.rename(parcels.contract)
    shutil.rmtree(parcels.output)
    parcels.generate()
    assert parcels.texts() == before


def test_no_date_and_no_place_of_this_machine_is_printed(committed: dict[str, bytes]) -> None:
    from tests.codegen.conftest import REPOSITORY

    for path, data in committed.items():
        assert str(REPOSITORY).encode() not in data, path
