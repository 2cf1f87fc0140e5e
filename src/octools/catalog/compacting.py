"""The compact view of a tool catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from octools.catalog.fields import EXECUTION, HOST_SOURCE, fields_of, is_tool_id, items_of
from octools.compact.descriptions import shorten_descriptions
from octools.compact.ledger import RULE, Ledger
from octools.compact.projection import DEFAULT_MAX_NODES, project_schema
from octools.findings import Finding, error, finding, quote
from octools.sentences import shortened
from octools_contract.constants import COMPACT_DESCRIPTION_LIMIT
from octools_contract.descriptors import CompactToolDescriptor, ToolDescriptor
from octools_contract.fallbacks import SAFETY_TIER_FALLBACK, TOOL_SOURCE_FALLBACK
from octools_contract.vocabularies import SAFETY_TIERS, TOOL_SOURCES

__all__ = ["CompactCatalog", "compact_catalog", "compact_tool"]

_SCHEMA: Final = "inputSchema"


@dataclass(frozen=True, slots=True)
class CompactCatalog:
    """A catalogue in the compact view, and what it no longer says.

    Attributes:
        tools: The compact descriptors, in the order of the catalogue.
        changes: `compact_widened` findings, and those on descriptors that could not be read whole; `tool` is
            the `toolId`, `path` points into the original descriptor.
    """

    tools: tuple[CompactToolDescriptor, ...]
    changes: list[Finding]


def compact_tool(
    descriptor: ToolDescriptor | Mapping[str, Any],
    *,
    max_description: int | None = COMPACT_DESCRIPTION_LIMIT,
    max_property_description: int | None = None,
) -> CompactToolDescriptor:
    """Return the compact view of one tool.

    Args:
        descriptor: The tool's descriptor, or a mapping with its fields.
        max_description: Most characters of `description`: a longer one is cut at the end of a sentence, or
            else of a word; None for no limit.
        max_property_description: The same for every description inside `inputSchema`.

    Returns:
        The descriptor without its heavy fields, `inputSchema` in the compact subset. A schema that is no
        object is left out. Use `compact_catalog` to learn what was widened.

    Raises:
        OCToolError: The value is no descriptor, or has no readable `toolId` (`not_a_descriptor`).
        ValueError: A limit is no integer, or less than 1.

    Source: RFC 0112, CompactToolDescriptor.
    """
    _check_limits(max_description, max_property_description)
    compacted = _compact(descriptor, max_description, max_property_description, [], "")
    if compacted is None:
        raise error("not_a_descriptor", value=quote(descriptor))
    return compacted


def compact_catalog(
    descriptors: Iterable[ToolDescriptor | Mapping[str, Any]],
    *,
    max_description: int | None = COMPACT_DESCRIPTION_LIMIT,
    max_property_description: int | None = None,
) -> CompactCatalog:
    """Return the compact view of a catalogue: the same tools in the same order, made by `compact_tool`.

    One tool that cannot be read never hides the others. A schema that is no object is left out, an unknown
    source or tier reads as its fallback, and both are reported; only an item without a `toolId` is left out
    itself.

    Args:
        descriptors: The catalogue's items.
        max_description: As in `compact_tool`.
        max_property_description: As in `compact_tool`.

    Raises:
        OCToolError: The value is no list of items (`not_a_catalog`).
        ValueError: A limit is no integer, or less than 1.

    Source: RFC 0112, CompactToolDescriptor.
    """
    _check_limits(max_description, max_property_description)
    changes: list[Finding] = []
    tools = []
    for index, item in enumerate(items_of(descriptors)):
        compacted = _compact(item, max_description, max_property_description, changes, f"/{index}")
        if compacted is not None:
            tools.append(compacted)
    return CompactCatalog(tuple(tools), changes)


def _check_limits(*limits: int | None) -> None:
    for limit in limits:
        if limit is not None and (type(limit) is not int or limit < 1):
            raise ValueError("a limit of characters must be an integer of at least 1, or None")


def _compact(
    item: Any,
    max_description: int | None,
    max_property_description: int | None,
    changes: list[Finding],
    at: str,
) -> CompactToolDescriptor | None:
    fields = fields_of(item)
    tool_id = None if fields is None else fields.get("toolId")
    if fields is None or not is_tool_id(tool_id):
        changes.append(finding("bad_descriptor", variant="item", path=at, value=quote(item)))
        return None
    compact: dict[str, Any] = {"toolId": tool_id, **_identity(fields, tool_id, changes)}
    for field in ("title", "description"):
        text = fields.get(field)
        if isinstance(text, str):
            cut = field == "description" and max_description is not None
            compact[field] = shortened(text, max_description) if cut and max_description is not None else text
        elif text is not None:
            changes.append(_bad_field(tool_id, field, text, "a string"))
    schema = fields.get(_SCHEMA)
    if isinstance(schema, Mapping):
        projected = project_schema(schema, Ledger(DEFAULT_MAX_NODES, tool=tool_id, prefix=f"/{_SCHEMA}"))
        changes += projected.changes
        compact[_SCHEMA] = projected.schema
        if max_property_description is not None:
            shorten_descriptions(projected.schema, max_property_description)
    elif schema is not None:
        changes.append(finding(RULE, variant="not_readable", tool=tool_id, path=f"/{_SCHEMA}"))
    return CompactToolDescriptor.model_validate(compact)


def _identity(fields: Mapping[Any, Any], tool_id: str, changes: list[Finding]) -> dict[str, str]:
    """Return source and safety tier; what cannot be read, and any other source of `exec`, is the fallback."""
    known: dict[str, str] = {}
    for field, allowed, fallback in _VOCABULARIES:
        value = fields.get(field)
        if isinstance(value, str) and value in allowed:
            known[field] = value
        else:
            known[field] = fallback
            changes.append(_bad_field(tool_id, field, value, f"one of {', '.join(allowed)}"))
    if known["safetyTier"] == EXECUTION and known["source"] != HOST_SOURCE:
        changes.append(finding("exec_source", tool=tool_id, path="/source", value=quote(known["source"])))
        known["source"] = HOST_SOURCE
    return known


_VOCABULARIES: Final = (
    ("source", TOOL_SOURCES, TOOL_SOURCE_FALLBACK),
    ("safetyTier", SAFETY_TIERS, SAFETY_TIER_FALLBACK),
)


def _bad_field(tool_id: str, field: str, value: Any, expected: str) -> Finding:
    if value is None:
        return finding(
            "bad_descriptor", variant="missing", tool=tool_id, path="", field=field, expected=expected
        )
    shown = quote(value)
    return finding(
        "bad_descriptor", tool=tool_id, path=f"/{field}", field=field, value=shown, expected=expected
    )
