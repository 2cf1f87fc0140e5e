"""The envelope of a list of records."""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, Generic, TypeVar, get_args

from pydantic import BaseModel, ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic_core import InitErrorDetails

from octools.envelopes.hints import dropped_if_malformed
from octools.envelopes.lists import ListEnvelope
from octools.envelopes.problems import MAX_PROBLEMS, more_problems, problem, quote
from octools.envelopes.reading import Reading, leave_records
from octools.envelopes.refinement import field_of
from octools.envelopes.source import SourceRef
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the generic class and its item: a parametrized class has no name to be found by."""
        generic = type(self).__pydantic_generic_metadata__
        if generic["origin"] is None:
            return copyreg.__newobj__, (type(self),), self.__getstate__()  # type: ignore[attr-defined]
        return _unpickled, (generic["origin"], generic["args"]), self.__getstate__()

    # The records are validated before all other fields, and `source` even where they are wrong.
    @field_validator("records", mode="after")
    @classmethod
    def _octools_leave_records(cls, value: Any, info: ValidationInfo) -> Any:
        leave_records(info.context, cls)
        return value

    @field_validator("source", mode="wrap")
    @classmethod
    def _octools_hint(cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        leave_records(info.context, cls)
        return dropped_if_malformed(value, handler, info)

    def _octools_problems(self, given: dict[str, Any], reading: Reading | None) -> Iterator[InitErrorDetails]:
        yield from open_record_problems(type(self), self.records)
        length = len(self.records)
        if self.count != length:
            yield problem("count_mismatch", ("count",), self.count, count=quote(self.count), length=length)
        yield from self._octools_page_problems(given, length)


def _unpickled(origin: Any, arguments: tuple[Any, ...]) -> BaseModel:
    """Return an instance without state of a parametrized class."""
    model: type[BaseModel] = origin[arguments]
    return model.__new__(model)


def open_record_problems(model: type[BaseModel], records: list[Any]) -> Iterator[InitErrorDetails]:
    """Yield the records that are no objects, where no item model judges them.

    Mappings of other types become dicts, in place, so that a dump can write them.
    """
    item = next(iter(get_args(model.model_fields["records"].annotation)), Any)
    if not (item is Any or isinstance(item, TypeVar)) or set(map(type, records)) <= {dict}:
        return
    bad = []
    for index, record in enumerate(records):
        if isinstance(record, Mapping):
            records[index] = dict(record)
        elif not isinstance(record, BaseModel) and (isinstance(record, type) or not is_dataclass(record)):
            bad.append(index)
    for index in bad[:MAX_PROBLEMS]:
        shown = quote(records[index])
        yield problem(
            "wrong_json_type", ("records", index), records[index], value=shown, expected="an object"
        )
    yield from more_problems(len(bad) - MAX_PROBLEMS)
