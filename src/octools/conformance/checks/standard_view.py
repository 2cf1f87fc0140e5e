"""The standard listing: its envelope, its descriptors, and what the descriptors of both views say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from octools.catalog.validation import publishing_problems
from octools.conformance.check import ENDPOINT, Checks
from octools.conformance.expectations import expect_listing, expect_shape, ids_of
from octools.conformance.verdicts import ViolationError
from octools.quoting import quote
from octools_contract.descriptors import ToolDescriptor

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("listing", "the listing is an object with tools alone", ENDPOINT)
def _listing(host: Host) -> None:
    expect_listing(host.standard, "/v1/tools", "the listing")


@CHECKS.check("standard_shape", "each descriptor of the standard view has the closed shape", ENDPOINT)
def _standard_shape(host: Host) -> None:
    expect_shape(ToolDescriptor, host.standard_tools, "standard view")


@CHECKS.check("unique_ids", "tool ids are unique", ENDPOINT)
def _unique_ids(host: Host) -> None:
    ids = ids_of(host.standard_tools)
    if len(set(ids)) != len(ids):
        twice = sorted(each for each, times in Counter(ids).items() if times > 1)[:5]
        raise ViolationError(f"tool ids stand more than once: {quote(twice)}")


@CHECKS.check("content", "descriptors keep the catalogue's rules and hold no credentials", ENDPOINT)
def _content(host: Host) -> None:
    for what, tools in (("standard view", host.standard_tools), ("compact view", _compact_or_nothing(host))):
        first = next(iter(publishing_problems(tools)), None)
        if first is not None:
            raise ViolationError(
                f"{what}: {first.rule} at {first.path or '/'} of {quote(first.tool)}: {first.message}"
            )


def _compact_or_nothing(host: Host) -> list[dict[str, Any]]:
    return host.compact_tools if host.offers_compact else []
