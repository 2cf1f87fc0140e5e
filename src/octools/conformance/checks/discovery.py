"""The discovery document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from octools.conformance.check import CAPABILITY, Checks
from octools.conformance.expectations import expect_json, expect_status
from octools.conformance.verdicts import NotApplicableError, ViolationError
from octools.model_errors import first_problem
from octools.quoting import quote
from octools_contract.catalog import ToolCatalogCapability

if TYPE_CHECKING:
    from octools.conformance.host import Host

__all__ = ["CHECKS"]

CHECKS: Final = Checks()


@CHECKS.check("discovery_document", "the discovery document is a JSON object", CAPABILITY)
def _discovery_document(host: Host) -> None:
    expect_status(host.discovery, 200, "GET /.well-known/openwop")
    expect_json(host.discovery, "the discovery document")
    if not isinstance(host.discovery.json, dict):
        raise ViolationError("the discovery document is no JSON object")


@CHECKS.check("discovery_capability", "toolCatalog is a closed block that says supported", CAPABILITY)
def _discovery_capability(host: Host) -> None:
    if not host.capability:
        raise ViolationError("the discovery document has no object under toolCatalog")
    try:
        ToolCatalogCapability.model_validate(host.capability)
    except ValidationError as error:
        place, text = first_problem(error)
        raise ViolationError(f"/toolCatalog{place}: {text}") from None
    if host.capability.get("supported") is not True:
        raise ViolationError("toolCatalog.supported is not true, though the host serves the catalogue")


@CHECKS.check("discovery_sources", "toolCatalog.sources covers the served sources", CAPABILITY)
def _discovery_sources(host: Host) -> None:
    named = host.capability.get("sources")
    if named is None:
        raise NotApplicableError("the host does not name its sources")
    served = {str(each.get("source")) for each in host.standard_tools}
    if not isinstance(named, list) or served - {str(each) for each in named}:
        raise ViolationError(
            f"toolCatalog.sources is {quote(named)}, but tools are served from {quote(sorted(served))}"
        )
