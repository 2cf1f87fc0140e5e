"""The schema functions on thousands of real schemas, against plain recursive code with the same result."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from octools import close_objects, strict_clean, strip_keys, strip_titles
from octools.pointers import escape, reference_tokens, resolve, tokens
from octools_contract.profiles import STRICT
from tests.corpora import FOLDER, needs_corpora, records

pytestmark = needs_corpora

FILES = (
    sorted(path.name.removesuffix(".jsonl.gz") for path in Path(FOLDER).glob("*.jsonl.gz")) if FOLDER else []
)
KEYWORDS, TYPES, FORMATS = STRICT.keywords or (), STRICT.types or (), STRICT.formats or ()
ONE = ("items", "additionalProperties")
MANY = ("anyOf", "allOf")
NAMED = ("properties", "$defs")


@cache
def schemas(name: str) -> tuple[Any, ...]:
    found: list[Any] = []
    for record in records(name):
        found += [
            record[key] for key in ("schema", "inputSchema", "outputSchema", "parameters") if key in record
        ]
    return tuple(found)


# --- the textbook ----------------------------------------------------------------------------------


def textbook(schema: Any) -> list[tuple[str, str]]:
    """Judge a schema read from JSON text by the table of rules, one after the other."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        return [("root_not_object", "")]
    definitions = schema.get("$defs", {})
    if not isinstance(definitions, dict):
        return [("bad_defs", "/$defs")]
    found = list(judge(schema, "", definitions))
    edges = {name: set(references(entry, definitions)) for name, entry in definitions.items()}
    reach = {name: set(targets) for name, targets in edges.items()}
    for _ in edges:
        reach = {
            name: targets.union(*(edges[target] for target in targets)) for name, targets in reach.items()
        }
    return found + [
        ("recursive_ref", f"/$defs/{escape(name)}") for name in definitions if name in reach[name]
    ]


def judge(schema: dict[str, Any], path: str, definitions: Any) -> Iterator[tuple[str, str]]:
    for keyword, value in schema.items():
        yield from judge_keyword(keyword, value, path, definitions)
    kind = schema.get("type")
    is_object = kind == "object" or (isinstance(kind, list) and "object" in kind) or "properties" in schema
    if is_object and schema.get("additionalProperties") is not False:
        yield "open_object", path
    for place, member in children(schema):
        if isinstance(member, dict):
            yield from judge(member, path + place, definitions)


