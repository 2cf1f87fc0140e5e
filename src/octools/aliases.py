"""Deprecated aliases: which tool replaces which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octools_contract.constants import ALIAS_OF_KEY

if TYPE_CHECKING:
    from octools.descriptor import OCTool


def alias_of(tool: OCTool) -> str | None:
    """Return the name in `meta["alias_of"]`, or None where there is no text or a blank one."""
    target = tool.meta.get(ALIAS_OF_KEY) if isinstance(tool.meta, Mapping) else None
    return target if isinstance(target, str) and target.strip() else None


def replacement(tool: OCTool) -> str | None:
    """Return the name of the tool that a deprecated alias stands for; None for a tool that is no such alias."""
    return alias_of(tool) if tool.deprecated else None
