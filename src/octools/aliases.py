"""Deprecated aliases: which tool replaces which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octools_contract.constants import ALIAS_OF_KEY

if TYPE_CHECKING:
    from octools.descriptor import OCTool


def alias_of(tool: OCTool) -> str | None:
    """Return the name in `meta["alias_of"]`, or None where there is no text or a blank one."""
    meta: object = tool.meta  # anything, when it was set past construction
    target = meta.get(ALIAS_OF_KEY) if isinstance(meta, Mapping) else None
    return target if isinstance(target, str) and target.strip() else None


def replacement(tool: OCTool) -> str | None:
    """Return the name of the tool that replaces a deprecated one; None for any other tool."""
    return alias_of(tool) if tool.deprecated else None
