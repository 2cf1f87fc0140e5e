"""Independent judgement of instances: jsonschema-rs, under the dialect that a schema names itself."""

from __future__ import annotations

from typing import Any

import jsonschema_rs

_NEWEST = jsonschema_rs.Draft202012Validator


def original_judge(schema: Any, *, formats: bool | None = None) -> Any | None:
    """Return a validator for a schema by its own dialect; None when it does not take the schema.

    `formats` is None for what the dialect says: up to draft 7 formats assert, today they only describe.
    """
    try:
        return jsonschema_rs.validator_for(schema, validate_formats=formats)
    except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError):
        return None


def compact_judge(schema: Any) -> Any:
    """Return a validator for a compact schema, which is of today's dialect."""
    return _NEWEST(schema)
