"""What the models are told about the data that they validate, by way of pydantic's validation context."""

from __future__ import annotations

from typing import Any

__all__ = ["Owned", "Reading", "leave_records", "owned_of", "reading_of"]


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
    """Validation context of tolerant reading: the data was written by another process.

    Attributes:
        records_of: The envelope whose records are still to be validated, or None. They belong to the caller's
            model, which decides alone what it takes: until they are done, nothing is tolerated.
    """

    __slots__ = ("records_of",)

    def __init__(
        self, *, owned: bool = True, regular: bool = False, records_of: type[Any] | None = None
    ) -> None:
        super().__init__(owned=owned, regular=regular)
        self.records_of = records_of


def owned_of(context: object) -> Owned:
    """Return what the validation context says about ownership: nothing is ours unless it says so."""
    return context if isinstance(context, Owned) else Owned(owned=False)


def reading_of(context: object) -> Reading | None:
    """Return the mark of tolerant reading; None for our own data, and inside the records of an envelope."""
    return context if isinstance(context, Reading) and context.records_of is None else None


def leave_records(context: object, model: type[Any]) -> None:
    """Tell that the records of an envelope have been validated.

    Args:
        context: The validation context.
        model: The class of the envelope; one that stands inside the records changes nothing.
    """
    if isinstance(context, Reading) and context.records_of is model:
        context.records_of = None
