"""OpenAPI documents made self-contained: each schema file that they refer to becomes a component."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from octools_codegen.builders.pages import Builder, Page
from octools_codegen.model import Contract, Document, Named, Vocabulary

__all__ = ["OPENAPI_BUILDERS", "openapi_document"]

_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"


def openapi_document(contract: Contract, document: Document) -> dict[str, Any]:
    """The document with references to schema files resolved: objects as components, vocabularies in place."""
    components: dict[str, Any] = {}
    base = contract.manifest.base_uri

    def resolve(reference: str) -> Named:
        file = reference.partition("#")[0]
        if file.startswith(base):
            path = file.removeprefix(base)
        else:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(document.path), file))
        return contract.named[contract.by_path[path].data["title"]]

    def inline(value: Any) -> Any:
        if isinstance(value, list):
            return [inline(each) for each in value]
        if not isinstance(value, Mapping):
            return value
        reference = value.get("$ref")
        if not isinstance(reference, str) or reference.startswith("#"):
            return {key: inline(each) for key, each in value.items()}
        named = resolve(reference)
        beside = {key: inline(each) for key, each in value.items() if key != "$ref"}
        if isinstance(named, Vocabulary):
            return {"type": "string", "enum": list(named.strings), **beside}
        _add_components(contract, named, components)
        return {"$ref": _COMPONENTS + named.name, **beside}

    found: dict[str, Any] = inline(document.data)
    described = found.setdefault("components", {})
    components.update(described.get("schemas", {}))
    described["schemas"] = {name: components[name] for name in sorted(components)}
    return found


def _add_components(contract: Contract, named: Named, components: dict[str, Any]) -> None:
    """Adds the type's bundle, and what the bundle defines, each under its own name."""
    bundles = {each.name: each.schema for each in contract.bundles}
    schema = dict(bundles[named.name])
    definitions = schema.pop("$defs", {})
    for name, each in {named.name: schema, **definitions}.items():
        components.setdefault(name, _redirect(each))


def _redirect(schema: Any) -> Any:
    """A copy whose references point to components."""
    if isinstance(schema, list):
        return [_redirect(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        key: _COMPONENTS + value.removeprefix(_DEFINITIONS)
        if key == "$ref" and isinstance(value, str)
        else _redirect(value)
        for key, value in schema.items()
    }


def _openapi(contract: Contract, _argument: str) -> Sequence[Page]:
    """Each OpenAPI document of the contract as self-contained JSON: `text`; `{name}` is its file's name."""
    return [
        Page(
            {"text": json.dumps(openapi_document(contract, each), indent=2, ensure_ascii=False) + "\n"},
            (each.path,),
            posixpath.basename(each.name),
        )
        for each in contract.of_kind("openapi")
    ]


OPENAPI_BUILDERS: Mapping[str, Builder] = MappingProxyType({"openapi": _openapi})
