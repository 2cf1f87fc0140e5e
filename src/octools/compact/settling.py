"""Answers that need no projection: what is compact already, and schemas with nothing below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from octools.compact.plain import copy_leaf
from octools.compact.reading import own_values
from octools.compact.work import Clean, Work, is_clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.compact.references import Site

__all__ = ["settle"]

_EVERYTHING: Final = Clean(schema=True, exact=True)
_NOTHING: Final = Clean(schema=False, exact=True)


def settle(work: Work, sites: Sequence[Site]) -> Clean | None:  # noqa: PLR0911 - one return a plain case
    """Return the projection of schemas that hold together where it is plain, else None.

    Args:
        work: The projection.
        sites: The schemas; none accept everything.
    """
    if not sites:
        return _EVERYTHING
    if len(sites) != 1:
        return None
    site = sites[0]
    if site.value is True:
        return _EVERYTHING
    if site.value is False:
        return _NOTHING
    if is_clean(site):
        return Clean(site.value, exact=True)
    resource = work.index.by_root.get(id(site.value), site.scope.resource)
    leaf = copy_leaf(site.value, resource.draft)
    if leaf is None or id(site.value) in work.active or not work.ledger.visit(site.value, own_values):
        return None
    return Clean(leaf, exact=True)
