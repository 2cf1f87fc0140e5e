"""Listings of any tool whatever: nothing raises, nothing moves a terminal."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from octools import (
    LISTING_STYLES,
    OCTool,
    count_sentences,
    merge_providers,
    prefix_tools,
    render_listing,
    render_markdown_table,
    select_tools,
    summarize_tool,
    validate_provider,
)
from octools.input_types import type_phrase
from octools.namespaces import rewrite_names
from octools.sentences import first_sentence


def call(_dependency: object, **arguments: Any) -> dict[str, Any]:
    return arguments


class Provider:
    def __init__(self, *tools: Any) -> None:
        self.tools = tools

    def all_tools(self) -> tuple[Any, ...]:
        return self.tools


def make(**fields: Any) -> OCTool:
    """Make a tool whose fields are set past construction, so that anything can stand in them."""
    tool = OCTool(name="a", description="A. B.", input_schema={"type": "object"}, func=call, access="local")
    for name, value in fields.items():
        object.__setattr__(tool, name, value)
    return tool


KEYWORD = st.sampled_from(
    [
        "type",
        "enum",
        "const",
        "$ref",
        "anyOf",
        "oneOf",
        "items",
        "properties",
        "required",
        "description",
        "default",
    ]
)
SCALAR = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=12)
    | st.just(5000).map(lambda digits: 10**digits)
    | st.sampled_from(["object", "array", "string", b"x", Decimal(1), frozenset({1}), "#/$defs/a", "\ud800"])
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    SCALAR,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=2).map(tuple)
        | st.dictionaries(KEYWORD | st.text(max_size=3) | st.integers(), inner, max_size=4)
    ),
    max_leaves=15,
)
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@given(schema=ANYTHING, properties=ANYTHING, title=ANYTHING, description=ANYTHING, meta=ANYTHING)
def test_any_value_can_be_listed(
    schema: Any, properties: Any, title: Any, description: Any, meta: Any
) -> None:
    for given_schema in (schema, {"type": "object", "properties": properties, "required": schema}):
        tool = make(
            input_schema=given_schema,
            title=title,
            description=description,
            meta=meta,
            deprecated=True,
            target=title,
        )
        row = summarize_tool(tool).as_row()
        assert row == json.loads(json.dumps(row))
        for style in LISTING_STYLES:
            text = render_listing(Provider(tool, tool), style=style)
            assert not UNSAFE.search(text)
            assert text.encode("utf-8")
            assert text.endswith("\n")
            assert style == "json" or not re.search(r" $", text, re.MULTILINE)


@given(
    rows=st.lists(st.dictionaries(st.sampled_from("abc"), ANYTHING)), columns=st.lists(st.sampled_from("abc"))
)
def test_any_rows_make_a_table(rows: list[dict[str, Any]], columns: list[str]) -> None:
    lines = render_markdown_table(rows, columns).split("\n")
    assert len(lines) == len(rows) + 3
    assert len({len(line) for line in lines[:-1]}) == 1
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines[:-1]} == {max(len(columns) + 1, 2)}


MARKS = st.text(st.sampled_from(".!?。！？\"')]»” \n\u00a0\u200bab"), max_size=20)  # noqa: RUF001


def textbook_ends(text: str) -> list[int]:
    """Return where sentences end, found a character at a time."""
    ends = []
    index = 0
    while index < len(text):
        if text[index] not in ".!?。！？":  # noqa: RUF001
            index += 1
            continue
        wide = False
        while index < len(text) and text[index] in ".!?。！？":  # noqa: RUF001
            wide = wide or text[index] in "。！？"  # noqa: RUF001
            index += 1
        behind = index
        while behind < len(text) and text[behind] in "\"')]»”":
            behind += 1
        if wide or behind == len(text) or text[behind].isspace():
            ends.append(behind)
    return ends


@given(text=MARKS)
def test_sentences_are_those_of_the_textbook(text: str) -> None:
    assert count_sentences(text) == len(textbook_ends(text))
    stripped = text.strip()
    ends = textbook_ends(stripped)
    assert first_sentence(text) == (stripped[: ends[0]] if ends else stripped)


@given(text=st.text(st.sampled_from("ab_é9 .-"), max_size=30))
def test_names_are_rewritten_as_the_textbook_does(text: str) -> None:
    names = {"a_b": "x_a_b", "b_9": "x_b_9"}
    textbook = re.sub(r"(?<!\w)(a_b|b_9)(?!\w)", lambda match: names[match.group()], text)
    assert rewrite_names(text, names) == textbook


TAGS = ["recommended", "advanced", "network"]


@st.composite
def providers(draw: st.DrawFn) -> Provider:
    count = draw(st.integers(0, 6))
    names = [f"tool_{number}" for number in range(count)]
    tools = []
    for name in names:
        target = draw(st.sampled_from([None, *(other for other in names if other != name)]))
        tools.append(
            OCTool(
                name=name,
                description="Does it. Ends.",
                input_schema={"type": "object", "properties": {}, "additionalProperties": False},
                output_schema={"type": "object", "additionalProperties": False},
                func=call,
                access="local",
                tags=tuple(draw(st.lists(st.sampled_from(TAGS), unique=True))),
                deprecated=target is not None,
                meta={} if target is None else {"alias_of": target},
            )
        )
    return Provider(*tools)


@given(provider=providers(), tags=st.sets(st.sampled_from(TAGS)))
def test_a_selection_of_a_valid_listing_is_valid(provider: Provider, tags: set[str]) -> None:
    assert validate_provider(provider) == []
    selected = select_tools(provider, tags=tags)
    assert validate_provider(selected) == []
    chosen = [tool for tool in provider.tools if not tags.isdisjoint(tool.tags)]
    names = {tool.name for tool in selected.all_tools()}
    assert all(tool in chosen for tool in selected.all_tools())
    for tool in chosen:
        if tool.name not in names:  # dropped only where it must be: the end of its chain is not selected
            reached = tool
            seen: set[str] = set()
            while reached in chosen and reached.deprecated and reached.name not in seen:
                seen.add(reached.name)
                reached = next(each for each in provider.tools if each.name == reached.meta["alias_of"])
            assert reached not in chosen


@given(provider=providers())
def test_prefixed_and_merged_listings_stay_valid(provider: Provider) -> None:
    assert validate_provider(Provider(*prefix_tools(provider.tools, "acme"))) == []
    both = merge_providers(provider, Provider(*prefix_tools(provider.tools, "acme")))
    assert validate_provider(both) == []


def nested(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for level in range(levels):
        schema = {"type": "array", "items": schema} if level % 2 else {"anyOf": [schema, {"type": "null"}]}
    return schema


def test_depth_is_no_matter() -> None:
    phrase = type_phrase(nested(100_000))
    assert phrase.count("array[") == 50_000
    assert phrase.startswith("array[array[")


def test_nested_objects_that_stand_in_several_places_end() -> None:
    schema: Any = {"type": "string"}
    for _ in range(100):
        schema = {"anyOf": [schema, schema]}
    assert len(type_phrase(schema)) < 10_000
    schema["anyOf"].append(schema)
    assert len(type_phrase(schema)) < 10_000


def test_a_constant_that_contains_itself_ends() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert type_phrase({"const": endless}).endswith("...)")
    assert type_phrase({"enum": [endless]}) == "enum(...)"


def wide(size: int) -> OCTool:
    properties = {f"p{number}": {"anyOf": [{"type": "string"}, {"type": "null"}]} for number in range(size)}
    return make(
        description="word. " * size,
        input_schema={"type": "object", "properties": properties, "required": [*properties]},
    )


def test_a_large_tool_is_listed_whole() -> None:
    tool = wide(20_000)
    assert len(summarize_tool(tool).inputs) == 20_000
    assert render_listing(Provider(tool), style="txt").count("string|null") == 20_000
