"""Which instance and snapshot answered."""

from __future__ import annotations

from octools.envelopes.closed import ClosedModel
from octools_contract import envelopes as contract

__all__ = ["SourceRef"]


class SourceRef(contract.SourceRef, ClosedModel):
    """Which instance and snapshot answered, so that a selector such as `latest` can be resolved afterwards.

    Both texts are optional, and left out of a dump when unset. Values are what the caller may see: never a
    host path, never another tenant's name. octools descriptor specification, "Source of a result".
    """
