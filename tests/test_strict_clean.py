"""strict_clean on what no shared case can hold: depth, cycles, sharing, values that no JSON text gives."""

from __future__ import annotations

import copy
import enum
import gc
import sys
import threading
from collections import OrderedDict, UserDict
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octools import STRICT_KEYWORDS, Finding, strict_clean
from octools.places import key_text
from octools.pointers import resolve, tokens
from octools.quoting import quote
from octools_contract.profiles import STRICT

DEPTH = 100_000
STRING = {"type": "string"}


def closed(properties: Any = None, **more: Any) -> dict[str, Any]:
    given = {} if properties is None else {"properties": properties}
    return {"type": "object", **given, "additionalProperties": False, **more}


def rules(schema: Any) -> list[tuple[str, str | None]]:
    return [(found.rule, found.path) for found in strict_clean(schema)]


def nested(wrap: Any, depth: int = DEPTH, inner: Any = None) -> Any:
    schema = {"type": "string"} if inner is None else inner
    for _ in range(depth):
        schema = wrap(schema)
    return schema


# --- depth and size -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: closed({"a": inner}),
        lambda inner: {"type": "array", "items": inner},
        lambda inner: {"anyOf": [inner, {"type": "null"}]},
        lambda inner: {"allOf": [inner]},
        lambda inner: {"additionalProperties": inner},
    ],
    ids=["properties", "items", "anyOf", "allOf", "additionalProperties"],
)
def test_depth_is_bounded_by_memory_alone(wrap: Any) -> None:
    assert strict_clean(closed({"deep": nested(wrap)})) == []
    (found,) = strict_clean(closed({"deep": nested(wrap, inner={"type": "odd"})}))
    assert found.rule == "unsupported_type"
    assert found.path is not None
    assert len(tokens(found.path) or ()) > DEPTH


@pytest.mark.slow
def test_a_finding_at_every_level_takes_no_more_than_the_schema() -> None:
    # The pointers alone would take 65 gigabytes; each is written when it is asked for.
    found = strict_clean(nested(lambda inner: {"type": "object", "properties": {"a": inner}}))
    assert len(found) == DEPTH
    assert {each.rule for each in found} == {"open_object"}
    assert found[0].path == ""
    assert found[2].path == "/properties/a/properties/a"
    assert found[-1].path == "/properties/a" * (DEPTH - 1)


def test_depth_under_a_low_recursion_limit() -> None:
    schema = closed({"deep": nested(lambda inner: closed({"a": inner}), 5_000)})
    result: list[Any] = []

    def run() -> None:
        sys.setrecursionlimit(200)
        result.append(strict_clean(schema))

    limit = sys.getrecursionlimit()
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    sys.setrecursionlimit(limit)
    assert result == [[]]


def chain(length: int, last: Any) -> dict[str, Any]:
    definitions: dict[str, Any] = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(length)}
    definitions[f"d{length}"] = last
    return closed({"a": {"$ref": "#/$defs/d0"}}, **{"$defs": definitions})


@pytest.mark.slow
def test_a_chain_of_definitions() -> None:
    assert strict_clean(chain(DEPTH, STRING)) == []


@pytest.mark.slow
def test_a_ring_of_definitions() -> None:
    found = strict_clean(chain(DEPTH, {"$ref": "#/$defs/d0"}))
    assert len(found) == DEPTH + 1
    assert {each.rule for each in found} == {"recursive_ref"}
    assert found[0].path == "/$defs/d0"
    assert found[-1].path == f"/$defs/d{DEPTH}"


@pytest.mark.slow
def test_a_wide_schema() -> None:
    properties = {f"p{n}": {"type": "string", "description": "Text."} for n in range(DEPTH)}
    assert strict_clean(closed(properties)) == []
    properties["p99999"] = {"title": "T"}
    assert rules(closed(properties)) == [("title_present", "/properties/p99999")]


@pytest.mark.slow
def test_long_lists() -> None:
    schema = closed(
        {
            "a": {"enum": list(range(DEPTH))},
            "b": {"enum": [*range(DEPTH), []]},
            "c": {"anyOf": [{"type": "string"} for _ in range(DEPTH)] + [True]},
            "d": {"type": ["string"] * DEPTH},
        },
        required=["a"] * DEPTH + [1],
    )
    assert rules(schema) == [
        ("malformed_keyword", "/required"),
        ("enum_not_primitive", "/properties/b"),
        ("boolean_schema", f"/properties/c/anyOf/{DEPTH}"),
    ]


