"""Every kind of broken source is reported with file, pointer, fault and remedy, and nothing is written."""

from __future__ import annotations

import ast
import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import octools_codegen
from octools_codegen.problems import Problem

if TYPE_CHECKING:
    from tests.codegen.conftest import Workspace

CASES = sorted((Path(__file__).parent / "broken").glob("*.json"))
SOURCES = Path(octools_codegen.__file__).parent


def _apply(folder: Path, change: dict[str, Any]) -> None:
    """Make one change of a case: text or bytes, a link, a whole JSON file, or one place of a JSON file."""
    path = folder / change["file"]
    if "text" in change:
        path.write_text(change["text"], "utf-8")
    elif "base64" in change:
        path.write_bytes(base64.b64decode(change["base64"]))
    elif "link" in change:
        path.symlink_to(change["link"])
    elif "repeat" in change:
        text, count = change["repeat"]
        path.write_text(text * count, "utf-8")
    elif "json" in change:
        path.write_text(json.dumps(change["json"]), "utf-8")
    else:
        data = json.loads(path.read_text("utf-8"))
        _change_place(data, change)
        path.write_text(json.dumps(data), "utf-8")


def _change_place(data: Any, change: dict[str, Any]) -> None:
    *parents, last = [
        token.replace("~1", "/").replace("~0", "~") for token in change["pointer"].split("/")[1:]
    ]
    for token in parents:
        data = data[int(token)] if isinstance(data, list) else data[token]
    key = int(last) if isinstance(data, list) else last
    if change.get("remove"):
        del data[key]
    elif isinstance(data, list) and key == len(data):
        data.append(change["value"])
    else:
        data[key] = change["value"]


def _expected(case: dict[str, Any]) -> list[str]:
    return [
        str(Problem(each["file"], each["pointer"], each["kind"], each["wrong"], each["remedy"]))
        for each in case["problems"]
    ]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_broken_source(path: Path, parcels: Workspace) -> None:
    case = json.loads(path.read_text("utf-8"))
    before = parcels.snapshot()
    for change in case["changes"]:
        _apply(parcels.contract, change)
    result = parcels.run("generate")
    count = len(case["problems"])
    last = f"{count} problem{'' if count == 1 else 's'} in the sources; nothing was written."
    assert result.stderr.splitlines() == [*"\n".join(_expected(case)).splitlines(), last]
    assert result.exit_code == 1
    assert result.stdout == ""
    assert parcels.snapshot() == before
    assert parcels.run("check").stderr == result.stderr


def test_each_problem_names_place_fault_and_remedy() -> None:
    for path in CASES:
        for problem in json.loads(path.read_text("utf-8"))["problems"]:
            assert problem["file"].endswith(".json")
            assert problem["pointer"] == "" or problem["pointer"].startswith("/")
            assert problem["wrong"].endswith(".")
            assert problem["remedy"].endswith(".") or "{" in problem["remedy"]


def test_every_kind_of_problem_has_a_case() -> None:
    covered = {
        problem["kind"] for path in CASES for problem in json.loads(path.read_text("utf-8"))["problems"]
    }
    kinds = {kind for path in sorted(SOURCES.rglob("*.py")) for kind in _kinds(path)}
    assert kinds - covered == set()
    assert len(covered) >= 20


def _kinds(path: Path) -> set[str]:
    """The kinds that a module's `Problem(...)` calls name; those that a variable names are listed here."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
            kind = node.args[2] if len(node.args) > 2 else None
            if isinstance(kind, ast.Constant):
                found.add(str(kind.value))
            elif isinstance(kind, ast.JoinedStr):
                found |= {"unknown_keyword", "unknown_shape", "unknown_rule"}
            elif isinstance(kind, ast.Name):
                found |= {"bad_default", "bad_example"}
    return found
