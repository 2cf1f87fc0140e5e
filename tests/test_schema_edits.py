"""Copies of schemas: depth, cycles, sharing, values that no JSON text gives, and what always holds."""

from __future__ import annotations

import copy
from collections import OrderedDict, UserDict
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octools import close_objects, strict_clean, strip_keys, strip_titles
from octools.places import Place, pointer
from octools.schema_walk import POSITIONS, Below, Walk, plain_copy, subschemas
from octools_contract.dialect import KEYWORDS, SHAPES

DEPTH = 100_000
EDITS: list[Callable[[Any], Any]] = [strip_keys, strip_titles, close_objects]


def below(schema: Any, *path: Any) -> Any:
    for token in path:
        schema = schema[token]
    return schema


def test_the_positions_are_those_of_the_dialect() -> None:
    assert POSITIONS.keys() == {name for name, row in KEYWORDS.items() if SHAPES[row.shape].holds != "none"}
    assert POSITIONS["items"] == "schema_or_list"
    assert POSITIONS["dependencies"] == "map"
    assert "default" not in POSITIONS


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("value", [None, True, 0, "text", 1.5, object(), {1, 2}, b"bytes", range(3)])
def test_a_value_that_is_no_mapping_and_no_list_stays_itself(edit: Any, value: Any) -> None:
    assert edit(value) is value


@pytest.mark.parametrize("edit", EDITS)
def test_the_original_stays_and_nothing_of_it_is_shared(edit: Any) -> None:
    original = {
        "title": "T",
        "properties": {"a": {"title": "A", "default": [{"x": []}], "enum": ["u"]}},
        "anyOf": [{"required": ["a"]}, True],
        "x-a": {"b": []},
        "items": {},
    }
    before = copy.deepcopy(original)
    made = edit(original)
    assert original == before
    for path in (
        (),
        ("properties",),
        ("properties", "a"),
        ("properties", "a", "default"),
        ("anyOf",),
        ("x-a", "b"),
    ):
        assert below(made, *path) is not below(original, *path)
    made["properties"]["a"]["default"][0]["x"].append(1)
    made["properties"]["a"]["enum"].append(1)
    made["anyOf"][0]["required"].append(1)
    assert original == before


def test_the_order_of_keywords_stays() -> None:
    schema = {"type": "object", "title": "T", "properties": {"b": {}, "a": {}}, "description": "D."}
    assert list(strip_titles(schema)) == ["type", "properties", "description"]
    assert list(strip_titles(schema)["properties"]) == ["b", "a"]
    assert list(close_objects(schema)) == [
        "type",
        "title",
        "properties",
        "description",
        "additionalProperties",
    ]


@pytest.mark.parametrize("make", [OrderedDict, UserDict, MappingProxyType])
def test_mappings_and_tuples_come_out_plain(make: Any) -> None:
    schema = make(
        {
            "title": "T",
            "properties": make({"a": make({"title": "A", "enum": (1, (2,))})}),
            "anyOf": (make({"title": "B"}), (make({}),)),
            "default": make({"title": (make({}),)}),
        }
    )
    made = strip_titles(schema)
    assert made == {
        "properties": {"a": {"enum": [1, [2]]}},
        "anyOf": [{}, [{}]],
        "default": {"title": [{}]},
    }
    kinds = [
        type(below(made, *path))
        for path in ((), ("properties",), ("properties", "a"), ("anyOf", 0), ("default",))
    ]
    assert kinds == [dict] * 5
    assert type(made["anyOf"]) is type(made["anyOf"][1]) is type(made["properties"]["a"]["enum"]) is list
    assert close_objects(schema)["additionalProperties"] is False


def test_keywords_that_are_no_texts_stay() -> None:
    schema = {1: {"title": "T"}, None: 2, ("title",): 3, "title": 4, "properties": {5: {"title": "T"}}}
    assert strip_keys(schema, keys=["title"], prefixes=["x"]) == {
        1: {"title": "T"},
        None: 2,
        ("title",): 3,
        "properties": {5: {}},
    }


@pytest.mark.parametrize("argument", ["keys", "prefixes"])
def test_a_single_text_is_no_list_of_keywords(argument: str) -> None:
    with pytest.raises(TypeError, match=f"{argument} is a single string; give a list of strings"):
        strip_keys({}, **{argument: "title"})


