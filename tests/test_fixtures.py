"""The cases that every language runs: tests/fixtures/<operation>/<case>.json."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from octools import OCToolError
from octools_contract.rules import RULES
from tests.operations.table import EXPECTATIONS, OPERATIONS

FOLDER = Path(__file__).parent / "fixtures"
FILES = sorted(FOLDER.glob("*/*.json"))
CASES = {f"{path.parent.name}/{path.stem}": json.loads(path.read_text("utf-8")) for path in FILES}
HERE = {name: case for name, case in CASES.items() if case.get("only", {}).get("language") != "typescript"}
ERRORS: dict[str, type[Exception]] = {
    "OCToolError": OCToolError,
    "ValueError": ValueError,
    "TypeError": TypeError,
}
# Rules about what JSON text cannot hold; tests of descriptors and converters show them in each language.
OUTSIDE_JSON = {
    "func_async": "a case has no callable",
    "func_not_callable": "a case has no callable",
    "self_reference": "JSON text has no cycles",
    "field_unknown": "to a Python dataclass an unknown keyword is a TypeError",
    "column_unknown": "a model belongs to its language",
    "not_object_model": "a model belongs to its language",
    "not_an_envelope": "a TypeError names no rule",
}
# Fields of tools are what they are in any order; of all other results the order of keys counts.
IN_ANY_ORDER = {"from_mcp_tool", "octool", "prefix_tools"}
# How many cases in all may have a result in one language only.
MOST_MARKED = 10


def operation_of(name: str) -> str:
    return name.partition("/")[0]


@pytest.mark.parametrize("name", HERE)
def test_case(name: str) -> None:
    case, operation = CASES[name], operation_of(name)
    act = OPERATIONS[operation]
    if "error" not in case:
        read = EXPECTATIONS.get(operation, lambda expected: expected)
        result, expected = act(case["input"]), read(case["expected"])
        assert exact(result) == exact(expected)
        if operation not in IN_ANY_ORDER:
            assert json.dumps(result) == json.dumps(expected)
        return
    wanted = case["error"]
    with pytest.raises(ERRORS[wanted["type"]]) as caught:
        act(case["input"])
    if "rule" in wanted:
        assert wanted["rule"] in rules_of(caught.value)
    for text in wanted.get("contains", ()):
        assert text in str(caught.value)


def exact(value: Any) -> Any:
    """Return a JSON value in a form that tells 1 from true, and is equal whatever the order of keys."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True)


def rules_of(error: Exception) -> list[Any]:
    """Return the rules that an error names: its own, or those of the problems that it lists."""
    if isinstance(error, OCToolError):
        return [error.rule]
    problems: list[dict[str, Any]] = getattr(error, "errors", list)()
    return [problem["type"] for problem in problems]


def test_every_case_has_a_description_an_input_and_one_outcome() -> None:
    for name, case in CASES.items():
        assert case["description"].strip(), name
        assert isinstance(case["input"], dict), name
        assert ("expected" in case) + ("error" in case) == 1, name
        assert case.keys() <= {"description", "input", "expected", "error", "only"}, name
        if "error" in case:
            assert case["error"].keys() <= {"type", "rule", "contains"}, name


def test_file_names_are_plain() -> None:
    for path in FOLDER.rglob("*"):
        assert path.is_dir() or re.fullmatch(r"[a-z0-9][a-z0-9_-]*\.json", path.name), path


def test_every_operation_has_cases_and_every_case_an_operation() -> None:
    counts = Counter(map(operation_of, CASES))
    assert counts.keys() == OPERATIONS.keys()
    assert len(CASES) >= 400


def test_every_rule_has_a_case_that_it_fires_on() -> None:
    shown = {case["error"].get("rule") for case in CASES.values() if "error" in case}
    for case in CASES.values():
        shown |= set(rules_in(case.get("expected")))
    assert RULES.keys() - shown == OUTSIDE_JSON.keys()


def rules_in(value: Any) -> list[str]:
    """Return the rules of the findings anywhere in an expected result."""
    if isinstance(value, dict):
        here = [value["rule"]] if value.keys() == {"rule", "path", "tool", "message"} else []
        return here + [rule for member in value.values() for rule in rules_in(member)]
    if isinstance(value, list):
        return [rule for member in value for rule in rules_in(member)]
    return []


def test_every_operation_that_reports_findings_has_a_case_without_any() -> None:
    reporting = {operation_of(name) for name, case in CASES.items() if rules_in(case.get("expected"))}
    clean = {operation_of(name) for name, case in CASES.items() if not rules_in(case.get("expected", ()))}
    assert reporting - clean == set()


def test_few_cases_are_for_one_language_and_each_says_why() -> None:
    marked = {name: case["only"] for name, case in CASES.items() if "only" in case}
    assert len(marked) <= MOST_MARKED
    for name, only in marked.items():
        assert only["language"] in {"python", "typescript"}, name
        assert re.match(r"number representation: .", only["reason"]), name
