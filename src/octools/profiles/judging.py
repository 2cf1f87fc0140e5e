"""The state of judging one schema: what was found, what was met, which definitions refer to which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from octools.findings import Finding, placed_finding
from octools.pointers import reference_tokens
from octools.quoting import quote
from octools.recursion import recursive_nodes
from octools.schema_walk import LISTS, Below, Enter, Frame, Walk, subschemas
from octools_contract.rules import RULES

if TYPE_CHECKING:
    from octools.places import Place
    from octools.profiles.engine import ProfileEngine

__all__ = ["ADDITIONAL", "DEFINITIONS", "OBJECT", "REFERENCE", "Judging"]

DEFINITIONS: Final = "$defs"
REFERENCE: Final = "$ref"
ADDITIONAL: Final = "additionalProperties"
OBJECT: Final = "object"
# The keywords that can make a schema an object schema; their values never pass at once where they do.
_OBJECT_MAKERS: Final = frozenset({"type", "properties"})


class Judging:
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
                        self.owner = name if keyword == DEFINITIONS else None
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
                self.report("recursion", (None, root, DEFINITIONS, name), definition=quote(name))

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
            target = self.target(schema.get(REFERENCE))
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
            self.object_lists[identity] = any(isinstance(name, str) and name == OBJECT for name in types)
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
            case (first, name) if first == DEFINITIONS and name in self.definitions:
                found: str | None = name
            case _:
                found = None
        self.targets[reference] = found
        return found


def _is_open(run: Judging, schema: Mapping[Any, Any]) -> bool:
    if schema.get(ADDITIONAL) is False:
        return False
    given = schema.get("type")
    if "properties" in schema or (isinstance(given, str) and given == OBJECT):
        return True
    return isinstance(given, LISTS) and run.names_object(given)
