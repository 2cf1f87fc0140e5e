"""The `source` parameter, alone and with `view`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from octools.conformance.check import ENDPOINT, Checks
from octools.conformance.expectations import difference, expect_status, ids_of, tools_of
from octools.conformance.verdicts import ViolationError
from octools_contract.vocabularies import TOOL_SOURCES

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("source_filter", "source gives the tools of that source, in order", ENDPOINT)
def _source_filter(host: Host) -> None:
    for source in TOOL_SOURCES:
        found = tools_of(host.client.get(f"/v1/tools?source={source}"), f"source={source}")
        wanted = [each for each in host.standard_tools if each.get("source") == source]
        if ids_of(found) != ids_of(wanted):
            change = difference(ids_of(wanted), ids_of(found))
            raise ViolationError(f"source={source} does not give the tools of that source: {change}")


@CHECKS.check("source_compact", "source and view compose", ENDPOINT)
def _source_compact(host: Host) -> None:
    host.need_compact()
    for source in TOOL_SOURCES:
        found = tools_of(
            host.client.get(f"/v1/tools?source={source}&view=compact"), f"source={source}&view=compact"
        )
        wanted = [each for each in host.compact_tools if each.get("source") == source]
        if found != wanted:
            change = difference(ids_of(wanted), ids_of(found))
            raise ViolationError(f"source={source} and view=compact do not compose: {change}")


@CHECKS.check("source_unknown", "an unknown source is refused with 400", ENDPOINT)
def _source_unknown(host: Host) -> None:
    expect_status(host.client.get("/v1/tools?source=octools-no-such-source"), 400, "an unknown source")


@CHECKS.check("repeated_parameter", "a repeated parameter is refused with 400", ENDPOINT)
def _repeated_parameter(host: Host) -> None:
    expect_status(host.client.get("/v1/tools?source=mcp&source=mcp"), 400, "a repeated source")
    if host.offers_compact:
        expect_status(host.client.get("/v1/tools?view=compact&view=compact"), 400, "a repeated view")
