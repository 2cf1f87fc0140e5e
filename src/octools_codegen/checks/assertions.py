"""Assertions stand where models read them: beside their type, and not beside what says it all."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from octools_codegen.checks.keywords import ASSERTIONS
from octools_codegen.checks.naming import is_vocabulary
from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.sources import Sources
    from octools_codegen.walk import Place

__all__ = ["check_assertions"]

OF_TYPE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("minLength", "maxLength", "pattern"), ("string",)),
        **dict.fromkeys(
            ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
            ("integer", "number"),
        ),
        **dict.fromkeys(("items", "minItems", "maxItems"), ("array",)),
        **dict.fromkeys(
            ("properties", "required", "additionalProperties", "minProperties", "maxProperties"), ("object",)
        ),
    }
)
"""The types that a keyword says something of."""

ALONE = ("const", "enum", "anyOf")
"""Keywords that say by themselves what a value is; of several the first is read."""

JSON_TYPES: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),)}
)


def check_assertions(sources: Sources) -> Iterator[Problem]:
    """Every assertion is read by the models, and no listed value is of another type."""
    for document, place in sources.all_places():
        if isinstance(place.schema, dict) and not place.condition:
            yield from _unread(document.path, place)


def _unread(path: str, place: Place) -> Iterator[Problem]:
    """Assertions that say nothing where they stand, or that no model reads beside others."""
    schema = place.schema
    kind, cover = schema.get("type"), schema.get("x-covered-by")
    if "$ref" in schema or isinstance(kind, list):
        return
    covered = cover if isinstance(cover, dict) else {}
    leaders = [keyword for keyword in ALONE if keyword in schema]
    reader = None if kind == "object" else next(iter(leaders), None)
    for keyword in schema:
        if keyword not in ASSERTIONS or keyword in covered or keyword in {reader, "type"}:
            continue
        if reader is not None or (keyword in ALONE and kind == "object"):
            wrong = f"The generated models do not read {quoted(keyword)} beside {quoted(reader or 'type')}."
            remedy = "Say it within the other keyword, or drop one of the two."
        elif keyword in OF_TYPE and kind is None:
            wrong = f"The schema has {quoted(keyword)} and no type, so that no model reads it."
            remedy = f'Add "type": "{OF_TYPE[keyword][0]}".'
        elif keyword in OF_TYPE and kind not in OF_TYPE[keyword]:
            wrong = f"{quoted(keyword)} says nothing of a value of type {quoted(kind)}."
            remedy = "Drop it, or correct the type."
        else:
            continue
        yield Problem(path, child(place.pointer, keyword), "unread_keyword", wrong, remedy)
    if reader == "anyOf" and kind is not None:
        wrong = 'The generated models do not read "type" beside "anyOf".'
        remedy = "Give each member of anyOf its type."
        yield Problem(path, child(place.pointer, "type"), "unread_keyword", wrong, remedy)
    elif reader is not None and kind in JSON_TYPES and not is_vocabulary(schema):
        yield from _impossible(path, place, reader)


def _impossible(path: str, place: Place, reader: str) -> Iterator[Problem]:
    """Listed values that the type beside them refuses."""
    kind = place.schema["type"]
    for value in place.schema["enum"] if reader == "enum" else [place.schema["const"]]:
        boolean = isinstance(value, bool)
        if not isinstance(value, JSON_TYPES[kind]) or (boolean and kind != "boolean"):
            wrong = f"{reader} holds {quoted(value)}, which is no {kind}."
            remedy = "Drop the value, or correct the type."
            yield Problem(path, child(place.pointer, reader), "impossible_value", wrong, remedy)
