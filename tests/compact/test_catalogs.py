"""Catalogues: credentials that must not be published, and inputs that nobody promised."""

from __future__ import annotations

import enum
from typing import Any

import pytest

from octools import (
    CompactToolDescriptor,
    OCToolError,
    ToolDescriptor,
    compact_catalog,
    compact_tool,
    to_tool_descriptor,
    tool_descriptor_from_mcp,
    validate_catalog,
)
from octools.example import all_tools
from octools.sentences import shortened

# Made of parts, so that no scanner takes this file for a leak.
LETTERS = "aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gI3kM5oQ7s"
REAL = {
    "a private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "an AWS access key id": "AKIA" + "Q3EGRJ7YLPZ2MWTN",
    "a GitHub token": "ghp_" + LETTERS[:36],
    "a GitLab token": "glpat-" + LETTERS[:20],
    "an Anthropic API key": "sk-ant-" + LETTERS[:30],
    "an OpenAI API key": "sk-proj-" + LETTERS[:36],
    "a Stripe key": "sk_live_" + LETTERS[:24],
    "a Slack token": "xoxb-" + "123456789012-" + LETTERS[:12],
    "a Google API key": "AIza" + LETTERS[:35],
    "an npm token": "npm_" + LETTERS[:36],
    "a Hugging Face token": "hf_" + LETTERS[:34],
    "a JSON Web Token": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTYifQ." + LETTERS[:30],
    "an Authorization header": "Bearer " + LETTERS[:32],
    "an address with a password": "postgres://harbour:" + "tR4w1er-9x" + "@db.example.org/ships",
}
HARMLESS = [
    "Use your API key, such as sk-... or <token>.", "AKIA" + "IOSFODNN7EXAMPLE",
    "postgres://user:password@host/db",
    "https://user:<password>@example.org", "ghp_" + "x" * 36,
    "A risk-assessment of the task-list.", "Bearer token",
    "max_tokens", "eyJ", "password", "The secret of a good harbour.", "sk-learn", "https://example.org/a:b@c",
]  # fmt: skip


def tool(**fields: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {}}
    return {"toolId": "x:a", "source": "mcp", "safetyTier": "read", "inputSchema": schema, **fields}


def found(descriptor: Any) -> list[tuple[str, str | None]]:
    return [(each.rule, each.path) for each in validate_catalog([descriptor])]


@pytest.mark.parametrize("kind", REAL)
def test_a_credential_is_found_anywhere_and_never_repeated(kind: str) -> None:
    text = f"Call it with {REAL[kind]} please."
    inside = {"type": "object", "properties": {"a": {"items": [{"examples": [{"b": [text]}]}]}}}
    findings = validate_catalog([tool(description=text), tool(toolId="x:b", inputSchema=inside)])
    assert [(each.tool, each.path) for each in findings] == [
        ("x:a", "/description"),
        ("x:b", "/inputSchema/properties/a/items/0/examples/0/b/0"),
    ]
    assert all(each.rule == "credential_value" and kind in each.message for each in findings)
    assert all(REAL[kind] not in each.message for each in findings)


@pytest.mark.parametrize("text", HARMLESS)
def test_ordinary_text_and_placeholders_are_none(text: str) -> None:
    assert found(tool(description=text)) == []


@pytest.mark.parametrize(
    ("name", "value", "alarms"),
    [
        ("password", "hunter2", True), ("apiKey", "9f8e7d6c5b4a", True),
        ("client_secret", "q1w2e3r4t5", True),
        ("access-token", "tok12345678", True), ("API_KEY", "ZX81-9d7e6f", True),
        ("password", "<password>", False), ("api_key", "your-api-key", False), ("api_key", "", False),
        ("max_tokens", "40961234", False), ("page_token", "abc12345678", False),
        ("secret_name", "db-1234567", False),
        ("credentials", "include", False), ("monkey", "abc12345678", False),
        ("token_type", "bearer12345", False),
    ],
)  # fmt: skip
def test_a_name_that_promises_a_credential(name: str, value: str, alarms: bool) -> None:
    declared = {"type": "object", "properties": {name: {"type": "string", "default": value}}}
    expected = [("credential_key", f"/inputSchema/properties/{name}/default")] if alarms else []
    assert found(tool(inputSchema=declared)) == expected
    sample = {"type": "object", "properties": {}, "examples": [{name: value}]}
    expected = [("credential_key", f"/inputSchema/examples/0/{name}")] if alarms else []
    assert found(tool(inputSchema=sample)) == expected


def test_a_parameter_that_takes_a_credential_is_none() -> None:
    schema = {
        "type": "object",
        "properties": {"password": {"type": "string", "description": "Your password."}},
    }
    assert found(tool(inputSchema=schema)) == []


ODD = [None, 5, "x", [], {}, {"toolId": 5}, {"toolId": ""}, object(), {"toolId": "a", 5: 6}, {1: 2}]


@pytest.mark.parametrize("index", range(len(ODD)))
def test_one_bad_item_never_hides_the_others(index: int) -> None:
    made = compact_catalog([tool(), ODD[index], tool(toolId="x:b")])
    assert [each.toolId for each in made.tools if each.toolId.startswith("x:")] == ["x:a", "x:b"]
    assert {each.rule for each in made.changes} == {"bad_descriptor"}
    assert any(each.rule == "bad_descriptor" for each in validate_catalog([ODD[index]]))


@pytest.mark.parametrize("schema", [5, "text", [], True, [{"type": "object"}]])
def test_a_schema_that_is_no_object_is_left_out(schema: Any) -> None:
    made = compact_catalog([tool(inputSchema=schema)])
    assert made.tools[0].inputSchema is None
    assert [(each.rule, each.tool, each.path) for each in made.changes] == [
        ("compact_widened", "x:a", "/inputSchema")
    ]


