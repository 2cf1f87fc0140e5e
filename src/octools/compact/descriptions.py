"""Shortening the descriptions inside a schema."""

from __future__ import annotations

from typing import Any

from octools.schema_walk import POSITIONS
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
        for keyword, value in current.items():
            holds = POSITIONS.get(keyword)
            if holds is None:
                continue
            if type(value) is list:
                pending += value
            elif holds == "map" and type(value) is dict:
                pending += value.values()
            else:
                pending.append(value)
