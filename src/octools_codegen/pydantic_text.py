"""Annotations and defaults of pydantic fields, in names of the package's `base` module."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from octools_codegen.model import (
    AnyType,
    Field,
    ListType,
    LiteralType,
    MapType,
    ParameterType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
)
from octools_codegen.python_text import literal, text_literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["BASE_NAMES", "field_annotation", "field_default", "model_type"]

BASE_NAMES = (
    "ContractModel",
    "EXACT",
    "EXACT_LIST",
    "JsonBoolean",
    "JsonInteger",
    "JsonNumber",
    "JsonString",
    "NO_BOOLEAN",
    "OMIT_IF_EMPTY",
    "OMIT_IF_UNSET",
    "ONLY_BOOLEAN",
    "REJECT_NULL",
    "WHOLE_NUMBER",
)

ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {
        "pattern": "pattern",
        "minLength": "min_length",
        "maxLength": "max_length",
        "minItems": "min_length",
        "maxItems": "max_length",
        "minProperties": "min_length",
        "maxProperties": "max_length",
        "minimum": "ge",
        "maximum": "le",
        "exclusiveMinimum": "gt",
        "exclusiveMaximum": "lt",
        "multipleOf": "multiple_of",
    }
)
"""JSON Schema limits that pydantic checks, under its names."""

OMISSIONS = MappingProxyType({"unset": "OMIT_IF_UNSET", "empty": "OMIT_IF_EMPTY"})
"""The mark of a field that a dump leaves out, by `x-omit`."""

PLAIN_NAMES = MappingProxyType(
    {
        "string": "JsonString",
        "integer": "JsonInteger",
        "number": "JsonNumber",
        "boolean": "JsonBoolean",
        "null": "None",
    }
)


# The whole number that bounds integers as a fraction does.
ROUNDED: Mapping[str, Callable[[float], int]] = MappingProxyType(
    {
        "minimum": math.ceil,
        "maximum": math.floor,
        "exclusiveMinimum": math.floor,
        "exclusiveMaximum": math.ceil,
    }
)


def _arguments(limits: tuple[tuple[str, Any], ...]) -> str:
    return "".join(f", {ARGUMENTS[name]}={literal(value)}" for name, value in limits if name in ARGUMENTS)


def _whole(limits: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """The limits as they bound integers."""
    return tuple((name, ROUNDED[name](value) if name in ROUNDED else value) for name, value in limits)


def model_type(type_: TypeExpr, *, exact_integer: bool = True) -> str:
    """The annotation that accepts exactly the JSON values of the type.

    `exact_integer` lets an integer take 1.0 for 1; beside a number it need not, since the number takes it.
    """
    match type_:
        case AnyType():
            return "Any"
        case ScalarType():
            return _scalar(type_, exact_integer=exact_integer)
        case LiteralType(values=values):
            return _literal(values)
        case ReferenceType(name=name) | ParameterType(name=name):
            return name
        case ListType():
            return f"Annotated[{', '.join(_list(type_))}]"
        case MapType(value=value, limits=limits):
            inner = f"dict[JsonString, {model_type(value)}]"
            arguments = _arguments(limits).removeprefix(", ")
            return f"Annotated[{inner}, Field({arguments})]" if arguments else inner
        case UnionType(members=members):
            numbers = any(isinstance(member, ScalarType) and member.name == "number" for member in members)
            return " | ".join(
                dict.fromkeys(model_type(member, exact_integer=not numbers) for member in members)
            )


def _literal(values: tuple[Any, ...]) -> str:
    """Texts and null, numbers, and booleans apart: to Python, `True` is 1."""
    marks = {"": [], "NO_BOOLEAN, WHOLE_NUMBER": [], "ONLY_BOOLEAN": []}  # type: dict[str, list[str]]
    for value in values:
        numeric = "ONLY_BOOLEAN" if isinstance(value, bool) else "NO_BOOLEAN, WHOLE_NUMBER"
        marks[numeric if isinstance(value, int) else ""].append(literal(value))
    return " | ".join(
        f"Annotated[Literal[{', '.join(texts)}], {mark}]" if mark else f"Literal[{', '.join(texts)}]"
        for mark, texts in marks.items()
        if texts
    )


def _list(type_: ListType) -> tuple[str, str]:
    """A list's annotation and the mark that keeps other arrays out and ends at the first bad member."""
    arguments = _arguments(type_.limits)
    return (
        f"list[{model_type(type_.item)}]",
        f"Field(strict=True, fail_fast=True{arguments})" if arguments else "EXACT_LIST",
    )


def _scalar(type_: ScalarType, *, exact_integer: bool) -> str:
    arguments = _arguments(type_.limits)
    whole_arguments = _arguments(_whole(type_.limits))
    non_finite = any(name == "x-non-finite" for name, _ in type_.limits)
    match type_.name:
        case "string" if arguments:
            return f"Annotated[str, Field(strict=True{arguments})]"
        case "integer" if not exact_integer:
            bounded = f"Annotated[int, Field(strict=True{whole_arguments})]"
            return bounded if arguments else "Annotated[int, EXACT]"
        case "integer" if arguments:
            return f"Annotated[int, Field(strict=True{whole_arguments}), WHOLE_NUMBER]"
        case "number" if arguments or non_finite:
            finite = "" if non_finite else ", allow_inf_nan=False"
            whole = f"Annotated[int, Field(strict=True{whole_arguments})]"
            return f"{whole} | Annotated[float, Field(strict=True{arguments}{finite})]"
        case name:
            return PLAIN_NAMES[name]


def field_annotation(field: Field) -> str:
    """The whole annotation of a field: its type, what a dump leaves out, and its description."""
    absent_only = not field.required and not field.nullable and not field.has_default
    if field.nullable or absent_only:
        text = model_type(field.type)
        parts = [text if text == "None" else f"{text} | None"]
    elif isinstance(field.type, ListType):
        parts = list(_list(field.type))
    else:
        parts = [model_type(field.type)]
    if absent_only:
        parts += ["OMIT_IF_UNSET"] if field.takes_null else ["REJECT_NULL", "OMIT_IF_UNSET"]
    elif field.omit is not None:
        parts.append(OMISSIONS[field.omit])
    parts.append(f"Field(description={text_literal(field.description)})")
    return f"Annotated[{', '.join(parts)}]"


def field_default(field: Field) -> str | None:
    """What stands after the equals sign; null for a required field."""
    if field.required:
        return None
    if isinstance(field.default, list | dict):
        if not field.default:
            return f"Field(default_factory={type(field.default).__name__})"
        # Validated, since what stands for a model has to become one.
        return f"Field(default_factory=lambda: {literal(field.default)}, validate_default=True)"
    return literal(field.default)
