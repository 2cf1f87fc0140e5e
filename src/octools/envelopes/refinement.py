"""Fields of the generated models with a narrower type or a validator, and all else as generated."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

__all__ = ["field_of"]


def field_of(model: type[BaseModel], name: str) -> Any:
    """Return what a generated model says about a field, to stand as the default of the field declared anew.

    Default, description and what a dump leaves out come from the schemas; the new annotation adds to that.
    """
    return model.model_fields[name]
