"""The engine that judges a schema by a profile: a table of keywords, types, formats, limits and rules.

A profile is data (`octools_contract.profiles`); a new target is a new profile. The engine makes each check
that the profile has a rule for, in one walk over the schema.

The order of findings is part of the contract between the languages:

1. A root that is refused, or `$defs` that is no mapping, gives that finding alone where the profile says so.
2. Schemas follow one another in document order, each before what is below it.
3. Within a schema its keywords follow in document order, each with its own findings (a type list in list
   order; members of a keyword before the keyword as a whole, so `boolean_schema` before `allof_ref`); an open
   object comes last.
4. Definitions that reach themselves come at the very end, in the order of `$defs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from octools.profiles.judging import ADDITIONAL, DEFINITIONS, OBJECT, Judging
from octools.profiles.keyword_checks import (
    ANYTHING,
    ENTERING,
    FITTING,
    OUTSIDE,
    SPECIAL,
    judge_format,
    judge_limit,
    judge_string,
    judge_type,
)
from octools.quoting import quote
from octools.schema_walk import POSITIONS, descend
from octools_contract.dialect import KEYWORDS, SHAPES

if TYPE_CHECKING:
    from octools.findings import Finding
    from octools.places import Place
    from octools.profiles.keyword_checks import Check, Row
    from octools_contract.profiles import Profile

__all__ = ["ProfileEngine"]


class ProfileEngine:
    """A profile made ready for judging many schemas."""

    def __init__(self, profile: Profile) -> None:
        self.profile: Final = profile
        unlimited = {"type": profile.types is None, "format": profile.formats is None}
        self.rules: Final = {check: rule for check, rule in profile.rules.items() if not unlimited.get(check)}
        self.types: Final = frozenset(profile.types or ())
        self.formats: Final = frozenset(profile.formats or ())
        self.allowed_types: Final = ", ".join(profile.types or ())
        self.allowed_formats: Final = ", ".join(profile.formats or ())
        self.limits: Final = {name: frozenset(values) for name, values in profile.limits.items()}
        self.prefixes: Final = tuple(profile.prefixed.items())
        self.closed: Final = "open" in self.rules
        self.recursion: Final = "recursion" in self.rules
        self.shapes: Final = {
            name: SHAPES[profile.shapes.get(name, keyword.shape)] for name, keyword in KEYWORDS.items()
        }
        walked = POSITIONS.keys() & self._known() - set(profile.forbidden)
        self.positions: Final = {name: POSITIONS[name] for name in walked}
        self.rows: Final = {name: self._row(name) for name in self._known()}
        self.rows.update(dict.fromkeys((*profile.named, *profile.forbidden), OUTSIDE))
        # A profile without a list of keywords takes those that it does not know as they are.
        self.otherwise: Final = OUTSIDE if profile.keywords is not None else ANYTHING

    def findings(self, schema: Any, *, tool: str | None = None, prefix: str = "") -> list[Finding]:
        """Judge one schema.

        Args:
            schema: Any value.
            tool: Name of the tool that the findings are about.
            prefix: What stands before each path, itself a JSON pointer.

        Returns:
            One finding for each offence, in the order described above; empty when the schema is in the
            profile.
        """
        judging = Judging(self, tool, prefix)
        root: Place = (schema, None, None, None)
        if not self._root_holds(judging, root, schema):
            return judging.findings
        definitions = schema.get(DEFINITIONS, {})
        if isinstance(definitions, Mapping):
            judging.definitions = judging.walk.plain(definitions)
        elif "definitions" in self.rules:
            judging.report("definitions", (definitions, root, DEFINITIONS, None), value=quote(definitions))
            return judging.findings
        descend(schema, judging.enter())
        if self.recursion and judging.definitions:
            judging.report_recursion()
        return judging.findings

    def _root_holds(self, judging: Judging, root: Place, schema: Any) -> bool:
        """Report a root that is refused; tell whether the walk goes on."""
        if not isinstance(schema, Mapping):
            judging.report("root", root, "not_mapping", value=quote(schema))
            return False
        given = schema.get("type")
        if not isinstance(given, str) or given != self.profile.root_type:
            judging.report("root", root, "default" if "type" in schema else "missing", type=quote(given))
            return not self.profile.root_only
        if all(isinstance(schema.get(name), Mapping) for name in self.profile.root_keywords):
            return True
        judging.report("root", root, type=quote(given))
        return not self.profile.root_only

    def _known(self) -> set[str]:
        return set(KEYWORDS if self.profile.keywords is None else self.profile.keywords)

    def _row(self, keyword: str) -> Row:
        """Return how an allowed keyword is judged and entered."""
        check = self._check(keyword)
        if check is judge_type:
            return str, self.types - {OBJECT}, check
        if check is judge_format:
            return str, self.formats, check
        if check is judge_string:
            return str, None, check
        if check is judge_limit:
            return int, self.limits[keyword], check
        if keyword == ADDITIONAL and self.closed:
            # `true` opens the object, which is reported of the schema; nowhere is it a boolean schema.
            return bool, None, check
        return None, None, check

    def _check(self, keyword: str) -> Check | None:
        special = SPECIAL.get(keyword)
        if special is not None and special[0] in self.rules:
            return special[1]
        if keyword in self.limits:
            return judge_limit
        shape = self.shapes[keyword]
        entering = ENTERING.get(shape.holds)
        if entering is not None:
            return entering
        return FITTING.get(shape.name) if "malformed" in self.rules else None
