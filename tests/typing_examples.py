"""Typed usage of the public names: `mypy --strict` agrees with every `assert_type`, and the functions run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, assert_type

from pydantic import BaseModel

import octools
from octools import (
    Access,
    ArtifactEnvelope,
    ArtifactRef,
    Cell,
    ColumnKind,
    ColumnScale,
    Finding,
    InputSummary,
    ListingStyle,
    OCTool,
    OCToolError,
    RecordsEnvelope,
    ResultKind,
    Sensitivity,
    SourceRef,
    TabularEnvelope,
    ToolProvider,
    ToolSummary,
)


class Buoy(BaseModel):
    name: str
    depth_m: float


class BuoyArgs(BaseModel):
    region: str
    cursor: str | None = None


def list_buoys(_dependency: object, /, **arguments: Any) -> dict[str, Any]:
    args = BuoyArgs.model_validate(arguments)
    records = [Buoy(name=f"{args.region} 1", depth_m=12.5)]
    return RecordsEnvelope[Buoy](records=records, count=1, truncated=False).model_dump(mode="json")


def descriptors() -> OCTool:
    tool = OCTool(
        name="list_buoys",
        description="Lists the buoys of a region. Returns name and depth.",
        input_schema=octools.input_schema_for(BuoyArgs),
        output_schema=octools.records_schema(Buoy),
        func=list_buoys,
        access="local",
        tags=("recommended",),
    )
    assert_type(tool.name, str)
    assert_type(tool.access, Access)
    assert_type(tool.result_kind, ResultKind)
    assert_type(tool.input_schema, Mapping[str, Any])
    assert_type(tool.output_schema, Mapping[str, Any] | None)
    assert_type(tool.tags, tuple[str, ...])
    assert_type(tool.func, Callable[..., Any])
    assert_type(octools.to_mcp_tool(tool), dict[str, Any])
    assert_type(octools.to_anthropic_tool(tool, name_prefix="sea_"), dict[str, Any])
    assert_type(octools.from_mcp_tool(octools.to_mcp_tool(tool), list_buoys), OCTool)
    assert_type(octools.prefix_tools([tool], "sea"), tuple[OCTool, ...])
    return tool


class Listed:
    """A provider by its shape alone."""

    def all_tools(self) -> list[OCTool]:
        return [descriptors()]


def providers(module: ModuleType) -> None:
    import octools.example

    provider: ToolProvider = Listed()
    as_module: ToolProvider = octools.example
    merged = octools.merge_providers(provider, as_module)
    assert_type(merged, ToolProvider)
    assert_type(octools.select_tools(merged, tags={"recommended"}), ToolProvider)
    assert_type(octools.validate_provider(merged), list[Finding])
    assert_type(octools.validate_tool(descriptors()), list[Finding])
    assert_type(octools.check_tool_listing(provider), list[Finding])
    assert_type(octools.validate_tags(provider, allowed=["sea"]), list[Finding])
    assert_type(octools.validate_namespace(provider, "sea"), list[Finding])


def listings(style: ListingStyle) -> None:
    summary = octools.summarize_tool(descriptors())
    assert_type(summary, ToolSummary)
    assert_type(summary.access, Access)
    assert_type(summary.inputs, tuple[InputSummary, ...])
    assert_type(summary.as_row(), dict[str, Any])
    assert_type(octools.summarize_provider(Listed(), access="local"), list[ToolSummary])
    assert_type(octools.render_listing(Listed(), style=style), str)
    assert_type(octools.render_markdown_table([{"a": 1}], ["a"]), str)
    assert_type(octools.count_sentences("One. Two."), int)


def envelopes(text: str) -> None:
    page = octools.read_envelope(RecordsEnvelope[Buoy], text)
    assert_type(page, RecordsEnvelope[Buoy])
    assert_type(page.records, list[Buoy])
    assert_type(page.next_cursor, str | None)
    assert_type(page.total_count, int | str | None)
    assert_type(page.resumable, bool)
    assert_type(page.source, SourceRef | None)
    table = octools.read_envelope(
        TabularEnvelope, {"columns": ["a"], "rows": [[1]], "row_count": 1, "truncated": False}
    )
    assert_type(table, TabularEnvelope)
    assert_type(table.column_kinds, list[ColumnKind] | None)
    assert_type(table.column_scales, list[ColumnScale | None] | None)
    cells: list[list[Cell]] = table.rows
    assert cells == [[1]]
    assert_type(octools.validate_tabular(table), list[Finding])
    files = ArtifactEnvelope(artifact=ArtifactRef(reference="a", media_type="text/csv", bytes=1))
    assert_type(files.sensitivity, Sensitivity)
    assert_type(files.artifacts, list[ArtifactRef])
    assert_type(octools.tabular_from_models(Buoy, [Buoy(name="a", depth_m=1)]), TabularEnvelope)


def schemas() -> None:
    assert_type(octools.schema_for(Buoy), dict[str, Any])
    assert_type(octools.output_schema_for(Buoy), dict[str, Any])
    assert_type(octools.tabular_schema(), dict[str, Any])
    assert_type(octools.artifact_schema(), dict[str, Any])
    assert_type(octools.strict_clean({"type": "object"}), list[Finding])
    assert_type(octools.STRICT_KEYWORDS, frozenset[str])
    assert_type(octools.ACCESS_KINDS, tuple[Access, ...])


def errors() -> None:
    try:
        octools.select_tools(Listed(), tags="sea")
    except OCToolError as problem:
        assert_type(problem.rule, str | None)


def mistakes() -> None:
    """Each line is an error to the checker: an ignore that is not needed would be reported."""
    descriptors().name = "other"  # type: ignore[misc]
    octools.select_tools([descriptors()], tags=["sea"])  # type: ignore[arg-type]
    octools.render_listing(Listed(), style="yaml")  # type: ignore[arg-type]
    octools.summarize_provider(Listed(), access="cloud")  # type: ignore[arg-type]
    octools.read_envelope(Buoy, "{}")  # type: ignore[type-var]
    octools.frobnicate()  # type: ignore[attr-defined]
