"""Providers: what only Python can show of them. What is selected and merged is fixed by fixtures."""

from __future__ import annotations

import enum
import types
from collections.abc import Iterator
from typing import Any

import pytest

from octools import (
    OCTool,
    OCToolError,
    ToolProvider,
    merge_providers,
    prefix_tools,
    select_tools,
    to_mcp_tool,
    validate_namespace,
)


def make(name: str, *tags: str, **fields: Any) -> OCTool:
    return OCTool(
        name=name,
        description="Does it. Ends.",
        input_schema={"type": "object"},
        func=print,
        access="local",
        tags=tags,
        **fields,
    )


class Growing:
    """Lists one tool more at each call."""

    def __init__(self) -> None:
        self.calls = 0

    def all_tools(self) -> tuple[OCTool, ...]:
        self.calls += 1
        return tuple(make(f"tool_{number}", "network") for number in range(self.calls))


class Generating:
    def all_tools(self) -> Iterator[Any]:
        yield make("first", "network")
        yield "no tool"
        yield make("second")


def as_module(*tools: OCTool) -> types.ModuleType:
    module = types.ModuleType("some_tools")
    module.all_tools = lambda: list(tools)  # type: ignore[attr-defined]
    return module


def test_objects_and_modules_are_providers() -> None:
    assert isinstance(Growing(), ToolProvider)
    assert isinstance(as_module(), ToolProvider)
    assert not isinstance([], ToolProvider)


def test_listings_are_computed_at_each_call() -> None:
    provider = Growing()
    merged = merge_providers(provider, as_module(make("other")))
    selected = select_tools(merged, tags=["network"])
    assert provider.calls == 0
    assert [tool.name for tool in merged.all_tools()] == ["tool_0", "other"]
    assert [tool.name for tool in selected.all_tools()] == ["tool_0", "tool_1"]
    assert [tool.name for tool in selected.all_tools()] == ["tool_0", "tool_1", "tool_2"]


def test_tags_are_any_collection_and_are_read_once() -> None:
    provider: Any = Growing()
    tags: Any
    for tags in ({"network"}, ("network",), frozenset({"network"}), {"network": 1}, iter(["network"])):
        selected = select_tools(provider, tags=tags)
        assert selected.all_tools()
        assert selected.all_tools()


@pytest.mark.parametrize("tags", [b"network", 5, None])
def test_tags_that_are_no_collection_are_refused_at_once(tags: Any) -> None:
    with pytest.raises(OCToolError) as caught:
        select_tools(Growing(), tags=tags)
    assert caught.value.rule == "tags_not_list"


def test_a_generator_is_a_listing() -> None:
    provider: Any = Generating()
    assert [tool.name for tool in select_tools(provider, tags=["network"]).all_tools()] == ["first"]
    assert len(merge_providers(provider, provider).all_tools()) == 6


@pytest.mark.parametrize("tags", [None, 5, "network", {"network"}, [["network"], 5]], ids=repr)
def test_tags_set_past_construction_select_nothing(tags: Any) -> None:
    tool = make("odd", "network")
    object.__setattr__(tool, "tags", tags)
    provider: Any = as_module(tool, make("even", "network"))
    assert [each.name for each in select_tools(provider, tags=["network"]).all_tools()] == ["even"]


@pytest.mark.parametrize("name", [None, [], {}, 1])
def test_a_name_set_past_construction_never_stops_a_selection(name: Any) -> None:
    odd = make("odd", "network", deprecated=True, meta={"alias_of": "gone"})
    object.__setattr__(odd, "name", name)
    kept = make("kept", "network")
    assert select_tools(as_module(odd, kept), tags=["network"]).all_tools() == (kept,)
    object.__setattr__(odd, "deprecated", False)
    assert select_tools(as_module(odd, kept), tags=["network"]).all_tools() == (odd, kept)


def test_a_namespace_may_be_a_member_of_an_enumeration() -> None:
    class Product(str, enum.Enum):  # noqa: UP042 - the kind that formats as its name
        HARBOUR = "harbour"

    (tool,) = prefix_tools([make("berths")], Product.HARBOUR)
    assert tool.name == "harbour_berths"
    assert validate_namespace(as_module(tool), Product.HARBOUR) == []
    assert to_mcp_tool(make("berths"), name_prefix=Product.HARBOUR)["name"] == "harbourberths"


def test_a_name_set_past_construction_cannot_be_prefixed() -> None:
    tool = make("odd")
    object.__setattr__(tool, "name", ["odd"])
    with pytest.raises(OCToolError, match=r"name is \['odd'\]"):
        prefix_tools([tool], "acme")


def test_a_list_is_no_provider() -> None:
    tools: Any = [make("a")]
    with pytest.raises(AttributeError):
        merge_providers(tools).all_tools()


def test_selections_nest() -> None:
    provider = as_module(make("a", "network", "recommended"), make("b", "network"), make("c", "recommended"))
    both = select_tools(select_tools(provider, tags={"network"}), tags={"recommended"})
    assert [tool.name for tool in both.all_tools()] == ["a"]


def test_a_long_chain_of_aliases_takes_linear_time() -> None:
    tools = [
        make(f"v{number}", "network", deprecated=True, meta={"alias_of": f"v{number + 1}"})
        for number in range(20_000)
    ]
    provider: Any = as_module(*tools)
    assert select_tools(provider, tags=["network"]).all_tools() == ()


def test_prefixing_leaves_the_descriptors_alone() -> None:
    tool = make("old_name", deprecated=True, meta={"alias_of": "new_name"})
    prefixed = prefix_tools(iter([tool, make("new_name")]), "acme")
    assert isinstance(prefixed, tuple)
    assert [(item.name, item.meta.get("alias_of")) for item in prefixed] == [
        ("acme_old_name", "acme_new_name"),
        ("acme_new_name", None),
    ]
    assert (tool.name, tool.meta) == ("old_name", {"alias_of": "new_name"})
    assert prefixed[0].func is tool.func


def test_prefixing_a_long_description_takes_linear_time() -> None:
    tool = OCTool(
        name="look_up",
        description="`look_up` " * 100_000 + "`` ` ``` " * 50_000,
        input_schema={"type": "object"},
        func=print,
        access="local",
    )
    (prefixed,) = prefix_tools([tool], "acme")
    assert prefixed.description.count("`acme_look_up`") == 100_000