def test_deep_data_is_not_walked() -> None:
    deep = nested(lambda inner: [inner])
    schema = closed({"a": {"default": deep, "const": deep}, "b": {"enum": [deep]}, "c": {"type": deep}})
    assert [found.rule for found in strict_clean(schema)] == ["enum_not_primitive", "unsupported_type"]


# --- one object in several places -----------------------------------------------------------------


def test_a_schema_that_contains_itself() -> None:
    schema = closed({})
    schema["properties"]["again"] = schema
    assert strict_clean(schema) == []
    schema["title"] = "T"
    assert rules(schema) == [("title_present", "")]


def test_a_list_and_a_mapping_that_contain_themselves() -> None:
    members: list[Any] = [STRING]
    members.append({"anyOf": members, "title": "T"})
    properties: dict[str, Any] = {}
    properties["p"] = {"properties": properties, "additionalProperties": False}
    assert rules(closed({"a": {"anyOf": members}, "b": closed(properties)})) == [
        ("title_present", "/properties/a/anyOf/1")
    ]


def test_a_mapping_that_is_its_own_properties() -> None:
    schema = closed()
    schema["properties"] = schema
    # Its members are a text, a boolean and itself, which is no schema but the same object again.
    assert strict_clean(schema) == []


def test_what_stands_in_two_places_is_reported_at_the_first() -> None:
    shared = {"type": "object", "title": "T"}
    schema = closed({"a": shared, "b": {"items": shared}, "c": {"anyOf": [shared]}})
    assert rules(schema) == [("title_present", "/properties/a"), ("open_object", "/properties/a")]
    # First in document order, however deep: not the place that is nearest to the root.
    later = closed({"a": {"items": {"anyOf": [shared]}}, "b": shared})
    assert rules(later)[0] == ("title_present", "/properties/a/items/anyOf/0")


@pytest.mark.parametrize("size", [1, 15, 16, 17, 40])
def test_shared_lists_are_reported_once(size: int) -> None:
    members: list[Any] = [{"type": "string"} for _ in range(size - 1)] + [{"title": "T"}]
    assert rules(closed({"a": {"anyOf": members}, "b": {"anyOf": members}})) == [
        ("title_present", f"/properties/a/anyOf/{size - 1}")
    ]
    broken = [*members[:-1], None]
    assert rules(closed({"a": {"anyOf": broken}, "b": {"anyOf": broken}})) == [
        ("malformed_keyword", "/properties/a/anyOf")
    ]
    values = [*range(size - 1), []]
    assert rules(closed({"a": {"enum": values}, "b": {"enum": values}})) == [
        ("enum_not_primitive", "/properties/a")
    ]
    names = ["a"] * (size - 1) + [None]
    assert rules(closed({"a": {"required": names}, "b": {"required": names}})) == [
        ("malformed_keyword", "/properties/a/required")
    ]
    types = ["string"] * (size - 1) + ["odd"]
    assert rules(closed({"a": {"type": types}, "b": {"type": types}})) == [
        ("unsupported_type", "/properties/a")
    ]
    properties = {f"p{n}": STRING for n in range(size - 1)} | {"last": {"title": "T"}}
    assert rules(closed({"a": closed(properties), "b": closed(properties)})) == [
        ("title_present", "/properties/a/properties/last")
    ]


@pytest.mark.parametrize(
    "holder",
    [
        lambda big: {"enum": big},
        lambda big: {"type": big},
        lambda big: {"required": big},
        lambda big: {"anyOf": [{"type": "string"}, {"enum": big}]},
    ],
)
def test_a_large_list_in_many_places_is_looked_at_once(holder: Any) -> None:
    class Counted(list[Any]):
        looks = 0

        def __iter__(self) -> Any:
            type(self).looks += 1
            return super().__iter__()

    big = Counted(["string"] * 1_000)
    assert strict_clean(closed({f"p{n}": holder(big) for n in range(1_000)})) == []
    assert Counted.looks <= 4


