"""Tool catalogues and the compact view."""

from __future__ import annotations

from typing import Any

import octools
from tests.operations.inputs import Json, Operation, findings, options, tool

_LIMITS = ("max_description", "max_property_description")
_FACTS = (
    "source",
    "scope",
    "safety_tier",
    "auth",
    "egress",
    "approval",
    "replay_policy",
    "cost_hint",
    "latency_hint",
)


def _compact_schema(given: Json) -> Json:
    made = octools.compact_schema(given["schema"], **options(given, "max_nodes"))
    return {"schema": made.schema, "changes": findings(made.changes)}


def _compact_catalog(given: Json) -> Json:
    made = octools.compact_catalog(given["descriptors"], **options(given, *_LIMITS))
    return {"tools": [each.model_dump() for each in made.tools], "changes": findings(made.changes)}


def _dumped(descriptor: octools.ToolDescriptor | octools.CompactToolDescriptor) -> Any:
    return descriptor.model_dump()


OPERATIONS: dict[str, Operation] = {
    "compact_clean": lambda given: findings(octools.compact_clean(given["schema"])),
    "compact_schema": _compact_schema,
    "compact_tool": lambda given: _dumped(
        octools.compact_tool(given["descriptor"], **options(given, *_LIMITS))
    ),
    "compact_catalog": _compact_catalog,
    "validate_catalog": lambda given: findings(octools.validate_catalog(given["descriptors"])),
    "to_tool_descriptor": lambda given: _dumped(
        octools.to_tool_descriptor(tool(given["tool"]), **options(given, *_FACTS))
    ),
    "tool_descriptor_from_mcp": lambda given: _dumped(
        octools.tool_descriptor_from_mcp(given["data"], **options(given, *_FACTS))
    ),
}
