"""Converters: what the real SDKs accept, what real tools of other servers become, and round trips."""

from __future__ import annotations

import json
import sys
from collections import Counter, OrderedDict
from types import MappingProxyType
from typing import Any

import pytest
from anthropic.types import ToolParam
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import Tool
from pydantic import TypeAdapter

from octools import (
    ACCESS_KINDS,
    RESULT_KINDS,
    OCTool,
    OCToolError,
    example,
    from_mcp_tool,
    to_anthropic_tool,
    to_mcp_tool,
    validate_tool,
)
from tests.corpora import needs_corpora, records

MCP_FIELDS = ("name", "title", "description", "inputSchema", "outputSchema")
HINTS = {
    "readOnlyHint": False,
    "destructiveHint": True,
    "idempotentHint": False,
}  # as MCP reads an absent one
ANTHROPIC_TOOL: TypeAdapter[Any] = TypeAdapter(ToolParam)


def call(_dependency: object, **arguments: Any) -> dict[str, Any]:
    return arguments


def make(**fields: Any) -> OCTool:
    return OCTool(
        **{
            "name": "find_ship",
            "description": "Finds a ship. Returns its record.",
            "input_schema": {"type": "object"},
            "func": call,
            "access": "local",
            **fields,
        }
    )


def check_with_sdks(tool: OCTool) -> None:
    written = to_mcp_tool(tool)
    for parsed in (Tool.model_validate(written), Tool.model_validate_json(json.dumps(written))):
        assert parsed.model_dump(by_alias=True, exclude_unset=True) == written
    definition = to_anthropic_tool(tool)
    assert set(definition) == {"name", "description", "input_schema"}
    ANTHROPIC_TOOL.validate_python(definition)
    ANTHROPIC_TOOL.validate_json(json.dumps(definition))


@pytest.mark.parametrize("tool", example.all_tools(), ids=lambda tool: tool.name)
def test_the_sdks_accept_the_example_tools(tool: OCTool) -> None:
    check_with_sdks(tool)
    assert from_mcp_tool(json.loads(json.dumps(to_mcp_tool(tool))), tool.func) == tool


def test_schemas_come_out_plain() -> None:
    schema = MappingProxyType(
        {
            "type": "object",
            "required": ("ship",),
            "properties": OrderedDict(ship=MappingProxyType({"enum": (1, (2,))})),
        }
    )
    tool = make(input_schema=schema, output_schema=schema, meta={"note": (1, 2)})
    expected = {"type": "object", "required": ["ship"], "properties": {"ship": {"enum": [1, [2]]}}}
    written = to_mcp_tool(tool)
    for plain in (written["inputSchema"], written["outputSchema"]):
        assert plain == expected
        assert type(plain) is type(plain["properties"]) is type(plain["properties"]["ship"]) is dict
        assert type(plain["required"]) is type(plain["properties"]["ship"]["enum"][1]) is list
        plain["required"].append("late")
    assert type(written["_meta"]["com.opscogs.octools/meta"]["note"]) is list
    assert tool.input_schema == expected
    stripped = to_anthropic_tool(tool)["input_schema"]
    assert type(stripped["properties"]["ship"]) is dict
    assert type(stripped["properties"]["ship"]["enum"]) is list


def test_a_written_tool_can_be_changed_without_the_descriptor() -> None:
    tool = make(input_schema={"type": "object", "properties": {"a": {}}}, meta={"a": {"b": 1}})
    written = to_mcp_tool(tool)
    written["inputSchema"]["properties"]["late"] = {}
    written["_meta"]["com.opscogs.octools/meta"]["a"]["b"] = 2
    to_anthropic_tool(tool)["input_schema"]["properties"]["late"] = {}
    assert to_mcp_tool(tool) == to_mcp_tool(
        make(input_schema={"type": "object", "properties": {"a": {}}}, meta={"a": {"b": 1}})
    )