def test_many_places_of_large_shared_schemas_stay_cheap() -> None:
    # Every level holds the next one twice: a tree of 2**60 places, a graph of 60 objects.
    schema: Any = {"type": "string"}
    for _ in range(60):
        schema = closed({"a": schema, "b": schema})
    assert strict_clean(schema) == []
    schema = {"type": "odd"}
    for _ in range(60):
        schema = {"anyOf": [schema, schema]}
    assert len(strict_clean(closed({"x": schema}))) == 1


# --- recursion through shared objects -------------------------------------------------------------


def test_recursion_through_a_shared_schema() -> None:
    shared = {"$ref": "#/$defs/B"}
    schema = closed(**{"$defs": {"A": {"items": shared}, "B": {"anyOf": [shared]}, "C": {"items": shared}}})
    assert rules(schema) == [("recursive_ref", "/$defs/B")]


def test_recursion_through_a_shared_definition() -> None:
    one = {"items": {"$ref": "#/$defs/A"}}
    assert rules(closed(**{"$defs": {"A": one, "B": one}})) == [
        ("recursive_ref", "/$defs/A"),
        ("recursive_ref", "/$defs/B"),
    ]


def test_recursion_through_shared_properties_and_lists() -> None:
    properties = {"x": {"$ref": "#/$defs/B"}}
    schema = closed(**{"$defs": {"A": closed(properties), "B": closed(properties), "C": closed(properties)}})
    assert rules(schema) == [("recursive_ref", "/$defs/B")]
    members = [{"items": {"$ref": "#/$defs/B"}}]
    schema = closed(**{"$defs": {"A": {"anyOf": members}, "B": {"anyOf": members}}})
    assert rules(schema) == [("recursive_ref", "/$defs/B")]


def test_definitions_that_are_no_schemas_beside_shared_ones() -> None:
    shared = {"$ref": "#/$defs/A"}
    definitions = {"Any": True, "Bad": 5, "A": {"items": shared, "anyOf": [shared]}}
    assert rules(closed(**{"$defs": definitions})) == [
        ("boolean_schema", "/$defs/Any"),
        ("malformed_keyword", "/$defs"),
        ("recursive_ref", "/$defs/A"),
    ]


def test_containment_is_no_recursion() -> None:
    loop: dict[str, Any] = {"type": "array"}
    loop["items"] = loop
    assert strict_clean(closed(**{"$defs": {"A": loop, "B": {"items": {"$ref": "#/$defs/A"}}}})) == []
    # The definition contains itself, and on the way a reference to itself.
    loop["anyOf"] = [{"$ref": "#/$defs/A"}]
    assert rules(closed(**{"$defs": {"A": loop}})) == [("recursive_ref", "/$defs/A")]


def test_a_shared_schema_outside_the_definitions_changes_nothing() -> None:
    shared = {"$ref": "#/$defs/A"}
    definitions = {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"items": {"$ref": "#/$defs/A"}}, "C": STRING}
    schema = closed({"a": shared, "b": shared, "c": STRING, "d": STRING}, **{"$defs": definitions})
    assert rules(schema) == [("recursive_ref", "/$defs/A"), ("recursive_ref", "/$defs/B")]
    assert rules(copy.deepcopy(schema)) == rules(schema)


def test_a_definition_that_is_the_root() -> None:
    schema = closed(**{"$defs": {}})
    schema["$defs"]["Root"] = schema
    assert strict_clean(schema) == []
    schema["properties"] = {"a": {"$ref": "#/$defs/Root"}}
    assert rules(schema) == [("recursive_ref", "/$defs/Root")]


@settings(max_examples=100)
@given(
    st.dictionaries(st.sampled_from("ABCDEF"), st.lists(st.sampled_from("ABCDEFG"), max_size=3)),
    st.booleans(),
)
def test_recursion_is_the_same_with_and_without_sharing(
    graph: dict[str, list[str]],
    through: bool,
) -> None:
    shared = {name: {"$ref": f"#/$defs/{name}"} for name in "ABCDEFG"}

    def entry(targets: list[str]) -> Any:
        members = [shared[target] for target in targets]
        return (
            {"anyOf": members or [STRING]}
            if through
            else closed({target: shared[target] for target in targets})
        )

    schema = closed(**{"$defs": {name: entry(targets) for name, targets in graph.items()}})
    apart = copy.deepcopy(schema)
    for definition in apart["$defs"].values():
        for keyword in ("anyOf", "properties"):
            if keyword in definition:
                definition[keyword] = copy.deepcopy(definition[keyword])

    def recursive(whole: Any) -> list[str | None]:
        return [found.path for found in strict_clean(whole) if found.rule == "recursive_ref"]

    separate = {
        "type": "object",
        "$defs": {
            name: {"anyOf": [{"$ref": f"#/$defs/{target}"} for target in targets] or [dict(STRING)]}
            for name, targets in graph.items()
        },
    }
    assert recursive(schema) == recursive(apart) == recursive(separate)


