"""Findings, with the texts of the table of rules."""

from __future__ import annotations

from functools import cached_property

from octools.messages import error, message
from octools.places import Place, pointer
from octools.quoting import quote
from octools_contract import records

__all__ = ["Finding", "error", "finding", "message", "placed_finding", "quote"]


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
