"""Builders for the reference pages: the contract's parts as ready Markdown; the templates only print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from octools_codegen.builders.contents import field_vocabularies
from octools_codegen.builders.pages import Builder, Page
from octools_codegen.markdown_text import anchor, code, prose, table
from octools_codegen.model import (
    Alias,
    AnyType,
    Constant,
    Contract,
    Field,
    ListType,
    LiteralType,
    MapType,
    Model,
    ParameterType,
    Profile,
    ReferenceType,
    Rule,
    ScalarType,
    TypeExpr,
    UnionType,
    Vocabulary,
)

__all__ = ["DOCS_BUILDERS"]

_NOTHING: Final = "-"


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a page: its heading, paragraphs and table (or ""), all Markdown."""

    heading: str
    paragraphs: tuple[str, ...]
    table: str


def _sources(contract: Contract, kind: Any) -> tuple[str, ...]:
    return tuple(document.path for document in contract.of_kind(kind))


# --- fields ---------------------------------------------------------------------------------------


def _models(contract: Contract, group: str) -> Sequence[Page]:
    """The types of `docs-models:GROUP`: `sections`, one a type, with the table of its fields."""
    models = contract.group(group)
    aliases = [each for each in contract.aliases if each.group == group]
    sources = [each.source for each in models] + [each.source for each in aliases]
    sections = [_model_section(contract, each) for each in models]
    sections += [_alias_section(contract, each) for each in aliases]
    context = {"title": f"{group.capitalize()}", "sections": tuple(sections)}
    return [Page(context, tuple(dict.fromkeys(sources)))]


def _model_section(contract: Contract, model: Model) -> Section:
    paragraphs = [prose(model.description), *_origin(model.source, model.section)]
    if model.closed:
        paragraphs.append("Closed: any other key is refused.")
    else:
        paragraphs.append(f"Open: {prose(model.open_reason or '')}".rstrip(": "))
    for keyword, rule in model.enforced_by:
        paragraphs.append(
            f"{code(keyword)} in the schema is the rule [{code(rule)}](rules.md#{anchor(rule)})."
        )
    rows = [_field_row(contract, model, each) for each in model.fields]
    headers = ("Field", "Type", "Required", "Default", "Written", "Meaning")
    return Section(model.name, tuple(paragraphs), table(headers, rows) if rows else "")


def _alias_section(contract: Contract, alias: Alias) -> Section:
    type_text = f"Type: {_type(contract, alias.group, alias.type)}."
    return Section(
        alias.name, (prose(alias.description), *_origin(alias.source, alias.section), type_text), ""
    )


def _origin(source: str, section: str | None) -> Iterator[str]:
    named = f"Schema {code(source)}"
    yield f"{named}; {prose(section)}." if section else f"{named}."


def _field_row(contract: Contract, model: Model, field: Field) -> tuple[str, ...]:
    nullable = " or null" if field.nullable else ""
    default = code(field.default) if field.has_default else _NOTHING
    written = {"unset": "when set", "empty": "when not empty", None: "always"}[field.omit]
    if field.computed:
        written = "computed"
    elif not field.required and not field.has_default and field.omit is None:
        written = "when given"
    return (
        code(field.name),
        _type(contract, model.group, field.type) + nullable,
        "yes" if field.required else "no",
        default,
        written,
        prose(field.description),
    )


def _type(contract: Contract, group: str, type_: TypeExpr) -> str:
    """Return a type in words, with links to the types that the contract names."""
    text: str
    match type_:
        case AnyType():
            text = "any JSON value"
        case ScalarType(name=name, limits=limits):
            text = f"{name}{_limits(limits)}"
        case LiteralType(values=values):
            text = " or ".join(code(value) for value in values)
        case ReferenceType(name=name):
            text = _link(contract, group, name)
        case ParameterType(name=name):
            text = name
        case ListType(item=item, limits=limits):
            inner = _type(contract, group, item)
            text = f"array of {f'({inner})' if isinstance(item, UnionType) else inner}{_limits(limits)}"
        case MapType(value=value):
            text = f"object of {_type(contract, group, value)}"
        case UnionType(members=members):
            *first, last = (_type(contract, group, each) for each in members)
            text = f"{', '.join(first)} or {last}" if first else last
    return text


def _limits(limits: Sequence[tuple[str, Any]]) -> str:
    return f" ({', '.join(f'{name} {code(value)}' for name, value in limits)})" if limits else ""


def _link(contract: Contract, group: str, name: str) -> str:
    named = contract.named[name]
    page = "vocabularies" if isinstance(named, Vocabulary) else named.group
    return f"[{name}]({'' if page == group else f'{page}.md'}#{anchor(name)})"


# --- vocabularies and fallbacks -------------------------------------------------------------------


def _vocabularies(contract: Contract, _argument: str) -> Sequence[Page]:
    """All vocabularies: `sections`, one a vocabulary, with the table of its values."""
    sections = tuple(map(_vocabulary_section, contract.vocabularies))
    sources = tuple(dict.fromkeys(each.source for each in contract.vocabularies))
    return [Page({"title": "Vocabularies", "sections": sections}, sources)]


def _vocabulary_section(vocabulary: Vocabulary) -> Section:
    notes = tuple(dict.fromkeys(name for value in vocabulary.values for name, _ in value.notes))
    titles = [name.removeprefix("x-").replace("-", " ").capitalize() for name in notes]
    rows = []
    for value in vocabulary.values:
        texts = dict(value.notes)
        rows.append(
            (
                code(value.value),
                prose(value.description),
                *(prose(texts.get(name, _NOTHING)) for name in notes),
            )
        )
    fallback = (
        f"An unknown value reads as {code(vocabulary.fallback)}"
        if vocabulary.fallback is not None
        else "An unknown value reads as null"
    )
    paragraphs = (
        prose(vocabulary.description),
        *_origin(vocabulary.source, vocabulary.section),
        f"{fallback} ({code(vocabulary.fallback_constant)}). The values are {code(vocabulary.constant)}.",
    )
    return Section(vocabulary.name, paragraphs, table(("Value", "Meaning", *titles), rows))


