"""Providers of tools: the protocol, and listings merged and selected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from octools.aliases import replacement
from octools.descriptor import OCTool
from octools.findings import error, quote


@runtime_checkable
class ToolProvider(Protocol):
    """Whatever lists tools: an object, or a module with an `all_tools` function.

    A listing has a fixed order and unique names; `validate_provider` and `check_tool_listing` check both.
    """

    def all_tools(self) -> Sequence[OCTool]:
        """Return the descriptors, in the same order at each call."""
        ...


@dataclass(frozen=True)
class _Merged:
    providers: tuple[ToolProvider, ...]

    def all_tools(self) -> tuple[OCTool, ...]:
        return tuple(tool for provider in self.providers for tool in provider.all_tools())


@dataclass(frozen=True)
class _Selected:
    provider: ToolProvider
    tags: frozenset[str]

    def all_tools(self) -> tuple[OCTool, ...]:
        listed: Iterable[object] = self.provider.all_tools()
        tools = [tool for tool in listed if isinstance(tool, OCTool)]
        return _without_dangling_aliases([tool for tool in tools if self._selects(tool.tags)])

    def _selects(self, tags: object) -> bool:
        """Tell whether one of the tags is asked for; set past construction, they may be anything."""
        known = tags if isinstance(tags, list | tuple) else ()
        return any(isinstance(tag, str) and tag in self.tags for tag in known)


def merge_providers(*providers: ToolProvider) -> ToolProvider:
    """Return a provider that lists the tools of all providers, one provider after the other.

    Nothing is deduplicated: a name that two providers share comes back from `validate_provider` as
    `duplicate_name`, instead of one tool quietly winning. The listing is computed at each `all_tools()` call.

    Args:
        providers: Objects or modules with an `all_tools` function.
    """
    return _Merged(providers)


def select_tools(provider: ToolProvider, *, tags: Collection[str]) -> ToolProvider:
    """Return a provider that lists the tools carrying at least one of the tags, in listing order.

    A deprecated alias is dropped where the tool that it names is not selected, and so is an alias of a
    dropped alias, so that the result passes `validate_provider` when the whole does. A target is never pulled
    in. The listing is computed at each `all_tools()` call.

    Args:
        provider: Object or module with an `all_tools` function.
        tags: The tags to select by; to ask for one tag of each of two sets, nest two calls.

    Raises:
        OCToolError: `tags` is a single string, or no collection of strings.
    """
    return _Selected(provider, tag_set(tags, field="tags"))


def tag_set(tags: object, *, field: str) -> frozenset[str]:
    """Return the tags of a collection.

    Args:
        tags: What should be a collection of strings.
        field: What the value is, for the text of the error.

    Raises:
        OCToolError: The value is a single string, or no collection of strings.
    """
    if isinstance(tags, str | bytes) or not isinstance(tags, Iterable):
        raise error("tags_not_list", field=field, value=quote(tags))
    listed = list(tags)
    for tag in listed:
        if not isinstance(tag, str):
            raise error("tag_blank", tag=quote(tag))
    return frozenset(listed)


def _without_dangling_aliases(tools: list[OCTool]) -> tuple[OCTool, ...]:
    """Drop aliases whose target is not listed, then the aliases of those, until none is left."""
    listed = Counter(map(_name, tools))
    aliases: dict[str, list[int]] = {}
    for index, tool in enumerate(tools):
        target = replacement(tool)
        if target is not None:
            aliases.setdefault(target, []).append(index)
    dropped: set[int] = set()
    missing = [target for target in aliases if target not in listed]
    while missing:
        for index in aliases.pop(missing.pop(), ()):
            dropped.add(index)
            name = _name(tools[index])
            listed[name] -= 1
            if name is not None and not listed[name]:
                missing.append(name)
    return tuple(tool for index, tool in enumerate(tools) if index not in dropped)


def _name(tool: OCTool) -> str | None:
    """Return a tool's name; None of one that was set past construction to anything else."""
    name: object = tool.name
    return name if isinstance(name, str) else None
