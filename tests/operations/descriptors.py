"""Constructing, converting, selecting and prefixing tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import octools
from tests.operations.inputs import (
    Json,
    Listed,
    Operation,
    func,
    item,
    options,
    plain,
    tool,
    tool_fields,
    with_defaults,
)


def _names(provider: octools.ToolProvider) -> list[str]:
    return [each.name for each in provider.all_tools()]


def _prefixed(given: Json) -> list[Json]:
    listed = [item(each) for each in given["tools"]]
    return [tool_fields(each) for each in octools.prefix_tools(listed, given["namespace"])]


OPERATIONS: dict[str, Operation] = {
    "octool": lambda given: tool_fields(tool(given)),
    "count_sentences": lambda given: octools.count_sentences(given["text"]),
    "merge_providers": lambda given: _names(octools.merge_providers(*map(Listed, given["providers"]))),
    "select_tools": lambda given: _names(octools.select_tools(Listed(given["provider"]), tags=given["tags"])),
    "prefix_tools": _prefixed,
    "from_mcp_tool": lambda given: tool_fields(octools.from_mcp_tool(given["data"], func)),
    "to_mcp_tool": lambda given: plain(
        octools.to_mcp_tool(tool(given["tool"]), **options(given, "name_prefix"))
    ),
    "to_anthropic_tool": lambda given: plain(
        octools.to_anthropic_tool(tool(given["tool"]), **options(given, "name_prefix"))
    ),
}

# How the result that a case expects is read, where it may leave something out.
EXPECTATIONS: dict[str, Callable[[Any], Any]] = {
    "octool": with_defaults,
    "from_mcp_tool": with_defaults,
    "prefix_tools": lambda expected: [with_defaults(each) for each in expected],
}
