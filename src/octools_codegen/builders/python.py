"""Builders of the Python package."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from octools_codegen.builders.pages import Builder, Page
from octools_codegen.mentions import after_mentioned, class_aliases, mentioned
from octools_codegen.model import (
    Alias,
    AnyType,
    Contract,
    Field,
    ListType,
    MapType,
    Model,
    ParameterType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
)
from octools_codegen.pydantic_models import model_classes, module_of
from octools_codegen.pydantic_text import BASE_NAMES, model_type
from octools_codegen.python_text import literal, plain_type
from octools_codegen.resources import templates_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["PYTHON_BUILDERS"]


# --- pydantic models ----------------------------------------------------------------------------------------


def _pydantic(contract: Contract, group: str) -> Sequence[Page]:
    """The pydantic models of `pydantic:GROUP`: `classes` (text), `exported` names, `group`."""
    models, aliases = contract.group(group), _group_aliases(contract, group)
    parameters = {model.generic.parameter for model in models if model.generic}
    own = class_aliases(contract)
    imported = {alias.name for alias in aliases if alias.name not in own} | parameters
    context = {
        "classes": model_classes(contract, group, templates_folder() / "python"),
        "exported": sorted({model.name for model in models} | {alias.name for alias in aliases} | parameters),
        "aliases": _annotated([alias for alias in aliases if alias.name in own]),
        "aliases_module": module_of(contract, "aliases") if imported else None,
        "imported": sorted(imported),
        "group": group,
    }
    return [Page(context, _sources((*models, *aliases)))]


def _group_aliases(contract: Contract, group: str) -> tuple[Alias, ...]:
    return tuple(alias for alias in contract.aliases if alias.group == group)


def _sources(named: Sequence[Model | Alias]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.source for each in named))


def _aliases(contract: Contract, _argument: str) -> Sequence[Page]:
    """Named types that are no classes, with their `annotation`, and the type parameters of generic models."""
    parameters = sorted({model.generic.parameter for model in contract.models if model.generic})
    own = class_aliases(contract)
    aliases = _annotated([alias for alias in contract.aliases if alias.name not in own])
    generic = tuple(model.source for model in contract.models if model.generic)
    context = {
        "aliases": aliases,
        "parameters": parameters,
        "package": contract.manifest.package,
        "base_names": BASE_NAMES,
        "vocabularies": sorted(_mentioned(contract, "vocabulary")),
        "exported": sorted([*parameters, *(alias["name"] for alias in aliases)]),
    }
    return [Page(context, tuple(dict.fromkeys((*_sources(contract.aliases), *generic))))]


def _annotated(aliases: Sequence[Alias]) -> list[dict[str, str]]:
    """Aliases as the templates print them, each after those that it mentions."""
    return [
        {"name": alias.name, "description": alias.description, "annotation": model_type(alias.type)}
        for alias in after_mentioned(aliases)
    ]


def _mentioned(contract: Contract, target: str) -> set[str]:
    return {name for alias in contract.aliases for name in mentioned(alias.type, target)}


def _base(contract: Contract, _argument: str) -> Sequence[Page]:
    """The base module of the models: nothing of the contract but its name."""
    return [Page({"name": contract.manifest.name}, ("contract.json",))]


# --- plain dataclasses --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordField:
    """A dataclass field: its annotation and, where it has one, the text of its default."""

    name: str
    description: str
    annotation: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A dataclass."""

    name: str
    description: str
    keyword_only: bool
    fields: tuple[RecordField, ...]


def _records(contract: Contract, _argument: str) -> Sequence[Page]:
    """The models that have `x-record`, as plain dataclasses: `records`, and the `vocabularies` they use.

    `deferred` says that one mentions itself or a later one, so that annotations must wait.
    """
    models = tuple(model for model in contract.models if "x-record" in model.schema)
    names = {model.name: model.schema["x-record"]["name"] for model in models}
    ordered = after_mentioned(models)
    used = {
        name
        for model in models
        for field in model.model_fields
        for name in mentioned(_plain(field.type, names, contract), "vocabulary")
    }
    context = {
        "records": [_record(model, names, contract) for model in ordered],
        "deferred": any(
            names[later.name] in mentioned(_plain(field.type, names, contract), "model")
            for index, model in enumerate(ordered)
            for later in ordered[index:]
            for field in model.model_fields
        ),
        "vocabularies": sorted(used),
        "package": contract.manifest.package,
        "exported": sorted(names.values()),
    }
    return [Page(context, _sources(models))]


