"""How a check ends early: the requirement does not hold, or does not apply."""

from __future__ import annotations

__all__ = ["NotApplicableError", "ViolationError"]


class ViolationError(Exception):
    """The requirement does not hold; the text says what was seen."""


class NotApplicableError(Exception):
    """The host does not offer what the check is about."""
