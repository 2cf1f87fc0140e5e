"""The compact listing, how it agrees with the standard one, and the `view` parameter that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from octools.compact.clean import compact_clean
from octools.conformance.check import COMPACT_DESCRIPTOR, ENDPOINT, NORMATIVE, SUBSET, Checks
from octools.conformance.expectations import (
    by_tool_id,
    difference,
    expect_listing,
    expect_shape,
    expect_status,
    ids_of,
)
from octools.conformance.verdicts import ViolationError
from octools.quoting import quote
from octools_contract.descriptors import CompactToolDescriptor

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("compact_listing", "the compact listing is an object with tools alone", ENDPOINT)
def _compact_listing(host: Host) -> None:
    expect_listing(host.compact, "/v1/tools?view=compact", "the compact listing")


@CHECKS.check(
    "compact_shape", "each compact descriptor has the closed shape, heavy fields dropped", COMPACT_DESCRIPTOR
)
def _compact_shape(host: Host) -> None:
    host.need_compact()
    expect_shape(CompactToolDescriptor, host.compact_tools, "compact view")


@CHECKS.check("compact_subset", "each compact input schema stays in the subset at any depth", SUBSET)
def _compact_subset(host: Host) -> None:
    host.need_compact()
    for index, each in enumerate(host.compact_tools):
        if "inputSchema" in each:
            findings = compact_clean(each["inputSchema"])
            if findings:
                place = f"/tools/{index}/inputSchema{findings[0].path or ''}"
                raise ViolationError(
                    f"{place} ({quote(each.get('toolId'))}): {findings[0].rule}: {findings[0].message}"
                )


@CHECKS.check("same_ids", "both views have the same tool ids", NORMATIVE)
def _same_ids(host: Host) -> None:
    host.need_compact()
    standard, compact = ids_of(host.standard_tools), ids_of(host.compact_tools)
    if sorted(standard) != sorted(compact):
        raise ViolationError(
            f"the compact view has other tool ids than the standard view: {difference(standard, compact)}"
        )


@CHECKS.check("same_facts", "both views say the same of a tool", COMPACT_DESCRIPTOR)
def _same_facts(host: Host) -> None:
    host.need_compact()
    standard = by_tool_id(host.standard_tools)
    for tool_id, each in by_tool_id(host.compact_tools).items():
        whole = standard.get(tool_id, {})
        for name in ("source", "safetyTier", "title"):
            if each.get(name, whole.get(name)) != whole.get(name):
                raise ViolationError(f"{quote(each.get('toolId'))} has another {name} in the compact view")


@CHECKS.check("view_standard", "view=standard is the default view", ENDPOINT)
def _view_standard(host: Host) -> None:
    host.need_compact()
    named = host.client.get("/v1/tools?view=standard")
    if named.json != host.standard.json:
        raise ViolationError("view=standard gives something else than the default view")


@CHECKS.check("view_unknown", "an unknown view is refused, or view ignored where not advertised", NORMATIVE)
def _view_unknown(host: Host) -> None:
    answer = host.client.get("/v1/tools?view=octools-no-such-view")
    if host.offers_compact:
        expect_status(answer, 400, "an unknown view on a host that advertises compactView")
        return
    compact = host.client.get("/v1/tools?view=compact")
    for each in (answer, compact):
        if each.json != host.standard.json:
            raise ViolationError(
                "a host that does not advertise compactView must ignore view, but its answer changed"
            )
