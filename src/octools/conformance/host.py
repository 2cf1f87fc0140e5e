"""The host under check: answers that several checks need are read once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from octools.conformance.expectations import ids_of, tools_of
from octools.conformance.verdicts import NotApplicableError

if TYPE_CHECKING:
    from octools.conformance.client import Answer, Client

__all__ = ["BY_ID_READS", "UNKNOWN_ID", "Host"]

# How many tools the checks of by-id reads ask for.
BY_ID_READS: Final = 25
# An id that no host has, with characters that must be escaped.
UNKNOWN_ID: Final = "octools.conformance:no-such-tool/%~\u00e9"


class Host:
    """The host under check, as one caller sees it, and perhaps a second one."""

    def __init__(self, client: Client, second: Client | None) -> None:
        self.client = client
        self.second = second

    @cached_property
    def discovery(self) -> Answer:
        """The answer to the discovery read."""
        return self.client.get("/.well-known/openwop")

    @cached_property
    def capability(self) -> dict[str, Any]:
        """The tool catalogue's block of the discovery document, or nothing."""
        found = self.discovery.json.get("toolCatalog") if isinstance(self.discovery.json, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def offers_compact(self) -> bool:
        """Whether the compact view is advertised."""
        return self.capability.get("compactView") is True

    def need_compact(self) -> None:
        """Raise `NotApplicableError` where the compact view is not advertised."""
        if not self.offers_compact:
            raise NotApplicableError("the host does not advertise toolCatalog.compactView")

    @cached_property
    def standard(self) -> Answer:
        """The answer to the standard listing."""
        return self.client.get("/v1/tools")

    @cached_property
    def compact(self) -> Answer:
        """The answer to the compact listing."""
        self.need_compact()
        return self.client.get("/v1/tools?view=compact")

    @cached_property
    def standard_tools(self) -> list[dict[str, Any]]:
        """The descriptors of the standard listing."""
        return tools_of(self.standard, "GET /v1/tools")

    @cached_property
    def compact_tools(self) -> list[dict[str, Any]]:
        """The descriptors of the compact listing."""
        return tools_of(self.compact, "GET /v1/tools?view=compact")

    def probed_ids(self) -> list[str]:
        """Ids for by-id reads: the first ones, and those that need escaping."""
        ids = ids_of(self.standard_tools)
        odd = [each for each in ids if not each.replace(":", "").replace("_", "").isalnum()]
        return list(dict.fromkeys([*ids[:BY_ID_READS], *odd[:BY_ID_READS]]))
