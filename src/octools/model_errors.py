"""What a pydantic error says first, for messages of one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from octools.pointers import child
from octools.quoting import visible

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["first_problem"]

_LONGEST_NAME: Final = 80


def first_problem(error: ValidationError) -> tuple[str, str]:
    """Return where the first problem of a model's data is, as a JSON pointer, and what pydantic says of it.

    The pointer is for reading: names are cut after 80 characters, and have no characters that are invisible.
    """
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ""
    for part in first["loc"]:
        place = child(place, part if isinstance(part, int) else visible(part[:_LONGEST_NAME]))
    return place, first["msg"]