def _record(model: Model, names: Mapping[str, str], contract: Contract) -> Record:
    return Record(
        name=names[model.name],
        description=model.description,
        keyword_only=model.schema["x-record"].get("keyword_only", False),
        fields=tuple(_record_field(field, names, contract) for field in model.model_fields),
    )


def _record_field(field: Field, names: Mapping[str, str], contract: Contract) -> RecordField:
    type_ = _plain(field.type, names, contract)
    if field.nullable or not (field.required or field.has_default):
        type_ = UnionType((type_, ScalarType("null")))
    annotation = plain_type(type_)
    default = None
    if not field.required:
        default = _record_default(field.default)
    return RecordField(field.name, field.description, annotation, default)


def _plain(type_: TypeExpr, names: Mapping[str, str], contract: Contract) -> TypeExpr:
    """A type in what a module without models has: vocabularies, and data classes by their own names.

    Other objects and aliases are the plain values that they stand for, and so is a type parameter. Depth is
    bounded, since aliases refer to each other in no circle.
    """
    match type_:
        case ReferenceType(name=name):
            named = contract.named[name]
            if isinstance(named, Alias):
                return _plain(named.type, names, contract)
            if isinstance(named, Model):
                rest = AnyType() if named.model_fields or named.rest is None else named.rest
                return (
                    ReferenceType(names[name], "model")
                    if name in names
                    else MapType(_plain(rest, names, contract))
                )
            return type_
        case ParameterType():
            return AnyType()
        case ListType(item=item):
            return ListType(_plain(item, names, contract))
        case MapType(value=value):
            return MapType(_plain(value, names, contract))
        case UnionType(members=members):
            return UnionType(tuple(_plain(member, names, contract) for member in members))
        case _:
            return type_


def _record_default(value: Any) -> str:
    match value:
        case []:
            return "()"
        case list():
            return f"({', '.join(map(literal, value))},)"
        case {}:
            return (
                f"field(default_factory=lambda: {literal(value)})" if value else "field(default_factory=dict)"
            )
        case _:
            return literal(value)


# --- profiles, package --------------------------------------------------------------------------------------


def _package(contract: Contract, _argument: str) -> Sequence[Page]:
    """The package's public names by module, for `__init__`: `modules` maps a module to its names."""
    modules: dict[str, list[str]] = {}
    for data, names in _exports(contract):
        try:
            module = module_of(contract, data)
        except LookupError:
            continue
        taken = {name for listed in modules.values() for name in listed}
        modules.setdefault(module, []).extend(name for name in names if name not in taken)
    pairs = sorted((name, module) for module, names in modules.items() for name in dict.fromkeys(names))
    context = {"name": contract.manifest.name, "description": contract.manifest.description, "exports": pairs}
    return [Page(context, tuple(document.path for document in contract.documents))]


def _exports(contract: Contract) -> list[tuple[str, list[str]]]:
    vocabularies, own = contract.vocabularies, class_aliases(contract)
    constants = [name for each in vocabularies for name in (each.name, each.constant)]
    rows = [
        ("vocabularies", constants),
        ("constants", [each.name for each in contract.constants]),
        ("profiles", ["PROFILES", "Profile", *(each.constant for each in contract.profiles)]),
        ("rules", ["RULES", "Rule"]),
        ("dialect", ["KEYWORDS", "SHAPES"] if contract.dialect else []),
        ("bundles", ["BUNDLES"]),
        ("documents", ["SCHEMA_NAMES", "read_schema", "schema_text"]),
        ("base", ["ContractModel"]),
        ("aliases", sorted(each.name for each in contract.aliases if each.name not in own)),
    ]
    fallback_names = [each.fallback_constant for each in vocabularies]
    groups = dict.fromkeys(model.group for model in contract.models)
    rows += [
        (row.data, ["FIELD_VOCABULARIES", "VOCABULARY_FALLBACKS", *fallback_names])
        for row in contract.manifest.outputs
        if row.data.startswith("fallbacks:")
    ]
    for group in groups:
        names = [model.name for model in contract.group(group)]
        names += [alias.name for alias in _group_aliases(contract, group) if alias.name in own]
        rows.append((f"pydantic:{group}", names))
    return rows


PYTHON_BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {
        "aliases": _aliases,
        "base": _base,
        "package": _package,
        "pydantic": _pydantic,
        "records": _records,
    }
)
