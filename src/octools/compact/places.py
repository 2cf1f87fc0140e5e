"""Where a schema stands in the document: linked tokens, written as a pointer only when a finding needs it."""

from __future__ import annotations

from typing import Optional

from octools.pointers import escape

# The parent and the last token; None is the root. Linked, so that a place costs the same at any depth.
Place = Optional[tuple["Place", str]]  # noqa: UP045  (an alias that names itself needs the class form)


def pointer(place: Place) -> str:
    """Return the JSON pointer (RFC 6901) of a place; "" for the root."""
    parts: list[str] = []
    while place is not None:
        place, token = place
        parts.append(f"/{escape(token)}")
    parts.reverse()
    return "".join(parts)