# --- Python values that no JSON text gives --------------------------------------------------------


@pytest.mark.parametrize(
    "root", [object(), {1}, b"{}", Decimal(1), range(3), int, lambda: None, (("type", "object"),)]
)
def test_a_root_that_is_no_mapping(root: Any) -> None:
    (found,) = strict_clean(root)
    assert (found.rule, found.path) == ("root_not_object", "")
    assert len(found.message) < 200


@pytest.mark.parametrize("key", [1, 1.5, None, True, (1, 2), frozenset(), b"type"])
def test_a_keyword_that_is_no_text(key: Any) -> None:
    assert rules(closed({"a": {key: 1}})) == [("malformed_keyword", f"/properties/a/{key_text(key)}")]
    assert rules(closed({key: STRING, "b": {"title": "T"}})) == [
        ("malformed_keyword", "/properties"),
        ("title_present", "/properties/b"),
    ]
    assert rules(closed(**{"$defs": {key: STRING}})) == [("malformed_keyword", "/$defs")]
    (found,) = strict_clean({"type": "object", "additionalProperties": False, "properties": {key: STRING}})
    assert found.message.startswith(f"properties holds {quote(key)}; it must be")


@pytest.mark.parametrize("value", [{}, [], set(), object(), Decimal(1), b"string", float("nan"), 10**400])
def test_any_value_under_any_keyword(value: Any) -> None:
    for keyword in STRICT_KEYWORDS:
        for found in strict_clean(closed({"a": {keyword: value}})):
            assert found.path is not None
            assert found.path.startswith("/properties/a")
    for found in strict_clean(closed({"a": value})):
        assert found.path in {"/properties", "/properties/a"}


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), float("-inf"), Decimal(1), b"x", {1}, object()]
)
def test_an_enum_value_that_json_cannot_write(value: Any) -> None:
    assert rules(closed({"a": {"enum": ["x", value]}})) == [("enum_not_primitive", "/properties/a")]


def test_enum_values_of_subclasses() -> None:
    class Text(str):
        __slots__ = ()

    class Number(float):
        pass

    assert strict_clean(closed({"a": {"enum": [Text("x"), 10**400, 1.5, Number(2.5)]}})) == []
    assert len(strict_clean(closed({"a": {"enum": [Number("nan")]}}))) == 1


@pytest.mark.parametrize("value", [float("nan"), 10**400, Decimal(1), 1 + 0j])
def test_min_items_of_odd_numbers(value: Any) -> None:
    assert rules(closed({"a": {"minItems": value}})) == [("min_items", "/properties/a")]


@pytest.mark.parametrize("make", [OrderedDict, UserDict, MappingProxyType])
def test_any_mapping_is_an_object(make: Any) -> None:
    schema = make(
        {
            "type": "object",
            "properties": make({"a": make({"type": "string", "title": "T"}), "b": make({"type": "object"})}),
            "additionalProperties": make({"type": "odd"}),
            "$defs": make({"A": make({"items": make({"$ref": "#/$defs/A"})})}),
        }
    )
    assert rules(schema) == [
        ("open_object", ""),
        ("title_present", "/properties/a"),
        ("open_object", "/properties/b"),
        ("unsupported_type", "/additionalProperties"),
        ("recursive_ref", "/$defs/A"),
    ]


