"""Errors as problem details (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from octools.host.representation import PROBLEM_JSON, Headers, json_bytes

if TYPE_CHECKING:
    from starlette.types import Send

__all__ = ["ALLOWED_METHODS", "send_problem"]

ALLOWED_METHODS: Final = b"GET, HEAD, OPTIONS"


async def send_problem(
    send: Send, status: int, detail: str, *, head: bool = False, extra: Headers | None = None
) -> None:
    """Send one error; `detail` says what is wrong with the request and what to do."""
    body = json_bytes({"type": "about:blank", "title": _title(status), "status": status, "detail": detail})
    headers: Headers = [
        (b"content-type", PROBLEM_JSON),
        (b"content-length", str(len(body)).encode("ascii")),
        (b"cache-control", b"no-store"),
        *(extra or []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})


def _title(status: int) -> str:
    """Return the phrase of a status; one that HTTP does not register says what its class says."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Refused" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "Failed"
