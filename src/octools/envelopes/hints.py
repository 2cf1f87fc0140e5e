"""Fields that are only hints, which a reader may always drop."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError, ValidationInfo, ValidatorFunctionWrapHandler

from octools.envelopes.reading import reading_of

__all__ = ["dropped_if_malformed"]


def dropped_if_malformed(value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    """Validate a field that is only a hint: while foreign data is read, a malformed value reads as unset.

    Raises:
        ValidationError: The value is malformed, and the data is our own.
    """
    try:
        return handler(value)
    except ValidationError:
        if reading_of(info.context) is not None:
            return None
        raise
