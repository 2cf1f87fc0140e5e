"""Serving a catalogue from a process: uvicorn, and a reload on SIGHUP."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from octools.host.app import create_app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request

    from octools.host.catalogues import Catalogue, Catalogues, Prepared
    from octools.host.tokens import Grant, Tokens
    from octools_contract.descriptors import ToolDescriptor

__all__ = ["Loaded", "open_socket", "serve"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a host serves: the catalogue, and the tokens that see parts of it (None: everybody sees all)."""

    descriptors: tuple[ToolDescriptor, ...]
    tokens: Tokens | None

    def catalogue(self) -> Catalogue:
        """Return the catalogue in the form that `create_app` takes."""
        if self.tokens is None:
            return self.descriptors
        kept: dict[Grant, tuple[ToolDescriptor, ...]] = {}

        def visible(grant: Grant) -> tuple[ToolDescriptor, ...]:
            found = kept.get(grant)
            if found is None:
                found = kept[grant] = grant.select(self.descriptors)
            return found

        return visible


def open_socket(host: str, port: int) -> socket.socket:
    """Bind the listening socket before anything is said about serving.

    Raises:
        OSError: The address cannot be bound.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


class _Reloading:
    """The application and what it serves at the moment."""

    def __init__(
        self,
        first: Loaded,
        load: Callable[[], Loaded],
        reloaded: Callable[[Loaded | Exception], None],
        *,
        compact_view: bool,
    ) -> None:
        self._loaded, self._load, self._reloaded = first, load, reloaded
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.app = create_app(first.catalogue(), authorize=self._authorize, compact_view=compact_view)
        self._catalogues: Catalogues = self.app.state.catalogues
        if first.tokens is not None:
            self._catalogues.install(self._prepare(first))

    def _authorize(self, request: Request) -> Any:
        tokens = self._loaded.tokens
        return "everybody" if tokens is None else tokens.authorize(request)

    def _prepare(self, loaded: Loaded) -> Prepared:
        # Whole, so that a fault shows here and not to the one caller who may see the faulty tool.
        return self._catalogues.prepare(loaded.catalogue(), whole=loaded.descriptors)

    def on_hangup(self) -> None:
        """Reload in a task of its own."""
        if len(self._tasks) > 1:  # one is under way, and one that waits will read what is new
            return
        task = asyncio.ensure_future(self._reload())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reload(self) -> None:
        # One after the other: an older and slower one must not have the last word.
        async with self._one_at_a_time:
            try:
                loaded = await asyncio.to_thread(self._load)
                prepared = await asyncio.to_thread(self._prepare, loaded)
            except Exception as error:  # noqa: BLE001  (whatever the new file does, the old catalogue stays)
                self._reloaded(error)
                return
            # No request is answered between these two: tokens and catalogue change together.
            self._catalogues.install(prepared)
            self._loaded = loaded
            self._reloaded(loaded)


def serve(
    first: Loaded,
    load: Callable[[], Loaded],
    listening: socket.socket,
    *,
    compact_view: bool,
    ready: Callable[[], None],
    reloaded: Callable[[Loaded | Exception], None],
) -> None:
    """Serve until the process is told to stop; on SIGHUP load again and serve what came.

    Args:
        first: What to serve at the start.
        load: Reads catalogue and tokens again; runs in a thread, so that requests go on meanwhile.
        listening: The bound socket.
        compact_view: As `create_app` takes it.
        ready: Called when requests are answered.
        reloaded: Called after each reload with what came, or with what went wrong: then the old one stays.

    Raises:
        CatalogError: The first catalogue cannot be served.
    """
    host = _Reloading(first, load, reloaded, compact_view=compact_view)

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        if hasattr(signal, "SIGHUP"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, host.on_hangup)
        ready()
        yield

    host.app.router.lifespan_context = lifespan
    config = uvicorn.Config(host.app, log_level="warning", access_log=False, server_header=False, ws="none")
    uvicorn.Server(config).run(sockets=[listening])
