"""Which catalogue a principal sees: any form of catalogue in, one `Snapshot` a principal out."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Awaitable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

import anyio
import anyio.to_thread
from pydantic import ValidationError

from octools.catalog import to_tool_descriptor
from octools.descriptor import OCTool
from octools.host.snapshot import CatalogError, Snapshot
from octools.model_errors import first_problem
from octools.providers import ToolProvider
from octools.quoting import quote
from octools_contract.descriptors import ToolDescriptor

__all__ = ["Catalogue", "Catalogues", "PerPrincipal", "Prepared", "Principal", "descriptors_of"]

Principal = Hashable
Tools = ToolProvider | Iterable[ToolDescriptor | OCTool | Mapping[str, Any]]


class PerPrincipal(Protocol):
    """Gives the tools that one principal may see."""

    def __call__(self, principal: Any, /) -> Tools | Awaitable[Tools]:
        """Return the tools: an equal value while nothing has changed, best the same tuple."""


Catalogue = Tools | PerPrincipal

_KEPT_PRINCIPALS: Final = 256
_FORMS: Final = "give a provider, a list of tool descriptors, or a callable that gives either for a principal"


def descriptors_of(tools: Tools) -> tuple[ToolDescriptor, ...]:
    """Read a provider, or an iterable of descriptors, as tool descriptors.

    An `OCTool` comes in with the source `host-extension` and the scope `local`.

    Raises:
        CatalogError: There is no list of tools, an item is no tool, or breaks the tool descriptor's schema.
    """
    items: object = tools.all_tools() if isinstance(tools, ToolProvider) else tools
    if isinstance(items, Mapping | str | bytes) or not isinstance(items, Iterable):
        raise CatalogError(f"the catalogue is {quote(items)}; {_FORMS}")
    return tuple(_descriptor(index, item) for index, item in enumerate(items))


def _descriptor(index: int, item: object) -> ToolDescriptor:
    if isinstance(item, ToolDescriptor):
        return item
    if isinstance(item, OCTool):
        return to_tool_descriptor(item)
    if not isinstance(item, Mapping):
        raise CatalogError(f"/{index} is {quote(item)}; give tool descriptors, OCTools or mappings")
    try:
        return ToolDescriptor.model_validate(item)
    except ValidationError as error:
        place, text = first_problem(error)
        raise CatalogError(f"/{index}{place} is no part of a tool descriptor: {text}") from None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A catalogue ready to be served: a snapshot for everybody, or a callable and what it gave so far."""

    shared: Snapshot | None = None
    ask: PerPrincipal | None = None
    whole: Snapshot | None = None
    kept: OrderedDict[Principal, tuple[Any, tuple[ToolDescriptor, ...], Snapshot]] = field(
        default_factory=OrderedDict
    )


class Catalogues:
    """Snapshots by principal, each computed once for a version of the catalogue.

    A provider or a list is one catalogue for everybody, read when it is given. A callable is asked at each
    request; while it gives an equal value for a principal, that principal's answers are kept.
    """

    def __init__(self, catalogue: Catalogue, *, compact: bool) -> None:
        """Take the catalogue; `compact` says whether the compact listing is prepared too.

        Raises:
            CatalogError: A catalogue for everybody cannot be served.
        """
        self._compact = compact
        self._lock = anyio.Lock()
        self._served = self.prepare(catalogue)

    def prepare(self, catalogue: Catalogue, *, whole: tuple[ToolDescriptor, ...] | None = None) -> Prepared:
        """Read a catalogue and compute its answers; it is served once it is given to `install`.

        Args:
            catalogue: As `create_app` takes it.
            whole: Where the catalogue is a callable that selects out of one list: that list. It is checked
                and computed here instead of at some principal's first request.

        Raises:
            CatalogError: A catalogue for everybody, or the whole one, cannot be served.
        """
        if callable(catalogue) and not isinstance(catalogue, ToolProvider):
            return Prepared(ask=catalogue, whole=None if whole is None else self._build(whole))
        return Prepared(shared=self._build(descriptors_of(catalogue)))

    def install(self, prepared: Prepared) -> None:
        """Serve another catalogue from the next request on; those under way end with the one before."""
        self._served = prepared

    @property
    def sources(self) -> tuple[str, ...] | None:
        """The sources of a catalogue for everybody; None where each principal has its own."""
        shared = self._served.shared
        return None if shared is None else shared.sources

    async def snapshot(self, principal: Principal) -> Snapshot:
        """Return what a principal sees.

        Raises:
            CatalogError: The principal's catalogue cannot be served.
        """
        served = self._served
        if served.ask is None:
            return cast("Snapshot", served.shared)
        tools = served.ask(principal)
        if inspect.isawaitable(tools):
            tools = await tools
        known = served.kept.get(principal)
        # A tuple cannot change, so that the same one needs no second look; anything else is compared.
        if known is not None and known[0] is tools and isinstance(tools, tuple):
            return known[2]
        descriptors = descriptors_of(tools)
        async with self._lock:
            known = served.kept.get(principal)
            if known is None or known[1] != descriptors:
                known = (
                    tools,
                    descriptors,
                    await anyio.to_thread.run_sync(self._build, descriptors, served.whole),
                )
                served.kept[principal] = known
            served.kept.move_to_end(principal)
            if len(served.kept) > _KEPT_PRINCIPALS:
                served.kept.popitem(last=False)
        return known[2]

    def _build(self, descriptors: tuple[ToolDescriptor, ...], whole: Snapshot | None = None) -> Snapshot:
        snapshot = Snapshot(descriptors) if whole is None else whole.part(descriptors)
        snapshot.warm(compact=self._compact)
        return snapshot
