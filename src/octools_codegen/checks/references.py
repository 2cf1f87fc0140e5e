"""Every reference resolves; files refer to each other in no circle; only classes contain themselves."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote

from octools_codegen.checks.naming import is_vocabulary
from octools_codegen.checks.objects import is_object
from octools_codegen.pointers import child, tokens
from octools_codegen.problems import Problem, quoted
from octools_codegen.sources import Reference, Sources, Target, UnresolvedError
from octools_codegen.typing_of import is_plain_map
from octools_codegen.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["check_references"]

Spot = tuple[str, str]
Node = TypeVar("Node")


def check_references(sources: Sources) -> Iterator[Problem]:
    """Unresolved references, cycles between files, types without an end."""
    links: dict[str, dict[str, Reference]] = {}
    for document in sources.of_kind("schema", "openapi"):
        for reference in sources.references(document):
            if not isinstance(reference.text, str):
                continue
            target = sources.target_path(reference.path, reference.text.partition("#")[0])
            if target != reference.path:
                links.setdefault(reference.path, {}).setdefault(target, reference)
            problem = _unresolved(sources, reference, target)
            if problem is not None:
                yield problem
    circles = list(_cycles(links))
    yield from circles
    yield from _loops(sources)
    yield from _generics(sources)
    if not circles:  # else these are circles of folders too
        yield from _folder_cycles(sources)


def _unresolved(sources: Sources, reference: Reference, target: str) -> Problem | None:
    if sources.unfit(target):
        return None
    try:
        found = sources.resolve(reference.path, reference.text)
    except UnresolvedError as error:
        wrong = f"$ref {quoted(reference.text)} does not resolve: {error}."
        remedy = "Name an existing file relative to this one, and a place in it by JSON pointer."
        return Problem(reference.path, reference.pointer, "unresolved_ref", wrong, remedy)
    if sources.by_path[reference.path].kind == "openapi":
        fitting = found.path == reference.path or _is_component(sources, found)
        wrong = f"$ref {quoted(reference.text)} leads to no class or vocabulary that is a whole file."
        remedy = "Refer to a schema file that has a title, or to a place in this document."
    else:
        fitting = isinstance(found.schema, dict) and _canonical(found.pointer) in sources.pointers(found.path)
        wrong = f"$ref {quoted(reference.text)} leads to {quoted(found.schema)}, which describes no type."
        remedy = "Refer to a schema file, or to a schema in one, such as an entry of its $defs."
    return None if fitting else Problem(reference.path, reference.pointer, "ref_to_no_type", wrong, remedy)


def _canonical(fragment: str) -> str:
    return child("", *tokens(fragment))


def _is_component(sources: Sources, target: Target) -> bool:
    """Whether an OpenAPI document can hold what a reference leads to: a class, or a vocabulary, of a file."""
    schema = target.schema
    whole = not target.pointer and sources.by_path[target.path].kind == "schema" and isinstance(schema, dict)
    return whole and "title" in schema and (is_vocabulary(schema) or _is_class(schema))


def _is_class(schema: object) -> bool:
    return isinstance(schema, dict) and is_object(schema) and not is_plain_map(schema)


def _cycles(links: Mapping[str, Mapping[str, Reference]]) -> Iterator[Problem]:
    """One problem a circle of files; a file in two circles is reported in the first."""
    remaining = {path: set(targets) for path, targets in links.items()}
    while True:  # peel the files that lead to no circle
        ends = [path for path, targets in remaining.items() if not targets & remaining.keys()]
        if not ends:
            break
        for path in ends:
            del remaining[path]
    reported: set[str] = set()
    for start in sorted(remaining):
        circle: list[str] = []
        path = start
        while path not in circle and path not in reported:
            circle.append(path)
            path = min(remaining[path] & remaining.keys())
        if path in reported:
            continue
        circle = circle[circle.index(path) :]
        reported.update(circle)
        reference = links[circle[0]][circle[1] if len(circle) > 1 else circle[0]]
        wrong = f"Files refer to each other in a circle: {' -> '.join([*circle, circle[0]])}."
        remedy = "Move what they share into a third file that refers to neither."
        yield Problem(reference.path, reference.pointer, "ref_cycle", wrong, remedy)


def _loops(sources: Sources) -> Iterator[Problem]:
    """References that lead back to themselves with no class on the way: what they stand for has no end.

    Classes may contain themselves, since they are referred to by name. Whatever else is referred to stands in
    place of the reference.
    """
    inside: dict[Spot, list[tuple[Spot, Reference]]] = {}
    waiting = [
        spot
        for document in sources.schemas
        for reference in sources.references(document)
        if (spot := _replaced(sources, reference)) is not None
    ]
    while waiting:
        spot = waiting.pop()
        if spot in inside:
            continue
        path, pointer = spot
        inside[spot] = []
        for place in walk(sources.resolve(path, f"#{pointer}").schema, pointer):
            if isinstance(place.schema, dict) and "$ref" in place.schema:
                reference = Reference(path, child(place.pointer, "$ref"), place.schema["$ref"])
                target = _replaced(sources, reference)
                if target is not None:
                    inside[spot].append((target, reference))
                    waiting.append(target)
    for spot in sorted(inside):
        for target, reference in inside[spot]:
            if _leads(lambda each: (after for after, _ in inside[each]), target, spot):
                wrong = "The reference leads back to itself with no class on the way: its type has no end."
                remedy = "Let a reference end at a plain type, or give the recursive part properties."
                yield Problem(reference.path, reference.pointer, "ref_loop", wrong, remedy)


def _generics(sources: Sources) -> Iterator[Problem]:
    """Fields that refer to a generic class, with nothing for its parameter."""
    for reference, target in _class_references(sources):
        if "x-generic" in target.schema:
            wrong = "The reference leads to a generic class, and does not say what its parameter stands for."
            remedy = "Drop x-generic there, or write the fields of the list here."
            yield Problem(reference.path, reference.pointer, "generic_reference", wrong, remedy)


def _folder_cycles(sources: Sources) -> Iterator[Problem]:
    """Folders whose classes refer to each other: each folder is a module, which imports the others."""
    folders: dict[str, dict[str, Reference]] = {}
    for reference, target in _class_references(sources):
        here, there = _folder(reference.path), _folder(target.path)
        if here != there:
            folders.setdefault(here, {}).setdefault(there, reference)
    for here in sorted(folders):
        for there, reference in sorted(folders[here].items()):
            if here < there and _leads(lambda folder: folders.get(folder, ()), there, here):
                wrong = f"The classes of {here!r} and {there!r} refer to each other, and so do their modules."
                remedy = "Move what both refer to into a third folder that refers to neither."
                yield Problem(reference.path, reference.pointer, "folder_cycle", wrong, remedy)


def _class_references(sources: Sources) -> Iterator[tuple[Reference, Target]]:
    for document in sources.schemas:
        for reference in sources.references(document):
            target = _class_target(sources, reference)
            if target is not None:
                yield reference, target


def _class_target(sources: Sources, reference: Reference) -> Target | None:
    target = _target(sources, reference)
    return target if target is not None and _is_class(target.schema) else None


def _folder(path: str) -> str:
    return posixpath.dirname(path).partition("/")[0]


def _replaced(sources: Sources, reference: Reference) -> Spot | None:
    """Where a reference leads, when what is there stands in its place; null for objects and for nowhere."""
    target = _target(sources, reference)
    if target is None or _is_class(target.schema):
        return None
    return target.path, unquote(target.pointer)


def _target(sources: Sources, reference: Reference) -> Target | None:
    if not isinstance(reference.text, str):
        return None
    try:
        return sources.resolve(reference.path, reference.text)
    except UnresolvedError:
        return None


def _leads(following: Callable[[Node], Iterable[Node]], start: Node, goal: Node) -> bool:
    """Tell whether one node leads to another, by what follows each."""
    seen: set[Node] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node == goal:
            return True
        if node not in seen:
            seen.add(node)
            waiting.extend(following(node))
    return False
