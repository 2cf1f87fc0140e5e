"""Imports go one way: octools onto octools_contract, and octools_codegen stands apart from both."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
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


class RunTimeImports(ast.NodeVisitor):
    """Full names that a module imports when it runs, functions included, imports for type checkers aside."""

    def __init__(self, module: Path) -> None:
        self.names: set[str] = set()
        self.visit(ast.parse(module.read_text(encoding="utf-8")))

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.names.update(alias.name for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.names.update(f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", FOLDERS)
def test_no_import_comes_back_to_its_module(package: str) -> None:
    folder = FOLDERS[package]
    modules = {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }
    graph = {}
    for name, path in modules.items():
        named = RunTimeImports(path).names
        homes = {each if each in modules else each.rpartition(".")[0] for each in named}
        # A package has begun to load before a module in it does, whoever asks for it.
        graph[name] = {home for home in homes & modules.keys() if not f"{name}.".startswith(f"{home}.")}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules of the circle
