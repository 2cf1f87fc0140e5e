"""Findings, and the texts of findings and errors, all taken from the table of rules."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Final

from octools.errors import OCToolError
from octools.places import Place, pointer
from octools.quoting import quote
from octools_contract import records
from octools_contract.rules import RULES

__all__ = ["Finding", "error", "finding", "message", "placed_finding", "quote"]

_PLACE: Final = re.compile(r"\{([a-z_]+)\}")


class Finding(records.Finding):
    """One thing that a validator found.

    Attributes:
        rule: Identifier of the rule, a key of `octools_contract.rules.RULES`.
        message: What is wrong and what to do about it.
        tool: Name of the tool that the finding is about, or None.
        path: JSON pointer (RFC 6901) of the place in the schema, or None.
    """

    @cached_property
    def path(self) -> str | None:
        """JSON pointer (RFC 6901) of the place, or None.

        Written when it is first asked for: the pointers of a finding at every level of a deep schema would
        take memory that grows with the square of the depth.
        """
        kept: tuple[str, Place] | None = self.__dict__.get("_place")
        return None if kept is None else kept[0] + pointer(kept[1])

    def __reduce__(self) -> tuple[type[Finding], tuple[str, str, str | None, str | None]]:
        return type(self), (self.rule, self.message, self.tool, self.path)


def placed_finding(
    rule: str,
    place: Place,
    /,
    variant: str = "default",
    *,
    tool: str | None = None,
    prefix: str = "",
    **places: str | int,
) -> Finding:
    """Return the finding of a rule at a place of a schema walk.

    Args:
        rule: Identifier of the rule.
        place: The place, as the walk gives it.
        variant: Which of the rule's texts to use.
        tool: Name of the tool that the finding is about, or None.
        prefix: JSON pointer of the schema's root in what the path is read against.
        places: What to put into the text, as `message` takes it.
    """
    made = Finding.__new__(Finding)
    made.__dict__.update(
        rule=rule, message=message(rule, variant, **places), tool=tool, _place=(prefix, place)
    )
    return made


def finding(
    rule: str,
    /,
    *,
    variant: str = "default",
    tool: str | None = None,
    path: str | None = None,
    **places: str | int,
) -> Finding:
    """Return the finding of a rule, with the rule's own text.

    Args:
        rule: Identifier of the rule, a key of `octools_contract.rules.RULES`.
        variant: Which of the rule's texts to use.
        tool: Name of the tool that the finding is about, or None.
        path: JSON pointer (RFC 6901) of the place, or None.
        places: What to put into the text, as `message` takes it.

    Raises:
        KeyError: There is no such rule or variant, or its text has a place that was not given.
    """
    return Finding(rule=rule, message=message(rule, variant, **places), tool=tool, path=path)


def error(rule: str, /, *, variant: str = "default", **places: str | int) -> OCToolError:
    """Return (not raise) the error of a rule, with the rule's own text; arguments as `finding` takes them."""
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
    parts = _PLACE.split(RULES[rule].messages[variant])
    return tuple(parts[::2]), tuple(parts[1::2])
