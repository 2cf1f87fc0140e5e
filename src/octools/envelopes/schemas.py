"""The JSON Schemas of dumped envelopes, for the output schemas of tools."""

from __future__ import annotations

import copy
from typing import Any

from octools_contract.bundles import BUNDLES

__all__ = ["artifact_schema", "records_schema", "tabular_schema"]


def tabular_schema() -> dict[str, Any]:
    """Return the JSON Schema of a dumped `TabularEnvelope`: the output schema of a tool that returns one.

    Returns:
        A copy of the contract's own schema, self-contained. `resumable` is an optional boolean in it.
    """
    return copy.deepcopy(BUNDLES["TabularEnvelope"])


def artifact_schema() -> dict[str, Any]:
    """Return the JSON Schema of a dumped `ArtifactEnvelope`: a copy of the contract's own, self-contained."""
    return copy.deepcopy(BUNDLES["ArtifactEnvelope"])


def records_schema(item: Any) -> dict[str, Any]:
    """Return the JSON Schema of a dumped `RecordsEnvelope[item]`.

    Args:
        item: The model of a record, or any other type that pydantic takes.

    Returns:
        The contract's own schema with the item's output schema for the records: `items` refers to it under
        `$defs` by the model's name.
    """
    # The other two schemas need no model, and no pydantic.
    from octools.envelopes.records import RecordsEnvelope
    from octools.schemas import output_schema_for

    return output_schema_for(RecordsEnvelope[item])