def test_what_cannot_be_read_reads_as_its_fallback() -> None:
    made = compact_catalog([tool(source="new", safetyTier=5, title=3), tool(toolId="x:b", safetyTier="exec")])
    assert [(each.source, each.safetyTier) for each in made.tools] == [("host-extension", "exec")] * 2
    assert [each.rule for each in made.changes] == ["bad_descriptor"] * 3 + ["exec_source"]


def test_a_changed_place_points_into_the_descriptor() -> None:
    schema = {"type": "object", "properties": {"a/b": {"not": {"properties": {"c": {"type": "string"}}}}}}
    made = compact_catalog([tool(inputSchema=schema)])
    assert [(each.tool, each.path) for each in made.changes] == [("x:a", "/inputSchema/properties/a~1b/not")]


def test_the_compact_view_of_the_compact_view_is_itself() -> None:
    descriptors = [to_tool_descriptor(each) for each in all_tools()]
    once = compact_catalog(descriptors).tools
    assert compact_catalog(once).tools == once
    assert all(isinstance(each, CompactToolDescriptor) for each in once)


def test_a_schema_of_great_depth_is_kept() -> None:
    schema: Any = {"type": "string"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"a": schema}}
    assert compact_catalog([tool(inputSchema=schema)]).tools[0].inputSchema is not None
    assert validate_catalog([tool(inputSchema=schema)]) == []


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "9"])
def test_a_limit_of_characters_that_is_none_is_refused(limit: Any) -> None:
    for name in ("max_description", "max_property_description"):
        with pytest.raises(ValueError, match="at least 1, or None"):
            compact_tool(tool(), **{name: limit})


def test_what_is_no_descriptor_is_refused() -> None:
    for value in (None, [], {"source": "mcp"}):
        with pytest.raises(OCToolError, match="is no tool descriptor") as caught:
            compact_tool(value)  # type: ignore[arg-type]
        assert caught.value.rule == "not_a_descriptor"


def test_hints_of_mcp_decide_the_tier() -> None:
    def tier(**fields: Any) -> str:
        return tool_descriptor_from_mcp({"name": "a", "inputSchema": {"type": "object"}, **fields}).safetyTier

    assert tier() == "write"
    assert tier(annotations={"readOnlyHint": True}) == "read"
    local = {"com.opscogs.octools/access": "local"}
    assert tier(annotations={"readOnlyHint": True}, _meta=local) == "pure"
    assert tier(annotations=None, _meta=local) == "write"


def test_facts_of_the_host_are_stated_and_checked() -> None:
    one = all_tools()[0]
    made = to_tool_descriptor(one, auth={"scopes": ["a"]}, egress="none", cost_hint="low", safety_tier="exec")
    assert isinstance(made, ToolDescriptor)
    assert made.model_dump(include={"auth", "egress", "costHint", "safetyTier"}) == {
        "auth": {"scopes": ["a"]}, "egress": "none", "costHint": "low", "safetyTier": "exec",
    }  # fmt: skip
    for wrong in (
        {"egress": "x"},
        {"auth": 5},
        {"auth": {"token": "a"}},
        {"source": "mcp", "safety_tier": "exec"},
    ):
        with pytest.raises(OCToolError):
            to_tool_descriptor(one, **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is no argument"):
        to_tool_descriptor(one, speed="high")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("One. Two. Three.", 16, "One. Two. Three."),
        ("One. Two. Three.", 15, "One. Two."),
        ("One. Two. Three.", 8, "One."),
        ("No sentence ends here", 12, "No sentence…"),
        ("No sentence ends here", 11, "No…"),
        ("Unbreakable", 5, "Unbr…"),
        ("Version 1.2 is out. It works.", 20, "Version 1.2 is out."),
        ("長い説明。次の文。", 6, "長い説明。"),
        ("He said (“stop.”) and left", 20, "He said (“stop.”)"),
        ("  padded  ", 6, "padded"),
        ("a b", 1, "…"),
    ],
)
def test_descriptions_end_with_a_sentence_or_a_word(text: str, limit: int, expected: str) -> None:
    assert shortened(text, limit) == expected
    assert len(expected) <= limit
    made = compact_tool(tool(description=text), max_description=limit)
    assert made.description == expected


def test_descriptions_inside_a_schema_are_cut_where_asked_for() -> None:
    long = "First sentence. Second one."
    schema = {
        "type": "object",
        "properties": {
            "description": {"type": "string", "description": long},
            "a": {"default": {"description": long}},
        },
    }
    made = compact_tool(tool(inputSchema=schema), max_property_description=16)
    assert made.inputSchema is not None
    assert made.inputSchema.properties == {
        "description": {"type": "string", "description": "First sentence."},
        "a": {"default": {"description": long}},
    }
    assert schema["properties"]["description"]["description"] == long  # type: ignore[index]


def test_a_scope_may_be_a_member_of_an_enumeration() -> None:
    class Scope(str, enum.Enum):  # noqa: UP042 - the kind that formats as its name
        HARBOUR = "harbour"

    (tool, *_) = all_tools()
    assert to_tool_descriptor(tool, scope=Scope.HARBOUR).model_dump()["toolId"] == f"harbour:{tool.name}"
    listed = {"name": Scope.HARBOUR, "inputSchema": {"type": "object", "properties": {}}}
    assert tool_descriptor_from_mcp(listed).model_dump()["toolId"] == "mcp:harbour"
