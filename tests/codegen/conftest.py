"""Contracts to generate from: the project's own, a small one, and copies that tests may break."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from octools_codegen.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
PARCELS = REPOSITORY / "tests" / "contracts" / "parcels"


class Workspace:
    """A copy of a contract, and the output folder that its manifest names."""

    def __init__(self, contract: Path) -> None:
        self.contract = contract
        self.output = (
            contract / json.loads((contract / "contract.json").read_text("utf-8"))["output"]
        ).resolve()

    def edit(self, file: str, change: Callable[[Any], Any]) -> None:
        """Replace a JSON file's value by what `change` makes of it."""
        path = self.contract / file
        path.write_text(json.dumps(change(json.loads(path.read_text("utf-8"))), indent=2) + "\n", "utf-8")

    def run(self, command: str) -> Result:
        """Run a command of the generator on the copy."""
        return CliRunner().invoke(main, [command, "--contract", str(self.contract)])

    def generate(self) -> Result:
        """Generate, and expect success."""
        result = self.run("generate")
        assert result.exit_code == 0, result.output
        return result

    def snapshot(self) -> dict[str, tuple[bytes, int]]:
        """Every file of the output folder: its bytes and when it was written."""
        return {
            path.relative_to(self.output).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted(self.output.rglob("*"))
            if path.is_file()
        }

    def texts(self) -> dict[str, bytes]:
        """Every file of the output folder: its bytes."""
        return {path: data for path, (data, _) in self.snapshot().items()}


@pytest.fixture(scope="session")
def generated_parcels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small contract and its outputs; only to be copied."""
    root = tmp_path_factory.mktemp("parcels")
    shutil.copytree(PARCELS, root / "contract")
    Workspace(root / "contract").generate()
    return root


@pytest.fixture
def parcels(generated_parcels: Path, tmp_path: Path) -> Workspace:
    """The small contract with its outputs, to change at will."""
    root = tmp_path / "work"
    shutil.copytree(generated_parcels, root)
    return Workspace(root / "contract")


@pytest.fixture
def own_contract(tmp_path: Path) -> Workspace:
    """A copy of the project's contract, without outputs."""
    shutil.copytree(REPOSITORY / "schemas", tmp_path / "own" / "schemas")
    return Workspace(tmp_path / "own" / "schemas")


@pytest.fixture(scope="session")
def committed() -> dict[str, bytes]:
    """The project's generated files as they stand in the repository."""
    folder = REPOSITORY / "generated"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and "node_modules" not in path.parts
    }
