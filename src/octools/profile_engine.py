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

import math
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from octools.findings import Finding, placed_finding
from octools.places import Place
from octools.pointers import reference_tokens
from octools.quoting import quote
from octools.recursion import recursive_nodes
from octools.schema_walk import LISTS, POSITIONS, Below, Enter, Frame, Walk, descend, subschemas
from octools_contract.dialect import KEYWORDS, SHAPES
from octools_contract.rules import RULES

if TYPE_CHECKING:
    from octools_contract.profiles import Profile

_DEFINITIONS: Final = "$defs"
_REFERENCE: Final = "$ref"
_ADDITIONAL: Final = "additionalProperties"
_OBJECT: Final = "object"
# The keywords that can make a schema an object schema; their values never pass at once where they do.
_OBJECT_MAKERS: Final = frozenset({"type", "properties"})
_SHORT: Final = 16
_DICT: Final = frozenset({dict})
_STRING: Final = frozenset({str})
_PRIMITIVE: Final = frozenset({str, int, bool, type(None)})


Check = Callable[["_Run", Place, Any, Any, list[Frame]], None]


# How a keyword is judged: values of exactly this type (in this set, if one is given) pass at once, all others
# go to the check; without a check they pass too.
Row = tuple[type | None, Container[Any] | None, "Check | None"]


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
        self.rows.update(dict.fromkeys((*profile.named, *profile.forbidden), _OUTSIDE))
        # A profile without a list of keywords takes those that it does not know as they are.
        self.otherwise: Final = _OUTSIDE if profile.keywords is not None else _ANYTHING

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
        run = _Run(self, tool, prefix)
        root: Place = (schema, None, None, None)
        if not self._root_holds(run, root, schema):
            return run.findings
        definitions = schema.get(_DEFINITIONS, {})
        if isinstance(definitions, Mapping):
            run.definitions = run.walk.plain(definitions)
        elif "definitions" in self.rules:
            run.report("definitions", (definitions, root, _DEFINITIONS, None), value=quote(definitions))
            return run.findings
        descend(schema, run.enter())
        if self.recursion and run.definitions:
            run.report_recursion()
        return run.findings

    def _root_holds(self, run: _Run, root: Place, schema: Any) -> bool:
        """Report a root that is refused; tell whether the walk goes on."""
        if not isinstance(schema, Mapping):
            run.report("root", root, "not_mapping", value=quote(schema))
            return False
        given = schema.get("type")
        if not isinstance(given, str) or given != self.profile.root_type:
            run.report("root", root, "default" if "type" in schema else "missing", type=quote(given))
            return not self.profile.root_only
        if all(isinstance(schema.get(name), Mapping) for name in self.profile.root_keywords):
            return True
        run.report("root", root, type=quote(given))
        return not self.profile.root_only

    def _known(self) -> set[str]:
        return set(KEYWORDS if self.profile.keywords is None else self.profile.keywords)

    def _row(self, keyword: str) -> Row:
        """Return how an allowed keyword is judged and entered."""
        check = self._check(keyword)
        if check is _type:
            return str, self.types - {_OBJECT}, check
        if check is _format:
            return str, self.formats, check
        if check is _string:
            return str, None, check
        if check is _limit:
            return int, self.limits[keyword], check
        if keyword == _ADDITIONAL and self.closed:
            # `true` opens the object, which is reported of the schema; nowhere is it a boolean schema.
            return bool, None, check
        return None, None, check

    def _check(self, keyword: str) -> Check | None:
        special = _SPECIAL.get(keyword)
        if special is not None and special[0] in self.rules:
            return special[1]
        if keyword in self.limits:
            return _limit
        shape = self.shapes[keyword]
        entering = _ENTERING.get(shape.holds)
        if entering is not None:
            return entering
        return _FITTING.get(shape.name) if "malformed" in self.rules else None


