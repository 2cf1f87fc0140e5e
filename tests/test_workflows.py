"""What library authors and hosts do from end to end, as the specification shows it."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from mcp.types import Tool
from pydantic import BaseModel, Field, ValidationError

from octools import (
    OCTool,
    RecordsEnvelope,
    input_schema_for,
    merge_providers,
    output_schema_for,
    prefix_tools,
    read_envelope,
    records_schema,
    select_tools,
    to_mcp_tool,
    validate_namespace,
    validate_provider,
    validate_tags,
)


class GaugeArgs(BaseModel):
    river: str = Field(description="Name of the river.")
    limit: int = Field(default=2, description="Most gauges of one page, 1 to 10.")
    cursor: str | None = Field(default=None, description="next_cursor of the page before.")


class Gauge(BaseModel):
    station: str = Field(
        description="Name of the station.", json_schema_extra={"x-sensitivity": "identifier"}
    )
    level_cm: int = Field(description="Level in centimetres.")


LEVELS = {"Elbe": [("Dresden", 212), ("Barby", 180), ("Neu Darchau", 244)]}


def list_gauges(levels: dict[str, list[tuple[str, int]]], /, **arguments: Any) -> dict[str, Any]:
    args = GaugeArgs.model_validate(arguments)
    start = int(args.cursor or 0)
    found = levels[args.river]
    page = [Gauge(station=name, level_cm=level) for name, level in found[start : start + args.limit]]
    more = start + len(page) < len(found)
    return RecordsEnvelope[Gauge](
        records=page, count=len(page), truncated=more, next_cursor=str(start + len(page)) if more else None
    ).model_dump(mode="json")


def provider(namespace: str) -> ModuleType:
    module = ModuleType(f"{namespace}_tools")
    short_names = [
        OCTool(
            name="list_gauges",
            description="Lists the gauges of a river. Returns station and level.",
            input_schema=input_schema_for(GaugeArgs),
            output_schema=records_schema(Gauge),
            func=list_gauges,
            access="remote",
            tags=("recommended", "water"),
        ),
        OCTool(
            name="gauges",
            description="The old name of list_gauges. Call list_gauges instead.",
            input_schema=input_schema_for(GaugeArgs),
            output_schema=output_schema_for(RecordsEnvelope[Gauge]),
            func=list_gauges,
            access="remote",
            deprecated=True,
            meta={"alias_of": "list_gauges"},
            tags=("advanced",),
        ),
    ]
    module.all_tools = lambda: prefix_tools(short_names, namespace)  # type: ignore[attr-defined]
    return module


def test_a_library_checks_its_tools() -> None:
    rivers: Any = provider("rivers")
    assert validate_provider(rivers) == []
    assert validate_namespace(rivers, "rivers") == []
    assert validate_tags(rivers, allowed={"water"}) == []
    assert [finding.rule for finding in validate_tags(rivers)] == ["unknown_tag"]


def test_a_host_merges_selects_and_converts() -> None:
    rivers: Any = provider("rivers")
    lakes: Any = provider("lakes")
    registered = merge_providers(rivers, lakes)
    assert validate_provider(registered) == []
    assert {finding.rule for finding in validate_provider(merge_providers(rivers, rivers))} == {
        "duplicate_name"
    }
    initial = select_tools(registered, tags={"recommended"})
    definitions = [to_mcp_tool(tool) for tool in initial.all_tools()]
    assert [definition["name"] for definition in definitions] == ["rivers_list_gauges", "lakes_list_gauges"]
    for definition in definitions:
        Tool.model_validate(definition)
    assert select_tools(registered, tags={"advanced"}).all_tools() == ()


def test_a_runtime_finds_a_tool_by_name_and_calls_it() -> None:
    rivers: Any = provider("rivers")
    tools = {tool.name: tool for tool in rivers.all_tools()}
    tool = tools["rivers_list_gauges"]
    arguments: dict[str, Any] = {"river": "Elbe"}
    stations: list[str] = []
    while True:
        jsonschema.Draft202012Validator(tool.input_schema).validate(arguments)
        text = json.dumps(tool.func(LEVELS, **arguments))
        jsonschema.Draft202012Validator(tool.output_schema).validate(json.loads(text))
        page = read_envelope(RecordsEnvelope[Gauge], text)
        stations += [gauge.station for gauge in page.records]
        if not page.resumable:
            break
        arguments = {**arguments, "cursor": page.next_cursor}
    assert stations == ["Dresden", "Barby", "Neu Darchau"]
    with pytest.raises(ValidationError):
        tool.func(LEVELS, river=5)


def test_sensitivity_stands_on_results_alone() -> None:
    schema = json.dumps(records_schema(Gauge))
    assert '"x-sensitivity": "identifier"' in schema
    assert "x-sensitivity" not in json.dumps(input_schema_for(GaugeArgs))
