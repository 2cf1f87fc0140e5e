"""The engine with profiles of other targets: a check is made where the profile has a rule for it."""

from __future__ import annotations

import json
from collections import UserDict
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from octools import compact_clean
from octools.profiles.engine import ProfileEngine
from octools_contract.profiles import COMPACT, STRICT, Profile

FOLDER = Path(__file__).parent / "fixtures" / "strict_clean"
CLOSED = {"type": "object", "additionalProperties": False}


CASES = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}


def found(profile: Profile, schema: Any, **options: Any) -> list[tuple[str, str | None]]:
    return [(each.rule, each.path) for each in ProfileEngine(profile).findings(schema, **options)]


def without(*checks: str) -> Profile:
    rules = {check: rule for check, rule in STRICT.rules.items() if check not in checks}
    return replace(STRICT, rules=MappingProxyType(rules))


BROKEN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "boolean": True,
        "type": {"type": "odd"},
        "format": {"format": "odd"},
        "limit": {"minItems": 5},
        "enum": {"enum": [[]]},
        "reference": {"$ref": "#/$defs/Gone"},
        "combined_reference": {"allOf": [{"$ref": "#/$defs/A"}]},
        "nested_definitions": {"$defs": {"B": {}}},
        "malformed": {"description": 5},
    },
    "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}},
}


def test_an_engine_made_anew_judges_the_shared_cases_alike() -> None:
    engine = ProfileEngine(STRICT)
    for name, case in CASES.items():
        judged = [
            {"rule": each.rule, "path": each.path, "tool": each.tool, "message": each.message}
            for each in engine.findings(case["input"]["schema"])
        ]
        assert judged == case["expected"], name


def test_the_texts_name_what_the_profile_allows() -> None:
    profile = replace(STRICT, types=("object", "file"), formats=("color", "size"))
    (kind, form) = ProfileEngine(profile).findings(
        {**CLOSED, "properties": {"a": {"type": "odd"}, "b": {"format": "odd"}}}
    )
    assert kind.message.count("object, file") == 1
    assert form.message.count("color, size") == 1


def test_what_a_profile_does_not_know_is_not_entered() -> None:
    refused = {"not": {"type": "odd", "properties": {"a": True}}}
    assert found(STRICT, {**CLOSED, "properties": {"b": refused}}) == [
        ("unsupported_keyword", "/properties/b")
    ]
    # Nor does a definition reach itself that way.
    assert found(STRICT, {**CLOSED, "$defs": {"A": {"not": {"$ref": "#/$defs/A"}}}}) == [
        ("unsupported_keyword", "/$defs/A")
    ]
    knowing = replace(STRICT, keywords=(*(STRICT.keywords or ()), "not"))
    assert found(knowing, {**CLOSED, "$defs": {"A": {"not": {"$ref": "#/$defs/A"}}}}) == [
        ("recursive_ref", "/$defs/A")
    ]


@pytest.mark.parametrize("wrap", [dict, MappingProxyType, UserDict])
def test_recursion_is_found_in_mappings_of_any_class(wrap: Any) -> None:
    schema = {**CLOSED, "$defs": wrap({"A": wrap({"items": wrap({"$ref": "#/$defs/A"})}), "B": wrap({})})}
    assert found(STRICT, wrap(schema)) == [("recursive_ref", "/$defs/A")]
    # What stands in two places is followed by its objects, not by its names.
    shared = wrap({"$ref": "#/$defs/A"})
    both = wrap(
        {"type": "object", "additionalProperties": False, "properties": wrap({"x": shared, "y": shared})}
    )
    schema = {**CLOSED, "$defs": wrap({"A": wrap({"items": both}), "B": both, "C": wrap({})})}
    assert found(STRICT, wrap(schema)) == [("recursive_ref", "/$defs/A"), ("recursive_ref", "/$defs/B")]


@pytest.mark.parametrize(
    ("check", "rule", "path"),
    [
        ("boolean", "boolean_schema", "/properties/boolean"),
        ("type", "unsupported_type", "/properties/type"),
        ("format", "unsupported_format", "/properties/format"),
        ("limit", "min_items", "/properties/limit"),
        ("enum", "enum_not_primitive", "/properties/enum"),
        ("open", "open_object", ""),
        ("reference", "unknown_ref", "/properties/reference"),
        ("combined_reference", "allof_ref", "/properties/combined_reference/allOf"),
        ("nested_definitions", "defs_not_at_root", "/properties/nested_definitions"),
        ("recursion", "recursive_ref", "/$defs/A"),
        ("malformed", "malformed_keyword", "/properties/malformed/description"),
    ],
)
def test_a_check_without_a_rule_is_not_made(check: str, rule: str, path: str) -> None:
    whole = found(STRICT, BROKEN)
    assert (rule, path) in whole
    rest = [each for each in whole if each != (rule, path)]
    # References are what recursion is found by, and without closing objects `true` is a boolean schema.
    if check == "reference":
        rest.remove(("recursive_ref", "/$defs/A"))
    assert found(without(check), BROKEN) == rest


def test_a_table_that_is_missing_limits_nothing() -> None:
    schema = {**CLOSED, "properties": {"a": {"type": "odd", "format": "odd"}, "b": {"type": ["odd"]}}}
    assert len(found(STRICT, schema)) == 3
    assert found(replace(STRICT, types=None), schema) == [("unsupported_format", "/properties/a")]
    assert len(found(replace(STRICT, formats=None), schema)) == 2
    assert found(replace(STRICT, types=None, formats=None), schema) == []


