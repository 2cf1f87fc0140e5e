"""A catalogue at one moment, as the bytes of its answers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from octools.catalog import compact_catalog
from octools.catalog.validation import publishing_problems
from octools.host.negotiation import Selection
from octools.host.representation import Representation, json_bytes
from octools.quoting import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from octools.findings import Finding
    from octools_contract.descriptors import CompactToolDescriptor, ToolDescriptor

__all__ = ["CatalogError", "Snapshot"]

_SHOWN_FINDINGS = 10


class CatalogError(ValueError):
    """A catalogue cannot be served; the text lists the first findings of `validate_catalog`."""


class Snapshot:
    """The answers to every read of one list of descriptors, computed when first asked for and then kept.

    The bytes of an answer depend on the descriptors alone, so that they are stable over reads and restarts.
    """

    def __init__(self, descriptors: Iterable[ToolDescriptor]) -> None:
        """Take the descriptors in listing order.

        Raises:
            CatalogError: `validate_catalog` has findings other than `schema_root`: what it finds must not be
                published.
        """
        self._descriptors = tuple(descriptors)
        findings = publishing_problems(self._descriptors)
        if findings:
            raise CatalogError(_describe(findings))
        self._listings: dict[Selection, Representation] = {}
        self._tools: dict[tuple[str, Selection], Representation] = {}

    def part(self, descriptors: Iterable[ToolDescriptor]) -> Snapshot:
        """Return the answers to reads of some of these descriptors, put together from what is computed."""
        found = object.__new__(Snapshot)
        found._descriptors = tuple(descriptors)
        found._listings, found._tools = {}, {}
        found._standard, found._compact = self._standard, self._compact
        return found

    def __len__(self) -> int:
        return len(self._descriptors)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources that the tools come from, sorted."""
        return tuple(sorted({descriptor.source for descriptor in self._descriptors}))

    def listing(self, selection: Selection) -> Representation:
        """Return the answer to `GET /v1/tools`."""
        found = self._listings.get(selection)
        if found is None:
            parts = self._parts(selection.view)
            chosen = [
                parts[each.toolId] for each in self._descriptors if selection.source in (None, each.source)
            ]
            found = self._listings[selection] = Representation(b'{"tools":[' + b",".join(chosen) + b"]}")
        return found

    def tool(self, tool_id: str, selection: Selection) -> Representation | None:
        """Return the answer to `GET /v1/tools/{toolId}`, or None when there is no such tool."""
        source = self._sources_by_id.get(tool_id)
        if source is None or selection.source not in (None, source):
            return None
        key = (tool_id, selection)
        found = self._tools.get(key)
        if found is None:
            found = self._tools[key] = Representation(self._parts(selection.view)[tool_id])
        return found

    def warm(self, *, compact: bool) -> None:
        """Compute the listings ahead of the first request."""
        self.listing(Selection("standard"))
        if compact:
            self.listing(Selection("compact"))

    def _parts(self, view: str) -> Mapping[str, bytes]:
        return self._compact if view == "compact" else self._standard

    @cached_property
    def _sources_by_id(self) -> Mapping[str, str]:
        return {each.toolId: each.source for each in self._descriptors}

    @cached_property
    def _standard(self) -> Mapping[str, bytes]:
        return {each.toolId: _written(each) for each in self._descriptors}

    @cached_property
    def _compact(self) -> Mapping[str, bytes]:
        return {each.toolId: _written(each) for each in compact_catalog(self._descriptors).tools}


def _written(descriptor: ToolDescriptor | CompactToolDescriptor) -> bytes:
    try:
        return json_bytes(descriptor.model_dump())
    except (RecursionError, TypeError, ValueError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise CatalogError(f"{quote(descriptor.toolId)} cannot be written as JSON: {reason}") from None


def _describe(findings: Sequence[Finding]) -> str:
    shown = [
        f"{quote(each.tool or 'catalogue')} {each.path or ''}: {each.rule}: {each.message}"
        for each in findings[:_SHOWN_FINDINGS]
    ]
    rest = len(findings) - len(shown)
    if rest:
        shown.append(f"and {rest} more")
    return "the catalogue cannot be served: " + "; ".join(shown)
