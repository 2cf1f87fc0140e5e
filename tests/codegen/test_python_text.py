"""Python source text: values come back from it, docstrings stay docstrings, annotations fit fields."""

from __future__ import annotations

import ast
import inspect
from types import MappingProxyType
from typing import Any

import pytest

from octools_codegen.model import (
    AnyType,
    Field,
    ListType,
    LiteralType,
    MapType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
)
from octools_codegen.pydantic_text import field_annotation, field_default, model_type
from octools_codegen.python_text import comment, docstring, frozen_literal, literal, plain_type, tuple_literal

STRING, INTEGER, NUMBER = ScalarType("string"), ScalarType("integer"), ScalarType("number")
AWKWARD = (
    *(
        "",
        "plain",
        'quote " and \\ backslash',
        "'''",
        '"""',
        '"',
        "\\",
        "a\nb",
        "\x00\x1f\x7f",
        "\u2028\u2029\u202e",
    ),
    *("\ufeff", "naïve — “quotes”", "\ud800", "😀", "ends in backslash\\", '\\"', "{braces} % $"),
)


@pytest.mark.parametrize("text", AWKWARD, ids=ascii)
def test_strings_come_back(text: str) -> None:
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert "\n" not in written


@pytest.mark.parametrize(
    "value",
    [None, True, False, 0, -7, 10**400, 1.5, [], {}, [1, [2, {"a": None}]], {"a": [True], "": ""}],
    ids=str,
)
def test_values_come_back(value: Any) -> None:
    assert ast.literal_eval(literal(value)) == value
    assert type(ast.literal_eval(literal(value))) is type(value)


def test_tuples_and_read_only_values() -> None:
    assert [tuple_literal(values) for values in ([], ["a"], ["a", 1])] == ["()", '("a",)', '("a", 1)']
    frozen = eval(frozen_literal({"a": [1, {"b": []}], "c": ["x"]}), {"MappingProxyType": MappingProxyType})
    assert frozen == {"a": (1, {"b": ()}), "c": ("x",)}
    with pytest.raises(TypeError):
        frozen["a"][1]["b"] = ()


@pytest.mark.parametrize("text", [*AWKWARD[1:], "word " * 60, "x" * 300], ids=lambda text: ascii(text[:20]))
def test_docstrings_stay_one_statement(text: str) -> None:
    source = f"class C:\n    {docstring(text)}\n"
    tree = ast.parse(source)
    cls = tree.body[0]
    assert isinstance(cls, ast.ClassDef)
    assert len(cls.body) == 1
    got = ast.get_docstring(cls)
    assert got is not None
    if text.isascii() and text.isprintable():
        assert inspect.cleandoc(got).split() == text.split()


def test_comments_stay_comments() -> None:
    written = comment(["one\ntwo = 2", "  indented", "x\x00y"])
    assert written.splitlines() == ["# one two = 2", "#   indented", "# x\\u0000y"]


@pytest.mark.parametrize(
    ("type_", "plain", "model"),
    [
        (AnyType(), "Any", "Any"),
        (STRING, "str", "JsonString"),
        (INTEGER, "int", "JsonInteger"),
        (NUMBER, "int | float", "JsonNumber"),
        (ScalarType("boolean"), "bool", "JsonBoolean"),
        (
            LiteralType(("a", None, True)),
            'Literal["a", None, True]',
            'Literal["a", None] | Annotated[Literal[True], ONLY_BOOLEAN]',
        ),
        (LiteralType((1,)), "Literal[1]", "Annotated[Literal[1], NO_BOOLEAN, WHOLE_NUMBER]"),
        (ReferenceType("Box", "model"), "Box", "Box"),
        (MapType(INTEGER), "Mapping[str, int]", "dict[JsonString, JsonInteger]"),
        (UnionType((INTEGER, STRING)), "int | str", "JsonInteger | JsonString"),
        (UnionType((INTEGER, NUMBER)), "int | float", "Annotated[int, EXACT] | JsonNumber"),
        (
            ScalarType("string", (("pattern", "^a$"), ("minLength", 1), ("format", "uri"))),
            "str",
            'Annotated[str, Field(strict=True, pattern="^a$", min_length=1)]',
        ),
        (
            ScalarType("integer", (("minimum", 0),)),
            "int",
            "Annotated[int, Field(strict=True, ge=0), WHOLE_NUMBER]",
        ),
    ],
    ids=str,
)
def test_annotations(type_: TypeExpr, plain: str, model: str) -> None:
    assert plain_type(type_) == plain
    assert model_type(type_) == model
    assert plain_type(ListType(type_)) == f"tuple[{plain}, ...]"


def _field(**changes: Any) -> Field:
    values: dict[str, Any] = {
        "name": "f",
        "description": "D.",
        "type": STRING,
        "required": False,
        "nullable": False,
        "takes_null": False,
        "has_default": False,
        "default": None,
        "omit": None,
        "computed": False,
        "section": None,
        "examples": (),
        "schema": {},
    }
    return Field(**{**values, **changes})


@pytest.mark.parametrize(
    ("field", "annotation", "default"),
    [
        (_field(required=True), "JsonString", None),
        (_field(required=True, nullable=True), "JsonString | None", None),
        (_field(), "JsonString | None, REJECT_NULL, OMIT_IF_UNSET", "None"),
        (_field(nullable=True, has_default=True), "JsonString | None", "None"),
        (_field(nullable=True, has_default=True, omit="unset"), "JsonString | None, OMIT_IF_UNSET", "None"),
        (_field(has_default=True, default="a"), "JsonString", '"a"'),
        (
            _field(type=MapType(AnyType()), has_default=True, default={}),
            "dict[JsonString, Any]",
            "Field(default_factory=dict)",
        ),
        (
            _field(type=INTEGER, has_default=True, default=[1]),
            "JsonInteger",
            "Field(default_factory=lambda: [1], validate_default=True)",
        ),
    ],
    ids=[
        "required",
        "required or null",
        "absent or a value",
        "null",
        "left out",
        "default",
        "empty",
        "not empty",
    ],
)
def test_fields(field: Field, annotation: str, default: str | None) -> None:
    assert field_annotation(field) == f'Annotated[{annotation}, Field(description="D.")]'
    assert field_default(field) == default