def test_a_mapping_that_makes_its_members_anew() -> None:
    class Fresh(UserDict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            value = super().__getitem__(key)
            return Fresh(value) if isinstance(value, dict) else value

    whole = {
        "type": "object",
        "properties": {f"p{n}": {"title": "T"} for n in range(500)},
        "additionalProperties": False,
    }
    assert len(strict_clean(Fresh(whole))) == 500
    loop = {"A": {"items": {"$ref": "#/$defs/A"}}, "B": {"items": {"$ref": "#/$defs/A"}}}
    assert rules(Fresh(closed(**{"$defs": loop}))) == [("recursive_ref", "/$defs/A")]


def test_a_tuple_is_an_array() -> None:
    schema = closed(
        {
            "a": {"type": ("string", "odd"), "enum": ("x", ())},
            "b": {"anyOf": ({"title": "T"}, True)},
            "c": {"allOf": ({"$ref": "#/$defs/A"},)},
            "d": {"anyOf": ()},
            "e": {"type": ("object",)},
        },
        required=("a",),
        **{"$defs": {"A": STRING}},
    )
    assert rules(schema) == [
        ("unsupported_type", "/properties/a"),
        ("enum_not_primitive", "/properties/a"),
        ("boolean_schema", "/properties/b/anyOf/1"),
        ("title_present", "/properties/b/anyOf/0"),
        ("allof_ref", "/properties/c/allOf"),
        ("malformed_keyword", "/properties/d/anyOf"),
        ("open_object", "/properties/e"),
    ]


def test_texts_of_subclasses() -> None:
    class Text(str):
        __slots__ = ()

    schema = {Text("type"): Text("object"), Text("properties"): {Text("a"): {Text("type"): Text("odd")}}}
    assert rules(schema) == [("open_object", ""), ("unsupported_type", "/properties/a")]
    assert strict_clean(closed({"a": {}}, required=[Text("a")])) == []
    assert strict_clean(closed({"a": {"format": Text("date"), "description": Text("D.")}})) == []


def test_true_and_false_of_other_types() -> None:
    assert rules(closed({"a": 1})) == [("malformed_keyword", "/properties")]
    assert rules({"type": "object", "additionalProperties": 0}) == [
        ("malformed_keyword", "/additionalProperties"),
        ("open_object", ""),
    ]


# --- what holds for every schema ------------------------------------------------------------------

NAMES = st.sampled_from([*(STRICT.keywords or ()), "title", "x-a", "oneOf", "a", "a/b", "~", "", "default"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-1, 3)
    | st.floats()
    | st.sampled_from([*(STRICT.types or ()), "odd", "date", "#/$defs/a", "#/$defs/a~1b", "#"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=40,
)
SCHEMAS = st.fixed_dictionaries(
    {"type": st.just("object")},
    optional={
        "properties": st.dictionaries(NAMES, VALUES, max_size=4),
        "$defs": st.dictionaries(NAMES, VALUES, max_size=4),
        "anyOf": st.lists(VALUES, max_size=3),
        "additionalProperties": st.booleans(),
        "items": VALUES,
    },
)


def described(found: list[Finding]) -> list[tuple[Any, ...]]:
    return [(each.rule, each.message, each.tool, each.path) for each in found]


@settings(max_examples=150)
@given(SCHEMAS | VALUES)
def test_any_schema_gives_findings_that_resolve(schema: Any) -> None:
    before = copy.deepcopy(schema)
    found = strict_clean(schema)
    assert repr(schema) == repr(before)
    assert described(found) == described(strict_clean(schema)) == described(strict_clean(before))
    for each in found:
        assert each.tool is None
        assert each.path is not None
        path = tokens(each.path)
        assert path is not None
        resolve(schema, path)
        assert len(each.message) < 400


@settings(max_examples=100)
@given(SCHEMAS)
def test_the_order_of_keys_decides_only_the_order_of_findings(schema: dict[str, Any]) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    def places(found: list[Finding]) -> set[tuple[Any, ...]]:
        # Which bad member of a keyword is named depends on which comes first.
        return {(each.rule, each.path) for each in found}

    assert places(strict_clean(schema)) == places(strict_clean(turned(schema)))


def test_keys_that_are_members_of_enumerations_stand_in_paths_as_their_values() -> None:
    class Column(str, enum.Enum):  # noqa: UP042 - the kind that formats as its name
        BERTH = "berth"

    schema = closed({Column.BERTH: {"title": "T"}})
    (found,) = strict_clean(schema)
    assert found.path == "/properties/berth"
    assert resolve(schema, tokens(found.path) or ()) == {"title": "T"}


def test_judging_leaves_nothing_behind() -> None:
    schema = closed({f"p{n}": {"type": "string", "title": "T"} for n in range(100)})
    strict_clean(schema)
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        strict_clean(schema)
    gc.collect()
    assert len(gc.get_objects()) - before < 500
