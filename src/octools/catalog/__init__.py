"""Tool catalogues (RFC 0112): descriptors from tools, their compact view, and what must not be published."""

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
