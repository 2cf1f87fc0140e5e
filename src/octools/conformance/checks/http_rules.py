"""How the reads behave as HTTP: methods, repeated and conditional reads, caching."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from octools.conformance.check import ENDPOINT, Checks
from octools.conformance.expectations import expect_status
from octools.conformance.verdicts import NotApplicableError, ViolationError

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()
_REPEATS: Final = 5
_WRITES: Final = ("POST", "PUT", "PATCH", "DELETE")


@CHECKS.check("read_only", "writing methods are refused and change nothing", ENDPOINT)
def _read_only(host: Host) -> None:
    before = host.standard.body
    paths = ["/v1/tools", *(host.client.tool_path(each) for each in host.probed_ids()[:1])]
    for path in paths:
        for method in _WRITES:
            answer = host.client.send(method, path)
            if not HTTPStatus.BAD_REQUEST <= answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise ViolationError(
                    f"{method} {path} was answered with status {answer.status}; the catalogue is read-only"
                )
    if host.client.get("/v1/tools").body != before:
        raise ViolationError("the catalogue changed after requests with writing methods")


@CHECKS.check("head", "HEAD answers as GET, without a body", ENDPOINT)
def _head(host: Host) -> None:
    answer = host.client.send("HEAD", "/v1/tools")
    if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
        raise NotApplicableError("the host does not answer HEAD")
    expect_status(answer, 200, "HEAD /v1/tools")
    if answer.body:
        raise ViolationError("HEAD /v1/tools came with a body")
    for name in ("content-type", "etag"):
        if answer.header(name) != host.standard.header(name):
            raise ViolationError(f"HEAD /v1/tools has another {name} than GET")


@CHECKS.check("stable", "repeated reads give the same bytes", ENDPOINT)
def _stable(host: Host) -> None:
    for path, first in (
        ("/v1/tools", host.standard),
        *((("/v1/tools?view=compact", host.compact),) if host.offers_compact else ()),
    ):
        for _ in range(_REPEATS):
            again = host.client.get(path)
            if again.body != first.body:
                raise ViolationError(f"repeated reads of {path} give other bytes")
            if again.header("etag") != first.header("etag"):
                raise ViolationError(f"repeated reads of {path} give the same bytes with another ETag")


@CHECKS.check("conditional", "a conditional read with the current ETag is answered with 304", ENDPOINT)
def _conditional(host: Host) -> None:
    etag = host.standard.header("etag")
    if etag is None:
        raise NotApplicableError("the host sends no ETag")
    answer = host.client.get("/v1/tools", If_None_Match=etag)
    expect_status(answer, 304, "a conditional read with the current ETag")
    if answer.body:
        raise ViolationError("a 304 answer came with a body")
    expect_status(
        host.client.get("/v1/tools", If_None_Match='"octools-no-such-etag"'),
        200,
        "a conditional read with another ETag",
    )


@CHECKS.check("cacheable", "a caller's listing is not cached for others", ENDPOINT)
def _cacheable(host: Host) -> None:
    if host.client.anonymous().get("/v1/tools").status != HTTPStatus.UNAUTHORIZED:
        raise NotApplicableError("the host answers without a token")
    control = (host.standard.header("cache-control") or "").lower()
    vary = (host.standard.header("vary") or "").lower()
    if (
        not any(word in control for word in ("private", "no-store"))
        and "authorization" not in vary
        and vary != "*"
    ):
        raise ViolationError(
            "a caller's listing may be cached for others: send Cache-Control: private or Vary: Authorization"
        )
