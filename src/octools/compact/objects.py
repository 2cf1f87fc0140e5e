"""Objects of a conjunction: which schemas hold for each property, and for all others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from octools.compact.dimensions import Joined, Member
from octools.compact.evaluated import evaluated
from octools.compact.joining import join
from octools.compact.keywords import accepts_all
from octools.compact.patterns import matches, matches_every_name, names_pattern
from octools.compact.settling import settle
from octools.compact.work import Clean, Project, Work, clean_site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from octools.compact.reading import Reading
    from octools.compact.references import Site
    from octools.compact.trampoline import Step

__all__ = ["NO_MEMBERS", "Members", "project_members"]


@dataclass(slots=True)
class _Closure:
    """One schema's word on the properties that it does not name.

    Attributes:
        names: The properties that it names.
        patterns: Schemas by pattern of the name.
        others: The schema of every property that no name or pattern covers; None for any.
        owner: The schema, and the keyword that says so.
    """

    names: Iterable[str]
    patterns: dict[str, Site]
    others: Site | None
    owner: Site
    keyword: str

    @property
    def pattern_keyword(self) -> str:
        """The keyword that holds the patterns, where they are the schema's own."""
        return "patternProperties" if "patternProperties" in self.owner.value else self.keyword


@dataclass(slots=True)
class Members:
    """What a conjunction says of the members of objects, in compact terms; None for nothing."""

    properties: dict[str, Any] | None = None
    additional: Any = None
    names: Any = None
    exact: bool = True


NO_MEMBERS: Final = Members()


@dataclass(slots=True)
class _State:
    work: Work
    members: Members
    declared: dict[str, list[Site]]
    closures: list[_Closure]
    names: list[Site] = field(default_factory=list)

    def lost(self, closure: _Closure, variant: str, keyword: str | None = None) -> None:
        self.members.exact = False
        site = closure.owner
        self.work.ledger.widened(site.value, site.place, keyword or closure.keyword, variant)


def project_members(work: Work, readings: list[Reading], project: Project) -> Step[Members]:  # noqa: C901 - one step a kind of keyword
    """Project what schemas that all hold say of the members of objects.

    Args:
        work: The projection.
        readings: The schemas.
        project: Projects schemas that must hold together.
    """
    state = _State(work, Members(), {}, [])
    for reading in readings:
        for name, site in (reading.properties or {}).items():
            state.declared.setdefault(name, []).append(site)
        if reading.names is not None:
            state.names.append(reading.names)
        _add_closures(state, reading)
    members = state.members
    for closure in state.closures:
        _apply_to_declared(state, closure)
    additional: list[Site] = []
    for closure in state.closures:
        if closure.patterns:
            additional += yield _without_patterns(state, closure, project)
        elif closure.others is not None:
            additional.append(closure.others)
    if state.declared or any(reading.properties is not None for reading in readings):
        members.properties = {}
        for name, sites in state.declared.items():
            clean = settle(work, sites) or (yield project(work, sites))
            members.properties[name] = clean.schema
            members.exact = members.exact and clean.exact
    if additional or any(closure.keyword == "additionalProperties" for closure in state.closures):
        clean = settle(work, additional) or (yield project(work, additional))
        members.additional, members.exact = clean.schema, members.exact and clean.exact
    if state.names:
        clean = settle(work, state.names) or (yield project(work, state.names))
        members.names, members.exact = clean.schema, members.exact and clean.exact
    if members.additional is False and members.properties and len(readings) > 1:
        members.properties = {name: each for name, each in members.properties.items() if each is not False}
    return members


