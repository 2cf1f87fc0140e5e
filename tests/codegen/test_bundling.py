"""Self-contained schemas: what is inlined, what becomes a definition, what is dropped, what wins."""

from __future__ import annotations

from typing import Any

from octools_codegen.bundling import bundle
from octools_codegen.model import Document
from octools_codegen.reading import parse_document
from octools_codegen.sources import Sources


def _sources(**files: Any) -> Sources:
    import json

    documents = []
    for name, data in files.items():
        document = parse_document(f"{name}.json", json.dumps(data).encode())
        assert isinstance(document, Document)
        documents.append(document)
    return Sources(tuple(documents), frozenset(document.path for document in documents), "https://x.invalid/")


KIND = {"title": "Kind", "description": "A kind.", "type": "string", "enum": ["a", "b"], "x-fallback": "a"}
BOX = {
    "title": "Box",
    "description": "A box.",
    "type": "object",
    "properties": {
        "title": {"description": "A property of that name.", "type": "string"},
        "x-mark": {"description": "Another.", "type": "string"},
        "kind": {"$ref": "kind.json", "description": "Which kind.", "default": "a", "x-omit": "unset"},
        "inner": {"$ref": "#", "description": "A box inside."},
        "lid": {"$ref": "lid.json"},
        "size": {"$ref": "parts.json#/$defs/size", "default": 3},
        "default": {
            "description": "Data stays.",
            "type": "object",
            "const": {"title": "t", "$ref": "#/x", "x-y": 1},
        },
    },
    "required": ["title"],
    "additionalProperties": False,
}
LID = {
    "title": "Lid",
    "description": "A lid.",
    "type": "object",
    "properties": {"kind": {"$ref": "kind.json"}},
    "x-open": "y",
}
PARTS = {"$defs": {"size": {"description": "A size.", "type": "integer", "default": 1, "examples": [4]}}}


def test_objects_become_definitions_and_all_else_stands_in_place() -> None:
    result = bundle(_sources(kind=KIND, box=BOX, lid=LID, parts=PARTS), "box.json", "")
    assert result.name == "Box"
    assert result.sources == ("box.json", "kind.json", "lid.json", "parts.json")
    properties = {
        "title": {"description": "A property of that name.", "type": "string"},
        "x-mark": {"description": "Another.", "type": "string"},
        "kind": {"description": "Which kind.", "type": "string", "enum": ["a", "b"], "default": "a"},
        "inner": {"$ref": "#/$defs/Box", "description": "A box inside."},
        "lid": {"$ref": "#/$defs/Lid"},
        "size": {"description": "A size.", "type": "integer", "default": 3},
        "default": {
            "description": "Data stays.",
            "type": "object",
            "const": {"title": "t", "$ref": "#/x", "x-y": 1},
        },
    }
    box = {
        "description": "A box.",
        "type": "object",
        "properties": properties,
        "required": ["title"],
        "additionalProperties": False,
    }
    kind = {"description": "A kind.", "type": "string", "enum": ["a", "b"]}
    lid = {"description": "A lid.", "type": "object", "properties": {"kind": kind}}
    assert dict(result.schema) == {**box, "$defs": {"Box": box, "Lid": lid}}
    assert list(result.schema["$defs"]) == ["Box", "Lid"]


def test_sources_stay_as_they_are() -> None:
    import copy

    sources = _sources(kind=KIND, box=BOX, lid=LID, parts=PARTS)
    before = copy.deepcopy([document.data for document in sources.documents])
    bundle(sources, "box.json", "")
    assert [document.data for document in sources.documents] == before


def test_a_definition_is_bundled_by_its_pointer() -> None:
    outer = {"$defs": {"Lid": LID}}
    result = bundle(_sources(kind=KIND, outer=outer), "outer.json", "/$defs/Lid")
    assert result.name == "Lid"
    assert "$defs" not in result.schema
