"""What a builder hands to a template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from octools_codegen.model import Contract

__all__ = ["Builder", "Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """One text to print: the template's variables, and the source files that its header names.

    `name` fills `{name}` in the row's target, so that one row may print several files.
    """

    context: Mapping[str, Any]
    sources: tuple[str, ...]
    name: str = ""


Builder = Callable[[Contract, str], Sequence[Page]]
"""Shapes part of a contract for a template; the string is what follows the colon in the row's `data`."""
