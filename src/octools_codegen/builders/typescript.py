"""Builders for TypeScript: the contract's parts as ready source text, so that the templates only print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from octools_codegen.builders.contents import field_vocabularies
from octools_codegen.builders.pages import Builder, Page
from octools_codegen.builders.typescript_modules import module_path
from octools_codegen.builders.zod import model_page
from octools_codegen.typescript_text import comment, identifier, imports, literal, property_name, regexp

if TYPE_CHECKING:
    from octools_codegen.model import Constant, Contract, Profile, Rule, Vocabulary

__all__ = ["TYPESCRIPT_BUILDERS"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One `export const`: its comment, name, type annotation (or "") and value, as source text."""

    comment: str
    name: str
    annotation: str
    value: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One member of an object or list literal: its comment (or ""), key and value, as source text."""

    comment: str
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class VocabularyText:
    """A vocabulary: comment, type name, names of its tuple and its fallback, and its values as entries."""

    comment: str
    name: str
    constant: str
    type_comment: str
    values: tuple[Entry, ...]


def _paths(contract: Contract, kind: Any) -> tuple[str, ...]:
    return tuple(document.path for document in contract.of_kind(kind))


def _vocabularies(contract: Contract, _argument: str) -> Sequence[Page]:
    """All vocabularies: `vocabularies`, each a `VocabularyText`."""
    texts = tuple(
        VocabularyText(
            comment=comment(each.description),
            name=each.name,
            constant=each.constant,
            type_comment=comment(f"One of {{@link {each.constant}}}."),
            values=tuple(
                Entry(comment(value.description, 1), "", literal(value.value)) for value in each.values
            ),
        )
        for each in contract.vocabularies
    )
    sources = tuple(dict.fromkeys(each.source for each in contract.vocabularies))
    return [Page({"vocabularies": texts}, sources)]


def _fallback_type(vocabulary: Vocabulary) -> str:
    return "null" if vocabulary.fallback is None else literal(vocabulary.fallback)


def _fallbacks(contract: Contract, group: str) -> Sequence[Page]:
    """All fallbacks: `declarations`, one a vocabulary.

    For the fields of `typescript-fallbacks:GROUP`: `field_fallbacks` and `field_vocabularies`, and the
    statement that imports their constants in `imports`.
    """
    declarations = tuple(
        Declaration(
            comment=comment(f"What an unknown {each.name} reads as."),
            name=each.fallback_constant,
            annotation="",
            value=f"{_fallback_type(each)}" + ("" if each.fallback is None else " as const"),
        )
        for each in contract.vocabularies
    )
    rows = field_vocabularies(contract, group)
    constants = tuple(sorted({row.vocabulary.constant for row in rows}))
    data = f"typescript-fallbacks:{group}".removesuffix(":")
    beside = module_path(contract, data, "typescript-vocabularies") if constants else ""
    context = {
        "declarations": declarations,
        "imports": imports(constants, beside) if constants else "",
        "field_fallbacks": tuple(
            Entry("", property_name(row.field), row.vocabulary.fallback_constant) for row in rows
        ),
        "field_vocabularies": tuple(
            Entry("", property_name(row.field), row.vocabulary.constant) for row in rows
        ),
    }
    sources = [each.source for each in contract.vocabularies]
    sources += [each.source for each in contract.group(group)]
    return [Page(context, tuple(dict.fromkeys(sources)))]


def _constant(each: Constant) -> Declaration:
    declared = comment([each.description, each.section or ""])
    match each.type:
        case "pattern":
            return Declaration(declared, each.name, "", regexp(each.value))
        case "string_set":
            items = literal(each.value, used=len(each.name) + 40)
            return Declaration(
                declared, each.name, "ReadonlySet<string>", f"/* @__PURE__ */ new Set({items})"
            )
        case "strings" | "table":
            value = literal(each.value, used=len(each.name) + 25)
            return Declaration(declared, each.name, "", f"{value} as const")
        case _:
            return Declaration(declared, each.name, "", literal(each.value))


def _constants(contract: Contract, _argument: str) -> Sequence[Page]:
    """The named constants: `declarations`."""
    declarations = tuple(_constant(each) for each in contract.constants)
    return [Page({"declarations": declarations}, _paths(contract, "constants"))]


def _profile(each: Profile) -> Declaration:
    name = each.constant
    value = literal(dict(each.data), used=len(f"export const {name}: Profile = ;"))
    return Declaration(comment([each.description, each.section or ""]), name, "Profile", value)


_TYPES: Final = MappingProxyType({str: "string", bool: "boolean", int: "number", float: "number"})


def _member_type(values: Sequence[Any]) -> str:
    """The TypeScript type that holds all of these JSON values."""
    names: dict[str, None] = {}
    for value in values:
        if value is None:
            names["null"] = None
        elif isinstance(value, Mapping):
            inner = _member_type(list(value.values())) if value else "never"
            names[f"Readonly<Record<string, {inner}>>"] = None
        elif isinstance(value, list):
            inner = _member_type(value) if value else "never"
            names[f"readonly ({inner})[]" if " | " in inner else f"readonly {inner}[]"] = None
        else:
            names[_TYPES[type(value)]] = None
    return " | ".join(_without_empty(names)) or "never"


def _without_empty(names: Mapping[str, None]) -> Iterator[str]:
    """Drop the types of empty lists and objects where a fuller type of the same kind stands beside them."""
    for name in names:
        empty = "never" in name
        kind = name.split("<")[0] if name.startswith("Readonly<") else name[:9]
        if not (empty and any(other != name and other.startswith(kind) for other in names)):
            yield name


def _profiles(contract: Contract, _argument: str) -> Sequence[Page]:
    """The schema profiles: `declarations`, the entries `members` of their type, and `profiles` by name."""
    keys = dict.fromkeys(key for each in contract.profiles for key in each.data)
    members = tuple(
        Entry(
            "",
            f"{property_name(key)}" + ("" if all(key in each.data for each in contract.profiles) else "?"),
            _member_type([each.data[key] for each in contract.profiles if key in each.data]),
        )
        for key in keys
    )
    context = {
        "declarations": tuple(_profile(each) for each in contract.profiles),
        "members": members,
        "profiles": tuple(Entry("", property_name(each.name), each.constant) for each in contract.profiles),
    }
    return [Page(context, _paths(contract, "profile"))]


def _rule(each: Rule) -> Entry:
    data = {
        "id": each.id,
        "kind": each.kind,
        "reportedBy": list(each.reported_by),
        "section": each.section,
        "fires": each.fires,
        "places": dict(each.places),
    }
    name = property_name(each.id)
    inner = literal(data, 1, used=len(name) + 200)
    return Entry("", name, inner.removesuffix("}") + f"  messages: RULE_MESSAGES.{each.id},\n  }}")


def _rules(contract: Contract, _argument: str) -> Sequence[Page]:
    """The rules: `messages` (text by variant) and `rules` (everything else), as entries by rule."""
    messages = tuple(
        Entry(
            comment(each.fires, 1),
            property_name(each.id),
            literal(dict(each.messages), 1, used=len(property_name(each.id)) + 3),
        )
        for each in contract.rules
    )
    return [
        Page({"messages": messages, "rules": tuple(map(_rule, contract.rules))}, _paths(contract, "rules"))
    ]


def _dialect(contract: Contract, _argument: str) -> Sequence[Page]:
    """The keyword table: `shapes` and `keywords` as entries; no page when the contract has none."""
    if contract.dialect is None:
        return []
    data = contract.dialect.data
    shapes = tuple(
        Entry(
            "",
            property_name(each["name"]),
            literal({"holds": each["holds"], "text": each["text"]}, 1, used=30),
        )
        for each in data["shapes"]
    )
    keywords = tuple(
        Entry(comment(each.data["description"], 1), property_name(each.name), literal(each.data["shape"]))
        for each in contract.dialect.keywords
    )
    holds = tuple(dict.fromkeys(literal(each["holds"]) for each in data["shapes"]))
    return [Page({"shapes": shapes, "keywords": keywords, "holds": holds}, _paths(contract, "dialect"))]


def _bundles(contract: Contract, _argument: str) -> Sequence[Page]:
    """The self-contained schemas: `declarations`, and `bundles` (entries by model name)."""
    declarations = []
    entries = []
    for each in contract.bundles:
        name = f"{identifier(each.name)}_BUNDLE"
        value = literal(each.schema, used=len(name) + 30)
        declarations.append(
            Declaration(comment(f"The schema of {each.name}, complete in itself."), name, "JsonSchema", value)
        )
        entries.append(Entry("", property_name(each.name), name))
    sources = dict.fromkeys(source for bundle in contract.bundles for source in bundle.sources)
    context = {"declarations": tuple(declarations), "bundles": tuple(entries)}
    return [Page(context, tuple(sources))]


def _models(contract: Contract, group: str) -> Sequence[Page]:
    """The models and aliases of `typescript-models:GROUP` as zod schemas; see `zod.model_page`."""
    return [model_page(contract, group)]


def _index(contract: Contract, folder: str) -> Sequence[Page]:
    """The modules that the manifest's rows print into the folder of `typescript-index:FOLDER`: `modules`."""
    modules = []
    for row in contract.manifest.outputs:
        parent, _, name = row.target.rpartition("/")
        if parent == folder and name.endswith(".ts") and name != "index.ts":
            modules.append(name.removesuffix(".ts"))
    return [Page({"modules": tuple(sorted(modules))}, _paths(contract, "contract"))]


TYPESCRIPT_BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {
        "typescript-bundles": _bundles,
        "typescript-constants": _constants,
        "typescript-dialect": _dialect,
        "typescript-fallbacks": _fallbacks,
        "typescript-index": _index,
        "typescript-models": _models,
        "typescript-profiles": _profiles,
        "typescript-rules": _rules,
        "typescript-vocabularies": _vocabularies,
    }
)
