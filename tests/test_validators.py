"""Validators on what no shared case can hold, and how their findings read where a test fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from octools import (
    OCTool,
    OCToolError,
    check_tool_listing,
    merge_providers,
    strict_clean,
    validate_namespace,
    validate_provider,
    validate_tags,
    validate_tool,
)
from octools_contract.rules import RULES

SOUND: dict[str, Any] = {
    "description": "Finds a host by name. Returns its record.",
    "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
    "output_schema": {"type": "object"},
    "access": "local",
}


def tool(name: str = "find_host", **fields: Any) -> OCTool:
    unchecked = fields.pop("unchecked", {})
    made = OCTool(name=name, func=lambda _dependency: {}, **(SOUND | fields))
    for field, value in unchecked.items():
        object.__setattr__(made, field, value)
    return made


class Provider:
    """Counts how often it is asked."""

    def __init__(self, *items: Any) -> None:
        self.items = items
        self.calls = 0

    def all_tools(self) -> Any:
        self.calls += 1
        return iter(self.items)


@pytest.mark.parametrize(
    ("validate", "calls"),
    [
        (validate_provider, 2),
        (check_tool_listing, 2),
        (validate_tags, 1),
        (lambda provider: validate_namespace(provider, "find"), 1),
        (lambda provider: validate_namespace(provider, ""), 0),
        (lambda provider: validate_namespace(provider, "BAD"), 0),
    ],
)
def test_how_often_a_provider_is_asked(validate: Any, calls: int) -> None:
    provider = Provider(tool())
    validate(provider)
    assert provider.calls == calls


def test_a_module_is_a_provider() -> None:
    module = ModuleType("my_tools")
    module.all_tools = lambda: [tool("a"), tool("b")]  # type: ignore[attr-defined]
    assert validate_provider(module) == []
    assert validate_provider(SimpleNamespace(all_tools=lambda: (tool(),))) == []


@pytest.mark.parametrize("validate", [validate_provider, check_tool_listing, validate_tags])
def test_a_list_is_no_provider(validate: Any) -> None:
    with pytest.raises(AttributeError):
        validate([tool()])


@pytest.mark.parametrize("foreign", [None, 5, "find_host", {"name": "a"}, object(), OCTool, [tool()]])
def test_what_is_no_tool(foreign: Any) -> None:
    (found,) = validate_tool(foreign)
    assert (found.rule, found.tool, found.path) == ("not_octool", None, None)
    (found,) = validate_provider(Provider(foreign))
    assert found.rule == "not_octool"
    assert check_tool_listing(Provider(foreign, foreign)) == []
    assert validate_tags(Provider(foreign)) == []
    assert validate_namespace(Provider(foreign), "a") == []


def test_a_subclass_is_a_tool() -> None:
    class Own(OCTool):
        pass

    own = Own(name="own", func=lambda _dependency: {}, **SOUND)
    assert validate_provider(Provider(own)) == []


class Incomparable:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compares with nothing")

    __hash__ = object.__hash__


@pytest.mark.parametrize("field", ["name", "access", "result_kind", "read_only_hint", "tags", "meta"])
def test_fields_are_judged_without_the_comparisons_of_what_stands_in_them(field: str) -> None:
    odd = tool("odd", deprecated=True, meta={"alias_of": "b"}, unchecked={field: Incomparable()})
    found = validate_provider(Provider(odd, tool("b"), tool("b")))
    assert [each.rule for each in found if each.tool == "b"] == ["duplicate_name"]


def test_one_bad_tool_never_hides_the_others() -> None:
    loop: dict[str, Any] = {"type": "object", "title": "T"}
    loop["properties"] = {"again": loop}
    broken = tool(
        "broken",
        unchecked={
            "name": ["no", "name"],
            "description": b"bytes",
            "input_schema": loop,
            "output_schema": 7,
            "result_kind": "artifact",
            "deprecated": True,
            "meta": [1],
            "tags": 3,
        },
    )
    found = validate_provider(Provider(broken, tool("b", description="One."), broken, tool("b")))
    assert [each.rule for each in found if each.tool is None] == [
        "name_pattern",
        "description_sentences",
        "title_present",
        "open_object",
        "artifact_envelope",
        "deprecated_alias",
    ] * 2
    assert [each.rule for each in found if each.tool == "b"] == ["description_sentences", "duplicate_name"]
    assert validate_tags(Provider(broken)) == []
    assert [each.rule for each in validate_namespace(Provider(broken), "b")] == ["name_outside_namespace"]


def test_findings_of_a_deep_input_schema() -> None:
    schema: Any = {"type": "odd"}
    for _ in range(50_000):
        schema = {"type": "array", "items": schema}
    deep = tool(unchecked={"input_schema": {**SOUND["input_schema"], "properties": {"a": schema}}})
    (found,) = validate_tool(deep)
    assert found.path == "/input_schema/properties/a" + "/items" * 50_000


def test_the_findings_of_the_input_schema_are_those_of_strict_clean() -> None:
    schema = {"type": "object", "title": "T", "properties": {"a/b": {"type": "odd", "x-a": 1}}}
    ours = validate_tool(tool(input_schema=schema))
    theirs = strict_clean(schema)
    assert len(theirs) == 4
    assert [(each.rule, each.message, each.path) for each in ours] == [
        (each.rule, each.message, f"/input_schema{each.path}") for each in theirs
    ]
    assert {each.tool for each in ours} == {"find_host"}


def test_the_same_tool_gives_the_same_findings() -> None:
    provider = Provider(tool(description="One."), tool(input_schema={"type": "object"}))
    assert validate_provider(provider) == validate_provider(provider)
    assert validate_provider(provider) != []


def test_merged_providers_show_what_they_share() -> None:
    merged = merge_providers(Provider(tool("a"), tool("b")), Provider(tool("b")))
    assert [(found.rule, found.tool) for found in validate_provider(merged)] == [("duplicate_name", "b")]


@pytest.mark.parametrize("collect", [set, tuple, list, iter, dict.fromkeys])
def test_any_collection_of_allowed_tags(collect: Any) -> None:
    (found,) = validate_tags(Provider(tool(tags=["x", "z"])), allowed=collect(["y", "x"]))
    assert "['recommended', 'advanced', 'x', 'y']" in found.message


@pytest.mark.parametrize("allowed", ["x", b"x", 5, None, [5], [None], {b"x"}])
def test_allowed_tags_that_are_refused(allowed: Any) -> None:
    with pytest.raises(OCToolError) as caught:
        validate_tags(Provider(tool()), allowed=allowed)
    assert caught.value.rule in {"tags_not_list", "tag_blank"}
    assert caught.value.rule == "tag_blank" or str(caught.value).startswith("allowed ")


def test_an_unstable_order_of_many_tools_shows_where_it_begins() -> None:
    listing = [tool(f"tool_{number}") for number in range(500)]
    turns = iter([listing, [*listing[:400], *reversed(listing[400:])]])
    (found,) = check_tool_listing(SimpleNamespace(all_tools=lambda: next(turns)))
    assert found.message.startswith("from position 400 on, all_tools() gave ['tool_400', 'tool_401', ")
    assert "['tool_499', 'tool_498', " in found.message
    assert len(found.message) < 300


def test_no_message_grows_with_the_input() -> None:
    long = "x" * 100_000
    found = [
        *validate_tool(tool(unchecked={"name": long})),
        *validate_provider(Provider(long, tool(deprecated=True, meta={"alias_of": long}))),
        *validate_tags(Provider(tool(tags=[long])), allowed=[long + "y"]),
        *validate_namespace(Provider(tool()), long),
        *validate_namespace(Provider(tool(unchecked={"name": long})), "a"),
    ]
    assert len(found) >= 6
    assert max(len(each.message) for each in found) < 400


FAILING = """
from octools import OCTool, validate_provider

