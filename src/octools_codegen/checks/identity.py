"""Each schema file names its dialect and its own address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted
from octools_codegen.reading import DIALECT_URI

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources

__all__ = ["check_identity"]


PATH = re.compile(r"(?:[A-Za-z][A-Za-z0-9_-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*")


def check_identity(sources: Sources) -> Iterator[Problem]:
    """`$schema` is the 2020-12 dialect; `$id` is the base URI and the file's path; no two files share one."""
    yield from _paths(sources)
    yield from _nested(sources)
    owners: dict[str, str] = {}
    for document in sources.schemas:
        path, declared = document.path, document.data.get("$schema")
        if declared != DIALECT_URI:
            wrong = f"$schema is {quoted(declared)}, neither JSON Schema 2020-12 nor a known meta-schema."
            remedy = f'Write "$schema": "{DIALECT_URI}", or name a meta-schema such as "meta/rules.json".'
            yield Problem(path, "/$schema", "unknown_dialect", wrong, remedy)
        if document.data.get("$id") == sources.base_uri + path:
            owners[document.data["$id"]] = path
    for document in sources.schemas:
        path, identity = document.path, document.data.get("$id")
        address = sources.base_uri + path
        remedy = f'Write "$id": "{address}".'
        if identity is None:
            yield Problem(path, "", "wrong_id", "The file has no $id.", remedy)
        elif owners.get(identity, path) != path:
            wrong = f"$id {quoted(identity)} is the $id of {owners[identity]} too."
            yield Problem(path, "/$id", "duplicate_id", wrong, remedy)
        elif identity != address:
            owners.setdefault(identity, path)
            wrong = f"$id is {quoted(identity)}, which is not the contract's base URI and the file's path."
            yield Problem(path, "/$id", "wrong_id", wrong, remedy)


def _paths(sources: Sources) -> Iterator[Problem]:
    for document in sources.documents:
        if not PATH.fullmatch(document.path):
            wrong = "The path is no address and no name of a module that every language can write."
            remedy = "Keep to ASCII letters, digits, hyphens, underscores, dots; begin folders with a letter."
            yield Problem(document.path, "", "bad_path", wrong, remedy)


def _nested(sources: Sources) -> Iterator[Problem]:
    for document, place in sources.all_places():
        for keyword in ("$id", "$schema"):
            if place.pointer and isinstance(place.schema, dict) and keyword in place.schema:
                wrong = f"{keyword} stands below the root, where it changes how references are read."
                remedy = "Drop it: a file has one address and one dialect."
                yield Problem(document.path, child(place.pointer, keyword), "nested_id", wrong, remedy)