def _add_closures(state: _State, reading: Reading) -> None:
    names = reading.properties or {}
    every = [site for pattern, site in reading.patterns.items() if matches_every_name(pattern)]
    patterns = reading.patterns
    if every:
        # Nothing is left for additionalProperties or unevaluatedProperties.
        patterns = {name: site for name, site in patterns.items() if not matches_every_name(name)}
        state.closures += [_Closure((), {}, site, reading.site, "patternProperties") for site in every]
    elif reading.additional is not None:
        state.closures.append(
            _Closure(names, patterns, reading.additional, reading.site, "additionalProperties")
        )
        return
    left_over = None if every else _left_over(state, reading)
    if left_over is not None and left_over.patterns.keys() == patterns.keys():
        # One and the same schema says what the patterns ask for, and that the rest is closed.
        state.closures.append(replace(left_over, patterns=patterns))
        return
    if patterns:
        state.closures.append(_Closure(names, patterns, None, reading.site, "patternProperties"))
    if left_over is not None:
        state.closures.append(left_over)


def _left_over(state: _State, reading: Reading) -> _Closure | None:
    """Return what `unevaluatedProperties` says of the properties that nothing evaluates; None for nothing."""
    if reading.unevaluated is None or reading.unevaluated.free:
        return None
    found = evaluated(state.work, reading)
    if found.all_members or any(matches_every_name(pattern) for pattern in found.patterns):
        return None
    closure = _Closure(
        {**found.names, **found.maybe_names},
        {pattern: clean_site(True, reading.site.place) for pattern in found.patterns},
        reading.unevaluated,
        reading.site,
        "unevaluatedProperties",
    )
    if found.maybe_members:
        state.lost(closure, "unevaluated")
        return None
    if found.maybe_names.keys() - found.names.keys():
        state.lost(closure, "unevaluated_names")
    for name in closure.names:
        # Evaluated by a schema that is not written out, it would otherwise be one of the rest.
        state.declared.setdefault(name, [])
    return closure


def _apply_to_declared(state: _State, closure: _Closure) -> None:
    """Let a schema speak of the properties that others name, and its patterns of those that it names too."""
    names = closure.names
    if not state.work.ledger.work(len(state.declared) * (1 + len(closure.patterns))):
        state.lost(closure, "merge_limit")
        return
    undecided = False
    for name, sites in state.declared.items():
        covered: bool | None = name in names
        for pattern, site in closure.patterns.items():
            match = matches(pattern, name)
            if match:
                covered = True
                if site.value is not True:
                    sites.append(site)
            elif match is None:
                undecided = undecided or not site.free
                covered = covered or None
        if covered is None:
            undecided = True
        elif not covered and closure.others is not None and closure.others.value is not True:
            sites.append(closure.others)
    if undecided:
        state.lost(closure, "pattern_unknown", closure.pattern_keyword)


def _without_patterns(state: _State, closure: _Closure, project: Project) -> Step[list[Site]]:
    """Say what a schema with patterns means for properties that nobody names, without the patterns.

    A closed object turns into a pattern for names, where one can be written; the schemas of all patterns are
    joined.
    """
    work, others = state.work, closure.others
    place = (None, closure.owner.place, closure.keyword, None)
    if others is None or others.free:
        if not all(site.free for site in closure.patterns.values()):
            state.lost(closure, "patterns", closure.pattern_keyword)
        return []
    mark = work.ledger.mark()
    sites = [*closure.patterns.values(), *([others] if others.value is not False else [])]
    members = []
    for position, site in enumerate(sites):
        clean: Clean = settle(work, [site]) or (yield project(work, [site]))
        state.members.exact = state.members.exact and clean.exact
        members.append(Member(1 << position, clean.schema))
    joined: Joined = yield join(work.ledger, members)
    everyone = (1 << len(members)) - 1
    written = others.value is not False
    if not written:
        pattern = names_pattern(closure.names, closure.patterns)
        written = pattern is not None
        if pattern is not None:
            state.names.append(clean_site({"pattern": pattern}, place))
    if not written or joined.tops != everyone:
        if accepts_all(joined.schema):
            work.ledger.back(mark)
        state.lost(closure, "patterns", closure.pattern_keyword)
    return [clean_site(joined.schema, place)]
