"""Every reference resolves, files do not refer to each other in a circle, and no fragment contains itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octools_codegen.problems import Problem, quoted
from octools_codegen.sources import Reference, Sources, UnresolvedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["check_references"]


def check_references(sources: Sources) -> Iterator[Problem]:
    """Unresolved references, cycles between files, fragments that reach themselves."""
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
    yield from _cycles(links)
    yield from _fragment_loops(sources)


def _unresolved(sources: Sources, reference: Reference, target: str) -> Problem | None:
    if sources.unfit(target):
        return None
    try:
        sources.resolve(reference.path, reference.text)
    except UnresolvedError as error:
        wrong = f"$ref {quoted(reference.text)} does not resolve: {error}."
        remedy = "Name an existing file relative to this one, and a place in it by JSON pointer."
        return Problem(reference.path, reference.pointer, "unresolved_ref", wrong, remedy)
    return None


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


def _fragment_loops(sources: Sources) -> Iterator[Problem]:
    """A chain of `$ref`s that comes back to itself names no schema."""
    for document, place in sources.all_places():
        if not isinstance(place.schema, dict):
            continue
        reference = place.schema.get("$ref")
        path, pointer = document.path, place.pointer
        seen = {(path, pointer)}
        while isinstance(reference, str):
            try:
                target = sources.resolve(path, reference)
            except UnresolvedError:
                break
            path, pointer = target.path, target.pointer
            if (path, pointer) in seen and (path, pointer) != (document.path, place.pointer):
                break
            if (path, pointer) in seen:
                wrong = "The reference leads back to itself, so it names no schema."
                remedy = "Let one of the references of the chain end at a schema with a type."
                yield Problem(document.path, place.pointer, "ref_loop", wrong, remedy)
                break
            seen.add((path, pointer))
            reference = target.schema.get("$ref") if isinstance(target.schema, dict) else None
