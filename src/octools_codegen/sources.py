"""The readable documents of a contract, and how references between them resolve."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from octools_codegen.pointers import child, lookup
from octools_codegen.walk import Place, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.model import Document, DocumentKind

__all__ = ["Reference", "Sources", "Target", "UnresolvedError"]


class UnresolvedError(LookupError):
    """A reference leads nowhere; the text says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference leads to: the file, the pointer in it, and the schema there."""

    path: str
    pointer: str
    schema: Any


@dataclass(frozen=True, slots=True)
class Reference:
    """A `$ref` as it stands: in which file, where, and its text."""

    path: str
    pointer: str
    text: Any


@dataclass(frozen=True)
class Sources:
    """The documents that are fit for further checks.

    `known` holds the path of every file of the folder: one that could not be read is no unresolved reference,
    since its own problem is reported already.
    """

    documents: tuple[Document, ...]
    known: frozenset[str]
    base_uri: str

    @cached_property
    def by_path(self) -> Mapping[str, Document]:
        """The documents by path."""
        return {document.path: document for document in self.documents}

    def unfit(self, path: str) -> bool:
        """Whether the file exists but has problems that keep it from being judged with the others."""
        return path in self.known and path not in self.by_path

    def lacks(self, kind: DocumentKind) -> bool:
        """Whether there is no fit file of the kind, but may be one that is unfit."""
        return not self.of_kind(kind) and len(self.known) > len(self.documents)

    def of_kind(self, *kinds: DocumentKind) -> tuple[Document, ...]:
        """The documents of these kinds."""
        return tuple(document for document in self.documents if document.kind in kinds)

    @cached_property
    def schemas(self) -> tuple[Document, ...]:
        """The JSON Schema files."""
        return self.of_kind("schema")

    @cached_property
    def _places(self) -> Mapping[str, tuple[Place, ...]]:
        return {document.path: tuple(walk(document.data)) for document in self.schemas}

    @cached_property
    def _pointers(self) -> Mapping[str, frozenset[str]]:
        return {path: frozenset(each.pointer for each in places) for path, places in self._places.items()}

    def pointers(self, path: str) -> frozenset[str]:
        """The pointers of every subschema of a schema file; none for another file."""
        return self._pointers.get(path, frozenset())

    def places(self, document: Document) -> tuple[Place, ...]:
        """Every subschema of a schema file, in document order."""
        return self._places[document.path]

    def all_places(self) -> Iterator[tuple[Document, Place]]:
        """Every subschema of every schema file."""
        for document in self.schemas:
            for place in self.places(document):
                yield document, place

    def resolve(self, path: str, reference: str) -> Target:
        """What a reference in the file `path` leads to.

        Raises:
            UnresolvedError: it leads nowhere.
        """
        file, _, fragment = reference.partition("#")
        target = self.target_path(path, file)
        document = self.by_path.get(target)
        if document is None:
            raise UnresolvedError(f"there is no file {target}")
        try:
            return Target(target, fragment, lookup(document.data, fragment))
        except (LookupError, ValueError) as error:
            raise UnresolvedError(f"{error} in {target}") from error

    def target_path(self, path: str, file: str) -> str:
        """The path of the file that the part of a reference before `#` names."""
        if not file:
            return path
        if self.base_uri and file.startswith(self.base_uri):
            return file[len(self.base_uri) :]
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), file))

    def references(self, document: Document) -> Iterator[Reference]:
        """Every `$ref` of a document; in an OpenAPI document, wherever one may stand."""
        if document.kind == "schema":
            for place in self.places(document):
                if isinstance(place.schema, dict) and "$ref" in place.schema:
                    yield Reference(document.path, child(place.pointer, "$ref"), place.schema["$ref"])
        elif document.kind == "openapi":
            yield from _all_references(document)


def _all_references(document: Document) -> Iterator[Reference]:
    waiting: list[tuple[str, Any]] = [("", document.data)]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield Reference(document.path, child(pointer, "$ref"), value["$ref"])
            waiting.extend((child(pointer, key), each) for key, each in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend((child(pointer, index), each) for index, each in reversed(list(enumerate(value))))
