"""The texts of findings and errors, all taken from the table of rules."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from octools.errors import OCToolError

__all__ = ["error", "message"]

_PLACE: Final = re.compile(r"\{([a-z_]+)\}")


def error(rule: str, /, *, variant: str = "default", **places: str | int) -> OCToolError:
    """Return (not raise) the error of a rule, with the rule's own text; arguments as `message` takes them."""
    return OCToolError(message(rule, variant, **places), rule=rule)


def message(rule: str, /, variant: str = "default", **places: str | int) -> str:
    """Return the text of a rule with its places filled in.

    Texts and integers stand as they are: whatever comes from outside goes through `quote` first.

    Raises:
        KeyError: There is no such rule or variant, or its text has a place that was not given.
    """
    literals, names = _template(rule, variant)
    pieces = [literals[0]]
    for name, literal in zip(names, literals[1:], strict=True):
        pieces += (str(places[name]), literal)
    return "".join(pieces)


@cache
def _template(rule: str, variant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a rule's text into its literal parts and the names of the places between them."""
    # The table is large, and needed only once something is wrong: reading an envelope goes without it.
    from octools_contract.rules import RULES

    parts = _PLACE.split(RULES[rule].messages[variant])
    return tuple(parts[::2]), tuple(parts[1::2])
