"""Places in a schema, kept as links while a schema is walked, and written as JSON pointers when asked for."""

from __future__ import annotations

from typing import Any

from octools.pointers import escape
from octools.quoting import number_text, quote
from octools.scalars import plain_text

# The value there, the place of the schema that holds it, the keyword that it stands under, and its name or
# index below that keyword (None: it is the keyword's value itself). The root has no parent.
Place = tuple[Any, "Place | None", Any, Any]


def pointer(place: Place) -> str:
    """Return the JSON pointer (RFC 6901) of a place; "" for the root."""
    parts: list[str] = []
    _, parent, keyword, name = place
    while parent is not None:
        if name is not None:
            parts.append(_token(name))
        parts.append(_token(keyword))
        _, parent, keyword, name = parent
    return "".join(reversed(parts))


def _token(name: Any) -> str:
    return f"/{escape(key_text(name))}"


def key_text(name: Any) -> str:
    """Return a member name as JSON text would have it; a key of a Python mapping need not be a string."""
    if isinstance(name, str):
        return plain_text(name)
    if isinstance(name, float):
        return number_text(name)
    return quote(name)
