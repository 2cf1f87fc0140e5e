"""Types and fields are described; objects are named, and closed or marked open; our own keywords fit."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted
from octools_codegen.sources import Sources, UnresolvedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.walk import Place

__all__ = ["check_descriptions", "check_extensions", "check_objects", "is_object"]

OMITTED: Mapping[str, Any] = MappingProxyType({"unset": None, "empty": []})
"""The default that a field lacks in dumps, by `x-omit`."""


def is_object(schema: object) -> bool:
    """Whether a schema describes an object."""
    return isinstance(schema, dict) and (schema.get("type") == "object" or "properties" in schema)


def _blank(text: object) -> bool:
    return not isinstance(text, str) or not text.strip()


def check_descriptions(sources: Sources) -> Iterator[Problem]:
    """Every type and field says what it is; a field may take the description of the fragment it refers to."""
    for document, place in sources.all_places():
        schema = place.schema
        if place.condition or isinstance(schema, bool):
            if place.is_property and schema is True:
                wrong = f"The field {place.key!r} has a boolean schema, which says nothing of it."
                yield Problem(
                    document.path,
                    place.pointer,
                    "missing_description",
                    wrong,
                    "Write a schema with a description.",
                )
            continue
        if (
            place.is_property
            and _blank(schema.get("description"))
            and not _described_fragment(sources, document.path, schema)
        ):
            wrong = f"The field {place.key!r} has no description."
            remedy = 'Add "description": one sentence on what the value means.'
            yield Problem(document.path, place.pointer, "missing_description", wrong, remedy)
        elif place.is_definition and "title" in schema and _blank(schema.get("description")):
            wrong = f"The type {quoted(schema['title'])} has no description."
            yield Problem(
                document.path, place.pointer, "missing_description", wrong, 'Add "description": one sentence.'
            )


def _described_fragment(sources: Sources, path: str, schema: Mapping[str, object]) -> bool:
    """Whether the schema refers to an unnamed fragment that has a description."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return False
    try:
        target = sources.resolve(path, reference).schema
    except UnresolvedError:
        return True  # reported already
    return isinstance(target, dict) and "title" not in target and not _blank(target.get("description"))


def check_objects(sources: Sources) -> Iterator[Problem]:
    """Objects stand in a file or under `$defs`, with a title, and are closed or say why they are not."""
    for document, place in sources.all_places():
        schema = place.schema
        if place.condition or not is_object(schema):
            continue
        if not place.is_definition:
            wrong = "An object type stands inline, so it has no name."
            remedy = "Move it to $defs with a title, and refer to it."
            yield Problem(document.path, place.pointer, "unnamed_object", wrong, remedy)
            continue
        if "title" not in schema:
            wrong = "An object type has no name."
            yield Problem(
                document.path, place.pointer, "unnamed_object", wrong, 'Add "title": its name in PascalCase.'
            )
        yield from _closed(document.path, place)
        yield from _members(document.path, place)


def _closed(path: str, place: Place) -> Iterator[Problem]:
    rest, reason = place.schema.get("additionalProperties"), place.schema.get("x-open")
    if rest is False:
        if reason is not None:
            wrong = "A closed object says under x-open why it is open."
            yield Problem(path, child(place.pointer, "x-open"), "not_closed", wrong, "Drop x-open.")
    elif rest is None or _blank(reason):
        wrong = "The object is neither closed nor marked open."
        remedy = 'Write "additionalProperties": false, or true (or a schema) with the reason under "x-open".'
        yield Problem(path, place.pointer, "not_closed", wrong, remedy)


def _members(path: str, place: Place) -> Iterator[Problem]:
    """Names in `required`, `x-computed` and `x-generic` are names of properties."""
    properties = place.schema.get("properties", {})
    named: list[tuple[tuple[str | int, ...], Any]] = [
        (("required", index), name) for index, name in enumerate(place.schema.get("required", ()))
    ]
    named += [(("x-computed", index), name) for index, name in enumerate(place.schema.get("x-computed", ()))]
    if "x-generic" in place.schema and isinstance(place.schema["x-generic"], dict):
        named.append((("x-generic", "field"), place.schema["x-generic"].get("field")))
    for where, name in named:
        if name not in properties:
            wrong = f"{where[0]} names {quoted(name)}, which is no property of the object."
            yield Problem(
                path, child(place.pointer, *where), "unknown_property", wrong, "Correct the name, or drop it."
            )
    computed = set(place.schema.get("x-computed", ()))
    for index, name in enumerate(place.schema.get("required", ())):
        if name in computed:
            wrong = (
                f"The property {quoted(name)} is required and computed, so that no model takes what is valid."
            )
            pointer = child(place.pointer, "required", index)
            yield Problem(path, pointer, "required_computed", wrong, "Drop it from one of the two lists.")
    if "x-generic" in place.schema:
        generic = place.schema["x-generic"]
        field = properties.get(generic.get("field")) if isinstance(generic, dict) else None
        if field is not None and not (
            isinstance(field, dict) and field.get("type") == "array" and "items" in field
        ):
            wrong = f"x-generic names {generic['field']!r}, which is no array."
            remedy = "Name the array whose items the type parameter stands for."
            yield Problem(path, child(place.pointer, "x-generic", "field"), "unknown_property", wrong, remedy)


def check_extensions(sources: Sources) -> Iterator[Problem]:
    """`x-omit` stands where a field can be left out, with the default that it leaves out."""
    for document, place in sources.all_places():
        schema = place.schema
        omit = schema.get("x-omit") if isinstance(schema, dict) else None
        if not isinstance(omit, str) or omit not in OMITTED:
            continue
        wanted = OMITTED[omit]
        default = _default(sources, document.path, schema)
        if default != [wanted]:
            wrong = f"x-omit leaves out a default of {quoted(wanted)}, which the field lacks."
            remedy = 'Give the field that default, or drop "x-omit".'
            yield Problem(
                document.path, child(place.pointer, "x-omit"), "omit_without_default", wrong, remedy
            )


def _default(sources: Sources, path: str, schema: Mapping[str, object]) -> list[object]:
    """The field's default in a list; an empty list where it has none."""
    for _ in range(len(sources.documents) + 1):
        if "default" in schema:
            return [schema["default"]]
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return []
        try:
            target = sources.resolve(path, reference)
        except UnresolvedError:
            return []
        if not isinstance(target.schema, dict) or "title" in target.schema:
            return []
        path, schema = target.path, target.schema
    return []
