"""The host as an ASGI application."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Hashable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request

from octools.host.catalogues import Catalogue, Catalogues
from octools.host.negotiation import QueryError, accepts_gzip, etag_matches, parse_selection
from octools.host.openapi import openapi_document
from octools.host.problems import ALLOWED_METHODS, send_problem
from octools.host.representation import Representation, json_bytes
from octools_contract.vocabularies import TOOL_SOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Authorize", "create_app"]

Authorize = Callable[[Request], Hashable | Awaitable[Hashable | None] | None]

_log: Final = logging.getLogger("octools.host")

_BY_ID: Final = "/v1/tools/"
_ABSOLUTE_FORM: Final = re.compile(r"https?://[^/]*(?=/)", re.IGNORECASE)
_NO_PRINCIPAL: Final = "the request names no caller whom this host knows; send Authorization: Bearer <token>"
_NO_TOOL: Final = "there is no such tool for this caller; list the tools at /v1/tools"
_NO_PAGE: Final = (
    "there is nothing at this path; the tools are at /v1/tools, the document of all paths at /openapi.json"
)
_READ_ONLY: Final = "the catalogue is read-only; use GET"
_FAILED: Final = "the host could not answer; its log says why"


def create_app(catalogue: Catalogue, *, authorize: Authorize, compact_view: bool = True) -> Starlette:
    """Build the catalogue host: the reads of RFC 0112, discovery, the OpenAPI document and a health check.

    Paths: `GET /v1/tools` and `GET /v1/tools/{toolId}` (both with `view` and `source`),
    `GET /.well-known/openwop`, `GET /openapi.json`, `GET /healthz`. An id stands percent-encoded in the path.

    Args:
        catalogue: A provider (any object or module with `all_tools()`), an iterable of tool descriptors, or a
            callable that gives either for one principal. A provider and an iterable are read once, here; a
            callable is asked at each request, and answers are kept while it gives an equal value.
        authorize: Takes the Starlette request and returns the principal, any hashable value other than None;
            None refuses the request with 401. May be asynchronous.
        compact_view: Whether the host advertises and honours `view=compact`; otherwise `view` is ignored.

    Raises:
        octools.host.snapshot.CatalogError: A `ValueError`: the catalogue cannot be served; the text says why.
    """
    catalogues = Catalogues(catalogue, compact=compact_view)
    reads = _CatalogReads(catalogues, authorize, compact_view=compact_view)
    document = Representation(json_bytes(openapi_document()), vary=b"Accept-Encoding")
    healthy = Representation(json_bytes({"status": "ok"}), vary=b"Accept-Encoding")
    paths = _Paths(
        {
            "/v1/tools": reads.listing,
            "/.well-known/openwop": _Discovery(catalogues, compact_view=compact_view),
            "/openapi.json": _Fixed(document),
            "/healthz": _Fixed(healthy),
        },
        reads.tool,
    )
    app = Starlette()
    app.router.redirect_slashes = False
    app.router.default = _Guarded(paths)
    app.state.catalogues = catalogues
    return app


class _Guarded:
    """Answers what every path answers alike: `OPTIONS`, methods that are not reads, and failures."""

    def __init__(self, read: ASGIApp) -> None:
        self._read = read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a websocket: there is none at any path
            await send({"type": "websocket.close", "code": 1000})
            return
        method = scope["method"]
        if method == "OPTIONS":
            headers = [(b"allow", ALLOWED_METHODS), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        if method not in {"GET", "HEAD"}:
            await send_problem(
                send, HTTPStatus.METHOD_NOT_ALLOWED, _READ_ONLY, extra=[(b"allow", ALLOWED_METHODS)]
            )
            return
        head = method == "HEAD"
        try:
            await self._read(scope, receive, send)
        except HTTPException as refusal:
            extra = [
                (name.encode("latin-1"), value.encode("latin-1"))
                for name, value in (refusal.headers or {}).items()
            ]
            await send_problem(send, refusal.status_code, refusal.detail, head=head, extra=extra)
        except Exception:  # noqa: BLE001 - whatever foreign code raises, the caller gets an answer
            _log.exception("the answer to %s could not be computed", scope["path"])
            await send_problem(send, HTTPStatus.INTERNAL_SERVER_ERROR, _FAILED, head=head)


class _Paths:
    """Finds the read that a path names.

    Not by Starlette's routes: their patterns pass over a line break, which may stand in an id.
    """

    def __init__(self, reads: Mapping[str, ASGIApp], by_id: ASGIApp) -> None:
        self._reads = reads
        self._by_id = by_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = _path(scope)
        if path.startswith(_BY_ID):
            await self._by_id({**scope, "path_params": {"tool_id": path[len(_BY_ID) :]}}, receive, send)
        else:
            await self._reads.get(path, _nothing_here)(scope, receive, send)


def _path(scope: Scope) -> str:
    """Return the path below where the application is mounted, decoded once; what is not UTF-8 is replaced."""
    raw: bytes | None = scope.get("raw_path")  # a server need not send it
    path = str(scope["path"]) if raw is None else unquote_to_bytes(raw).decode("utf-8", "replace")
    root = str(scope.get("root_path", ""))
    if root and path.startswith(root):
        path = path[len(root) :]
    absolute = _ABSOLUTE_FORM.match(path)  # a request target that proxies send (RFC 9112, 3.2.2)
    return path[absolute.end() :] if absolute else path


class _CatalogReads:
    """The two catalogue reads."""

    def __init__(self, catalogues: Catalogues, authorize: Authorize, *, compact_view: bool) -> None:
        self._catalogues = catalogues
        self._authorize = authorize
        self._compact_view = compact_view

    async def listing(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send, None)

    async def tool(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send, scope["path_params"]["tool_id"])

    async def _answer(self, scope: Scope, receive: Receive, send: Send, tool_id: str | None) -> None:
        principal = self._authorize(Request(scope, receive))
        if inspect.isawaitable(principal):
            principal = await principal
        if principal is None:
            raise HTTPException(
                HTTPStatus.UNAUTHORIZED,
                _NO_PRINCIPAL,
                {"WWW-Authenticate": "Bearer", "Vary": "Authorization"},
            )
        try:
            selection = parse_selection(scope["query_string"], honour_view=self._compact_view)
        except QueryError as bad:
            raise HTTPException(HTTPStatus.BAD_REQUEST, str(bad)) from None
        snapshot = await self._catalogues.snapshot(principal)
        found = snapshot.listing(selection) if tool_id is None else snapshot.tool(tool_id, selection)
        if found is None:
            # Unknown and unauthorised ids take this one way, so that nobody can tell them apart.
            raise HTTPException(HTTPStatus.NOT_FOUND, _NO_TOOL, {"Vary": "Authorization"})
        await _send(scope, send, found)


class _Discovery:
    """`GET /.well-known/openwop`: what the host supports, with capability families at the root."""

    def __init__(self, catalogues: Catalogues, *, compact_view: bool) -> None:
        self._catalogues = catalogues
        self._compact_view = compact_view
        self._kept: tuple[Any, Representation] | None = None

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        sources = self._catalogues.sources
        if self._kept is None or self._kept[0] != sources:
            capability = {
                "supported": True,
                "sources": list(TOOL_SOURCES if sources is None else sources),
                "compactView": self._compact_view,
                "sessionLifecycle": False,
            }
            self._kept = (
                sources,
                Representation(json_bytes({"toolCatalog": capability}), vary=b"Accept-Encoding"),
            )
        await _send(scope, send, self._kept[1])


class _Fixed:
    """An answer that never changes."""

    def __init__(self, representation: Representation) -> None:
        self._representation = representation

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        await _send(scope, send, self._representation)


async def _send(scope: Scope, send: Send, found: Representation) -> None:
    condition = encoding = ""
    for name, value in scope["headers"]:
        if name == b"if-none-match":
            condition = f"{condition},{value.decode('latin-1')}" if condition else value.decode("latin-1")
        elif name == b"accept-encoding":
            encoding = f"{encoding},{value.decode('latin-1')}" if encoding else value.decode("latin-1")
    compressed = bool(encoding) and accepts_gzip(encoding)
    if condition and etag_matches(condition, found.etags):
        headers = found.not_modified(compressed=compressed)
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    body, headers = found.encoded(compressed=compressed)
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _nothing_here(scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer what matches no route."""
    await send_problem(send, HTTPStatus.NOT_FOUND, _NO_PAGE, head=scope["method"] == "HEAD")
