"""A catalogue to serve in tests, its callers, and hosts on real sockets."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any

import uvicorn

from octools_contract.descriptors import ToolDescriptor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp

CATALOGUE: list[dict[str, Any]] = [
    {
        "toolId": "mcp:forecast.hourly",
        "source": "mcp",
        "safetyTier": "read",
        "title": "Hourly forecast",
        "description": "Gives the hourly forecast of a station. "
        + "It names the station and the model run. " * 12,
        "inputSchema": {
            "type": "object",
            "properties": {
                "station": {"$ref": "#/$defs/Station", "description": "Where."},
                "hours": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            },
            "required": ["station"],
            "$defs": {"Station": {"type": "string", "enum": ["north", "south"]}},
        },
        "outputSchema": {"type": "object"},
        "egress": "safe-fetch",
        "approval": "never",
    },
    {
        "toolId": "connector:tides/high%20water",
        "source": "connector",
        "safetyTier": "write",
        "replayPolicy": "idempotent",
    },
    {
        "toolId": "demo.host:größe~é",
        "source": "host-extension",
        "safetyTier": "exec",
        "auth": {"scopes": ["tides.read"], "credentialRef": True},
        "costHint": "low",
        "latencyHint": "high",
    },
    {
        "toolId": "mcp:clock",
        "source": "mcp",
        "safetyTier": "pure",
        "inputSchema": {"type": "object", "properties": {}},
    },
]
VISIBLE = {"whole": {each["toolId"] for each in CATALOGUE}, "part": {"mcp:clock"}}


def descriptors() -> tuple[ToolDescriptor, ...]:
    return tuple(ToolDescriptor.model_validate(each) for each in CATALOGUE)


def authorize(request: Any) -> str | None:
    """Bearer `whole` sees everything, `part` one tool, anything else nothing."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme == "Bearer" and token in VISIBLE else None


def per_principal(principal: str) -> tuple[ToolDescriptor, ...]:
    return tuple(each for each in _WHOLE if each.toolId in VISIBLE[principal])


_WHOLE = descriptors()


@contextlib.contextmanager
def running(app: ASGIApp) -> Iterator[str]:
    server = uvicorn.Server(
        uvicorn.Config(app, port=0, log_level="critical", access_log=False, lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
