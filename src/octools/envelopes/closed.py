"""What all result models share: they are closed, tolerant to foreign data, and short in their errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from pydantic import ConfigDict, GetJsonSchemaHandler, ValidationError, ValidationInfo, model_validator
from pydantic_core import CoreSchema, InitErrorDetails

from octools.envelopes.problems import MAX_PROBLEMS, more_problems, problem, quote, raise_problems, readable
from octools.envelopes.reading import Reading, reading_of
from octools_contract.base import ContractModel

__all__ = ["ClosedModel"]

Model = TypeVar("Model", bound="ClosedModel")
Result = TypeVar("Result")


class ClosedModel(ContractModel):
    """Base of the envelopes and of the models inside them.

    Pydantic is told to keep unknown keys, and one validator behind it judges them: that way a key can be
    dropped while foreign data is read, and a computed key can be written by pydantic's own serializer,
    without a Python call a value.
    """

    model_config = ConfigDict(extra="allow")

    _octools_refuses_unknown_keys: ClassVar[bool] = True

    @classmethod
    def __pydantic_init_subclass__(cls, **_arguments: Any) -> None:
        """Keep the models closed in our own way, whatever `extra` a subclass asks for."""
        chosen = cls.model_config.get("extra")
        if chosen != "allow":
            cls._octools_refuses_unknown_keys = chosen != "ignore"
            cls.model_config["extra"] = "allow"
            if cls.__pydantic_complete__:
                cls.model_rebuild(force=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Give the canonical schema of the contract, with what a subclass adds to it."""
        # The bundled schemas load with the first one asked for: an import of the models stays cheap.
        from octools.envelopes.canonical import canonical_schema

        return canonical_schema(cls, schema, handler)

    @model_validator(mode="after")
    def _octools_judge(self, info: ValidationInfo) -> Self:
        judge(self, reading_of(info.context))
        return self

    def _octools_problems(self, given: dict[str, Any], reading: Reading | None) -> Iterator[InitErrorDetails]:
        """Yield what is wrong across fields.

        Args:
            given: The unknown keys of the data; what belongs to the model is taken out.
            reading: The mark of tolerant reading, or None.
        """
        return iter(())

    def _octools_computed(self) -> dict[str, Any]:
        """Return the computed keys of a dump, beside the fields."""
        return {}

    @property
    def model_extra(self) -> None:
        """None: the model is closed, whatever pydantic keeps for its dump."""
        return

    # Type checkers see pydantic's own signatures.
    if not TYPE_CHECKING:

        def __init__(self, /, **data: Any) -> None:
            shortly(super().__init__, **data)

        # Pydantic calls a nested model's `__init__` only when it is not its own; ours adds nothing there.
        __init__.__pydantic_base_init__ = True

        @classmethod
        def model_validate(cls, *arguments: Any, **options: Any) -> Self:
            """Validate as pydantic does, with short errors."""
            return shortly(super().model_validate, *arguments, **options)

        @classmethod
        def model_validate_json(cls, *arguments: Any, **options: Any) -> Self:
            """Validate JSON text as pydantic does, with short errors."""
            return shortly(super().model_validate_json, *arguments, **options)

        @classmethod
        def model_construct(cls, *arguments: Any, **values: Any) -> Self:
            """Construct without validation as pydantic does; computed keys of the dump are kept right."""
            return settle(super().model_construct(*arguments, **values))

        def model_copy(self, **options: Any) -> Self:
            """Copy as pydantic does; computed keys of the dump are kept right."""
            return settle(super().model_copy(**options))

        def __setattr__(self, name: str, value: Any) -> None:
            assign(self, name, value, super().__setattr__)


def shortly(validate: Callable[..., Result], /, *arguments: Any, **options: Any) -> Result:
    """Call a validating method of pydantic.

    Raises:
        ValidationError: As the method raises it, with a text of a few kilobytes at most.
    """
    try:
        return validate(*arguments, **options)
    except ValidationError as error:
        short = readable(error)
    raise short


def assign(model: ClosedModel, name: str, value: Any, store: Callable[[str, Any], None]) -> None:
    """Assign to an attribute and bring the computed keys of the dump up to date.

    Raises:
        ValueError: The model has no such field.
    """
    kind = type(model)
    if not (name.startswith("_") or name in kind.model_fields or hasattr(kind, name)):
        raise ValueError(f"{kind.__name__} has no field {quote(name)}")
    # A validator of assignments must not meet our computed keys as if they were data.
    object.__setattr__(model, "__pydantic_extra__", {})
    try:
        store(name, value)
    finally:
        settle(model)


def judge(model: ClosedModel, reading: Reading | None) -> None:
    """Check a model across its fields, and settle what its dump holds beside them.

    Raises:
        ValidationError: Something is wrong; the error lists all of it.
    """
    given = dict(model.__pydantic_extra__ or ())
    model.__pydantic_fields_set__.difference_update(given)
    problems = list(model._octools_problems(given, reading))  # noqa: SLF001
    if given and reading is None and model._octools_refuses_unknown_keys:  # noqa: SLF001
        problems += unknown_keys(given)
    raise_problems(problems)
    settle(model)


def unknown_keys(given: dict[str, Any]) -> list[InitErrorDetails]:
    """Return the problems of keys that are no fields: the first, and how many more there are."""
    named = [
        problem("unknown_key", (name,), value, key=quote(name))
        for name, value in islice(given.items(), MAX_PROBLEMS)
    ]
    return named + more_problems(len(given) - len(named))


def settle(model: Model) -> Model:
    """Put the computed keys, and nothing else, where pydantic's serializer finds them; return the model."""
    object.__setattr__(model, "__pydantic_extra__", model._octools_computed())  # noqa: SLF001
    return model
