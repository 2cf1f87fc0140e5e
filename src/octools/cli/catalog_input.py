"""Reading a catalogue that a command names: a file, standard input or a provider, in any of the forms met."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from octools.cli.failures import CommandFailure, described, usage_failure
from octools.cli.loading import SPEC_HELP, file_hint, foreign_code, load_provider
from octools.cli.output import STANDARD_OUTPUT
from octools.errors import OCToolError
from octools.model_errors import first_problem
from octools.quoting import quote
from octools_contract.vocabularies import TOOL_SOURCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools_contract.descriptors import ToolDescriptor
    from octools_contract.vocabularies import ToolSource

CATALOG_HELP: Final = (
    "FILE is JSON: an MCP tools/list result, a list of MCP tools, or a catalogue of tool descriptors. "
    + SPEC_HELP
)
source_option: Final = click.option(
    "--source",
    type=click.Choice(TOOL_SOURCES),
    help="Source of tools that name none; by default mcp, and host-extension for a provider's.",
)
scope_option: Final = click.option(
    "--scope",
    metavar="SCOPE",
    help="What the ids of tools without an id begin with; by default mcp, and local for a provider's.",
)
_FORMS: Final = (
    "give a tools/list result, a list of MCP tools, or a catalogue: an object with a list under tools"
)


def read_items(argument: str) -> Sequence[Any]:
    """Read the tools that a command's argument names, as they come.

    Args:
        argument: `-` for standard input, the path of a JSON file, or the SPEC of a provider.

    Returns:
        OCTools of a provider; of a document, whatever stands where tools belong: MCP tools and descriptors as
        plain data, or anything else.

    Raises:
        CommandFailure: The file cannot be read or holds no catalogue (exit code 1), or the argument names
            neither a file nor a provider (exit code 2).
    """
    if not _names_a_file(argument):
        provider = load_provider(argument)
        with foreign_code(f"listing {argument}"):
            return tuple(provider.all_tools())
    from octools.json_text import parse

    name = "standard input" if argument == STANDARD_OUTPUT else quote(argument)
    try:
        data = sys.stdin.buffer.read() if argument == STANDARD_OUTPUT else Path(argument).read_bytes()
    except (OSError, ValueError, AttributeError) as problem:
        reason = getattr(problem, "strerror", None) or described(problem)
        raise CommandFailure(f"cannot read {name}: {reason}") from problem
    try:
        document = parse(data)
    except ValueError as problem:
        hint = None if argument.lower().endswith(".json") else file_hint(argument)
        raise CommandFailure(f"{name}: {problem}", hint=hint) from problem
    tools = tools_of(document)
    if tools is None:
        raise CommandFailure(f"{name} holds no catalogue: {quote(document)}", hint=_FORMS)
    return tools


def tools_of(document: Any) -> list[Any] | None:
    """Find the tools in a document: a list, an object with `tools`, or a JSON-RPC answer with either."""
    if isinstance(document, Mapping) and isinstance(document.get("result"), Mapping):
        document = document["result"]
    if isinstance(document, Mapping):
        document = document.get("tools")
    return document if isinstance(document, list) else None


def read_descriptors(
    argument: str, *, source: ToolSource | None = None, scope: str | None = None
) -> tuple[ToolDescriptor, ...]:
    """Read a catalogue whose every tool must be right.

    Args:
        argument: As `read_items` takes it.
        source: The source of tools that name none; by default `mcp`, and `host-extension` for a provider's.
        scope: The scope of their ids; by default `mcp`, and `local` for a provider's.

    Raises:
        CommandFailure: As `read_items` raises it, or a tool is malformed: the message says which and why.
    """
    return tuple(
        _descriptor(f"/tools/{index}", item, source, scope) for index, item in enumerate(read_items(argument))
    )


def _descriptor(place: str, item: Any, source: ToolSource | None, scope: str | None) -> ToolDescriptor:
    from pydantic import ValidationError

    from octools.catalog import to_tool_descriptor, tool_descriptor_from_mcp
    from octools.descriptor import OCTool
    from octools_contract.descriptors import ToolDescriptor

    given = _given(source, scope)
    try:
        if isinstance(item, OCTool):
            return to_tool_descriptor(item, **given)
        if isinstance(item, Mapping) and "toolId" in item:
            return ToolDescriptor.model_validate(item)
        return tool_descriptor_from_mcp(item, **given)
    except ValidationError as problem:
        where, text = first_problem(problem)
        raise CommandFailure(f"{place}{where} breaks the tool descriptor: {text}") from problem
    except OCToolError as problem:
        raise CommandFailure(f"{place}: {problem}") from problem


def _given(source: ToolSource | None, scope: str | None) -> dict[str, Any]:
    """Return what a command was told of tools that do not say it themselves, as arguments."""
    return {key: value for key, value in (("source", source), ("scope", scope)) if value is not None}


def _names_a_file(argument: str) -> bool:
    if not argument:
        raise usage_failure("the catalogue has no name", hint=CATALOG_HELP)
    if (
        argument == STANDARD_OUTPUT
        or "/" in argument
        or "\\" in argument
        or argument.lower().endswith(".json")
    ):
        return True
    try:
        return Path(argument).is_file()
    except (OSError, ValueError):
        return False


def descriptor_fields(item: Any, *, source: ToolSource | None = None, scope: str | None = None) -> Any:
    """Return an item of a catalogue as what it says of a tool descriptor, right or wrong.

    A tool of a provider and an MCP tool become descriptors as `read_descriptors` makes them; what cannot be
    one comes back as it is, for a validator to report.
    """
    from octools.catalog import to_tool_descriptor
    from octools.catalog.describing import mcp_fields
    from octools.descriptor import OCTool

    given = _given(source, scope)
    try:
        if isinstance(item, OCTool):
            return to_tool_descriptor(item, **given)
        if isinstance(item, Mapping) and "toolId" not in item:
            return mcp_fields(item, **given)
    except OCToolError:
        return item
    return item
