"""The base model of the two list envelopes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import ValidatorFunctionWrapHandler, field_validator
from pydantic_core import InitErrorDetails

from octools.envelopes.closed import ClosedModel
from octools.envelopes.paging import page_problems, resumable_problems, total_count

__all__ = ["ListEnvelope"]


class ListEnvelope(ClosedModel):
    """Base of the list envelopes: the rules between the fields that the generated models state."""

    if TYPE_CHECKING:
        truncated: bool
        total_count: int | str | None
        next_cursor: str | None
        stop_reason: str | None

    @property
    def resumable(self) -> bool:
        """Whether the read can be continued: true exactly when `next_cursor` is present."""
        return self.next_cursor is not None

    @field_validator("total_count", mode="wrap", check_fields=False)
    @classmethod
    def _octools_total_count(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> int | str | None:
        return total_count(value, handler)

    def _octools_page_problems(self, given: dict[str, Any], returned: int) -> Iterator[InitErrorDetails]:
        """Yield what is wrong with paging; `resumable` is taken out of the given keys."""
        yield from page_problems(
            truncated=self.truncated,
            returned=returned,
            total=self.total_count,
            next_cursor=self.next_cursor,
            stop_reason=self.stop_reason,
        )
        yield from resumable_problems(given, self.next_cursor)

    def _octools_computed(self) -> dict[str, Any]:
        """Return `resumable` for a truncated read, unless a subclass computes a field of that name itself."""
        if not self.__dict__.get("truncated") or "resumable" in type(self).model_computed_fields:
            return {}
        return {"resumable": self.__dict__.get("next_cursor") is not None}
