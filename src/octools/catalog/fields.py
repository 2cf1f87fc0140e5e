"""The fields of a tool descriptor, whatever form it comes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from octools_contract.descriptors import CompactToolDescriptor, ToolDescriptor

__all__ = ["fields_of"]


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
