"""Depth, reference bombs, cycles and foreign values: always a result, in bounded time and memory."""

from __future__ import annotations

import copy
import datetime as dt
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from octools import compact_clean, compact_schema
from octools.compact.values import holds_foreign, normalise

DEEP, MIDDLE = 100_000, 3_000


def nested(wrap: Callable[[Any, int], Any], depth: int) -> Any:
    schema: Any = {"type": "object", "properties": {"leaf": {"type": "string"}}}
    for level in range(depth):
        schema = wrap(schema, level)
    return schema


ONE_STEP_A_LEVEL: dict[str, Callable[[Any, int], Any]] = {
    "properties": lambda inner, _: {"type": "object", "properties": {"a": inner}},
    "items": lambda inner, _: {"items": inner},
    "allOf": lambda inner, _: {"allOf": [inner]},
    "allOf beside properties": lambda inner, level: {"allOf": [inner], "properties": {f"p{level}": True}},
    "anyOf of one": lambda inner, _: {"anyOf": [inner]},
    "not": lambda inner, _: {"not": inner},
    "additionalProperties": lambda inner, _: {"additionalProperties": inner},
}
SEVERAL_STEPS_A_LEVEL: dict[str, Callable[[Any, int], Any]] = {
    "tuple": lambda inner, _: {"items": [inner]},
    "nullable": lambda inner, _: {"anyOf": [inner, {"type": "null"}]},
    "nullable of OpenAPI": lambda inner, _: {"type": "object", "nullable": True, "properties": {"a": inner}},
    "joined objects": lambda inner, _: {"oneOf": [{"properties": {"a": inner}}, {"properties": {"b": {}}}]},
    "alternatives beside properties": lambda inner, level: {
        "anyOf": [inner, {"type": "null"}],
        "properties": {f"p{level}": {"type": "string"}},
    },
    "not of properties": lambda inner, _: {"not": {"properties": {"a": inner}}},
    "if": lambda inner, _: {"if": inner, "then": {"type": "object"}},
    "then": lambda inner, _: {"if": {"type": "object"}, "then": inner},
    "patternProperties": lambda inner, _: {"patternProperties": {"^a": inner}, "additionalProperties": False},
    "unevaluatedProperties": lambda inner, _: {"allOf": [inner], "unevaluatedProperties": False},
    "contains": lambda inner, _: {"contains": inner},
    "dependentSchemas": lambda inner, _: {"dependentSchemas": {"a": inner}},
    "propertyNames": lambda inner, _: {"propertyNames": inner},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_STEP_A_LEVEL)
def test_a_hundred_thousand_levels(name: str) -> None:
    made = compact_schema(nested(ONE_STEP_A_LEVEL[name], DEEP))
    assert compact_clean(made.schema) == []


@pytest.mark.parametrize("name", SEVERAL_STEPS_A_LEVEL)
def test_thousands_of_levels(name: str) -> None:
    made = compact_schema(nested(SEVERAL_STEPS_A_LEVEL[name], MIDDLE))
    assert compact_clean(made.schema) == []
    assert all(change.rule == "compact_widened" for change in made.changes)


@pytest.mark.slow
def test_a_chain_of_a_hundred_thousand_definitions_is_inlined_whole() -> None:
    definitions: dict[str, Any] = {f"d{level}": {"$ref": f"#/$defs/d{level + 1}"} for level in range(DEEP)}
    definitions[f"d{DEEP}"] = {"type": "object", "properties": {"end": {"type": "string"}}}
    made = compact_schema({"$ref": "#/$defs/d0", "$defs": definitions})
    assert made.schema == {"type": "object", "properties": {"end": {"type": "string"}}}
    assert made.changes == []


def bomb(levels: int) -> dict[str, Any]:
    definitions: dict[str, Any] = {
        f"d{level}": {
            "type": "object",
            "properties": {name: {"$ref": f"#/$defs/d{level + 1}"} for name in "ab"},
        }
        for level in range(levels)
    }
    definitions[f"d{levels}"] = {"type": "string"}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


def count_schemas(schema: Any) -> int:
    found, pending = 0, [schema]
    while pending:
        current = pending.pop()
        found += 1
        if isinstance(current, dict):
            pending += current.get("properties", {}).values()
    return found


@pytest.mark.parametrize("limit", [0, 10, 1_000])
def test_a_bomb_ends_when_so_many_nodes_were_added(limit: int) -> None:
    made = compact_schema(bomb(80), max_nodes=limit)
    # Every definition is one node of the schema's own; what is left out stands there as an empty schema.
    written = count_schemas(made.schema) - len(made.changes)
    assert written <= 81 + limit + 1
    assert 0 < len(made.changes) <= 4 * 81
    assert all(f"more than {limit} nodes" in change.message for change in made.changes)
    assert all((change.path or "").startswith("/$defs/d") for change in made.changes)


def test_a_small_bomb_is_inlined_whole() -> None:
    made = compact_schema(bomb(10))
    assert made.changes == []
    assert count_schemas(made.schema) == 2**11 - 1


