"""Reading envelopes that another process wrote, perhaps with a newer release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from pydantic import BaseModel, ValidationError

from octools.envelopes.artifact import ArtifactEnvelope
from octools.envelopes.problems import custom_error, rule_error
from octools.envelopes.reading import Reading
from octools.envelopes.records import RecordsEnvelope
from octools.envelopes.tabular import TabularEnvelope
from octools.errors import OCToolError
from octools.json_text import decode, parse, refuse_constants
from octools.messages import message
from octools.quoting import quote

if TYPE_CHECKING:
    from pydantic_core import PydanticCustomError

__all__ = ["read_envelope"]

Envelope = TypeVar("Envelope", bound=RecordsEnvelope[Any] | TabularEnvelope | ArtifactEnvelope)

_ENVELOPES: Final = (RecordsEnvelope, TabularEnvelope, ArtifactEnvelope)
_EXPECTED: Final = "a JSON object, as a mapping, a text or bytes"
# How much of a text that is no JSON its error carries along.
_SHOWN: Final = 80
# What pydantic calls a text that its parser refuses; where it happened is for our own parser to say.
_TEXT_ERRORS: Final = frozenset({"json_invalid", "string_unicode"})
# What pydantic calls a value that is no object, where a model stands.
_NO_MODEL: Final = "model_type"


def read_envelope(model: type[Envelope], data: Mapping[str, object] | str | bytes) -> Envelope:
    """Read an envelope that this process did not make.

    Validates as `model.model_validate` does, and tolerates what a newer producer may send: unknown keys are
    dropped, in the envelope and in the octools models inside it (not inside `records`, which belong to the
    caller's model); unknown vocabulary values read as their fallbacks; a scale on a column without a numeric
    kind reads as None; a malformed `source` or `column_descriptions` reads as absent. octools descriptor
    specification, "Reading envelopes from another process".

    Args:
        model: `RecordsEnvelope` (any parametrization), `TabularEnvelope`, `ArtifactEnvelope`, or a subclass.
        data: A mapping, or a JSON object as text or as bytes (UTF-8, UTF-16 or UTF-32, with or without a byte
            order mark). Rows of a mapping are copied, never kept.

    Raises:
        TypeError: The model is no envelope.
        pydantic.ValidationError: The data breaks a rule of the envelope, or is no JSON text: malformed,
            nested more than 200 levels deep, with `NaN`, `Infinity` or an integer of more than 4,300 digits.
            A `ValueError` whose text says where, in a few kilobytes at most.
    """
    kind: Any = model
    if not (isinstance(kind, type) and issubclass(kind, _ENVELOPES)):
        raise TypeError(message("not_an_envelope", model=getattr(kind, "__name__", None) or quote(kind)))
    if isinstance(data, Mapping):
        return cast("Envelope", model.model_validate(data, context=_reading(kind, owned=False)))
    if not isinstance(data, str | bytes):
        raise _no_object(kind, data)
    try:
        text = decode(data)
        return cast("Envelope", _read_table(text) if kind is TabularEnvelope else _read_text(kind, text))
    except OCToolError as problem:
        refused = _refused(kind, custom_error(str(problem.rule), str(problem)), data[:_SHOWN])
    raise refused


def _read_table(text: str | bytes) -> TabularEnvelope:
    """Parse first and validate then: the rows are judged in bulk, and kept instead of copied."""
    data = parse(text)
    if not isinstance(data, dict):
        raise _no_object(TabularEnvelope, data)
    reading = Reading(regular=_is_regular(text, data))
    return TabularEnvelope.model_validate(data, context=reading)


def _read_text(model: type[BaseModel], text: str | bytes) -> BaseModel:
    """Let pydantic read the text, so that the caller's models see JSON and not Python objects."""
    refuse_constants(text)
    try:
        return model.model_validate_json(text, context=_reading(model))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["loc"] or first["type"] not in {*_TEXT_ERRORS, _NO_MODEL}:
            raise
        data = parse(text)
        if isinstance(data, dict):
            raise
    raise _no_object(model, data)


def _reading(model: type[BaseModel], *, owned: bool = True) -> Reading:
    """Return the context of reading an envelope, which begins with its records where it has any."""
    return Reading(owned=owned, records_of=model if issubclass(model, RecordsEnvelope) else None)


def _no_object(model: type[BaseModel], data: object) -> ValidationError:
    """Return the error for data that is no JSON object."""
    return _refused(model, rule_error("wrong_json_type", value=quote(data), expected=_EXPECTED), data)


def _refused(model: type[BaseModel], problem: PydanticCustomError, data: object) -> ValidationError:
    """Return the error for data that cannot be an envelope at all."""
    return ValidationError.from_exception_data(model.__name__, [{"type": problem, "loc": (), "input": data}])


def _is_regular(text: str | bytes, data: Mapping[str, Any]) -> bool:
    """Return whether the rows are lists as long as `columns` without an array or object among the cells.

    The text opens no more arrays and objects than are known, then. Counting brackets is far cheaper than
    looking at each cell; one inside a string, or a nested object such as `source`, only makes us look.
    """
    columns, rows = data.get("columns"), data.get("rows")
    if not (isinstance(columns, list) and isinstance(rows, list)):
        return False
    known = sum(isinstance(value, list) for value in data.values()) + len(rows)
    if isinstance(text, str):
        opened = text.count("[") if text.find("{", text.index("{") + 1) < 0 else -1
    else:
        opened = text.count(b"[") if text.find(b"{", text.index(b"{") + 1) < 0 else -1
    width = len(columns)
    # One pass with one bytecode comprehension: two passes of `map` over the rows take half as long again.
    return opened == known and not [row for row in rows if type(row) is not list or len(row) != width]
