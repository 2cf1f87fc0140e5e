"""Descriptors: what only Python can show of them. Field by field they are fixed by fixtures/octool."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import enum
import functools
import inspect
import json
import pickle
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from octools import OCTool, OCToolError
from octools.frozen import FrozenDict


def look_up(_client: object, *, host: str) -> dict[str, Any]:
    return {"host": host}


def make(**fields: Any) -> OCTool:
    return OCTool(
        **{
            "name": "look_up",
            "description": "Looks a host up. Returns its record.",
            "input_schema": {"type": "object", "properties": {"host": {"type": "string"}}},
            "func": look_up,
            "access": "remote",
            **fields,
        }
    )


async def coroutine(_client: object) -> dict[str, Any]:
    return {}


async def stream(_client: object) -> Any:
    yield {}


class AsyncCallable:
    async def __call__(self, _client: object) -> dict[str, Any]:
        return {}

    async def method(self, _client: object) -> dict[str, Any]:
        return {}

    @classmethod
    async def class_method(cls, _client: object) -> dict[str, Any]:
        return {}

    @staticmethod
    async def static_method(_client: object) -> dict[str, Any]:
        return {}


class StreamCallable:
    async def __call__(self, _client: object) -> Any:
        yield {}


class StaticCall:
    @staticmethod
    async def __call__(_client: object) -> dict[str, Any]:
        return {}


class Inherits(AsyncCallable):
    pass


@pytest.mark.parametrize(
    "func",
    [
        coroutine,
        stream,
        AsyncCallable(),
        StreamCallable(),
        StaticCall(),
        Inherits(),
        AsyncCallable().method,
        AsyncCallable.class_method,
        AsyncCallable.static_method,
        staticmethod(coroutine),
        functools.partial(coroutine),
        functools.cache(coroutine),
        functools.partial(functools.lru_cache(maxsize=2)(AsyncCallable()), 1),
        functools.partial(functools.partial(stream), 1),
        functools.partial(AsyncCallable()),
        functools.partial(AsyncCallable().method),
        AsyncMock(),
        AsyncMock(spec=look_up),
    ],
)
def test_an_asynchronous_callable_is_refused(func: Any) -> None:
    with pytest.raises(OCToolError, match="asynchronous") as caught:
        make(func=func)
    assert caught.value.rule == "func_async"


class Callable:
    def __call__(self, _client: object) -> dict[str, Any]:
        return {}

    def method(self, _client: object) -> dict[str, Any]:
        return {}


@functools.wraps(coroutine)
def runs_it(_client: object) -> dict[str, Any]:
    return asyncio.run(coroutine(_client))


@pytest.mark.parametrize(
    "func",
    [
        look_up,
        len,
        dict,
        Callable,
        Callable(),
        Callable().method,
        functools.partial(look_up),
        functools.cache(look_up),
        lambda _: {},
        staticmethod(look_up),
        functools.lru_cache(look_up),
        MagicMock(),
        "".join,
        runs_it,
        AsyncCallable,
    ],
)
def test_a_synchronous_callable_is_kept(func: Any) -> None:
    assert make(func=func).func is func


@pytest.mark.parametrize("func", [None, "look_up", {}, 5], ids=repr)
def test_what_cannot_be_called_is_refused(func: Any) -> None:
    with pytest.raises(OCToolError, match="cannot be called") as caught:
        make(func=func)
    assert caught.value.rule == "func_not_callable"


def test_fields_are_keywords_and_required_ones_are_needed() -> None:
    with pytest.raises(TypeError, match="positional"):
        OCTool("look_up")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="access"):
        OCTool(name="a", description="b", input_schema={"type": "object"}, func=look_up)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        make(colour="red")
    assert all(
        parameter.kind is parameter.KEYWORD_ONLY
        for parameter in inspect.signature(OCTool).parameters.values()
    )


def test_a_descriptor_cannot_be_changed() -> None:
    tool = make(meta={"limits": {"rows": [1]}}, output_schema={"type": "object", "required": ["a"]})
    with pytest.raises(dataclasses.FrozenInstanceError):
        tool.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        tool.input_schema["properties"]["host"]["type"] = "integer"
    with pytest.raises(TypeError):
        tool.output_schema["required"].append("b")  # type: ignore[index]
    with pytest.raises(TypeError):
        tool.meta["limits"]["rows"] += [2]


def test_what_it_was_made_from_can_change() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    meta: dict[str, Any] = {"note": []}
    tags = ["network"]
    tool = make(input_schema=schema, output_schema=schema, meta=meta, tags=tags)
    schema["properties"]["late"] = {}
    meta["note"].append(1)
    tags.append("late")
    assert tool.input_schema == tool.output_schema == {"type": "object", "properties": {}}
    assert tool.meta == {"note": []}
    assert tool.tags == ("network",)


def test_equality_and_hash() -> None:
    assert make() == make()
    assert hash(make()) == hash(make())
    assert make() != make(title="Other")
    assert make() != make(func=len)
    assert make(input_schema={"type": "object", "required": ["a"]}) == make(
        input_schema={"required": ("a",), "type": "object"}
    )
    assert len({make(), make(), make(tags=["network"])}) == 2
    assert hash(make(meta={"a": [1]}, output_schema={"type": "object"})) == hash(make())


def test_replace_checks_again() -> None:
    tool = make(meta={"a": 1})
    changed = dataclasses.replace(tool, name="look_up_host", meta={**tool.meta, "b": 2})
    assert (changed.name, changed.meta) == ("look_up_host", {"a": 1, "b": 2})
    assert changed.input_schema is tool.input_schema
    with pytest.raises(OCToolError):
        dataclasses.replace(tool, name="Look up")


def test_copies_and_pickles_are_equal_and_read_only() -> None:
    tool = make(meta={"a": [1]}, tags=["network"])
    for twin in (copy.copy(tool), copy.deepcopy(tool), pickle.loads(pickle.dumps(tool))):
        assert twin == tool
        assert type(twin.meta) is FrozenDict
        with pytest.raises(TypeError):
            twin.meta["a"].append(2)


def test_asdict_and_json() -> None:
    tool = make(meta={"a": [1]})
    fields = dataclasses.asdict(tool)
    assert fields["meta"] == {"a": [1]}
    assert json.loads(json.dumps(tool.input_schema)) == tool.input_schema
    assert OCTool(**fields) == tool


def test_repr_names_the_tool() -> None:
    assert repr(make()).startswith("OCTool(name='look_up'")


class Word(str, enum.Enum):  # noqa: UP042 - written with its class's name, which a StrEnum is not
    NAME = "look_up"
    TEXT = "Looks a host up. Returns its record."
    ACCESS = "remote"
    KIND = "artifact"
    TAG = "network"


def test_members_of_enumerations_are_kept_as_plain_texts() -> None:
    tool = make(
        name=Word.NAME,
        description=Word.TEXT,
        title=Word.TEXT,
        target=Word.TAG,
        access=Word.ACCESS,
        result_kind=Word.KIND,
        tags=[Word.TAG],
        meta={Word.TAG: Word.TEXT},
    )
    texts = [tool.name, tool.description, tool.title, tool.target, tool.access, tool.result_kind, *tool.tags]
    texts += [*tool.meta, *tool.meta.values()]
    assert set(map(type, texts)) == {str}
    assert tool == make(
        title=Word.TEXT.value,
        target="network",
        result_kind="artifact",
        tags=["network"],
        meta={"network": Word.TEXT.value},
    )


def test_a_subclass_may_add_fields() -> None:
    @dataclasses.dataclass(frozen=True, kw_only=True)
    class Priced(OCTool):
        price: int = 0

    tool = Priced(
        name="a", description="b", input_schema={"type": "object"}, func=len, access="local", price=3
    )
    assert (tool.price, tool.tags) == (3, ())


def test_a_schema_that_contains_itself_is_refused() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"again": schema}
    for field in ("input_schema", "output_schema", "meta"):
        with pytest.raises(OCToolError, match=f"{field} contains itself") as caught:
            make(**{field: schema})
        assert caught.value.rule == "self_reference"


def test_a_deep_schema_is_no_matter() -> None:
    schema: dict[str, Any] = {"type": "object"}
    level = schema
    for _ in range(50_000):
        level["properties"] = {"a": {"type": "object"}}
        level = level["properties"]["a"]
    tool = make(input_schema=schema)
    assert hash(tool) == hash(make())


def test_meta_keys_are_strings() -> None:
    with pytest.raises(OCToolError, match="a key of meta is 1"):
        make(meta={1: "x"})


@pytest.mark.parametrize(
    "tags", [{"a"}, (tag for tag in "ab"), b"ab", 5], ids=["set", "generator", "bytes", "int"]
)
def test_tags_are_a_list_or_a_tuple(tags: Any) -> None:
    with pytest.raises(OCToolError, match=r"tags is <.*>|tags is 5") as caught:
        make(tags=tags)
    assert caught.value.rule == "tags_not_list"


def test_an_error_is_a_value_error_of_bounded_length() -> None:
    with pytest.raises(ValueError, match="does not match") as caught:
        make(name="x" * 1_000_000)
    assert len(str(caught.value)) < 400
    with pytest.raises(ValueError, match="root type") as caught:
        make(input_schema={"type": ["object"] * 1_000_000})
    assert len(str(caught.value)) < 400