class _Run:
    """The state of judging one schema."""

    __slots__ = (
        "definitions",
        "edges",
        "engine",
        "findings",
        "object_lists",
        "owner",
        "prefix",
        "targets",
        "tool",
        "walk",
    )

    def __init__(self, engine: ProfileEngine, tool: str | None, prefix: str) -> None:
        self.engine = engine
        self.tool = tool
        self.prefix = prefix
        self.findings: list[Finding] = []
        self.walk = Walk()
        self.definitions: dict[Any, Any] = {}
        # The root definition that the walk is in, and the definitions that each one refers to.
        self.owner: Any = None
        self.edges: dict[Any, list[Any]] = {}
        self.targets: dict[str, str | None] = {}
        self.object_lists: dict[int, bool] = {}

    def report(self, check: str, place: Place, variant: str = "default", **places: str | int) -> None:
        """Add the finding of a check, when the profile has a rule for it."""
        rule = self.engine.rules.get(check)
        if rule is not None:
            self.report_rule(rule, place, variant, **places)

    def report_rule(self, rule: str, place: Place, variant: str = "default", **places: str | int) -> None:
        """Add the finding of a rule; a rule without that text takes its usual one."""
        chosen = variant if variant in RULES[rule].messages else "default"
        made = placed_finding(rule, place, chosen, tool=self.tool, prefix=self.prefix, **places)
        self.findings.append(made)

    def report_shape(self, place: Place, keyword: Any, value: Any, variant: str = "default") -> None:
        """Report a keyword whose value, or one member of it, has the wrong shape."""
        expected = self.engine.shapes[keyword].text
        where = (value, place, keyword, None)
        self.report("malformed", where, variant, keyword=keyword, value=quote(value), expected=expected)

    def enter(self) -> Enter:
        """Return the function that judges one schema object and adds what is below it.

        Most schemas hold nothing but keywords that pass at once: of these there is nothing to remember.
        """
        row_of, otherwise = self.engine.rows.get, self.engine.otherwise
        closed = self.engine.closed
        walk = self.walk
        seen, plain = walk.seen, walk.plain

        def enter(schema: Any, parent: Place | None, keyword: Any, name: Any, below: list[Frame]) -> None:
            place: Place | None = None
            object_like = False
            for key, value in (schema if type(schema) is dict else plain(schema)).items():
                kind, accepted, check = row_of(key, otherwise)
                if check is None or (type(value) is kind and (accepted is None or value in accepted)):
                    continue
                if key in _OBJECT_MAKERS:
                    object_like = True
                if place is None:
                    # `Walk.first_time`, written out: this is the hot path.
                    identity = id(schema)
                    if identity in seen:
                        walk.revisited = True
                        return
                    seen.add(identity)
                    place = (schema, parent, keyword, name)
                    if parent is not None and parent[1] is None:
                        self.owner = name if keyword == _DEFINITIONS else None
                check(self, place, key, value, below)
            if object_like and closed and place is not None and _is_open(self, schema):
                self.report("open", place)

        return enter

    def report_recursion(self) -> None:
        """Report each root definition that reaches itself."""
        recursive = self._recursive_objects() if self.walk.revisited else recursive_nodes(self.edges)
        root: Place = (None, None, None, None)
        for name in self.definitions:
            if name in recursive:
                self.report("recursion", (None, root, _DEFINITIONS, name), definition=quote(name))

    def _recursive_objects(self) -> set[Any]:
        """Find recursion where objects stand in several places: there objects are the nodes, not names."""
        references: dict[int, list[int]] = {}
        containment: dict[int, list[int]] = {}
        walk = Walk()
        positions = self.engine.positions

        def node(value: Any) -> int:
            return id(walk.plain(value) if isinstance(value, Mapping) else value)

        def visit(_place: Place, schema: dict[Any, Any], below: list[Below]) -> None:
            # A list or mapping of schemas is a node as well: it is entered once, from however many schemas.
            containment[id(schema)] = [
                node(value) for keyword, value in schema.items() if keyword in positions
            ]
            subschemas(schema, walk, below, positions)
            for keyword, entries in below:
                members = [node(item) for name, item in entries if name is not None]
                containment.setdefault(node(schema[keyword]), members)
            target = self.target(schema.get(_REFERENCE))
            references[id(schema)] = [] if target is None else [node(target)]

        for entry in self.definitions.values():
            if isinstance(entry, Mapping):
                walk.run(entry, visit)
        nodes = recursive_nodes(references, containment)
        return {name for name, entry in self.definitions.items() if node(entry) in nodes}

    def names_object(self, types: Any) -> bool:
        """Tell whether a type list names the object type; each list is looked through once."""
        identity = id(types)
        if identity not in self.object_lists:
            self.object_lists[identity] = any(isinstance(name, str) and name == _OBJECT for name in types)
        return self.object_lists[identity]

    def target(self, reference: Any) -> Any:
        """Return the root definition that a reference names, or None."""
        name = self.target_name(reference) if isinstance(reference, str) else None
        return None if name is None else self.definitions[name]

    def target_name(self, reference: str) -> str | None:
        """Return the name of the root definition that a reference names, or None; each text is read once."""
        if reference in self.targets:
            return self.targets[reference]
        match reference_tokens(reference):
            case (first, name) if first == _DEFINITIONS and name in self.definitions:
                found: str | None = name
            case _:
                found = None
        self.targets[reference] = found
        return found


