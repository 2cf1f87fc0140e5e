"""The example provider: tools do what their descriptions say, and results conform to their schemas."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from octools import (
    ArtifactEnvelope,
    OCTool,
    RecordsEnvelope,
    TabularEnvelope,
    example,
    read_envelope,
    validate_namespace,
    validate_provider,
    validate_tabular,
    validate_tags,
)

TOOLS = {tool.name: tool for tool in example.all_tools()}


def call(name: str, dependency: Any = None, /, **arguments: Any) -> dict[str, Any]:
    """Call a tool as a runtime does, and check both schemas."""
    tool = TOOLS[name]
    assert tool.output_schema is not None
    jsonschema.Draft202012Validator(tool.input_schema).validate(arguments)
    result: dict[str, Any] = tool.func(dependency, **arguments)
    jsonschema.Draft202012Validator(tool.output_schema).validate(result)
    return result


def test_the_provider_has_no_findings() -> None:
    assert list(TOOLS) == ["echo_records", "echo", "block_sizes", "render_badge"]
    assert validate_provider(example) == []
    assert validate_tags(example) == []
    assert {finding.rule for finding in validate_namespace(example, "demo")} == {"name_outside_namespace"}


def test_pages_are_followed_by_their_cursor() -> None:
    pages = [call("echo_records", text="hi", times=7, limit=3)]
    while cursor := pages[-1].get("next_cursor"):
        pages.append(call("echo_records", text="hi", times=7, limit=3, cursor=cursor))
    read = [read_envelope(RecordsEnvelope[example.EchoRecord], page) for page in pages]
    assert [record.number for page in read for record in page.records] == [1, 2, 3, 4, 5, 6, 7]
    assert [page.count for page in read] == [3, 3, 1]
    assert [page.truncated for page in read] == [True, True, False]
    assert {page.total_count for page in read} == {7}
    assert pages[0]["resumable"] is True
    assert "resumable" not in pages[-1]


@pytest.mark.parametrize("cursor", ["-1", "x", "", "1000", "٣", "1.0", " 1", "1\n"])
def test_a_cursor_that_the_tool_never_gave(cursor: str) -> None:
    with pytest.raises(ValueError, match="cursor"):
        call("echo_records", text="hi", cursor=cursor)


@pytest.mark.parametrize("arguments", [{"times": 0}, {"times": 101}, {"limit": 0}, {"limit": 101}])
def test_bounds_are_checked_by_the_tool(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="not within 1 to 100"):
        call("echo_records", text="hi", **arguments)
    assert call("echo_records", text="hi", times=1, limit=100)["count"] == 1
    assert call("echo_records", text="hi", times=100, limit=1)["truncated"] is True


def test_a_cursor_past_the_end_gives_nothing() -> None:
    assert call("echo_records", text="hi", cursor="9") == {
        "records": [],
        "count": 0,
        "truncated": False,
        "total_count": 3,
    }


def test_the_alias_is_the_same_tool() -> None:
    alias: OCTool = TOOLS["echo"]
    assert (alias.deprecated, alias.meta["alias_of"]) == (True, "echo_records")
    assert alias.func is TOOLS["echo_records"].func
    assert call("echo", text="hi") == call("echo_records", text="hi")


def test_blocks_are_counted_exactly() -> None:
    result = call("block_sizes", blocks=["10.0.0.0/8", "2001:db8::/32", "192.0.2.77/24", "::/0", "192.0.2.1"])
    table = read_envelope(TabularEnvelope, result)
    assert validate_tabular(table) == []
    assert table.rows == [
        ["10.0.0.0/8", 8, str(2**24)],
        ["2001:db8::/32", 32, str(2**96)],
        ["192.0.2.0/24", 24, "256"],
        ["::/0", 0, str(2**128)],
        ["192.0.2.1/32", 32, "1"],
    ]
    assert table.column_scales == [None, None, "log2"]
    assert call("block_sizes", blocks=[])["row_count"] == 0


def test_what_is_no_block_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="not appear to be"):
        call("block_sizes", blocks=["10.0.0.0/33"])


def test_the_badge_goes_to_the_sink() -> None:
    stored: dict[str, bytes] = {}

    def sink(content: bytes, media_type: str) -> str:
        assert media_type == "image/svg+xml"
        stored["badges/1.svg"] = content
        return "badges/1.svg"

    result = read_envelope(ArtifactEnvelope, call("render_badge", sink, label="build", value="<ok> & \ud800"))
    assert result.artifact.reference == "badges/1.svg"
    assert result.artifact.bytes == len(stored["badges/1.svg"])
    assert result.artifact.role == "badge"
    assert b"build: &lt;ok&gt; &amp; ?</text>" in stored["badges/1.svg"]
    assert result.sensitivity == "inherits_input"