def test_a_profile_with_other_tables() -> None:
    profile = replace(
        STRICT,
        keywords=("type", "properties", "oneOf", "items", "maxItems"),
        types=("object", "array", "file"),
        limits=MappingProxyType({"maxItems": (3,)}),
        named=MappingProxyType({"description": "title_present"}),
        prefixed=MappingProxyType({"y-": "extension_key"}),
    )
    schema = {
        "type": "object",
        "additionalProperties": False,
        "description": "D.",
        "x-a": 1,
        "y-a": 1,
        "properties": {
            "a": {"type": "file", "maxItems": 3},
            "b": {"type": "string", "maxItems": 4},
            "c": {"oneOf": [{"type": "odd"}]},
        },
    }
    assert found(profile, schema) == [
        ("unsupported_keyword", ""),
        ("title_present", ""),
        ("unsupported_keyword", ""),
        ("extension_key", ""),
        ("unsupported_type", "/properties/b"),
        ("min_items", "/properties/b"),
        ("unsupported_type", "/properties/c/oneOf/0"),
    ]


def test_the_shape_of_a_keyword_is_the_dialects_unless_the_profile_narrows_it() -> None:
    schema = {**CLOSED, "properties": {"a": {"items": [{"type": "odd"}, True]}, "b": {"items": []}}}
    assert found(STRICT, schema) == [
        ("malformed_keyword", "/properties/a/items"),
        ("malformed_keyword", "/properties/b/items"),
    ]
    assert found(replace(STRICT, shapes=MappingProxyType({})), schema) == [
        ("boolean_schema", "/properties/a/items/1"),
        ("unsupported_type", "/properties/a/items/0"),
        ("malformed_keyword", "/properties/b/items"),
    ]


def test_another_root() -> None:
    arrays = replace(STRICT, root_type="array")
    assert found(arrays, {"type": "array"}) == []
    assert found(arrays, {"type": "object"}) == [("root_not_object", "")]
    assert found(replace(STRICT, root_keywords=("properties", "$defs")), {**CLOSED, "properties": {}}) == [
        ("root_not_object", "")
    ]
    lenient = replace(STRICT, root_only=False)
    assert found(lenient, {"title": "T"}) == [("root_not_object", ""), ("title_present", "")]
    assert found(lenient, {"type": "string", "title": "T"}) == [
        ("root_not_object", ""),
        ("title_present", ""),
    ]
    assert found(lenient, None) == [("root_not_object", "")]


def test_a_root_without_the_keywords_that_it_must_have() -> None:
    schema = {"type": "object", "not": {}, "$defs": {"A": {"not": {}}}}
    assert [(each.rule, each.path) for each in compact_clean(schema)] == [
        ("compact_root", ""),
        ("compact_keyword", ""),
        ("compact_keyword", "/$defs/A"),
    ]
    strict = replace(STRICT, root_keywords=("properties",))
    assert found(strict, {"type": "object", "title": "T"}) == [("root_not_object", "")]
    (root,) = ProfileEngine(strict).findings({"type": "object"})
    assert root.message.startswith("the root type is 'object'")
    assert found(strict, {"type": "object", "title": "T", "properties": []}) == [("root_not_object", "")]
    assert found(strict, {**CLOSED, "title": "T", "properties": {}}) == [("title_present", "")]


def test_definitions_that_no_rule_is_about() -> None:
    schema = {**CLOSED, "$defs": [], "title": "T"}
    assert found(without("definitions"), schema) == [("malformed_keyword", "/$defs"), ("title_present", "")]
    assert compact_clean({"type": "object", "properties": {"a": {"not": {}}}, "$defs": 5}) != []
    referring = {**CLOSED, "$defs": 5, "properties": {"a": {"$ref": "#/$defs/A"}}}
    assert found(without("definitions", "malformed"), referring) == [("unknown_ref", "/properties/a")]


def test_a_rule_without_a_text_of_its_own_for_a_case_takes_its_usual_one() -> None:
    rules = {**STRICT.rules, "malformed": "boolean_schema"}
    (usual,) = ProfileEngine(replace(STRICT, rules=MappingProxyType(rules))).findings({**CLOSED, 1: 2})
    assert usual.message == "the schema is 1; write an object schema that names a type"
    assert [each.path for each in compact_clean({})] == [""]


def test_a_profile_without_rules_finds_nothing() -> None:
    silent = replace(COMPACT, rules=MappingProxyType({}), forbidden=())
    assert found(silent, BROKEN) == []
    assert found(silent, None) == []
    assert found(silent, {"a": {1: 2}}) == []


def test_the_tool_and_the_prefix_stand_in_every_finding() -> None:
    engine = ProfileEngine(STRICT)
    findings = engine.findings(BROKEN, tool="find", prefix="/input_schema")
    assert len(findings) == 11
    assert {each.tool for each in findings} == {"find"}
    assert all(each.path is not None and each.path.startswith("/input_schema") for each in findings)
    for root in (None, {"type": "array"}, {"type": "object", "$defs": 1}):
        (each,) = engine.findings(root, tool="find", prefix="/p")
        assert (each.tool, each.path) == (
            "find",
            "/p/$defs" if root == {"type": "object", "$defs": 1} else "/p",
        )
