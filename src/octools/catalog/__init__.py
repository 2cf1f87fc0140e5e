"""Tool catalogues (RFC 0112): descriptors from tools, the compact view of them, and what a catalogue must not hold."""

from octools.catalog.compacting import CompactCatalog, compact_catalog, compact_tool
from octools.catalog.describing import to_tool_descriptor, tool_descriptor_from_mcp
from octools.catalog.validation import validate_catalog

__all__ = [
    "CompactCatalog",
    "compact_catalog",
    "compact_tool",
    "to_tool_descriptor",
    "tool_descriptor_from_mcp",
    "validate_catalog",
]
