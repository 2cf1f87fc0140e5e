"""The items of a catalogue and the fields of a tool descriptor, whatever form they come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeGuard

from pydantic import BaseModel

from octools.findings import error, quote
from octools.surrogates import has_surrogates
from octools_contract.descriptors import CompactToolDescriptor, ToolDescriptor
from octools_contract.vocabularies import (
    APPROVAL_KINDS,
    COST_HINTS,
    EGRESS_KINDS,
    LATENCY_HINTS,
    REPLAY_POLICIES,
    SAFETY_TIERS,
    TOOL_SOURCES,
    SafetyTier,
    ToolSource,
)

__all__ = ["EXECUTION", "HOST_SOURCE", "NO_SURROGATES", "VOCABULARIES", "fields_of", "is_tool_id", "items_of"]

VOCABULARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "source": TOOL_SOURCES,
    "safetyTier": SAFETY_TIERS,
    "egress": EGRESS_KINDS,
    "approval": APPROVAL_KINDS,
    "replayPolicy": REPLAY_POLICIES,
    "costHint": COST_HINTS,
    "latencyHint": LATENCY_HINTS,
}
"""The values that a field of a tool descriptor may have, by field."""

EXECUTION: Final[SafetyTier] = "exec"
"""The safety tier of a tool that executes what it is given."""

HOST_SOURCE: Final[ToolSource] = "host-extension"
"""The source of tools that the host itself offers, and the only one whose tools may execute."""

NO_SURROGATES: Final = "a string without lone surrogates"
"""What is expected of a text that an id is made of, in messages."""


def items_of(catalogue: Any) -> Iterator[Any]:
    """Return the items of a catalogue, each whatever it is.

    Raises:
        OCToolError: The value is no list of items (`not_a_catalog`): a single descriptor or another mapping,
            a text, or nothing that can be iterated over.
    """
    if isinstance(catalogue, Mapping | BaseModel | str | bytes | bytearray) or not isinstance(
        catalogue, Iterable
    ):
        raise error("not_a_catalog", value=quote(catalogue))
    return iter(catalogue)


def is_tool_id(value: Any) -> TypeGuard[str]:
    """Tell whether a value can be the id of a tool: a text with something in it, without lone surrogates."""
    return isinstance(value, str) and value != "" and not has_surrogates(value)


def fields_of(item: Any) -> Mapping[Any, Any] | None:
    """Return a descriptor's fields by name, those that are not set left out; None for what is no descriptor.

    Args:
        item: A `ToolDescriptor`, a `CompactToolDescriptor`, or a mapping. A mapping is returned as it is.
    """
    if isinstance(item, ToolDescriptor | CompactToolDescriptor):
        fields = {field: getattr(item, field) for field in type(item).model_fields}
        for field in ("auth", "inputSchema"):
            model = fields.get(field)
            if model is not None and not isinstance(model, Mapping):
                declared = {name: getattr(model, name) for name in type(model).model_fields}
                stated = {name: value for name, value in declared.items() if value is not None}
                fields[field] = {**stated, **(model.model_extra or {})}
        return {field: value for field, value in fields.items() if value is not None}
    return item if isinstance(item, Mapping) else None
