"""Names: of types, fields and constants, in every language that they are printed in."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import TYPE_CHECKING

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources
    from octools_codegen.walk import Place

__all__ = ["check_constant_names", "check_names", "fallback_constant", "is_vocabulary"]

TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
CONSTANT_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

TYPESCRIPT_TYPES = frozenset(
    {
        "Array",
        "Boolean",
        "Date",
        "Error",
        "Function",
        "Infinity",
        "Map",
        "Math",
        "NaN",
        "Number",
        "Object",
        "Promise",
    }
    | {"Record", "RegExp", "Set", "String", "Symbol"}
)
TYPING_NAMES = frozenset(
    {"Annotated", "Any", "BaseModel", "Field", "Final", "Generic", "Literal", "Mapping", "TypeVar"}
)
RESERVED_TYPES = frozenset(dir(builtins)) | TYPESCRIPT_TYPES | TYPING_NAMES
# Attributes of pydantic's BaseModel: the model generator renames such a field, or it shadows a method.
MODEL_ATTRIBUTES = frozenset(
    {
        "construct",
        "copy",
        "dict",
        "from_orm",
        "json",
        "parse_file",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
    }
    | {"update_forward_refs", "validate"}
)
RESERVED_FIELDS = frozenset(keyword.kwlist) | MODEL_ATTRIBUTES


def is_vocabulary(schema: object) -> bool:
    """Whether a definition is a closed vocabulary: a named enumeration of strings."""
    return isinstance(schema, dict) and "title" in schema and isinstance(schema.get("enum"), list)


def fallback_constant(title: str) -> str:
    """The name of a vocabulary's fallback constant: ColumnKind gives COLUMN_KIND_FALLBACK."""
    return CAPITAL.sub("_", title).upper() + "_FALLBACK"


def check_names(sources: Sources) -> Iterator[Problem]:
    """Types have one valid name each; every language can write a field's name; properties have no title."""
    owners: dict[str, str] = {}
    for document, place in sources.all_places():
        schema = place.schema
        if not isinstance(schema, dict):
            continue
        if place.is_property:
            yield from _field_name(document.path, place)
        title = schema.get("title")
        if title is None:
            continue
        pointer = child(place.pointer, "title")
        if not place.is_definition:
            wrong = f"The title {quoted(title)} stands on no whole type."
            remedy = "Drop it, or move the schema into $defs and refer to it there."
            yield Problem(document.path, pointer, "title_on_part", wrong, remedy)
        elif not isinstance(title, str) or not TYPE_NAME.fullmatch(title):
            wrong = f"The type name {quoted(title)} is not PascalCase of ASCII letters and digits."
            yield Problem(document.path, pointer, "bad_name", wrong, "Write a name such as ColumnKind.")
        elif title in RESERVED_TYPES:
            wrong = f"The type name {title!r} is a reserved or builtin name of Python or TypeScript."
            yield Problem(document.path, pointer, "reserved_name", wrong, "Choose a name that says more.")
        elif title in owners:
            wrong = f"The type name {title!r} is taken by {owners[title]}."
            yield Problem(
                document.path, pointer, "duplicate_type", wrong, "Give one of the two types another title."
            )
        else:
            owners[title] = f"{document.path}#{place.pointer}"


def _field_name(path: str, place: Place) -> Iterator[Problem]:
    name = place.key
    if not FIELD_NAME.fullmatch(name):
        wrong = f"The field name {quoted(name)} is no identifier of ASCII letters, digits and underscores."
        yield Problem(
            path, place.pointer, "bad_name", wrong, "Begin it with a letter and keep to those characters."
        )
    elif name in RESERVED_FIELDS or name.startswith("model_"):
        wrong = f"The field name {name!r} is a reserved word of Python or an attribute of pydantic models."
        yield Problem(path, place.pointer, "reserved_name", wrong, "Choose another name for the field.")


def check_constant_names(sources: Sources) -> Iterator[Problem]:
    """Every constant (of vocabularies, fallbacks, profiles, the constants files) has a name of its own."""
    owners: dict[str, str] = {}
    for path, pointer, name in _constant_names(sources):
        if not isinstance(name, str) or not CONSTANT_NAME.fullmatch(name):
            wrong = f"The constant name {quoted(name)} is not upper case with underscores."
            yield Problem(path, pointer, "bad_name", wrong, "Write a name such as COLUMN_KINDS.")
        elif name in owners:
            wrong = f"The constant name {name!r} is taken by {owners[name]}."
            yield Problem(path, pointer, "duplicate_constant", wrong, "Give one of the two another name.")
        else:
            owners[name] = f"{path}#{pointer}"


def _constant_names(sources: Sources) -> Iterator[tuple[str, str, object]]:
    for document, place in sources.all_places():
        if place.is_definition and is_vocabulary(place.schema):
            if "x-constant" in place.schema:
                yield document.path, child(place.pointer, "x-constant"), place.schema["x-constant"]
            title = place.schema["title"]
            if isinstance(title, str):
                yield document.path, child(place.pointer, "title"), fallback_constant(title)
    for document in sources.of_kind("profile"):
        yield document.path, "/name", document.data["name"].upper()
    for document in sources.of_kind("constants"):
        for index, constant in enumerate(document.data["constants"]):
            yield document.path, child("", "constants", index, "name"), constant["name"]