def _is_open(run: _Run, schema: Mapping[Any, Any]) -> bool:
    if schema.get(_ADDITIONAL) is False:
        return False
    given = schema.get("type")
    if "properties" in schema or (isinstance(given, str) and given == _OBJECT):
        return True
    return isinstance(given, LISTS) and run.names_object(given)


# --- keywords with a rule of their own -------------------------------------------------------------


def _outside(run: _Run, place: Place, keyword: Any, _value: Any, _below: list[Frame]) -> None:
    """A keyword outside the profile; what is below it is not walked."""
    engine = run.engine
    if not isinstance(keyword, str):
        where = (None, place, keyword, None)
        run.report("malformed", where, "not_string", value=quote(keyword))
        return
    rule = engine.profile.named.get(keyword)
    if rule is None:
        rule = next((rule for prefix, rule in engine.prefixes if keyword.startswith(prefix)), None)
    run.report_rule(rule or engine.rules["keyword"], place, keyword=quote(keyword))


def _type(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    engine = run.engine
    if isinstance(value, str):
        if value not in engine.types:
            run.report("type", place, type=quote(value), allowed=engine.allowed_types)
    elif isinstance(value, LISTS) and value:
        if run.walk.first_time(value):
            for name in value:
                if not (isinstance(name, str) and name in engine.types):
                    run.report("type", place, type=quote(name), allowed=engine.allowed_types)
    else:
        run.report_shape(place, keyword, value)


def _format(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, str):
        run.report_shape(place, keyword, value)
    elif value not in run.engine.formats:
        run.report("format", place, value=quote(value), allowed=run.engine.allowed_formats)


def _limit(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and value in run.engine.limits[keyword]):
        run.report("limit", place, keyword=keyword, value=quote(value))


def _enum(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, LISTS):
        run.report("enum", place, "not_list", value=quote(value))
    elif not value:
        run.report_shape(place, keyword, value)
    elif not _is_settled(run, value, _PRIMITIVE):
        bad = [item for item in value if not _is_primitive(item)]
        if bad:
            run.report("enum", place, value=quote(bad[0]))


def _is_settled(run: _Run, value: Any, types: frozenset[Any]) -> bool:
    """Tell whether a list needs no closer look: its members are of these types, or it has had its look.

    A short list is looked at faster than remembered.
    """
    if len(value) > _SHORT:
        return not run.walk.first_time(value) or types.issuperset(map(type, value))
    return types.issuperset(map(type, value)) or not run.walk.first_time(value)


def _is_primitive(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def _reference(run: _Run, place: Place, _keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, str):
        run.report("reference", place, "not_string", value=quote(value))
        return
    name = run.targets[value] if value in run.targets else run.target_name(value)
    if name is None:
        run.report("reference", place, value=quote(value))
    elif run.owner is not None:
        run.edges.setdefault(run.owner, []).append(name)


def _definitions(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if place[1] is None:
        _schema_map(run, place, keyword, value, below)
        return
    run.report("nested_definitions", place)
    if isinstance(value, Mapping):
        _schema_map(run, place, keyword, value, below)


def _all_of(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    _schema_list(run, place, keyword, value, below)
    members = value if isinstance(value, LISTS) else ()
    if any(isinstance(member, Mapping) and _REFERENCE in member for member in members):
        run.report("combined_reference", (value, place, keyword, None))


# --- keywords that hold schemas --------------------------------------------------------------------


def _schema(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if type(value) is dict or isinstance(value, Mapping):
        below.append((iter(((None, value),)), place, keyword))
    elif isinstance(value, bool):
        run.report("boolean", (value, place, keyword, None), value=quote(value))
    else:
        run.report_shape(place, keyword, value)


def _schema_map(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if not (type(value) is dict or isinstance(value, Mapping)):
        run.report_shape(place, keyword, value)
    elif run.walk.first_time(value):
        members = run.walk.plain(value)
        if _DICT.issuperset(map(type, members.values())) and _STRING.issuperset(map(type, members)):
            below.append((iter(members.items()), place, keyword))
        else:
            good = _good_members(run, place, keyword, members.items(), str)
            below.append((iter(good), place, keyword))


def _schema_list(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    if not isinstance(value, LISTS) or not value:
        run.report_shape(place, keyword, value)
    elif len(value) <= _SHORT and _DICT.issuperset(map(type, value)):
        # Entered wherever it stands, which a short list may be: its members are met once all the same.
        below.append((enumerate(value), place, keyword))
    elif run.walk.first_time(value):
        good = _good_members(run, place, keyword, enumerate(value), int)
        below.append((iter(good), place, keyword))


def _good_members(
    run: _Run, place: Place, keyword: Any, entries: Iterable[tuple[Any, Any]], names: type
) -> list[tuple[Any, Any]]:
    """Report the members that are no schema objects, and return those that are."""
    good: list[tuple[Any, Any]] = []
    bad: list[Any] = []
    for name, member in entries:
        if not isinstance(name, names):
            bad.append(name)
        elif isinstance(member, Mapping):
            good.append((name, member))
        elif isinstance(member, bool):
            run.report("boolean", (member, place, keyword, name), value=quote(member))
        else:
            bad.append(member)
    if bad:
        run.report_shape(place, keyword, bad[0], "member")
    return good


def _schema_or_list(run: _Run, place: Place, keyword: Any, value: Any, below: list[Frame]) -> None:
    enter = _schema_list if isinstance(value, LISTS) else _schema
    enter(run, place, keyword, value, below)


# --- keywords that hold data -----------------------------------------------------------------------


def _string(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, str):
        run.report_shape(place, keyword, value)


def _strings(run: _Run, place: Place, keyword: Any, value: Any, _below: list[Frame]) -> None:
    if not isinstance(value, LISTS):
        run.report_shape(place, keyword, value)
    elif not _is_settled(run, value, _STRING):
        bad = [item for item in value if not isinstance(item, str)]
        if bad:
            run.report_shape(place, keyword, bad[0], "member")


_OUTSIDE: Final[Row] = (None, None, _outside)
_ANYTHING: Final[Row] = (None, None, None)
_SPECIAL: Final[Mapping[str, tuple[str, Check]]] = {
    "type": ("type", _type),
    "format": ("format", _format),
    "enum": ("enum", _enum),
    _REFERENCE: ("reference", _reference),
    _DEFINITIONS: ("nested_definitions", _definitions),
    "allOf": ("combined_reference", _all_of),
}
_ENTERING: Final[Mapping[str, Check]] = {
    "schema": _schema,
    "map": _schema_map,
    "list": _schema_list,
    "schema_or_list": _schema_or_list,
}
_FITTING: Final[Mapping[str, Check]] = {"string": _string, "strings": _strings}