def unchecked(**fields: Any) -> OCTool:
    tool = make()
    for name, value in fields.items():
        object.__setattr__(tool, name, value)
    return tool


def endless() -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"again": schema}
    return schema


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    level = schema
    for _ in range(levels):
        level["properties"] = {"a": {"type": "object", "title": "A"}}
        level = level["properties"]["a"]
    return schema


@pytest.mark.parametrize("convert", [to_mcp_tool, to_anthropic_tool])
def test_a_schema_set_past_construction_that_contains_itself(convert: Any) -> None:
    with pytest.raises(OCToolError, match="input_schema contains itself"):
        convert(unchecked(input_schema=endless()))


@pytest.mark.parametrize("convert", [to_mcp_tool, to_anthropic_tool])
@pytest.mark.parametrize("name", [None, 5, ["find_ship"], {}], ids=repr)
def test_a_name_set_past_construction_is_judged_again(convert: Any, name: Any) -> None:
    with pytest.raises(OCToolError, match="does not match"):
        convert(unchecked(name=name))


@pytest.mark.parametrize("value", [None, 5, "network", {"a": 1}, ["a", 5]], ids=repr)
def test_other_fields_set_past_construction_stay_what_they_are(value: Any) -> None:
    for field in ("description", "title", "target", "meta", "tags", "access"):
        written = to_mcp_tool(unchecked(**{field: value}))
        assert written["name"] == "find_ship"
    assert to_anthropic_tool(unchecked(description=value))["description"] == value


def test_other_fields_that_contain_themselves() -> None:
    with pytest.raises(OCToolError, match="output_schema contains itself"):
        to_mcp_tool(unchecked(output_schema=endless()))
    with pytest.raises(OCToolError, match="meta contains itself"):
        to_mcp_tool(unchecked(meta=endless()))
    with pytest.raises(OCToolError, match="input_schema contains itself"):
        from_mcp_tool({"name": "a", "description": "b", "inputSchema": endless()}, call)


@pytest.mark.parametrize("convert", [to_mcp_tool, to_anthropic_tool])
@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "object",
        True,
        5,
        {},
        {"type": ["object"]},
        {"type": {}},
        {"type": "string"},
        {"type": {1, 2}},
    ],
    ids=repr,
)
def test_a_schema_set_past_construction_is_judged_again(convert: Any, schema: Any) -> None:
    with pytest.raises(OCToolError) as caught:
        convert(unchecked(input_schema=schema))
    assert caught.value.rule == "root_not_object"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": []},
        {"type": "object", "properties": {"a": None, "b": [], 5: {}}},
        {"type": "object", 7: {"title": "x"}, None: 1, "items": [None, {"title": "x"}], "$defs": "x"},
        {"type": "object", "anyOf": {"a": 1}, "enum": {1, 2}, "allOf": None, "if": 3.5, "not": b"x"},
        {
            "type": "object",
            "dependentRequired": {"a": ["title"]},
            "dependencies": {"a": ["b"], "c": {"title": "x"}},
        },
    ],
)
def test_any_value_stands_in_a_schema(schema: Any) -> None:
    tool = make(input_schema=schema)
    assert to_mcp_tool(tool)["inputSchema"] == schema
    assert to_anthropic_tool(tool)["input_schema"]["type"] == "object"
    assert from_mcp_tool(to_mcp_tool(tool), call) == tool


def test_depth_is_no_matter() -> None:
    tool = make(input_schema=deep(50_000))
    stripped = to_anthropic_tool(tool)["input_schema"]
    kept = to_mcp_tool(tool)["inputSchema"]
    depth = 0
    while "properties" in stripped:
        stripped, kept = stripped["properties"]["a"], kept["properties"]["a"]
        assert (stripped["type"], kept["title"], "title" in stripped) == ("object", "A", False)
        depth += 1
    assert depth == 50_000
    assert from_mcp_tool({"name": "a", "description": "b", "inputSchema": deep(50_000)}, call).name == "a"


