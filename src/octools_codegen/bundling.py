"""A model's schema made self-contained, as other schemas nest it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from octools_codegen.checks.objects import is_object
from octools_codegen.model import Bundle
from octools_codegen.pointers import lookup

if TYPE_CHECKING:
    from octools_codegen.sources import Sources

__all__ = ["bundle"]

DROPPED = frozenset({"$schema", "$id", "$comment", "$defs", "title", "examples"})
DATA = frozenset({"const", "default", "enum", "required", "dependentRequired"})
NAMED_MEMBERS = frozenset({"properties", "patternProperties", "dependentSchemas"})


def bundle(sources: Sources, path: str, pointer: str) -> Bundle:
    """The schema at the pointer with every object it refers to under the root `$defs`, and all else in place.

    Titles, addresses and `x-` keywords are dropped. Where a reference is replaced by what it refers to, the
    keywords beside the reference win (a field's description over its vocabulary's).
    """
    schema = lookup(sources.by_path[path].data, pointer)
    work = _Bundler(sources)
    root = work.inline(path, schema)
    definitions: dict[str, Any] = {}
    while work.waiting:
        name, target_path, target = work.waiting.pop(0)
        definitions[name] = work.inline(target_path, target)
    if definitions:
        root["$defs"] = {name: definitions[name] for name in sorted(definitions)}
    return Bundle(schema["title"], MappingProxyType(root), tuple(sorted({path, *work.paths})))


class _Bundler:
    """Collects the objects that a schema refers to while it is copied."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.waiting: list[tuple[str, str, Any]] = []
        self.named: set[str] = set()
        self.paths: set[str] = set()

    def inline(self, path: str, schema: Any) -> Any:
        """A copy of one schema, depth bounded as the reader and the checks bound it."""
        if not isinstance(schema, Mapping):
            return schema
        if "$ref" in schema:
            return self._reference(path, schema)
        copy: dict[str, Any] = {}
        for keyword, value in schema.items():
            if keyword in DROPPED or keyword.startswith("x-"):
                continue
            if keyword in DATA:
                copy[keyword] = value
            elif keyword in NAMED_MEMBERS:
                copy[keyword] = {name: self.inline(path, each) for name, each in value.items()}
            elif isinstance(value, list):
                copy[keyword] = [self.inline(path, each) for each in value]
            else:
                copy[keyword] = self.inline(path, value)
        return copy

    def _reference(self, path: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        target = self.sources.resolve(path, schema["$ref"])
        self.paths.add(target.path)
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if is_object(target.schema):
            name = target.schema["title"]
            if name not in self.named:
                self.named.add(name)
                self.waiting.append((name, target.path, target.schema))
            return {"$ref": f"#/$defs/{name}", **self.inline(path, beside)}
        found: dict[str, Any] = {**self.inline(target.path, target.schema), **self.inline(path, beside)}
        return _description_first(found)


def _description_first(schema: dict[str, Any]) -> dict[str, Any]:
    """Fields read alike, wherever their description was written."""
    if "description" not in schema:
        return schema
    return {"description": schema.pop("description"), **schema}
