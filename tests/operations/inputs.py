"""What the cases of tests/fixtures mean by a tool, an item and a provider, and results as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from octools import Finding, OCTool

Json = dict[str, Any]
Operation = Callable[[Json], Any]


def func(_dependency: object, **_arguments: object) -> Json:
    """Stand in for the callable of a tool, which a case cannot hold."""
    return {}


def tool(given: Json) -> OCTool:
    """Make a tool from its fields; `unchecked` holds fields that are set past construction."""
    fields = dict(given)
    unchecked = fields.pop("unchecked", {})
    made = OCTool(func=func, **fields)
    for field, value in unchecked.items():
        object.__setattr__(made, field, value)
    return made


def item(given: Any) -> Any:
    """Make an item of a listing: a tool, or something that is none."""
    return given["foreign"] if isinstance(given, dict) and set(given) == {"foreign"} else tool(given)


class Listed:
    """A provider; each call gives the next listing, and the last one from then on."""

    def __init__(self, given: Json) -> None:
        listings = given["listings"] if "listings" in given else [given["tools"]]
        self._listings = [[item(each) for each in listing] for listing in listings]
        self.calls = 0

    def all_tools(self) -> list[Any]:
        """Return a listing."""
        self.calls += 1
        return self._listings[min(self.calls, len(self._listings)) - 1]


def options(given: Json, *names: str) -> Json:
    """Return the keyword arguments that a case gives, without those that it leaves out."""
    return {name: given[name] for name in names if name in given}


def finding(found: Finding) -> Json:
    """Return a finding as the cases write it."""
    return {"rule": found.rule, "path": found.path, "tool": found.tool, "message": found.message}


def findings(found: list[Finding]) -> list[Json]:
    """Return findings as the cases write them."""
    return [finding(each) for each in found]


def tool_fields(made: OCTool) -> Json:
    """Return the fields of a tool, without the callable."""
    names = [field.name for field in dataclasses.fields(OCTool) if field.name != "func"]
    return {name: plain(getattr(made, name)) for name in names}


def with_defaults(listed: Mapping[str, Any]) -> Json:
    """Return the fields of a tool as a case lists them, with the defaults of those that it leaves out."""
    defaults: Json = {}
    for field in dataclasses.fields(OCTool):
        if field.default is not dataclasses.MISSING:
            defaults[field.name] = plain(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            defaults[field.name] = plain(field.default_factory())
    return defaults | dict(listed)


def plain(value: Any) -> Any:
    """Return a value with tuples as lists and mappings as dicts, as JSON text has them."""
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [plain(member) for member in value]
    return value
