"""What a catalogue host must do, one function a requirement; the order is that of reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from octools.conformance.checks import (
    by_id,
    compact_view,
    disclosure,
    discovery,
    http_rules,
    source_filter,
    standard_view,
)

if TYPE_CHECKING:
    from octools.conformance.check import Check

__all__ = ["CHECKS"]

CHECKS: Final[tuple[Check, ...]] = (
    *discovery.CHECKS,
    *standard_view.CHECKS,
    *compact_view.CHECKS,
    *source_filter.CHECKS,
    *by_id.CHECKS,
    *disclosure.CHECKS,
    *http_rules.CHECKS,
)
