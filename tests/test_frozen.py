"""Read-only copies: what they refuse, and that everything else takes them as plain dicts and lists."""

from __future__ import annotations

import copy
import enum
import json
import pickle
from collections import UserDict, UserList
from types import MappingProxyType
from typing import Any

import jsonschema
import pytest

from octools import OCToolError
from octools.frozen import FrozenDict, FrozenList, freeze, thaw

VALUE = {"type": "object", "properties": {"sizes": {"enum": [1, [2, {"deep": None}]]}}, "required": ["sizes"]}


@pytest.mark.parametrize(
    "change",
    [
        "value['type'] = 'array'",
        "del value['type']",
        "value.clear()",
        "value.pop('type')",
        "value.popitem()",
        "value.setdefault('title', 'x')",
        "value.update(title='x')",
        "value |= {'title': 'x'}",
        "value['required'][0] = 'x'",
        "del value['required'][0]",
        "value['required'].append('x')",
        "value['required'].clear()",
        "value['required'].extend(['x'])",
        "value['required'].insert(0, 'x')",
        "value['required'].pop()",
        "value['required'].remove('sizes')",
        "value['required'].reverse()",
        "value['required'].sort()",
        "value['required'].__iadd__(['x'])",
        "value['required'].__imul__(2)",
        "value['properties']['sizes']['enum'][1][1].update(deep=1)",
    ],
)
def test_a_change_is_refused_with_advice(change: str) -> None:
    value = freeze(VALUE)
    with pytest.raises(TypeError, match=r"read-only; copy\.deepcopy"):
        exec(change, {"value": value})
    assert value == VALUE


def test_calling_init_again_changes_nothing() -> None:
    value = freeze(VALUE)
    value.__init__({"other": 1})
    value["required"].__init__(["other"])
    assert value == VALUE


def test_the_source_can_change_without_the_copy() -> None:
    source = copy.deepcopy(VALUE)
    value = freeze(source)
    source["properties"]["sizes"]["enum"].append(3)  # type: ignore[index]
    assert value == VALUE


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_it_read_only(protocol: int) -> None:
    value = pickle.loads(pickle.dumps(freeze(VALUE), protocol))
    assert value == VALUE
    assert type(value) is FrozenDict
    assert type(value["required"]) is FrozenList


def test_deepcopy_gives_a_plain_copy() -> None:
    for plain in (copy.deepcopy(freeze(VALUE)), thaw(freeze(VALUE))):
        assert plain == VALUE
        assert type(plain) is dict
        assert type(plain["properties"]["sizes"]["enum"][1]) is list
        plain["required"].append("x")
    assert type(copy.deepcopy(freeze(VALUE)["required"])) is list


def test_a_shallow_copy_is_the_value_itself() -> None:
    value = freeze(VALUE)
    assert copy.copy(value) is value
    assert copy.copy(value["required"]) is value["required"]


def test_json_and_schema_validators_take_it() -> None:
    value = freeze(VALUE)
    assert json.loads(json.dumps(value)) == VALUE
    jsonschema.Draft202012Validator(value).validate({"sizes": 1})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(value).validate({})


def test_other_containers_become_plain_ones() -> None:
    source: Any = MappingProxyType({"a": ({"b"}, UserDict({"c": bytearray(b"x")}))})
    value = freeze(source)
    assert value == {"a": [frozenset({"b"}), {"c": b"x"}]}
    assert type(value["a"]) is FrozenList
    assert type(thaw(source)["a"][1]) is dict


def test_values_of_derived_classes_become_plain_scalars() -> None:
    class Colour(str, enum.Enum):  # noqa: UP042 - the kind that formats as its name
        RED = "red"

    class Size(enum.IntEnum):
        SMALL = 1

    class Half(float):
        pass

    source = {Colour.RED: [Colour.RED, Size.SMALL, Half(0.5), True, 1.0]}
    for copied in (freeze(source), thaw(source)):
        assert copied == {"red": ["red", 1, 0.5, True, 1.0]}
        assert list(map(type, copied)) == [str]
        assert list(map(type, copied["red"])) == [str, int, float, bool, float]


def test_a_list_that_is_none_of_json_stays_the_object_that_it_is() -> None:
    value = UserList([1])
    assert freeze({"a": value})["a"] is value


def test_what_is_read_only_is_not_copied_again() -> None:
    value = freeze(VALUE)
    assert freeze(value) is value
    assert freeze({"again": value})["again"] is value


def test_a_constructed_copy_is_read_only_throughout() -> None:
    inner: dict[str, Any] = {"b": [1]}
    value = FrozenDict({"a": inner})
    inner["b"].append(2)
    assert value == {"a": {"b": [1]}}
    assert type(value["a"]["b"]) is FrozenList
    assert FrozenList([[1]]) == [[1]]
    assert type(FrozenList([[1]])[0]) is FrozenList


def test_an_object_that_stands_in_two_places_is_copied_once() -> None:
    shared = {"type": "string"}
    value = freeze({"a": shared, "b": [shared]})
    assert value["a"] is value["b"][0]
    level: Any = {"type": "null"}
    for _ in range(200):
        level = {"anyOf": [level, level]}
    assert thaw(freeze(level))["anyOf"][0] is not None


def _cycles() -> list[Any]:
    own: dict[str, Any] = {}
    own["self"] = own
    members: list[Any] = [1]
    members.append(members)
    first: dict[str, Any] = {}
    second = {"back": [first]}
    first["a"] = {"on": second}
    first["b"] = second
    return [own, {"x": members}, first]


@pytest.mark.parametrize("index", range(3))
@pytest.mark.parametrize("function", [freeze, thaw])
def test_a_value_that_contains_itself_is_refused(function: Any, index: int) -> None:
    with pytest.raises(OCToolError, match="input_schema contains itself") as caught:
        function(_cycles()[index], field="input_schema")
    assert caught.value.rule == "self_reference"


@pytest.mark.parametrize("function", [freeze, thaw])
def test_depth_is_no_matter(function: Any) -> None:
    deep: dict[str, Any] = {}
    level = deep
    for _ in range(50_000):
        level["items"] = [{}]
        level = level["items"][0]
    copied = function(deep)
    depth = 0
    while copied:
        copied = copied["items"][0]
        depth += 1
    assert depth == 50_000
