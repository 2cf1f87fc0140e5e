"""Imports go one way: octools onto octools_contract, and octools_codegen stands apart from both."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    "octools": ROOT / "src/octools",
    "octools_codegen": ROOT / "src/octools_codegen",
    "octools_contract": ROOT / "generated/python/octools_contract",
}
ALLOWED = {
    "octools": {"octools", "octools_contract"},
    "octools_codegen": {"octools_codegen"},
    "octools_contract": {"octools_contract"},
}


def imported(path: Path) -> Iterator[str]:
    """First names of the packages that a module imports anywhere, functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", FOLDERS)
def test_imports_go_one_way(package: str) -> None:
    modules = sorted(FOLDERS[package].rglob("*.py"))
    assert modules
    for module in modules:
        ours = set(imported(module)) & set(FOLDERS)
        assert ours <= ALLOWED[package], module.relative_to(ROOT)


def test_the_contract_needs_nothing_but_pydantic() -> None:
    for module in sorted(FOLDERS["octools_contract"].rglob("*.py")):
        others = set(imported(module)) - set(sys.stdlib_module_names) - {"octools_contract"}
        assert others <= {"pydantic", "typing_extensions"}, module.relative_to(ROOT)
