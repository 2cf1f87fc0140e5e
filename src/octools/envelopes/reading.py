"""The mark that `read_envelope` sets, so that the models know that they read foreign data."""

from __future__ import annotations

from typing import Any

__all__ = ["Reading", "reading_of"]


class Reading(dict[str, Any]):
    """Validation context of tolerant reading.

    It is an empty mapping, so that a record model that looks into its own context finds nothing there.

    Attributes:
        owned: The data was parsed by the reader itself: lists may be kept instead of copied.
        regular: The rows are known to be lists, each with a scalar a column.
    """

    __slots__ = ("owned", "regular")

    def __init__(self, *, owned: bool = False, regular: bool = False) -> None:
        super().__init__()
        self.owned = owned
        self.regular = regular


def reading_of(context: object) -> Reading | None:
    """Return the mark when the validation context says that foreign data is read."""
    return context if isinstance(context, Reading) else None
