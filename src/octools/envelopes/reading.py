"""What the models are told about the data that they validate, by way of pydantic's validation context."""

from __future__ import annotations

from typing import Any

__all__ = ["Owned", "Reading", "owned_of", "reading_of"]


class Owned(dict[str, Any]):
    """Validation context for data that octools made itself.

    It is an empty mapping, so that a record model that looks into its own context finds nothing there.

    Attributes:
        owned: Lists may be kept instead of copied.
        regular: The rows are known to be lists, each with a scalar a column.
    """

    __slots__ = ("owned", "regular")

    def __init__(self, *, owned: bool = True, regular: bool = False) -> None:
        super().__init__()
        self.owned = owned
        self.regular = regular


class Reading(Owned):
    """Validation context of tolerant reading: the data was written by another process."""

    __slots__ = ()


def owned_of(context: object) -> Owned:
    """Return what the validation context says about ownership: nothing is ours unless it says so."""
    return context if isinstance(context, Owned) else Owned(owned=False)


def reading_of(context: object) -> Reading | None:
    """Return the mark of tolerant reading, or None."""
    return context if isinstance(context, Reading) else None