def children(schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword, value in schema.items():
        if keyword in ONE and isinstance(value, dict):
            yield f"/{keyword}", value
        elif keyword in MANY and isinstance(value, list):
            yield from ((f"/{keyword}/{index}", member) for index, member in enumerate(value))
        elif keyword in NAMED and isinstance(value, dict):
            yield from ((f"/{keyword}/{escape(name)}", member) for name, member in value.items())


def judge_keyword(keyword: str, value: Any, path: str, definitions: Any) -> Iterator[tuple[str, str]]:
    if keyword == "title":
        yield "title_present", path
    elif keyword.startswith("x-"):
        yield "extension_key", path
    elif keyword not in KEYWORDS:
        yield "unsupported_keyword", path
    elif keyword in DATA:
        yield from (
            (rule or "malformed_keyword", path if rule else f"{path}/{keyword}")
            for rule in DATA[keyword](value)
        )
    elif keyword == "$ref":
        if target(value, definitions) is None:
            yield "unknown_ref", path
    elif keyword not in ("default", "const"):
        yield from judge_position(keyword, value, path, ("malformed_keyword", f"{path}/{keyword}"))


def judge_type(value: Any) -> list[str | None]:
    names = value if isinstance(value, list) and value else [value]
    if names == [value] and not isinstance(value, str):
        return [None]
    return ["unsupported_type" for name in names if name not in TYPES]


def judge_enum(value: Any) -> list[str | None]:
    if not isinstance(value, list) or any(
        isinstance(each, dict | list) or not writable(each) for each in value
    ):
        return ["enum_not_primitive"]
    return [] if value else [None]


def judge_format(value: Any) -> list[str | None]:
    if not isinstance(value, str):
        return [None]
    return [] if value in FORMATS else ["unsupported_format"]


def judge_names(value: Any) -> list[str | None]:
    return [] if isinstance(value, list) and all(isinstance(name, str) for name in value) else [None]


# The rules that a value breaks, by its keyword; None is a wrong shape.
DATA: dict[str, Callable[[Any], list[str | None]]] = {
    "type": judge_type,
    "enum": judge_enum,
    "format": judge_format,
    "required": judge_names,
    "description": lambda value: [] if isinstance(value, str) else [None],
    "minItems": lambda value: [] if not isinstance(value, bool) and value in (0, 1) else ["min_items"],
}


def judge_position(
    keyword: str, value: Any, path: str, malformed: tuple[str, str]
) -> Iterator[tuple[str, str]]:
    if keyword == "additionalProperties" and isinstance(value, bool):
        return
    if keyword == "$defs" and path:
        yield "defs_not_at_root", path
        if not isinstance(value, dict):
            return
    if keyword in ONE and not isinstance(value, dict):
        yield ("boolean_schema", f"{path}/{keyword}") if isinstance(value, bool) else malformed
        return
    if (keyword in MANY and not (isinstance(value, list) and value)) or (
        keyword in NAMED and not isinstance(value, dict)
    ):
        yield malformed
        return
    members = list(children({keyword: value}))
    yield from (("boolean_schema", path + place) for place, member in members if isinstance(member, bool))
    if any(not isinstance(member, dict | bool) for _, member in members):
        yield malformed
    if keyword == "allOf" and any(isinstance(member, dict) and "$ref" in member for _, member in members):
        yield "allof_ref", f"{path}/allOf"


def writable(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def target(reference: Any, definitions: Any) -> str | None:
    path = reference_tokens(reference) if isinstance(reference, str) else None
    return path[1] if path and len(path) == 2 and path[0] == "$defs" and path[1] in definitions else None


def references(schema: Any, definitions: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        name = target(schema.get("$ref"), definitions)
        if name is not None:
            yield name
        for _, member in children(schema):
            yield from references(member, definitions)


# --- the tests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_findings_are_those_of_the_textbook_and_their_paths_resolve(name: str) -> None:
    for schema in schemas(name):
        found = strict_clean(schema)
        assert [(each.rule, each.path) for each in found] == textbook(schema)
        for each in found:
            path = tokens(each.path or "")
            assert path is not None
            resolve(schema, path)
            assert len(each.message) < 400


@pytest.mark.parametrize("name", FILES)
def test_an_object_root_opens_the_whole_schema_to_judgement(name: str) -> None:
    # Most plain schemas have no object root as strict use asks for it: say one, and the definitions of today.
    for schema in schemas(name):
        if not isinstance(schema, dict):
            continue
        renamed = json.loads(
            json.dumps(schema).replace('"definitions"', '"$defs"').replace("#/definitions/", "#/$defs/")
        )
        renamed["type"] = "object"
        assert [(each.rule, each.path) for each in strict_clean(renamed)] == textbook(renamed)


@pytest.mark.parametrize("name", FILES)
def test_edits_change_what_they_say_and_nothing_else(name: str) -> None:
    for schema in schemas(name):
        assert strip_keys(schema) == schema
        edited = close_objects(strip_keys(schema, keys=["title"], prefixes=["x-"]))
        assert close_objects(strip_titles(edited)) == edited
        assert not {each.rule for each in strict_clean(edited)} & {"title_present", "extension_key"}


def test_the_corpora_hold_most_rules() -> None:
    seen = Counter(found.rule for name in FILES for schema in schemas(name) for found in strict_clean(schema))
    rare = {*STRICT.rules.values(), *STRICT.named.values(), *STRICT.prefixed.values()} - seen.keys()
    assert rare <= {"bad_defs", "allof_ref", "recursive_ref", "unsupported_type"}
    assert seen["open_object"] > 1_000
    assert seen["root_not_object"] > 1_000
