"""Shortening the descriptions inside a schema."""

from __future__ import annotations

from typing import Any

from octools.schema_walk import values_below
from octools.sentences import shortened


def shorten_descriptions(schema: dict[str, Any], limit: int) -> None:
    """Shorten every description inside a compact schema, in place.

    Args:
        schema: A schema that nobody else holds.
        limit: Most characters of a description.
    """
    pending: list[Any] = [schema]
    seen: set[int] = set()
    while pending:
        current = pending.pop()
        if type(current) is not dict or id(current) in seen:
            continue
        seen.add(id(current))
        description = current.get("description")
        if type(description) is str:
            current["description"] = shortened(description, limit)
        pending += values_below(current)
