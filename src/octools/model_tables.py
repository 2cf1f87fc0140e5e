"""Tables from model instances."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, RootModel, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from octools.envelopes.paging import decimal
from octools.envelopes.problems import readable
from octools.envelopes.reading import Owned
from octools.envelopes.tabular import TabularEnvelope
from octools.field_kinds import kind_of_type
from octools.findings import error, quote
from octools.model_columns import dumped_columns, dumped_name
from octools.surrogates import escape_surrogates

if TYPE_CHECKING:
    from octools.envelopes.source import SourceRef
    from octools_contract.envelopes import Cell
    from octools_contract.vocabularies import ColumnKind

__all__ = ["tabular_from_models"]


def tabular_from_models(
    model: type[BaseModel],
    items: Iterable[BaseModel | Mapping[str, Any]],
    *,
    column_kinds: Mapping[str, ColumnKind] | None = None,
    truncated: bool = False,
    total_count: int | str | None = None,
    next_cursor: str | None = None,
    stop_reason: str | None = None,
    warnings: Sequence[str] = (),
    source: SourceRef | Mapping[str, Any] | None = None,
) -> TabularEnvelope:
    """Make a table of model instances, with the column kinds that the types of the fields stand for.

    Columns are the declared fields in order, under the names that the model serialises to, without computed
    ones. The kind of a column comes from the field's type alone; a list, an object, and any value but a
    string in a text column becomes compact JSON; a value that the dump leaves out, and a float that is not
    finite, becomes a null cell. Field descriptions become `column_descriptions` when any field has one. Run
    `validate_tabular` on the result in a test: an `int` beyond 2^53 - 1 needs the kind `big_integer`.
    octools descriptor specification, "tabular_from_models".

    Args:
        model: The model, with fields of its own.
        items: Instances of the model, or mappings that it validates; read once.
        column_kinds: Kinds that replace those of the types, by column name.
        truncated: Whether the read was cut short.
        total_count: The size of the full result, when known.
        next_cursor: The token that continues the read.
        stop_reason: Why the read stopped.
        warnings: Problems to relay.
        source: Which instance and snapshot answered.

    Raises:
        OCToolError: `column_kinds` names a column that does not exist, or an item is no instance and no
            mapping.
        pydantic.ValidationError: An item does not fit the model, or the table breaks a rule of its envelope.
        TypeError: The model is no object model.
    """
    kinds = _kinds(model, column_kinds or {})
    instances = _instances(model, items)
    columns = dumped_columns(model, instances)
    cells = [_cells(kinds[name], column) for name, column in columns.items()]
    descriptions = [field.description for field in model.model_fields.values()]
    data = {
        "columns": [dumped_name(model, name) for name in columns],
        "rows": list(map(list, zip(*cells, strict=True))) if cells else [[] for _ in instances],
        "row_count": len(instances),
        "truncated": truncated,
        "column_kinds": list(kinds.values()),
        "column_descriptions": descriptions if any(each is not None for each in descriptions) else None,
        "total_count": total_count,
        "next_cursor": next_cursor,
        "stop_reason": stop_reason,
        "warnings": list(warnings) if isinstance(warnings, tuple) else warnings,
        "source": source,
    }
    given = {field: value for field, value in data.items() if value is not None}
    return TabularEnvelope.model_validate(given, context=Owned(regular=True))


def _kinds(model: type[BaseModel], chosen: Mapping[str, ColumnKind]) -> dict[str, ColumnKind]:
    """Return the kind of each field: the chosen one, or that of its type."""
    kind: Any = model
    if not (isinstance(kind, type) and issubclass(kind, BaseModel) and not issubclass(kind, RootModel)):
        raise TypeError(f"{quote(getattr(kind, '__name__', kind))} is no model with fields of its own")
    columns = {name: dumped_name(model, name) for name in model.model_fields}
    for column in chosen:
        if column not in columns.values():
            raise error(
                "column_unknown",
                column=quote(column),
                model=model.__name__,
                columns_known=quote(list(columns.values())),
            )
    return {
        name: chosen[column] if column in chosen else kind_of_type(model.model_fields[name].annotation)
        for name, column in columns.items()
    }


def _instances(model: type[BaseModel], items: Iterable[Any]) -> list[BaseModel]:
    """Return the items as instances of the model."""
    given = list(items)
    if set(map(type, given)) <= {model}:
        return given
    return [
        item if isinstance(item, model) else _instance(model, item, row) for row, item in enumerate(given)
    ]


def _instance(model: type[BaseModel], item: Any, row: int) -> BaseModel:
    if not isinstance(item, Mapping):
        raise error("not_object_model", row=row, value=quote(item), model=model.__name__)
    try:
        return model.model_validate(item)
    except ValidationError as problem:
        short = readable(problem)
    raise short


def _cells(kind: object, column: list[Any]) -> list[Cell]:
    """Return the cells of a column; a kind that the caller chose may be anything: the envelope judges it."""
    return next((make for known, make in _CELLS.items() if known == kind), _scalars)(column)


def _scalars(column: list[Any]) -> list[Cell]:
    """Return the cells of a column that is no text: scalars as they are."""
    kinds = set(map(type, column))
    if kinds <= {int, bool, str, type(None)}:
        return column
    if kinds <= {float, type(None)} and all(map(math.isfinite, filter(None, column))):
        return column
    return [_cell(value) for value in column]


def _texts(column: list[Any]) -> list[Cell]:
    """Return the cells of a text column: strings, and all other values as JSON."""
    if set(map(type, column)) <= {str, type(None)}:
        return column
    return [_text(value) for value in column]


def _big_integers(column: list[Any]) -> list[Cell]:
    """Return the cells of a column of big integers: those beyond 2^53 - 1 as decimal strings."""
    return [decimal(cell) if type(cell) is int else cell for cell in _scalars(column)]


def _cell(value: Any) -> Cell:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, str | int | float) else _json(value)


def _text(value: Any) -> Cell:
    cell = _cell(value)
    return cell if cell is None or isinstance(cell, str) else _json(cell)


def _json(value: Any) -> str:
    try:
        return to_json(value, inf_nan_mode="null").decode()
    except PydanticSerializationError:  # a lone surrogate in a text
        return _json_of_any_text(value)


def _json_of_any_text(value: Any) -> str:
    """Write lone surrogates as escapes; a dump is never deeper than pydantic's own limit."""
    return escape_surrogates(json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":")))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


_CELLS: Final[Mapping[str, Callable[[list[Any]], list[Cell]]]] = MappingProxyType(
    {"text": _texts, "big_integer": _big_integers}
)
"""How the cells of a kind are made; other kinds take scalars as they are."""
