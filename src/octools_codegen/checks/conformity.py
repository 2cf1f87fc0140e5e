"""Each file against its meta-schema: JSON Schema 2020-12, or the one that a data file names."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, shortened
from octools_codegen.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from octools_codegen.model import Document

__all__ = ["check_conformity", "dialect_keywords", "extension_keywords"]

DIALECT_BASE = "https://json-schema.org/draft/2020-12/"


@cache
def _dialect() -> dict[str, Any]:
    """The 2020-12 meta-schema as one flat schema: the same verdicts, a fifth of the time."""
    root = dict(REGISTRY.contents(DIALECT_BASE + "schema"))
    properties: dict[str, Any] = dict(root["properties"])
    definitions: dict[str, Any] = {}
    for part in root["allOf"]:
        contents = REGISTRY.contents(DIALECT_BASE + part["$ref"])
        properties.update(contents["properties"])
        definitions.update(contents.get("$defs", {}))
    flat = {"type": ["object", "boolean"], "properties": properties, "$defs": definitions}
    text = json.dumps(flat).replace('"$dynamicRef": "#meta"', '"$ref": "#"')
    result: dict[str, Any] = json.loads(text)
    return result


def dialect_keywords() -> frozenset[str]:
    """The keywords of JSON Schema 2020-12."""
    return frozenset(_dialect()["properties"])


@cache
def _meta_schema(path: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(path.read_bytes())
    return schema


def extension_keywords(folder: Path) -> dict[str, Any]:
    """The documented `x-` keywords, each with the schema of its value."""
    properties: dict[str, Any] = _meta_schema(folder / "schema.json")["properties"]
    return properties


@cache
def _validator(folder: Path, kind: str) -> Draft202012Validator:
    if kind in {"schema", "meta"}:
        return Draft202012Validator(_dialect())
    return Draft202012Validator(_meta_schema(folder / f"{kind}.json"))


def check_conformity(document: Document, folder: Path) -> Iterator[Problem]:
    """Every place where a file breaks its meta-schema; `folder` holds the meta-schemas of data files."""
    if document.kind == "openapi":
        yield from _openapi(document)
        return
    if document.kind == "schema" and not isinstance(document.data, dict):
        wrong = f"A schema file holds {shortened(document.data)}, which is no object."
        yield Problem(document.path, "", "not_valid", wrong, "Write a schema with $schema, $id and a title.")
        return
    if document.kind == "schema":
        yield from _extensions(document, folder)
    name = "JSON Schema 2020-12" if document.kind in {"schema", "meta"} else f"meta/{document.kind}.json"
    for error in _validator(folder, document.kind).iter_errors(document.data):
        pointer = child("", *error.absolute_path)
        wrong = f"{shortened(error.message, 200)} ({error.validator} of {name})."
        remedy = f"Correct the value; {name} says what may stand there."
        yield Problem(document.path, pointer, "not_valid", wrong, remedy)


def _openapi(document: Document) -> Iterator[Problem]:
    """The parts of an OpenAPI document that its output is made from."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("paths"), dict):
        wrong = "The OpenAPI document has no paths object."
        yield Problem(document.path, "/paths", "not_valid", wrong, "Add it.")
        return
    components = data.get("components", {})
    parts = [("/components", components)]
    if isinstance(components, dict):
        parts.append(("/components/schemas", components.get("schemas", {})))
    for pointer, value in parts:
        if not isinstance(value, dict):
            wrong = f"{pointer.rpartition('/')[2]} is {shortened(value)}, which is no object."
            yield Problem(document.path, pointer, "not_valid", wrong, "Write an object, or drop it.")


@cache
def _extension_validator(folder: Path, keyword: str) -> Draft202012Validator | None:
    schema = extension_keywords(folder).get(keyword)
    return None if schema is None else Draft202012Validator(schema)


def _extensions(document: Document, folder: Path) -> Iterator[Problem]:
    """Documented `x-` keywords whose values have the wrong form."""
    for place in walk(document.data):
        for keyword, value in place.schema.items() if isinstance(place.schema, dict) else ():
            validator = _extension_validator(folder, keyword) if keyword.startswith("x-") else None
            for error in validator.iter_errors(value) if validator else ():
                pointer = child(place.pointer, keyword, *error.absolute_path)
                wrong = f"{keyword}: {shortened(error.message, 200)}."
                remedy = f"Correct the value. {extension_keywords(folder)[keyword]['description']}"
                yield Problem(document.path, pointer, "bad_extension", wrong, remedy)