def test_any_iterable_names_keywords() -> None:
    schema = {"a": 1, "b": 2, "c-d": 3, "e": 4}
    assert strip_keys(schema, keys=iter({"a": 0}), prefixes={"c-"}) == {"b": 2, "e": 4}
    assert strip_keys(schema, keys=frozenset({"a", "b"})) == {"c-d": 3, "e": 4}


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: {"properties": {"a": inner}, "title": "T"},
        lambda inner: {"items": inner, "title": "T"},
        lambda inner: {"anyOf": [inner], "title": "T"},
        lambda inner: {"default": [inner], "title": "T"},
    ],
    ids=["properties", "items", "anyOf", "default"],
)
def test_depth_is_bounded_by_memory_alone(wrap: Any) -> None:
    schema: Any = {}
    for _ in range(DEPTH):
        schema = wrap(schema)
    made = close_objects(strip_titles(schema))
    (key,) = made.keys() - {"additionalProperties"}
    depth = 0
    while made:
        made = made[key]
        made = made["a"] if key == "properties" else made[0] if isinstance(made, list) else made
        depth += 1
    assert depth == DEPTH


def test_a_schema_that_contains_itself_gives_a_copy_that_does() -> None:
    schema: dict[str, Any] = {"title": "T", "properties": {}}
    schema["properties"]["a"] = schema
    schema["default"] = [schema["properties"]]
    made = strip_titles(schema)
    assert made["properties"]["a"] is made
    assert made is not schema
    assert "title" not in made
    # As data the same objects keep their titles: there they are no schemas.
    data = made["default"][0]
    assert data is not made["properties"]
    assert data["a"]["title"] == "T"
    assert data["a"]["properties"] is data


def test_lists_and_mappings_that_contain_themselves() -> None:
    members: list[Any] = []
    members.append({"anyOf": members, "title": "T"})
    made = strip_titles({"anyOf": members})
    assert made["anyOf"][0]["anyOf"] is made["anyOf"]
    data: list[Any] = []
    data.append(data)
    copied = plain_copy(data)
    assert copied[0] is copied
    assert copied is not data


def test_what_stands_in_two_places_is_copied_once() -> None:
    shared: dict[str, Any] = {"title": "T", "properties": {}}
    names = ["a"]
    schema = {
        "items": shared,
        "not": shared,
        "anyOf": [shared],
        "required": names,
        "enum": names,
        "default": shared,
    }
    made = close_objects(strip_titles(schema))
    assert made["items"] is made["not"] is made["anyOf"][0]
    assert made["items"] == {"properties": {}, "additionalProperties": False}
    assert made["required"] is made["enum"]
    assert made["default"] == {"title": "T", "properties": {}}
    # A member that is no schema is data, wherever it stands.
    odd = [1, [2]]
    made = strip_titles({"allOf": [odd, {"enum": odd}], "properties": {"a": odd}, "not": odd, "items": [odd]})
    places = (made["allOf"][0], made["allOf"][1]["enum"], made["properties"]["a"], made["items"][0])
    assert all(place is made["not"] and place == odd and place is not odd for place in places)


def test_a_small_graph_never_grows_into_a_large_tree() -> None:
    schema: Any = {"title": "T"}
    data: Any = []
    for _ in range(60):
        schema = {"properties": {"a": schema, "b": schema}, "allOf": [schema, schema], "title": "T"}
        data = [data, data]
    made = close_objects(strip_titles({**schema, "default": data}))
    assert made["properties"]["a"] is made["properties"]["b"] is made["allOf"][1]


def test_the_walk_gives_places_in_document_order() -> None:
    schema = {
        "properties": {"b": {"items": {}}, "a": {"default": {"items": {}}}},
        "items": [{}, True, {"not": {}}],
        "default": {"properties": {"c": {}}},
        "additionalProperties": {},
        "anyOf": {},
    }
    places: list[str] = []
    walk = Walk()

    def visit(place: Place, each: dict[Any, Any], lower: list[Below]) -> None:
        places.append(pointer(place))
        subschemas(each, walk, lower)

    walk.run(schema, visit)
    assert places == [
        "",
        "/properties/b",
        "/properties/b/items",
        "/properties/a",
        "/items/0",
        "/items/2",
        "/items/2/not",
        "/additionalProperties",
    ]
    assert not walk.revisited


NAMES = st.sampled_from(
    ["title", "x-a", "type", "properties", "items", "anyOf", "$defs", "not", "default", "a", ""]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=30,
)


@settings(max_examples=100)
@given(VALUES)
def test_without_anything_to_do_the_copy_is_equal(value: Any) -> None:
    assert strip_keys(value) == plain_copy(value) == value


@settings(max_examples=100)
@given(VALUES)
def test_editing_twice_changes_nothing_more(value: Any) -> None:
    for edit in (strip_titles, close_objects):
        once = edit(value)
        assert edit(once) == once
    assert close_objects(strip_titles(value)) == strip_titles(close_objects(value))


@settings(max_examples=100)
@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_edits_do_what_strict_clean_asks(schema: dict[str, Any]) -> None:
    schema["type"] = "object"
    asked = {found.rule for found in strict_clean(strip_keys(schema, keys=["title"], prefixes=["x-"]))}
    assert not asked & {"title_present", "extension_key"}
