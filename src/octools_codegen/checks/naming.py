"""Names: of types, fields and constants, in every language that they are printed in."""

from __future__ import annotations

import builtins
import keyword
import posixpath
import re
from typing import TYPE_CHECKING

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted
from octools_codegen.pydantic_text import BASE_NAMES
from octools_codegen.typescript_text import identifier

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
        "Array", "Boolean", "Date", "Error", "Function", "Infinity", "Map", "Math", "NaN", "Number", "Object",
        "Promise", "Record", "RegExp", "Set", "String", "Symbol",
    }
)  # fmt: skip
TYPING_NAMES = frozenset(
    {"Annotated", "Any", "BaseModel", "Field", "Final", "Generic", "Literal", "Mapping", "TypeVar"}
)
# What the printed modules define or import beside the contract's own types.
GENERATED_TYPES = frozenset(
    {
        "BeforeValidator", "ConfigDict", "Holds", "JsonSchema", "Keyword", "MappingProxyType", "Profile",
        "ReturnType", "Rule", "RuleId", "Shape", *BASE_NAMES,
    }
)  # fmt: skip
GENERATED_CONSTANTS = frozenset(
    {
        "BUNDLES", "FIELD_VOCABULARIES", "KEYWORDS", "KEYWORD_SHAPES", "PROFILES", "RULES", "RULE_MESSAGES",
        "SCHEMA_NAMES", "SHAPES", "TYPE_CHECKING", "VOCABULARY_FALLBACKS",
    }
)  # fmt: skip
RESERVED_TYPES = frozenset(dir(builtins)) | TYPESCRIPT_TYPES | TYPING_NAMES | GENERATED_TYPES
# Attributes of pydantic's BaseModel: the model generator renames such a field, or it shadows a method.
MODEL_ATTRIBUTES = frozenset(
    {
        "construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw", "schema",
        "schema_json", "update_forward_refs", "validate",
    }
)  # fmt: skip
# Members that every JavaScript object has, so that an absent field of the name would be found.
OBJECT_MEMBERS = frozenset(
    {
        "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
        "toString", "valueOf",
    }
)  # fmt: skip
# A field hides what its class's annotations name.
ANNOTATION_NAMES = TYPING_NAMES | GENERATED_TYPES | {"Config"}
RESERVED_FIELDS = frozenset(keyword.kwlist) | MODEL_ATTRIBUTES | OBJECT_MEMBERS | ANNOTATION_NAMES


def is_vocabulary(schema: object) -> bool:
    """Whether a definition is a closed vocabulary: a named enumeration of strings."""
    return isinstance(schema, dict) and "title" in schema and isinstance(schema.get("enum"), list)


def fallback_constant(title: str) -> str:
    """The name of a vocabulary's fallback constant: ColumnKind gives COLUMN_KIND_FALLBACK."""
    return CAPITAL.sub("_", title).upper() + "_FALLBACK"


def check_names(sources: Sources) -> Iterator[Problem]:
    """Types have one valid name each; every language can write a field's name; properties have no title."""
    owners: dict[str, tuple[str, str]] = {}
    types = _titles(sources)
    for document, place in sources.all_places():
        schema = place.schema
        if not isinstance(schema, dict):
            continue
        if place.is_property:
            yield from _field_name(document.path, place, types)
        yield from _parameter_name(document.path, place, types)
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
        elif title.lower() in owners:
            owner, place_taken = owners[title.lower()]
            taken = "taken" if owner == title else "taken, but for its case,"
            wrong = f"The type name {title!r} is {taken} by {place_taken}."
            remedy = "Give one of the two types another title."
            yield Problem(document.path, pointer, "duplicate_type", wrong, remedy)
        else:
            owners[title.lower()] = (title, f"{document.path}#{place.pointer}")


def _titles(sources: Sources) -> frozenset[str]:
    """The names of all types."""
    return frozenset(
        place.schema["title"]
        for _, place in sources.all_places()
        if place.is_definition
        and isinstance(place.schema, dict)
        and isinstance(place.schema.get("title"), str)
    )


def _parameter_name(path: str, place: Place, types: frozenset[str]) -> Iterator[Problem]:
    generic = place.schema.get("x-generic")
    name = generic.get("parameter") if isinstance(generic, dict) else None
    if isinstance(name, str) and name in RESERVED_TYPES | types:
        wrong = f"The type parameter {name!r} has the name of a type, of this contract or of a language."
        pointer = child(place.pointer, "x-generic", "parameter")
        yield Problem(path, pointer, "reserved_name", wrong, "Choose another name for the parameter.")


def _field_name(path: str, place: Place, types: frozenset[str]) -> Iterator[Problem]:
    name = place.key
    if not FIELD_NAME.fullmatch(name):
        wrong = f"The field name {quoted(name)} is no identifier of ASCII letters, digits and underscores."
        yield Problem(
            path, place.pointer, "bad_name", wrong, "Begin it with a letter and keep to those characters."
        )
    elif name in RESERVED_FIELDS or name.startswith("model_"):
        owner = "JavaScript objects" if name in OBJECT_MEMBERS else "pydantic models"
        wrong = f"The field name {name!r} is a reserved word of Python or an attribute of {owner}."
        if name in ANNOTATION_NAMES:
            wrong = f"The field name {name!r} hides what annotations of the generated class name."
        yield Problem(path, place.pointer, "reserved_name", wrong, "Choose another name for the field.")
    elif name in types:
        wrong = f"The field name {name!r} is the name of a type, which it hides in the generated class."
        yield Problem(path, place.pointer, "reserved_name", wrong, "Begin it with a small letter.")


def check_constant_names(sources: Sources) -> Iterator[Problem]:
    """Every constant (of vocabularies, fallbacks, profiles, the constants files) has a name of its own."""
    owners: dict[str, str] = {}
    for path, pointer, name in _constant_names(sources):
        if not isinstance(name, str) or not CONSTANT_NAME.fullmatch(name):
            wrong = f"The constant name {quoted(name)} is not upper case with underscores."
            yield Problem(path, pointer, "bad_name", wrong, "Write a name such as COLUMN_KINDS.")
        elif name in GENERATED_CONSTANTS:
            wrong = f"The constant name {name!r} is that of a table in every package."
            yield Problem(path, pointer, "reserved_name", wrong, "Choose a name that says more.")
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
    yield from _names_of_types(sources)


def _names_of_types(sources: Sources) -> Iterator[tuple[str, str, str]]:
    """The constants that TypeScript names after types and groups, and types that read as constants."""
    seen: set[str] = set()
    groups: set[str] = set()
    for document, place in sources.all_places():
        title = place.schema.get("title") if isinstance(place.schema, dict) else None
        if not place.is_definition or not isinstance(title, str) or not TYPE_NAME.fullmatch(title):
            continue
        pointer = child(place.pointer, "title")
        if title.lower() not in seen:  # names that differ in case alone are reported as types
            seen.add(title.lower())
            if not is_vocabulary(place.schema):
                yield document.path, pointer, f"{identifier(title)}_BUNDLE"
            if CONSTANT_NAME.fullmatch(title):
                yield document.path, pointer, title
        group = posixpath.dirname(document.path).partition("/")[0]
        omitted = f"{identifier(group)}_OMITTED" if group else "OMITTED"
        if group not in groups and CONSTANT_NAME.fullmatch(omitted):
            groups.add(group)
            yield document.path, pointer, omitted
