"""Builders whose data every output language prints alike: the contract's own parts."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from octools_codegen.builders.pages import Builder, Page
from octools_codegen.model import (
    Contract,
    Document,
    Field,
    FieldVocabulary,
    ListType,
    Model,
    Named,
    ReferenceType,
    TypeExpr,
    UnionType,
    Vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["CONTENT_BUILDERS", "field_vocabularies"]


def _paths(documents: Sequence[Document]) -> tuple[str, ...]:
    return tuple(document.path for document in documents)


def _sources(named: Sequence[Named]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.source for each in named))


def _vocabularies(contract: Contract, _argument: str) -> Sequence[Page]:
    """All closed vocabularies: `vocabularies`."""
    context = {"contract": contract, "vocabularies": contract.vocabularies}
    return [Page(context, _sources(contract.vocabularies))]


def _named_vocabulary(contract: Contract, type_: TypeExpr) -> Vocabulary | None:
    """The vocabulary that a field's values, or the items of its list, come from."""
    waiting = [type_]
    while waiting:
        match waiting.pop():
            case ReferenceType(name=name, target="vocabulary"):
                found = contract.named[name]
                return found if isinstance(found, Vocabulary) else None
            case ListType(item=item):
                waiting.append(item)
            case UnionType(members=members):
                waiting.extend(members)
            case _:
                pass
    return None


def field_vocabularies(contract: Contract, group: str) -> tuple[FieldVocabulary, ...]:
    """The fields of a group's models that a vocabulary rules, once a field name, in order of the models."""
    rows: dict[str, FieldVocabulary] = {}
    for model, each in _fields(contract, group):
        vocabulary = _named_vocabulary(contract, each.type)
        if vocabulary is not None:
            rows.setdefault(each.name, FieldVocabulary(model.name, each.name, vocabulary))
    return tuple(rows.values())


def _fields(contract: Contract, group: str) -> list[tuple[Model, Field]]:
    return [(model, each) for model in contract.group(group) for each in model.model_fields]


def _fallbacks(contract: Contract, group: str) -> Sequence[Page]:
    """The fallbacks of all vocabularies, and the fields of `fallbacks:GROUP` that they rule: `field_rows`."""
    rows = field_vocabularies(contract, group)
    named: tuple[Named, ...] = (*contract.vocabularies, *contract.group(group))
    sources = dict.fromkeys(each.source for each in named)
    context = {
        "contract": contract,
        "vocabularies": contract.vocabularies,
        "field_rows": rows,
        "group": group,
    }
    return [Page(context, tuple(sources))]


def _constants(contract: Contract, _argument: str) -> Sequence[Page]:
    """The named constants: `constants`."""
    context = {"contract": contract, "constants": contract.constants}
    return [Page(context, _paths(contract.of_kind("constants")))]


def _profiles(contract: Contract, _argument: str) -> Sequence[Page]:
    """The schema profiles: `profiles`."""
    context = {"contract": contract, "profiles": contract.profiles}
    return [Page(context, _paths(contract.of_kind("profile")))]


def _rules(contract: Contract, _argument: str) -> Sequence[Page]:
    """The finding and error rules: `rules`."""
    return [Page({"contract": contract, "rules": contract.rules}, _paths(contract.of_kind("rules")))]


def _dialect(contract: Contract, _argument: str) -> Sequence[Page]:
    """The keyword table of the JSON Schema dialect: `dialect`; no page when the contract has none."""
    if contract.dialect is None:
        return []
    context = {"contract": contract, "dialect": contract.dialect}
    return [Page(context, _paths(contract.of_kind("dialect")))]


def _models(contract: Contract, group: str) -> Sequence[Page]:
    """The `models`, `aliases`, `vocabularies` and `group` of `models:GROUP`; all models without a group."""
    models = tuple(each for each in contract.models if group in {"", each.group})
    aliases = tuple(each for each in contract.aliases if group in {"", each.group})
    context = {
        "contract": contract,
        "models": models,
        "aliases": aliases,
        "vocabularies": contract.vocabularies,
        "group": group,
    }
    return [Page(context, _sources((*models, *aliases)))]


def _bundles(contract: Contract, _argument: str) -> Sequence[Page]:
    """The self-contained schema of every model: `bundles`."""
    sources = dict.fromkeys(source for bundle in contract.bundles for source in bundle.sources)
    return [Page({"contract": contract, "bundles": contract.bundles}, tuple(sources))]


def _published(contract: Contract) -> tuple[Document, ...]:
    """The files that a package carries: all but the manifest, which says how to print them."""
    return tuple(document for document in contract.documents if document.kind != "contract")


def _documents(contract: Contract, _argument: str) -> Sequence[Page]:
    """The index of all published source files: `documents`."""
    documents = _published(contract)
    return [Page({"contract": contract, "documents": documents}, _paths(documents))]


def _files(contract: Contract, _argument: str) -> Sequence[Page]:
    """One page a source file, its `text` word for word; `{name}` is its path below the contract folder."""
    return [Page({"text": each.text}, (each.path,), each.path) for each in _published(contract)]


def _marker(_contract: Contract, _argument: str) -> Sequence[Page]:
    """An empty file, such as `py.typed`: `text`."""
    return [Page({"text": ""}, ())]


def _contract(contract: Contract, _argument: str) -> Sequence[Page]:
    """The whole contract: `contract`."""
    return [Page({"contract": contract}, _paths(contract.documents))]


CONTENT_BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {
        "bundles": _bundles,
        "constants": _constants,
        "contract": _contract,
        "dialect": _dialect,
        "documents": _documents,
        "fallbacks": _fallbacks,
        "files": _files,
        "marker": _marker,
        "models": _models,
        "profiles": _profiles,
        "rules": _rules,
        "vocabularies": _vocabularies,
    }
)
