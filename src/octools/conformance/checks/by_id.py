"""The reads of one tool by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from octools.conformance.check import ENDPOINT, Checks
from octools.conformance.expectations import by_tool_id, expect_status
from octools.conformance.host import UNKNOWN_ID
from octools.conformance.verdicts import ViolationError
from octools.quoting import quote

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("by_id", "a tool reads by its id as in the listing", ENDPOINT)
def _by_id(host: Host) -> None:
    _read_by_id(host, host.standard_tools, "")


@CHECKS.check("by_id_compact", "a tool reads by its id as in the compact listing", ENDPOINT)
def _by_id_compact(host: Host) -> None:
    host.need_compact()
    _read_by_id(host, host.compact_tools, "?view=compact")


@CHECKS.check("unknown_id", "an unknown id is answered with 404", ENDPOINT)
def _unknown_id(host: Host) -> None:
    answer = host.client.get(host.client.tool_path(UNKNOWN_ID))
    expect_status(answer, 404, "an unknown tool id")


def _read_by_id(host: Host, tools: list[dict[str, Any]], query: str) -> None:
    listed = by_tool_id(tools)
    for tool_id in host.probed_ids():
        answer = host.client.get(host.client.tool_path(tool_id) + query)
        expect_status(answer, 200, f"the read of {quote(tool_id)} by its id")
        if answer.json != listed.get(tool_id):
            raise ViolationError(f"{quote(tool_id)} reads differently by its id than in the listing")