def test_a_bomb_of_alternatives_and_one_of_data_end_too() -> None:
    definitions: dict[str, Any] = {
        f"d{level}": {
            "anyOf": [
                {"$ref": f"#/$defs/d{level + 1}"},
                {"properties": {"x": {"$ref": f"#/$defs/d{level + 1}"}}},
            ]
        }
        for level in range(80)
    }
    definitions["d80"] = {"type": "object", "properties": {"q": {"type": "string"}}}
    assert compact_schema({"$ref": "#/$defs/d0", "$defs": definitions}).changes
    values = {"enum": list(range(5_000)), "description": "x" * 100_000}
    properties = {f"p{index}": {"$ref": "#/$defs/values"} for index in range(1_000)}
    made = compact_schema({"type": "object", "properties": properties, "$defs": {"values": values}})
    assert len(made.changes) > 900
    assert sum(len(each.get("enum", ())) for each in made.schema["properties"].values()) <= 30_000


def test_merging_over_and_over_ends() -> None:
    wide = {
        "allOf": [
            {"properties": {f"p{i}": {}}, "additionalProperties": {"maxLength": i}} for i in range(1_500)
        ]
    }
    assert compact_clean(compact_schema(wide).schema) == []


def test_a_schema_that_contains_itself_is_followed_once() -> None:
    tree: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}}
    tree["properties"]["child"] = tree
    made = compact_schema(tree)
    assert made.schema["properties"] == {"name": {"type": "string"}, "child": {"type": "object"}}
    assert [change.path for change in made.changes] == ["/properties/child"]


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf", "not", "enum", "default", "if", "items"])
def test_a_keyword_that_holds_its_own_schema(keyword: str) -> None:
    schema: dict[str, Any] = {"type": "object", "then": {}}
    schema[keyword] = schema if keyword in {"not", "default", "if", "items"} else [schema, {"type": "null"}]
    assert compact_clean(compact_schema(schema).schema) == []


def test_one_object_in_many_places_does_not_explode() -> None:
    schema: Any = {"type": "string"}
    for _ in range(80):
        schema = {"type": "object", "properties": {"a": schema, "b": schema}}
    assert compact_schema(schema).changes
    shared: Any = []
    for _ in range(80):
        shared = [shared, shared]
    made = compact_schema({"type": "object", "properties": {"a": {"enum": [shared, 1], "default": shared}}})
    assert [change.path for change in made.changes] == ["/properties/a/enum"]


class Hostile(Mapping[str, Any]):
    def __getitem__(self, key: str) -> Any:
        raise RuntimeError

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


FOREIGN = [
    None, 5, "text", b"bytes", [], object(), float("nan"), {1: 2}, {"type": object()},
    {"properties": {5: {}}}, {"enum": {1, 2}}, {"enum": [float("nan")]},
    {"const": dt.date(2024, 1, 1)}, {"minimum": Decimal(1)},
    {"type": []}, {"type": 5}, {"$ref": 5}, {"$ref": "http://[x"}, {"$id": "http://[", "$ref": "#/a"},
    {"$ref": "#/%zz"}, {"$ref": "#/%ff"}, {"$ref": "\ud800"}, {"$ref": "#" + "/a" * 1000}, {"pattern": 5},
    {"minimum": 10**5000}, {"const": 10**5000}, {"multipleOf": 0}, {"minLength": -1}, {"minLength": 1.5},
    {"properties": None}, {"items": None}, {"anyOf": None}, {"anyOf": []}, {"anyOf": [5, {}]}, {"allOf": {}},
    {"if": 5}, {"dependentRequired": 5}, {"dependencies": {"a": 5}}, {"$schema": 5}, {"nullable": 5},
    {"$dynamicRef": "#x"}, {"$recursiveRef": "#"}, {"required": "a"}, {"required": [1]}, {"not": 5},
    {"patternProperties": 5, "additionalProperties": False}, {"$defs": 5}, {"additionalProperties": 5},
    {"properties": {"a": Hostile()}}, Hostile(), {"enum": ["\ud800"]},
    {"title": object()}, {"default": object()},
]  # fmt: skip


@pytest.mark.parametrize("index", range(len(FOREIGN)))
def test_any_value_gives_a_compact_schema(index: int) -> None:
    made = compact_schema(FOREIGN[index])
    assert compact_clean(made.schema) == []
    assert not holds_foreign(normalise(made.schema))
    assert all(change.message and change.rule == "compact_widened" for change in made.changes)


def test_other_mappings_and_tuples_read_as_objects_and_arrays() -> None:
    schema = MappingProxyType(
        {
            "type": ("object", "null"),
            "properties": MappingProxyType({"a": {"enum": (1, 2)}}),
            "required": ("a",),
        }
    )
    made = compact_schema(schema)
    assert made.schema == {"type": "object", "properties": {"a": {"enum": [1, 2]}}, "required": ["a"]}
    assert made.changes == []


@pytest.mark.parametrize("limit", [-1, 1.5, True, "9", None])
def test_a_limit_that_is_no_count_is_refused(limit: Any) -> None:
    with pytest.raises(ValueError, match="max_nodes must be an integer that is not negative"):
        compact_schema({}, max_nodes=limit)


def test_the_argument_stays_as_it_is_and_is_not_shared() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"enum": [[1]], "default": {"b": []}}, "c": {"$ref": "#/$defs/d"}},
        "$defs": {"d": {"type": "array", "default": [1]}},
    }
    before = copy.deepcopy(schema)
    made = compact_schema(schema)
    made.schema["properties"]["a"]["enum"][0].append(2)
    made.schema["properties"]["c"]["default"].append(2)
    assert schema == before


PROGRAM = """
import json, sys
from octools import compact_schema
from tests.compact.random_schemas import document
for seed in range(150):
    made = compact_schema(document(seed))
    print(json.dumps([made.schema, [(each.path, each.message) for each in made.changes]]))
"""


def test_the_same_schema_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
    assert outputs != {b""}
