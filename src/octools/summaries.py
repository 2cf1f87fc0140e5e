"""Tools summed up for people and machines: the rows that every listing is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from octools.aliases import alias_of
from octools.compact_json import compact_json
from octools.descriptor import OCTool
from octools.findings import error, quote
from octools.input_types import type_phrase
from octools.sentences import first_sentence
from octools_contract.constants import CURSOR_ARGUMENT
from octools_contract.records import InputSummary
from octools_contract.records import ToolSummary as ToolSummaryFields
from octools_contract.vocabularies import ACCESS_KINDS

if TYPE_CHECKING:
    from octools.providers import ToolProvider
    from octools_contract.vocabularies import Access, ResultKind

# Enough to recognise a value that should have been a text.
_TEXT_LIMIT: Final = 256


@dataclass(frozen=True)
class ToolSummary(ToolSummaryFields):
    """One tool, as a listing shows it; the fields are those of the descriptor specification ("Listings")."""

    def as_row(self) -> dict[str, Any]:
        """Return the summary as a plain dict in field order, `inputs` as a list of plain dicts."""
        row = asdict(self)
        row["inputs"] = list(row["inputs"])
        return row


def summarize_tool(tool: OCTool) -> ToolSummary:
    """Return what a listing shows of a tool.

    The summary is the description's first sentence, `pages` says that the tool takes a cursor, and `inputs`
    has an entry for each property of the input schema, in its order.

    Args:
        tool: The descriptor. Never raises, whatever its schemas hold.
    """
    schema = _object(tool.input_schema)
    properties = _object(schema.get("properties"))
    description = _text(tool.description)
    return ToolSummary(
        name=_text(tool.name),
        title=_optional_text(tool.title),
        summary=first_sentence(description),
        description=description,
        access=cast("Access", _text(tool.access)),
        target=_optional_text(tool.target),
        result_kind=cast("ResultKind", _text(tool.result_kind)),
        read_only=bool(tool.read_only_hint),
        destructive=bool(tool.destructive_hint),
        idempotent=bool(tool.idempotent_hint),
        pages=CURSOR_ARGUMENT in properties,
        deprecated=bool(tool.deprecated),
        alias_of=alias_of(tool),
        inputs=_inputs(properties, schema.get("required")),
    )


def summarize_provider(provider: ToolProvider, *, access: Access | None = None) -> list[ToolSummary]:
    """Return the summaries of a provider's tools, in listing order.

    Args:
        provider: Object or module with an `all_tools` function; it is called once.
        access: Keep the tools with this access only.

    Raises:
        OCToolError: The listing holds something that is not an `OCTool` (`not_octool`), or `access` is none
            of `ACCESS_KINDS` (`unknown_value`).
    """
    if access is not None and access not in ACCESS_KINDS:
        raise error("unknown_value", field="access", value=quote(access), allowed=", ".join(ACCESS_KINDS))
    listed = tuple(provider.all_tools())
    for item in listed:
        if not isinstance(item, OCTool):
            raise error("not_octool", value=quote(item))
    return [summarize_tool(tool) for tool in listed if access is None or tool.access == access]


def _inputs(properties: Mapping[Any, Any], required: Any) -> tuple[InputSummary, ...]:
    names = (
        {name for name in required if isinstance(name, str)} if isinstance(required, list | tuple) else set()
    )
    return tuple(
        InputSummary(
            name=_text(name),
            type=type_phrase(schema),
            required=name in names,
            description=_description(schema),
        )
        for name, schema in properties.items()
    )


def _object(value: object) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def _description(schema: Any) -> str | None:
    description = _object(schema).get("description")
    return description if isinstance(description, str) else None


def _text(value: Any) -> str:
    """Return a text, or the JSON of what was set in its place past construction."""
    return value if isinstance(value, str) else compact_json(value, _TEXT_LIMIT)


def _optional_text(value: Any) -> str | None:
    return None if value is None else _text(value)
