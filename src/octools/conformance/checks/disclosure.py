"""What callers with other tokens, or without one, get to see."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from octools.conformance.check import ENDPOINT, NORMATIVE, Checks
from octools.conformance.expectations import difference, expect_status, ids_of, tools_of
from octools.conformance.host import BY_ID_READS, UNKNOWN_ID
from octools.conformance.verdicts import NotApplicableError, ViolationError
from octools.quoting import quote

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("non_disclosure", "an id that the caller may not see reads like an unknown one", ENDPOINT)
def _non_disclosure(host: Host) -> None:
    if host.second is None:
        raise NotApplicableError("give a second token to check that one caller cannot see another's tools")
    seen = set(ids_of(tools_of(host.second.get("/v1/tools"), "the second caller's listing")))
    compared = 0
    for reader, hidden in (
        (host.second, [each for each in ids_of(host.standard_tools) if each not in seen]),
        (host.client, sorted(seen - set(ids_of(host.standard_tools)))),
    ):
        unknown = reader.get(reader.tool_path(UNKNOWN_ID)).comparable()
        for tool_id in hidden[:BY_ID_READS]:
            compared += 1
            if reader.get(reader.tool_path(tool_id)).comparable() != unknown:
                hidden_id = quote(tool_id)
                raise ViolationError(f"{hidden_id}, which the caller may not see, reads unlike an unknown id")
    if not compared:
        raise NotApplicableError("both callers see the same tools; give a token that sees fewer")


@CHECKS.check("second_views", "both views of a second caller have the same tool ids", NORMATIVE)
def _second_views(host: Host) -> None:
    host.need_compact()
    if host.second is None:
        raise NotApplicableError("give a second token to check that its two views agree")
    standard = ids_of(tools_of(host.second.get("/v1/tools"), "the second caller's listing"))
    compact = ids_of(
        tools_of(host.second.get("/v1/tools?view=compact"), "the second caller's compact listing")
    )
    if sorted(standard) != sorted(compact):
        raise ViolationError(
            f"the second caller's views have other tool ids: {difference(standard, compact)}"
        )


@CHECKS.check("anonymous", "without a token nothing more is shown", ENDPOINT)
def _anonymous(host: Host) -> None:
    answer = host.client.anonymous().get("/v1/tools")
    if answer.status == HTTPStatus.UNAUTHORIZED:
        return
    extra = set(ids_of(tools_of(answer, "the listing without a token"))) - set(ids_of(host.standard_tools))
    if extra:
        raise ViolationError(
            f"without a token the host shows tools that the caller does not see: {quote(sorted(extra)[:5])}"
        )


@CHECKS.check("wrong_token", "an unknown token is refused with 401", ENDPOINT)
def _wrong_token(host: Host) -> None:
    if host.client.anonymous().get("/v1/tools").status != HTTPStatus.UNAUTHORIZED:
        raise NotApplicableError("the host answers without a token")
    answer = host.client.with_token("octools-conformance-unknown-token").get("/v1/tools")
    expect_status(answer, 401, "an unknown token")
