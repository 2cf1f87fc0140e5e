"""Closed vocabularies: a description for each value, a fallback, a constant's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools_codegen.checks.naming import is_vocabulary
from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources

__all__ = ["check_vocabularies"]


def check_vocabularies(sources: Sources) -> Iterator[Problem]:
    """Every named enumeration is a whole vocabulary, and only vocabularies carry the keywords of one."""
    for document, place in sources.all_places():
        if not place.is_definition or not is_vocabulary(place.schema):
            continue
        yield from _values(document.path, place.pointer, place.schema)
        yield from _fallback(document.path, place.pointer, place.schema)
        if "x-constant" not in place.schema:
            wrong = "The vocabulary does not name the constant that lists its values."
            remedy = 'Add "x-constant" with a name such as COLUMN_KINDS.'
            yield Problem(document.path, place.pointer, "missing_constant", wrong, remedy)


def _values(path: str, pointer: str, schema: dict[str, Any]) -> Iterator[Problem]:
    described = schema.get("x-enum-descriptions")
    described = described if isinstance(described, dict) else {}
    for index, value in enumerate(schema["enum"]):
        where = child(pointer, "enum", index)
        if not isinstance(value, str):
            wrong = f"The vocabulary value {quoted(value)} is no string."
            yield Problem(path, where, "value_not_string", wrong, "Vocabularies hold strings.")
        elif not str(described.get(value) or "").strip():
            wrong = f"The value {quoted(value)} has no description."
            yield Problem(path, where, "missing_description", wrong, "Describe it under x-enum-descriptions.")
    if schema.get("type") != "string":
        wrong = "The vocabulary does not say that its values are strings."
        yield Problem(path, pointer, "value_not_string", wrong, 'Add "type": "string".')
    for keyword in ("x-enum-descriptions", "x-json-types"):
        table = schema.get(keyword)
        for value in table if isinstance(table, dict) else ():
            if value not in schema["enum"]:
                wrong = f"{keyword} has an entry for {quoted(value)}, which is no value."
                yield Problem(
                    path, child(pointer, keyword, value), "stale_description", wrong, "Drop the entry."
                )


def _fallback(path: str, pointer: str, schema: dict[str, Any]) -> Iterator[Problem]:
    if "x-fallback" not in schema:
        wrong = "The vocabulary does not say what an unknown value reads as."
        remedy = (
            'Add "x-fallback": the most conservative value, or null where unknown values have no reading.'
        )
        yield Problem(path, pointer, "missing_fallback", wrong, remedy)
    elif schema["x-fallback"] is not None and schema["x-fallback"] not in schema["enum"]:
        wrong = f"The fallback {quoted(schema['x-fallback'])} is not among the values."
        yield Problem(
            path, child(pointer, "x-fallback"), "unknown_fallback", wrong, "Name one of the values, or null."
        )