def _fallbacks(contract: Contract, group: str) -> Sequence[Page]:
    """All fallbacks: the tables `fallbacks` and, for the fields of `docs-fallbacks:GROUP`, `fields`."""
    rows = [
        (
            f"[{each.name}](vocabularies.md#{anchor(each.name)})",
            code(each.fallback) if each.fallback is not None else "null",
            code(each.fallback_constant),
        )
        for each in contract.vocabularies
    ]
    fields = [
        (
            code(row.field),
            f"[{row.vocabulary.name}](vocabularies.md#{anchor(row.vocabulary.name)})",
            code(row.vocabulary.fallback) if row.vocabulary.fallback is not None else "null",
        )
        for row in field_vocabularies(contract, group)
    ]
    context = {
        "title": "Fallbacks",
        "fallbacks": table(("Vocabulary", "Unknown value reads as", "Constant"), rows),
        "fields": table(("Field", "Vocabulary", "Unknown value reads as"), fields) if fields else "",
    }
    sources = [each.source for each in contract.vocabularies]
    sources += [each.source for each in contract.group(group)]
    return [Page(context, tuple(dict.fromkeys(sources)))]


# --- rules, profiles, constants, dialect ----------------------------------------------------------


def _rules(contract: Contract, _argument: str) -> Sequence[Page]:
    """The rules: `findings` and `errors`, each a sequence of sections."""
    context = {
        "title": "Rules",
        "findings": tuple(_rule_section(each) for each in contract.rules if each.kind == "finding"),
        "errors": tuple(_rule_section(each) for each in contract.rules if each.kind == "error"),
    }
    return [Page(context, _sources(contract, "rules"))]


def _rule_section(rule: Rule) -> Section:
    reporters = ", ".join(code(name) for name in rule.reported_by)
    rows = [(code(variant), prose(text)) for variant, text in rule.messages]
    places = [f"{code(name)}: {prose(text)}" for name, text in rule.places]
    paragraphs = [prose(rule.fires), f"Reported by {reporters}; {prose(rule.section)}."]
    if places:
        paragraphs.append(" ".join(places))
    return Section(rule.id, tuple(paragraphs), table(("Variant", "Message"), rows))


def _profiles(contract: Contract, _argument: str) -> Sequence[Page]:
    """The schema profiles: `sections`, one a profile, with the table of its members."""
    sections = tuple(map(_profile_section, contract.profiles))
    return [Page({"title": "Profiles", "sections": sections}, _sources(contract, "profile"))]


def _profile_section(profile: Profile) -> Section:
    hidden = {"name", "description", "section"}
    rows = [(code(name), _profile_value(value)) for name, value in profile.data.items() if name not in hidden]
    paragraphs = (prose(profile.description), *_origin(profile.source, profile.section))
    return Section(profile.name, paragraphs, table(("Member", "Value"), rows))


def _profile_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{code(name)}: {code(member)}" for name, member in value.items()) or _NOTHING
    if isinstance(value, list):
        return ", ".join(code(member) for member in value) or _NOTHING
    return "any" if value is None else code(value)


def _constant_value(constant: Constant) -> str:
    """The value; of a table only how long it is, since no cell holds it."""
    if constant.type == "table" and isinstance(constant.value, list):
        return f"a table of {len(constant.value)} rows"
    return code(constant.value)


def _constants(contract: Contract, _argument: str) -> Sequence[Page]:
    """The public constants: `constants` (a table)."""
    rows = [
        (code(each.name), _constant_value(each), prose(each.description), prose(each.section or _NOTHING))
        for each in contract.constants
    ]
    headers = ("Constant", "Value", "Meaning", "Section")
    context = {"title": "Constants", "constants": table(headers, rows)}
    return [Page(context, _sources(contract, "constants"))]


def _dialect(contract: Contract, _argument: str) -> Sequence[Page]:
    """The keyword table: `keywords` (a table); no page when the contract has none."""
    if contract.dialect is None:
        return []
    shapes = {each["name"]: each["text"] for each in contract.dialect.data["shapes"]}
    rows = [
        (code(each.name), prose(shapes[each.data["shape"]]), prose(each.data["description"]))
        for each in contract.dialect.keywords
    ]
    context = {
        "title": "Keywords",
        "description": prose(contract.dialect.data["description"]),
        "keywords": table(("Keyword", "Value", "Meaning"), rows),
    }
    return [Page(context, _sources(contract, "dialect"))]


def _index(contract: Contract, folder: str) -> Sequence[Page]:
    """The pages that the manifest prints into the folder of `docs-index:FOLDER`: `pages`, names of files."""
    pages = []
    for row in contract.manifest.outputs:
        parent, _, name = row.target.rpartition("/")
        if parent == folder and name.endswith(".md") and not row.data.startswith("docs-index"):
            pages.append(name)
    context = {
        "title": f"{contract.manifest.name} reference",
        "description": prose(contract.manifest.description),
        "pages": tuple(sorted(pages)),
    }
    return [Page(context, _sources(contract, "contract"))]


DOCS_BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {
        "docs-constants": _constants,
        "docs-dialect": _dialect,
        "docs-fallbacks": _fallbacks,
        "docs-index": _index,
        "docs-models": _models,
        "docs-profiles": _profiles,
        "docs-rules": _rules,
        "docs-vocabularies": _vocabularies,
    }
)
