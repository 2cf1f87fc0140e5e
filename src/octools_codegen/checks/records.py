"""Plain data classes (`x-record`): one name each, and fields in an order that Python takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools_codegen.checks.naming import RESERVED_TYPES, is_vocabulary
from octools_codegen.pointers import child
from octools_codegen.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.sources import Sources

__all__ = ["check_records"]


def check_records(sources: Sources) -> Iterator[Problem]:
    """Every data class has a name of its own in its module, and takes its required fields first."""
    vocabularies = {
        place.schema["title"]: f"{document.path}#{place.pointer}"
        for document, place in sources.all_places()
        if place.is_definition and is_vocabulary(place.schema) and isinstance(place.schema["title"], str)
    }
    owners = dict(vocabularies)
    for document, place in sources.all_places():
        record = place.schema.get("x-record") if isinstance(place.schema, dict) else None
        if not isinstance(record, dict) or not isinstance(record.get("name"), str):
            continue
        name, pointer = record["name"], child(place.pointer, "x-record", "name")
        if name in RESERVED_TYPES:
            wrong = f"The data class name {name!r} is a reserved or builtin name of Python or TypeScript."
            yield Problem(document.path, pointer, "reserved_name", wrong, "Choose a name that says more.")
        elif name in owners:
            wrong = f"The data class name {name!r} is taken by {owners[name]}."
            remedy = "Give one of the two another name under x-record."
            yield Problem(document.path, pointer, "duplicate_record", wrong, remedy)
        else:
            owners[name] = f"{document.path}#{place.pointer}"
        if not record.get("keyword_only"):
            yield from _order(document.path, place.pointer, place.schema)


def _order(path: str, pointer: str, schema: Mapping[str, Any]) -> Iterator[Problem]:
    """A class whose fields are given by position takes those with a default last."""
    properties, required = schema.get("properties", {}), schema.get("required", ())
    computed = schema.get("x-computed", ())
    optional = ""
    for name in properties:
        if name in computed:
            continue
        if name not in required:
            optional = optional or name
        elif optional:
            wrong = f"The required field {name!r} follows {optional!r}, which the data class gives a default."
            remedy = 'Write required fields first, or "keyword_only": true under x-record.'
            yield Problem(path, child(pointer, "properties", name), "record_order", wrong, remedy)
