"""The envelope of a list of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from pydantic import ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic_core import InitErrorDetails

from octools.envelopes.hints import dropped_if_malformed
from octools.envelopes.lists import ListEnvelope
from octools.envelopes.problems import problem
from octools.envelopes.reading import Reading
from octools.envelopes.refinement import field_of
from octools.envelopes.source import SourceRef
from octools.findings import quote
from octools_contract import envelopes as contract
from octools_contract.envelopes import Item

__all__ = ["RecordsEnvelope"]


class RecordsEnvelope(contract.RecordsEnvelope[Item], ListEnvelope, Generic[Item]):
    """A list of records whose shape is known in advance, whole or one page of it.

    `RecordsEnvelope[Item]` takes records of the model `Item`: objects that it accepts, or its instances. What
    a record may hold is the item model's matter alone. Construction checks JSON types, counts and the paging
    rules. A dump leaves out what is unset and validates again.

    octools descriptor specification, "Result envelopes".

    Raises:
        pydantic.ValidationError: A rule is broken; the error (a `ValueError`) lists the first ten problems.
    """

    source: SourceRef | None = field_of(contract.RecordsEnvelope, "source")

    @field_validator("source", mode="wrap")
    @classmethod
    def _octools_hint(cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        return dropped_if_malformed(value, handler, info)

    def _octools_problems(self, given: dict[str, Any], reading: Reading | None) -> Iterator[InitErrorDetails]:
        length = len(self.records)
        if self.count != length:
            yield problem("count_mismatch", ("count",), self.count, count=quote(self.count), length=length)
        yield from self._octools_page_problems(given, length)
