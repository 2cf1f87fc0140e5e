"""What the steps of one projection share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from octools.compact.drafts import DRAFT_2020
from octools.compact.references import Index, Resource, Scope, Site
from octools.compact.trampoline import Step

if TYPE_CHECKING:
    from octools.compact.ledger import Ledger
    from octools.places import Place

__all__ = ["Clean", "Project", "Work", "clean_site", "is_clean"]

# The scope of schemas that are compact already: today's draft, and no references.
_COMPACT: Final = Scope(Resource("", None, (None, None, None, None), DRAFT_2020), None)


@dataclass(frozen=True, slots=True)
class Clean:
    """A compact schema, and whether it accepts nothing more than the original."""

    schema: Any
    exact: bool


@dataclass(slots=True)
class Work:
    """The state of one projection.

    Attributes:
        index: Addresses and anchors of the document.
        ledger: The budget and the findings.
        active: The schema objects that are being written out, from the root down to here.
        kept: Objects made on the way, kept alive so that an id names one object throughout.
        without_nullable: Copies of schemas without `nullable`, by the schema's id.
    """

    index: Index
    ledger: Ledger
    active: set[int] = field(default_factory=set)
    kept: list[Any] = field(default_factory=list)
    without_nullable: dict[int, dict[str, Any]] = field(default_factory=dict)


# Projects schemas that must hold together; what projects a part of a conjunction is handed it.
Project = Callable[[Work, list[Site]], Step[Clean]]


def clean_site(schema: Any, place: Place) -> Site:
    """Return a compact schema as one that can hold beside others.

    Args:
        schema: The schema.
        place: The keyword of the original that it comes from.
    """
    return Site(schema, _COMPACT, place)


def is_clean(site: Site) -> bool:
    """Tell whether a schema is compact already."""
    return site.scope is _COMPACT
