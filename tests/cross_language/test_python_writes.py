"""Python makes 2,000 random descriptors, listings and envelopes; TypeScript makes the same of each."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from octools import LISTING_STYLES
from tests.cross_language import strategies
from tests.cross_language.bridge import Bridge
from tests.cross_language.comparing import answer, assert_same


def examples(count: int) -> Any:
    """That many examples, each of them through one and the same process of the other language."""
    return settings(
        max_examples=count,
        derandomize=True,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


def assert_agreed(bridge: Bridge, operation: str, given_input: dict[str, Any]) -> dict[str, Any]:
    """Do it in both languages; what Python gave comes back."""
    ours = answer(operation, given_input)
    assert_same(ours, bridge.ask(operation, given_input))
    return ours


@examples(400)
@given(tool=st.one_of(strategies.TOOLS, strategies.TOOLS, strategies.FAULTY_TOOLS))
def test_descriptors(bridge: Bridge, tool: dict[str, Any]) -> None:
    made = assert_agreed(bridge, "octool", tool)
    if "error" in made:
        return
    assert_agreed(bridge, "validate_tool", {"tool": tool})
    assert_agreed(bridge, "to_anthropic_tool", {"tool": tool, "name_prefix": "dc-"})
    assert_agreed(bridge, "summarize_tool", {"tool": tool})
    converted = assert_agreed(bridge, "to_mcp_tool", {"tool": tool})["result"]
    back = assert_agreed(bridge, "from_mcp_tool", {"data": json.loads(json.dumps(converted))})
    assert_same(back, made)


@examples(200)
@given(data=st.one_of(strategies.VALUES, strategies.META))
def test_foreign_mcp_tools(bridge: Bridge, data: Any) -> None:
    bare = {"name": "find_rack", "description": "Finds.", "inputSchema": {"type": "object"}}
    assert_agreed(bridge, "from_mcp_tool", {"data": data})
    assert_agreed(bridge, "from_mcp_tool", {"data": {**bare, "annotations": data, "_meta": {}}})
    assert_agreed(bridge, "from_mcp_tool", {"data": {**bare, "_meta": data, "title": None}})


@examples(200)
@given(schema=st.one_of(strategies.SCHEMAS, strategies.ROOTS, strategies.VALUES))
def test_schemas(bridge: Bridge, schema: Any) -> None:
    for operation in ("strict_clean", "strip_titles", "close_objects"):
        assert_agreed(bridge, operation, {"schema": schema})
    assert_agreed(bridge, "strip_keys", {"schema": schema, "keys": ["default"], "prefixes": ["x-"]})


@examples(150)
@given(provider=strategies.PROVIDERS)
def test_findings_of_listings(bridge: Bridge, provider: dict[str, Any]) -> None:
    assert_agreed(bridge, "validate_provider", {"provider": provider})
    assert_agreed(bridge, "check_tool_listing", {"provider": provider})
    assert_agreed(bridge, "validate_tags", {"provider": provider, "allowed": ["network"]})
    assert_agreed(bridge, "validate_namespace", {"provider": provider, "namespace": "dc"})


@examples(150)
@given(provider=strategies.SOUND_PROVIDERS)
def test_listings_are_equal_byte_for_byte(bridge: Bridge, provider: dict[str, Any]) -> None:
    for style in LISTING_STYLES:
        for pretty in (True, False) if style == "json" else (True,):
            given_input = {"provider": provider, "style": style, "pretty": pretty}
            ours = answer("render_listing", given_input)["result"]
            assert bridge.ask("render_listing", given_input) == {"result": ours}
    assert_agreed(bridge, "select_tools", {"provider": provider, "tags": ["recommended", "dc"]})
    assert_agreed(bridge, "prefix_tools", {"tools": provider["tools"], "namespace": "dc"})


@examples(500)
@given(table=strategies.TABLES)
def test_tables(bridge: Bridge, table: dict[str, Any]) -> None:
    assert_agreed(bridge, "tabular_envelope", {"data": table})
    read = assert_agreed(bridge, "read_envelope", {"model": "TabularEnvelope", "text": json.dumps(table)})
    if "error" not in read:
        assert_agreed(bridge, "tabular_envelope", {"data": read["result"]})
        assert_agreed(bridge, "validate_tabular", {"data": read["result"]})


@examples(250)
@given(page=strategies.PAGES)
def test_pages_of_records(bridge: Bridge, page: dict[str, Any]) -> None:
    for item in ("HostItem", "OpenItem"):
        assert_agreed(bridge, "records_envelope", {"data": page, "item": item})
        read = {"model": "RecordsEnvelope", "item": item, "data": page}
        assert_agreed(bridge, "read_envelope", read)


@examples(150)
@given(file=strategies.FILES)
def test_files(bridge: Bridge, file: dict[str, Any]) -> None:
    assert_agreed(bridge, "artifact_envelope", {"data": file})
    assert_agreed(bridge, "read_envelope", {"model": "ArtifactEnvelope", "data": file})


@examples(300)
@given(text=strategies.BROKEN_TEXTS)
def test_texts_that_are_nearly_json(bridge: Bridge, text: str) -> None:
    given_input = {"model": "TabularEnvelope", "text": text}
    ours, theirs = answer("read_envelope", given_input), bridge.ask("read_envelope", given_input)
    assert_same(*(without_places(each) for each in (ours, theirs)))


def without_places(answered: dict[str, Any]) -> dict[str, Any]:
    """Leave out where in a text a fault shows: parsers differ by a column, and in what a column is."""
    for each in answered.get("problems", ()):
        if each["rule"] == "json_text":
            each["message"] = each["message"].partition(" at ")[0]
    return answered
