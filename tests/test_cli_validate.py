"""`octools validate` and `octools schema`, run as processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from octools import validate_namespace, validate_provider, validate_tags
from octools_contract.schemas import SCHEMA_NAMES, read_schema

Run = Callable[..., "subprocess.CompletedProcess[str]"]

CODE = """
from octools import OCTool

def make(name, **fields):
    defaults = {"description": "Tells it.", "input_schema": {"type": "object"}}
    return OCTool(name=name, func=print, access="local", **{**defaults, **fields})

calls = 0

def all_tools():
    global calls
    calls += 1
    schema = {"type": "object", "properties": {"a/b": {"title": "x"}}}
    return [make("old_tide", tags=["water"], input_schema=schema),
            make("old_tide", description="Tells \\x1b[1m\\n%, 5: it. And. So. On. Now."), "no tool"]
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "untidy_tools.py").write_text(CODE, encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "octools", *arguments],
            check=False,
            timeout=60,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )

    return run


@pytest.fixture
def provider() -> Any:
    scope: dict[str, Any] = {}
    exec(CODE, scope)
    return type("Provider", (), {"all_tools": staticmethod(scope["all_tools"])})()


def test_no_findings(run: Run) -> None:
    result = run("validate", "octools.example")
    assert (result.returncode, result.stdout, result.stderr) == (
        0,
        "octools.example: 4 tools, no findings\n",
        "",
    )
    assert run("validate", "octools.example", "--output-format", "json").stdout == "[]\n"
    assert run("validate", "octools.example", "--output-format", "github").stdout == ""
    assert run("validate", "octools.example", "--tags", "").returncode == 0


def test_json_is_every_finding(run: Run, provider: Any) -> None:
    result = run("validate", "untidy_tools", "--output-format", "json")
    assert (result.returncode, result.stderr) == (1, "")
    assert json.loads(result.stdout) == [asdict(finding) for finding in validate_provider(provider)]


def test_the_other_validators_follow(run: Run, provider: Any) -> None:
    result = run(
        "validate", "untidy_tools", "--output-format", "json", "--tags", "air, fire", "--namespace", "tide"
    )
    expected = [
        *validate_provider(provider),
        *validate_tags(provider, allowed=["air", "fire"]),
        *validate_namespace(provider, "tide"),
    ]
    assert json.loads(result.stdout) == [asdict(finding) for finding in expected]
    assert {"unknown_tag", "name_outside_namespace"} <= {finding.rule for finding in expected}


@pytest.mark.parametrize(
    ("tags", "unknown"),
    [
        ([], 0),
        (["--tags", ""], 1),
        (["--tags", "air"], 1),
        (["--tags", "air,water"], 0),
        (["--tags", "air", "--tags", "water"], 0),
    ],
)
def test_tags_name_what_is_allowed(run: Run, tags: list[str], unknown: int) -> None:
    result = run("validate", "untidy_tools", "--output-format", "json", *tags)
    assert [finding["rule"] for finding in json.loads(result.stdout)].count("unknown_tag") == unknown


def test_text_has_a_line_a_finding(run: Run, provider: Any) -> None:
    result = run("validate", "untidy_tools")
    findings = validate_provider(provider)
    *lines, last = result.stdout.splitlines()
    assert result.returncode == 1
    assert len(lines) == len(findings)
    assert last == f"untidy_tools: 3 tools, {len(findings)} findings"
    for line, finding in zip(lines, findings, strict=True):
        assert line.startswith(f"{finding.tool}: {finding.rule}: " if finding.tool else f"{finding.rule}: ")
        assert finding.path is None or line.endswith(f"(at {finding.path})")
    assert any("/input_schema/properties/a~1b" in line for line in lines)
    assert "\x1b" not in result.stdout


def test_a_namespace_can_be_empty(run: Run) -> None:
    result = run("validate", "octools.example", "--namespace", "")
    assert result.returncode == 1
    assert "namespace_missing" in result.stdout


def test_github_annotations(run: Run, provider: Any) -> None:
    result = run("validate", "untidy_tools", "--output-format", "github")
    lines = result.stdout.splitlines()
    assert len(lines) == len(validate_provider(provider))
    for line, finding in zip(lines, validate_provider(provider), strict=True):
        assert line.startswith(f"::error title=octools {finding.rule}::untidy_tools: ")


def test_github_escapes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd_tools.py").write_text(
        CODE
        + "\ndef all_tools():\n    return [make('a', description='A. B.', deprecated=True), '100%\\n']\n",
        encoding="utf-8",
    )
    result = run("validate", "odd_tools", "--output-format", "github")
    assert "'100%25\\n'" in result.stdout


def test_the_listing_is_asked_for_twice(run: Run, tmp_path: Path) -> None:
    (tmp_path / "counting_tools.py").write_text(
        CODE + "\nlisted = all_tools\ndef all_tools():\n    print('asked')\n    return listed()\n",
        encoding="utf-8",
    )
    assert run("validate", "counting_tools").stderr == "asked\nasked\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 2, "there is no module 'nowhere'"),
        (["untidy_tools", "--output-format", "xml"], 2, "'xml' is not one of"),
        (["untidy_tools", "--frob"], 2, "No such option"),
        (["untidy_tools:make"], 2, "missing a required argument: 'name'"),
        (["failing_tools"], 1, "listing failing_tools raised ConnectionError: no link"),
        (["leaving_tools"], 1, "listing leaving_tools raised SystemExit: 0"),
    ],
)
def test_failures(run: Run, tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    (tmp_path / "failing_tools.py").write_text("def all_tools(): raise ConnectionError('no link')\n")
    (tmp_path / "leaving_tools.py").write_text("import sys\ndef all_tools(): sys.exit(0)\n")
    result = run("validate", *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_failures_in_json(run: Run) -> None:
    result = run("validate", "nowhere", "--output-format=json")
    assert json.loads(result.stderr)["error"]["message"] == "there is no module 'nowhere'"


def test_schema_names(run: Run) -> None:
    result = run("schema", "--list")
    assert result.returncode == 0
    assert tuple(result.stdout.splitlines()) == SCHEMA_NAMES
    assert {"envelopes/tabular", "descriptors/octool", "rules", "catalog/openapi"} <= set(SCHEMA_NAMES)


@pytest.mark.parametrize(
    "name", ["envelopes/tabular", "vocabularies/column-kind", "rules", "profiles/strict"]
)
def test_a_schema_is_printed_as_it_stands(run: Run, name: str) -> None:
    result = run("schema", name)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout) == read_schema(name)
    assert result.stdout.endswith("}\n")


def test_a_schema_is_found_by_its_title(run: Run) -> None:
    assert run("schema", "TabularEnvelope").stdout == run("schema", "envelopes/tabular").stdout


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["tabularenvelope"], "there is no schema 'tabularenvelope'", "did you mean TabularEnvelope?"),
        (["envelopes/tabel"], "there is no schema 'envelopes/tabel'", "did you mean envelopes/tabular?"),
        (
            ["zzzzzzzzzzzzzzzzzzzz"],
            "there is no schema 'zzzzzzzzzzzzzzzzzzzz'",
            "octools schema --list prints all",
        ),
        (["../rules"], "there is no schema '../rules'", "did you mean"),
        ([], "no NAME given", "octools schema --list"),
        (["rules", "--list"], "--list takes no NAME", "leave out"),
    ],
)
def test_bad_schema_names(run: Run, arguments: list[str], message: str, hint: str) -> None:
    result = run("schema", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert hint in result.stderr
