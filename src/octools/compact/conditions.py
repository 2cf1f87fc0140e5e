"""Projecting `if`/`then`/`else` and what depends on a property being there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from octools.compact.dimensions import Joined, Member
from octools.compact.formats import lost_format
from octools.compact.gathering import Condition, Conjunction, gather
from octools.compact.joining import join
from octools.compact.keywords import USELESS_FOR_OBJECTS, accepts_all, accepts_objects, assertions
from octools.compact.settling import settle
from octools.compact.work import Clean, Project, Work, clean_site
from octools.findings import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.compact.reading import Reading
    from octools.compact.trampoline import Step

__all__ = ["Condition", "project_conditions", "project_dependents"]


def project_conditions(work: Work, conjunction: Conjunction, project: Project) -> Step[None]:
    """Project the conditions of a conjunction; a compact schema has room for one.

    A condition stays when what it tests can be said exactly, since a wider test would let the wrong branch
    hold. Of any other, it is kept that one branch or the other holds.

    Args:
        work: The projection.
        conjunction: Where schemas go that hold beside the condition.
        project: Projects schemas that must hold together.
    """
    for reading in conjunction.pending("conditions"):
        if reading.condition is None or (reading.then is None and reading.otherwise is None):
            continue
        with work.ledger.silence():
            test: Clean = settle(work, [reading.condition]) or (yield project(work, [reading.condition]))
        mark = work.ledger.mark()
        branches: list[Clean] = []
        for site in (reading.then, reading.otherwise):
            below = [] if site is None else [site]
            branches.append(settle(work, below) or (yield project(work, below)))
        then, otherwise = branches
        if test.exact and (test.schema is False or accepts_all(test.schema)):
            work.ledger.back(mark)
            chosen = reading.otherwise if test.schema is False else reading.then
            if chosen is not None:
                gather(work, conjunction, [chosen])
            continue
        conjunction.exact = conjunction.exact and then.exact and otherwise.exact
        if accepts_all(then.schema) and accepts_all(otherwise.schema):
            continue
        if test.exact and conjunction.condition is None and not lost_format(work, test.schema):
            conjunction.condition = Condition(test.schema, then.schema, otherwise.schema)
            continue
        yield from _either_branch(work, conjunction, reading, (then, otherwise))
        variant = "condition" if conjunction.condition is None else "second_condition"
        work.ledger.widened(reading.site.value, reading.site.place, "if", variant)


def _either_branch(
    work: Work, conjunction: Conjunction, reading: Reading, branches: Sequence[Clean]
) -> Step[None]:
    """Keep of a condition that one of its branches holds."""
    conjunction.exact = False
    members = [Member(1 << bit, branch.schema) for bit, branch in enumerate(branches)]
    joined: Joined = yield join(work.ledger, members)
    gather(work, conjunction, [clean_site(joined.schema, (None, reading.site.place, "if", None))])


def project_dependents(work: Work, conjunction: Conjunction, project: Project) -> Step[None]:
    """Project the schemas that hold where a property is there: of those, only required names can be said.

    Args:
        work: The projection.
        conjunction: Where what can be said goes.
        project: Projects schemas that must hold together.
    """
    for reading in conjunction.pending("dependents"):
        for name, (keyword, site) in reading.dependents.items():
            mark = work.ledger.mark()
            clean: Clean = settle(work, [site]) or (yield project(work, [site]))
            place = (None, reading.site.place, keyword, None)
            if clean.schema is False or (clean.schema is not True and not accepts_objects(clean.schema)):
                work.ledger.back(mark)
                gather(work, conjunction, [clean_site({"properties": {name: False}}, place)])
                continue
            said = {} if clean.schema is True else _of_objects(clean.schema)
            needed = said.pop("required", [])
            if needed:
                gather(work, conjunction, [clean_site({"dependentRequired": {name: needed}}, place)])
            conjunction.exact = conjunction.exact and clean.exact
            if not said:
                continue
            work.ledger.back(mark)
            conjunction.exact = False
            work.ledger.widened(site.value, site.place, None, "dependent", name=quote(name))


def _of_objects(schema: dict[str, Any]) -> dict[str, Any]:
    """Return what a compact schema that leaves room for objects says of them."""
    useless = USELESS_FOR_OBJECTS | {"type"}
    return {keyword: value for keyword, value in assertions(schema).items() if keyword not in useless}
