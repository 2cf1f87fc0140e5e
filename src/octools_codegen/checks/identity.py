"""Each schema file names its dialect and its own address."""

from __future__ import annotations

from collections.abc import Iterator

from octools_codegen.problems import Problem, quoted
from octools_codegen.reading import DIALECT_URI
from octools_codegen.sources import Sources

__all__ = ["check_identity"]


def check_identity(sources: Sources) -> Iterator[Problem]:
    """`$schema` is the 2020-12 dialect; `$id` is the base URI and the file's path; no two files share one."""
    owners: dict[str, str] = {}
    for document in sources.schemas:
        path, data = document.path, document.data
        if not isinstance(data, dict):
            continue
        if data.get("$schema") != DIALECT_URI:
            wrong = f"$schema is {quoted(data.get('$schema'))}, neither JSON Schema 2020-12 nor a known meta-schema."
            remedy = f'Write "$schema": "{DIALECT_URI}", or name a meta-schema such as "meta/rules.json".'
            yield Problem(path, "/$schema", "unknown_dialect", wrong, remedy)
        identity = data.get("$id")
        if isinstance(identity, str):
            if identity in owners:
                wrong = f"$id {quoted(identity)} is the $id of {owners[identity]} too."
                yield Problem(path, "/$id", "duplicate_id", wrong, f"Write {sources.base_uri + path!r}.")
                continue
            owners[identity] = path
        if identity != sources.base_uri + path:
            wrong = f"$id is {quoted(identity)}, which is not the contract's base URI and the file's path."
            yield Problem(path, "/$id", "wrong_id", wrong, f"Write {sources.base_uri + path!r}.")
