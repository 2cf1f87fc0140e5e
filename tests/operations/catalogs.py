"""The compact projection, catalogues, and what they must not hold."""

from __future__ import annotations

import octools
from tests.operations.inputs import Json, Operation, findings, options, plain, tool

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
    return {"tools": [_dump(each) for each in made.tools], "changes": findings(made.changes)}


def _dump(descriptor: octools.ToolDescriptor | octools.CompactToolDescriptor) -> Json:
    return plain(descriptor.model_dump(mode="json", exclude_none=True))  # type: ignore[no-any-return]


OPERATIONS: dict[str, Operation] = {
    "compact_clean": lambda given: findings(octools.compact_clean(given["schema"])),
    "compact_schema": _compact_schema,
    "compact_tool": lambda given: _dump(
        octools.compact_tool(given["descriptor"], **options(given, *_LIMITS))
    ),
    "compact_catalog": _compact_catalog,
    "validate_catalog": lambda given: findings(octools.validate_catalog(given["descriptors"])),
    "to_tool_descriptor": lambda given: _dump(
        octools.to_tool_descriptor(tool(given["tool"]), **options(given, *_FACTS))
    ),
    "tool_descriptor_from_mcp": lambda given: _dump(
        octools.tool_descriptor_from_mcp(given["data"], **options(given, *_FACTS))
    ),
}
