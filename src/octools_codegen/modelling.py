"""From checked sources to the typed picture of the contract."""

from __future__ import annotations

import posixpath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from octools_codegen.bundling import bundle
from octools_codegen.checks.naming import fallback_constant, is_vocabulary
from octools_codegen.model import (
    Alias,
    Constant,
    Contract,
    Dialect,
    Document,
    Field,
    Generic,
    Keyword,
    ListType,
    Manifest,
    Model,
    OutputRow,
    ParameterType,
    Profile,
    Rule,
    Vocabulary,
    VocabularyValue,
)
from octools_codegen.pointers import lookup
from octools_codegen.typing_of import is_plain_map, takes_null, type_of, without_null

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.sources import Sources
    from octools_codegen.walk import Place

__all__ = ["model_contract", "read_manifest"]

VALUE_TABLES = ("x-json-types",)


def read_manifest(data: Mapping[str, Any]) -> Manifest:
    """The manifest from its checked file."""
    return Manifest(
        name=data["name"],
        description=data["description"],
        base_uri=data["base_uri"],
        package=data["package"],
        output=data["output"],
        outputs=tuple(OutputRow(row["template"], row["data"], row["target"]) for row in data["outputs"]),
        templates=data.get("templates"),
    )


def model_contract(sources: Sources, manifest: Manifest, documents: tuple[Document, ...]) -> Contract:
    """The typed picture of sources that passed every check; `documents` are all files, the manifest's too."""
    vocabularies: list[Vocabulary] = []
    aliases: list[Alias] = []
    models: list[Model] = []
    for document, place in sources.all_places():
        schema = place.schema
        if not place.is_definition or not isinstance(schema, dict) or "title" not in schema:
            continue
        if is_vocabulary(schema):
            vocabularies.append(_vocabulary(document.path, schema))
        elif schema.get("type") == "object" and not is_plain_map(schema):
            models.append(_model(sources, document.path, place))
        else:
            aliases.append(_alias(sources, document.path, schema))
    return Contract(
        manifest=manifest,
        documents=documents,
        vocabularies=tuple(vocabularies),
        aliases=tuple(aliases),
        models=tuple(models),
        profiles=tuple(_profile(document) for document in sources.of_kind("profile")),
        rules=tuple(rule for document in sources.of_kind("rules") for rule in _rules(document)),
        constants=tuple(
            each for document in sources.of_kind("constants") for each in _constants(sources, document)
        ),
        dialect=next((_dialect(document) for document in sources.of_kind("dialect")), None),
        bundles=tuple(bundle(sources, model.source, model.pointer) for model in models),
    )


def _group(path: str) -> str:
    return posixpath.dirname(path).partition("/")[0]


def _vocabulary(path: str, schema: Mapping[str, Any]) -> Vocabulary:
    descriptions = schema["x-enum-descriptions"]
    tables = {name: schema[name] for name in VALUE_TABLES if name in schema}
    values = tuple(
        VocabularyValue(
            value,
            descriptions[value],
            tuple((name, table[value]) for name, table in tables.items() if value in table),
        )
        for value in schema["enum"]
    )
    return Vocabulary(
        name=schema["title"],
        description=schema["description"],
        group=_group(path),
        values=values,
        fallback=schema["x-fallback"],
        constant=schema["x-constant"],
        fallback_constant=fallback_constant(schema["title"]),
        section=schema.get("x-section"),
        source=path,
    )


def _alias(sources: Sources, path: str, schema: Mapping[str, Any]) -> Alias:
    unnamed = {key: value for key, value in schema.items() if key != "title"}
    return Alias(
        name=schema["title"],
        description=schema["description"],
        group=_group(path),
        type=type_of(sources, path, unnamed),
        section=schema.get("x-section"),
        source=path,
    )


def _model(sources: Sources, path: str, place: Place) -> Model:
    schema: Mapping[str, Any] = place.schema
    generic = None
    if "x-generic" in schema:
        generic = Generic(schema["x-generic"]["parameter"], schema["x-generic"]["field"])
    rest = schema.get("additionalProperties", True)
    return Model(
        name=schema["title"],
        description=schema["description"],
        group=_group(path),
        source=path,
        pointer=place.pointer,
        closed=rest is False,
        open_reason=schema.get("x-open"),
        rest=None if rest is False else type_of(sources, path, rest),
        fields=tuple(_fields(sources, path, schema, generic)),
        generic=generic,
        enforced_by=tuple(schema.get("x-covered-by", {}).items()),
        section=schema.get("x-section"),
        examples=tuple(schema.get("examples", ())),
        schema=MappingProxyType(dict(schema)),
    )


def _fields(
    sources: Sources, path: str, schema: Mapping[str, Any], generic: Generic | None
) -> Iterator[Field]:
    required, computed = set(schema.get("required", ())), set(schema.get("x-computed", ()))
    for name, written in schema.get("properties", {}).items():
        merged = _merged(sources, path, written)
        type_, nullable = without_null(type_of(sources, path, written))
        if generic is not None and name == generic.field and isinstance(type_, ListType):
            type_ = ListType(ParameterType(generic.parameter), type_.limits)
        yield Field(
            name=name,
            description=merged["description"],
            type=type_,
            required=name in required,
            nullable=nullable,
            takes_null=takes_null(sources, path, written),
            has_default="default" in merged,
            default=merged.get("default"),
            omit=merged.get("x-omit"),
            computed=name in computed,
            section=merged.get("x-section"),
            examples=tuple(merged.get("examples", ())),
            schema=MappingProxyType(dict(written)),
        )


def _merged(sources: Sources, path: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The field's schema together with the unnamed fragments that it refers to; its own keywords win."""
    merged = dict(schema)
    while "$ref" in schema:
        target = sources.resolve(path, schema["$ref"])
        if "title" in target.schema:
            break
        path, schema = target.path, target.schema
        merged = {**schema, **merged}
    return merged


def _profile(document: Document) -> Profile:
    data = {key: value for key, value in document.data.items() if key != "$schema"}
    return Profile(
        name=data["name"],
        constant=data["name"].upper(),
        description=data["description"],
        section=data.get("section"),
        source=document.path,
        data=MappingProxyType(data),
    )


def _rules(document: Document) -> Iterator[Rule]:
    for rule in document.data["rules"]:
        yield Rule(
            id=rule["id"],
            kind=rule["kind"],
            reported_by=tuple(rule["reported_by"]),
            section=rule["section"],
            fires=rule["fires"],
            messages=tuple(rule["messages"].items()),
            places=tuple(rule["places"].items()),
        )


def _constants(sources: Sources, document: Document) -> Iterator[Constant]:
    for row in document.data["constants"]:
        value = row.get("value")
        if "from" in row:
            file, _, fragment = row["from"].partition("#")
            value = lookup(sources.by_path[file].data, fragment)
        yield Constant(row["name"], row["kind"], value, row["description"], row.get("section"))


def _dialect(document: Document) -> Dialect:
    data = document.data
    keywords = tuple(Keyword(row["name"], MappingProxyType(dict(row))) for row in data["keywords"])
    return Dialect(document.path, keywords, MappingProxyType(dict(data)))