@pytest.mark.parametrize("convert", [to_mcp_tool, to_anthropic_tool])
def test_a_prefix_is_a_string(convert: Any) -> None:
    with pytest.raises(OCToolError, match="name_prefix is null"):
        convert(make(), name_prefix=None)


def test_what_the_mcp_sdk_dumps_comes_in() -> None:
    sdk_tool = Tool.model_validate(
        {"name": "find_ship", "description": "Finds.", "inputSchema": {"type": "object"}}
    )
    for data in (
        sdk_tool.model_dump(mode="json", by_alias=True),
        sdk_tool.model_dump(mode="json", by_alias=True, exclude_none=True),
    ):
        tool = from_mcp_tool(data, call)
        assert (tool.access, tool.read_only_hint, tool.title, tool.output_schema) == (
            "remote",
            False,
            None,
            None,
        )


def table(heading: str, counts: Counter[Any]) -> str:
    return "".join([f"{heading}\n", *(f"  {rule:<24}{count:>6}\n" for rule, count in counts.most_common())])


@needs_corpora
def test_tools_of_other_servers_come_in_and_go_out_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    refused: Counter[str | None] = Counter()
    found: Counter[str] = Counter()
    taken = 0
    for record in records("tools"):
        data = {key: record[key] for key in (*MCP_FIELDS, "annotations") if record.get(key) is not None}
        try:
            tool = from_mcp_tool(data, call)
        except OCToolError as problem:
            refused[problem.rule] += 1
            continue
        taken += 1
        written = to_mcp_tool(tool)
        for key in MCP_FIELDS:
            assert written.get(key) == data.get(key), record["id"]
        hints = data.get("annotations") or {}
        for hint, default in HINTS.items():
            assert written["annotations"][hint] is hints.get(hint, default), record["id"]
        check_with_sdks(tool)
        assert from_mcp_tool(json.loads(json.dumps(written)), call) == tool
        found.update(finding.rule for finding in validate_tool(tool))
    with capsys.disabled():
        sys.stdout.write(f"\n{taken} of {taken + refused.total()} real tools make a descriptor\n")
        sys.stdout.write(table("refused by", refused) + table("findings of validate_tool", found))
    assert (taken, refused.total()) == (939, 362)
    assert None not in refused


TEXT = st.text(min_size=1).filter(lambda text: bool(text.strip()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
OBJECT_SCHEMA = st.dictionaries(st.text(max_size=8), JSON, max_size=4).map(
    lambda schema: {**schema, "type": "object"}
)
DESCRIPTORS = st.builds(
    OCTool,
    name=st.from_regex(r"[a-z][a-z0-9_]{0,47}", fullmatch=True),
    description=TEXT,
    input_schema=OBJECT_SCHEMA,
    func=st.just(call),
    access=st.sampled_from(ACCESS_KINDS),
    target=st.none() | TEXT,
    output_schema=st.none() | OBJECT_SCHEMA,
    result_kind=st.sampled_from(RESULT_KINDS),
    title=st.none() | TEXT,
    read_only_hint=st.booleans(),
    destructive_hint=st.booleans(),
    idempotent_hint=st.booleans(),
    deprecated=st.booleans(),
    meta=st.dictionaries(st.text(max_size=8), JSON, max_size=3),
    tags=st.lists(TEXT, unique=True, max_size=3),
)


@given(tool=DESCRIPTORS)
def test_the_way_through_mcp_loses_nothing(tool: OCTool) -> None:
    written = to_mcp_tool(tool)
    assert from_mcp_tool(written, tool.func) == tool
    assert from_mcp_tool(json.loads(json.dumps(written)), tool.func) == tool


@given(tool=DESCRIPTORS)
def test_both_sdks_accept_any_descriptor(tool: OCTool) -> None:
    Tool.model_validate(to_mcp_tool(tool))
    ANTHROPIC_TOOL.validate_python(to_anthropic_tool(tool))