def make(name, **fields):
    return OCTool(name=name, func=lambda _: {}, access="local", **fields)

class tools:
    @staticmethod
    def all_tools():
        return [
            make("find_host", description="Finds a host.", input_schema={"type": "object"}),
            make("old_host", description="Finds it. Ends.", input_schema={"type": "object"}, deprecated=True),
        ]

def test_tools():
    assert validate_provider(tools) == []
"""


@pytest.mark.parametrize("flags", [[], ["-vv"]], ids=["brief", "verbose"])
def test_one_line_in_a_test_prints_readable_findings(tmp_path: Path, flags: list[str]) -> None:
    (tmp_path / "test_tools.py").write_text(FAILING)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        str(tmp_path),
    ]
    # A user's pytest, without the plugins of ours; on a build server it would not shorten what it prints.
    environment = {name: value for name, value in os.environ.items() if name not in {"CI", "BUILD_NUMBER"}}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    run = subprocess.run(
        [*command, *flags, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
    )
    assert run.returncode == 1
    assert "6 more items" in run.stdout
    first = "Finding(rule='description_sentences', message='the description has 1 sentence; write 2 to 4: "
    assert first in run.stdout
    assert "tool='find_host', path=None)" in run.stdout
    if flags:
        for rule in ("open_object", "output_schema_escape", "deprecated_alias"):
            assert rule in run.stdout
        assert "/input_schema" in run.stdout


def test_every_text_of_a_finding_is_short() -> None:
    for rule in RULES.values():
        for text in rule.messages.values():
            assert len(text) <= 180, rule.id
