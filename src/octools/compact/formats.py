"""Formats, which assert up to draft 7 and only describe today."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools.schema_walk import values_below

if TYPE_CHECKING:
    from octools.compact.work import Work

__all__ = ["lost_format"]


def lost_format(work: Work, schema: Any) -> bool:
    """Tell whether a compact schema accepts more than its original because of a format somewhere in it.

    Where the schema stands for itself that is no loss, since no schema of today's dialect can refuse the
    text. Where it decides what else holds, it makes a difference.

    Args:
        work: The projection; beyond its limits, a format is taken to be there.
        schema: A compact schema.
    """
    if not work.index.formats_assert:
        return False
    pending = [schema]
    while pending:
        current = pending.pop()
        if type(current) is not dict:
            continue
        if "format" in current or not work.ledger.work(1 + len(current)):
            return True
        pending += values_below(current)
    return False
