"""Defaults and examples fit the schemas that they stand in."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources

__all__ = ["check_values", "schema_registry"]


def schema_registry(sources: Sources) -> Registry[Any]:
    """All schema files by the address that their place gives them."""
    make = partial(Resource.from_contents, default_specification=DRAFT202012)
    pairs = [
        (sources.base_uri + document.path, make(_at(sources, document.path))) for document in sources.schemas
    ]
    return Registry[Any]().with_resources(pairs)


def _at(sources: Sources, path: str) -> dict[str, Any]:
    """A schema under the right address, whatever its own `$id` says (which another check reports)."""
    return {**sources.by_path[path].data, "$id": sources.base_uri + path}


def check_values(sources: Sources) -> Iterator[Problem]:
    """Each default and each example is accepted by its own schema."""
    registry: Registry[Any] | None = None
    for document, place in sources.all_places():
        schema = place.schema
        if not isinstance(schema, dict) or not ("default" in schema or schema.get("examples")):
            continue
        registry = registry or schema_registry(sources)
        reference = f"{sources.base_uri}{document.path}#{quote(place.pointer)}"
        validator = Draft202012Validator({"$ref": reference}, registry=registry)
        for where, value in _values(schema):
            try:
                error = next(validator.iter_errors(value), None)
            except (Unresolvable, RecursionError, re.error):
                break  # reported by the checks of references and patterns
            if error is not None:
                noun, reason = where[0].removesuffix("s"), shortened(error.message, 200)
                wrong = f"The {noun} {quoted(value)} is rejected by its own schema: {reason}."
                kind = "bad_default" if where[0] == "default" else "bad_example"
                yield Problem(
                    document.path,
                    child(place.pointer, *where),
                    kind,
                    wrong,
                    "Correct the value or the schema.",
                )


def _values(schema: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if "default" in schema:
        yield ("default",), schema["default"]
    examples = schema.get("examples")
    if isinstance(examples, list):
        for index, value in enumerate(examples):
            yield ("examples", index), value
