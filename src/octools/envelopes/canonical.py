"""The contract's own JSON Schemas in the place of those that pydantic makes of the envelope models."""

from __future__ import annotations

import copy
import inspect
from itertools import takewhile
from typing import Any, Final

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from octools_contract import envelopes as contract
from octools_contract.bundles import BUNDLES

__all__ = ["canonical_schema"]

_COMPUTED: Final = "resumable"
_PACKAGE: Final = "octools."
_ANY_RECORD: Final = BUNDLES["RecordsEnvelope"]["$defs"]["AnyRecord"]


def canonical_schema(
    cls: type[BaseModel], schema: CoreSchema, handler: GetJsonSchemaHandler
) -> dict[str, Any]:
    """Give an envelope model the contract's schema, wherever pydantic writes one.

    Fields that the model has from the contract are described by the contract; a subclass adds its own. Where
    a subclass computes `resumable` itself, its output schema requires that key, as pydantic says; else the
    key is optional.
    """
    reference = handler(schema)
    target = handler.resolve_ref_schema(reference)
    generated: dict[str, Any] = target.get("properties", {})
    canonical = BUNDLES[_contract_name(cls)]
    added = list(takewhile(lambda base: not base.__module__.startswith(_PACKAGE), cls.__mro__))
    declared = {field for base in added for field in inspect.get_annotations(base)}
    described = {
        field: _placed(each, generated.get(field, {}))
        for field, each in canonical["properties"].items()
        if field not in declared and not (field == _COMPUTED and field in generated)
    }
    whole = {
        "description": next((inspect.cleandoc(base.__doc__) for base in added if base.__doc__), None)
        or canonical["description"],
        "type": "object",
        "properties": described
        | {field: each for field, each in generated.items() if field not in described},
        "required": list(dict.fromkeys([*canonical["required"], *target.get("required", ())])),
        "additionalProperties": False,
    }
    target.clear()
    target.update(whole)
    return reference


def _contract_name(cls: type[BaseModel]) -> str:
    """Return the contract's name for the model that a class derives from."""
    return next(str(base.__name__) for base in cls.__mro__ if vars(contract).get(base.__name__) is base)


def _placed(canonical: dict[str, Any], generated: dict[str, Any]) -> dict[str, Any]:
    """Copy a property's canonical schema into a document where definitions have other addresses.

    Args:
        canonical: The contract's schema of the property.
        generated: Pydantic's schema of the same property, which holds the addresses, and the schema of the
            records.
    """
    placed = copy.deepcopy(canonical)
    if "$ref" in placed:
        placed["$ref"] = generated["$ref"]
    if "$ref" in placed.get("items", {}):
        placed["items"] = generated["items"] or copy.deepcopy(_ANY_RECORD)
    for member, own in zip(placed.get("anyOf", ()), generated.get("anyOf", ()), strict=False):
        if "$ref" in member:
            member["$ref"] = own["$ref"]
    return placed
