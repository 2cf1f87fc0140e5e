"""The models of a contract as zod 4 schemas: an expression a type, each defined before it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from octools_codegen.builders.pages import Page
from octools_codegen.builders.typescript_modules import module_path
from octools_codegen.mentions import after_mentioned, mentioned, mentioned_by
from octools_codegen.model import (
    Alias,
    AnyType,
    Contract,
    Field,
    ListType,
    LiteralType,
    MapType,
    Model,
    ParameterType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
    Vocabulary,
)
from octools_codegen.typescript_text import comment, identifier, imports, literal, property_name, regexp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["model_page"]

_SCALARS: Final = {
    "string": "z.string()",
    "integer": "z.int()",
    "number": "z.number()",
    "boolean": "z.boolean()",
    "null": "z.null()",
}
# JSON Schema bounds as zod methods; a `format` is an annotation in both.
_LIMITS: Final = {
    "minItems": "min({})",
    "maxItems": "max({})",
    "minimum": "gte({})",
    "maximum": "lte({})",
    "exclusiveMinimum": "gt({})",
    "exclusiveMaximum": "lt({})",
    "multipleOf": "multipleOf({})",
    # zod counts UTF-16 units, JSON Schema characters.
    "minLength": "refine((text) => Array.from(text).length >= {})",
    "maxLength": "refine((text) => Array.from(text).length <= {})",
    "minProperties": "refine((map) => Object.keys(map).length >= {})",
    "maxProperties": "refine((map) => Object.keys(map).length <= {})",
}
_NOT_EMPTY: Final = ("minLength", 1)


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a model: its comment, its name and its zod expression, as source text.

    A `deferred` property mentions a type that is defined later, or its own, so it is read when first needed.
    """

    comment: str
    name: str
    expression: str
    deferred: bool


@dataclass(frozen=True, slots=True)
class ModelText:
    """An object type as source text.

    `factory` is the zod function that makes it, `rest` the schema of unknown members or "". `parameter` names
    the type parameter of a generic model, or is "".
    """

    comment: str
    name: str
    factory: str
    rest: str
    parameter: str
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class AliasText:
    """A named type that is no object: its comment, name and zod expression."""

    comment: str
    name: str
    expression: str


@dataclass(frozen=True, slots=True)
class OmittedText:
    """Which fields of a model its written form leaves out: those unset, and lists that are empty."""

    name: str
    unset: str
    empty: str


def model_page(contract: Contract, group: str) -> Page:
    """Return the page of one group's models.

    The context has `declarations` (`ModelText` and `AliasText`, defined before used), `imports` (statements),
    `omitted` (`OmittedText`), and the name of the constant that holds these, `omitted_constant`.
    """
    public: list[Alias | Model] = [*_public_aliases(contract), *contract.models]
    members = [each for each in public if group in {"", each.group}]
    ordered = after_mentioned(members)
    used = {name: None for each in ordered for name in mentioned_by(each)}
    foreign: dict[str, list[str]] = {}
    constants: dict[str, None] = {}
    for name in used:
        named = contract.named[name]
        if isinstance(named, Vocabulary):
            constants[named.constant] = None
        elif group not in {"", named.group}:
            foreign.setdefault(named.group, []).append(name)

    def beside(data: str) -> str:
        return module_path(contract, f"typescript-models:{group}", data)

    context = {
        "declarations": tuple(
            _declaration(contract, each, frozenset(later.name for later in ordered[index:]))
            for index, each in enumerate(ordered)
        ),
        "imports": (
            *([imports(sorted(constants), beside("typescript-vocabularies"))] if constants else []),
            *(
                imports(sorted(names), beside(f"typescript-models:{name}"))
                for name, names in sorted(foreign.items())
            ),
        ),
        "omitted_constant": f"{identifier(group)}_OMITTED" if group else "OMITTED",
        "omitted": tuple(
            row for each in ordered if isinstance(each, Model) and (row := _omitted(each)) is not None
        ),
    }
    return Page(context, tuple(dict.fromkeys(each.source for each in ordered)))


def _public_aliases(contract: Contract) -> Iterator[Alias]:
    """Yield the aliases, but for those that stand beside a model and that nothing refers to.

    Such a one only fills the place of a generic model's items in the schema.
    """
    beside = {each.source for each in contract.models}
    everything: list[Alias | Model] = [*contract.aliases, *contract.models]
    used = {name for each in everything for name in mentioned_by(each)}
    yield from (each for each in contract.aliases if each.source not in beside or each.name in used)


def _omitted(model: Model) -> OmittedText | None:
    unset = [each.name for each in model.model_fields if each.omit == "unset"]
    empty = [each.name for each in model.model_fields if each.omit == "empty"]
    if not unset and not empty:
        return None
    return OmittedText(property_name(model.name), literal(unset, 2, used=9), literal(empty, 2, used=9))


def _declaration(contract: Contract, named: Alias | Model, later: frozenset[str]) -> AliasText | ModelText:
    """Return a type as source text; `later` are the names that its own line cannot use yet."""
    described = comment([named.description, named.section or ""])
    if isinstance(named, Alias):
        return AliasText(described, named.name, _expression(contract, named.type))
    rest = "" if named.rest is None or isinstance(named.rest, AnyType) else _expression(contract, named.rest)
    depth = 2 if named.generic else 1
    return ModelText(
        comment=described,
        name=named.name,
        factory="z.strictObject" if named.closed else "z.looseObject",
        rest=rest,
        parameter=named.generic.parameter if named.generic else "",
        properties=tuple(
            Property(
                comment(each.description, depth),
                property_name(each.name),
                _property(contract, each),
                not later.isdisjoint(mentioned(each.type)),
            )
            for each in named.fields
        ),
    )


def _property(contract: Contract, field: Field) -> str:
    """Return a field's schema: its type, whether null and absence are taken, and its default.

    A field that the written form leaves out has no default, so that a parse does not add it.
    """
    text = _expression(contract, field.type)
    if field.computed:
        return f"{text}.optional()"
    if field.nullable:
        text += ".nullable()"
    if field.required:
        return text
    if field.has_default and field.omit is None:
        return f"{text}.default({_default(field.default)})"
    return f"{text}.optional()"


def _default(value: Any) -> str:
    if isinstance(value, dict):
        return f"() => ({_exact(value)})"
    if isinstance(value, list):
        return f"() => {_exact(value)}"
    return literal(value)


def _exact(value: Any) -> str:
    """Return a value whose parts keep their own types: a listed text may be one of a vocabulary."""
    match value:
        case dict():
            members = ", ".join(f"{property_name(name)}: {_exact(each)}" for name, each in value.items())
            return f"{{ {members} }}" if value else "{}"
        case list():
            return f"[{', '.join(map(_exact, value))}]"
        case None:
            return literal(value)
        case _:
            return f"{literal(value)} as const"


def _expression(contract: Contract, type_: TypeExpr) -> str:
    text: str
    match type_:
        case AnyType():
            text = "z.unknown()"
        case ScalarType(name=name, limits=limits):
            text = _SCALARS[name] + _limits(limits)
        case LiteralType(values=values):
            text = f"z.literal({literal(values[0] if len(values) == 1 else list(values))})"
        case ReferenceType(name=name):
            named = contract.named[name]
            text = f"z.enum({named.constant})" if isinstance(named, Vocabulary) else name
        case ParameterType():
            text = "item"
        case ListType(item=item, limits=limits):
            text = f"z.array({_expression(contract, item)}){_limits(limits)}"
        case MapType(value=value, limits=limits):
            text = f"z.record(z.string(), {_expression(contract, value)}){_limits(limits)}"
        case UnionType(members=members):
            text = _union(contract, members)
    return text


def _union(contract: Contract, members: Sequence[TypeExpr]) -> str:
    """Return a union; an integer beside a number says nothing more."""
    wide = any(isinstance(each, ScalarType) and each.name == "number" and not each.limits for each in members)
    kept = [
        each
        for each in members
        if not (wide and isinstance(each, ScalarType) and each.name == "integer" and not each.limits)
    ]
    if len(kept) == 1:
        return _expression(contract, kept[0])
    return f"z.union([{', '.join(_expression(contract, each) for each in kept)}])"


def _limits(limits: Sequence[tuple[str, Any]]) -> str:
    calls = []
    for keyword, value in limits:
        if keyword == "pattern":
            calls.append(f".regex({regexp(value)})")
        elif (keyword, value) == _NOT_EMPTY:
            calls.append(".min(1)")
        elif keyword in _LIMITS:
            calls.append(f".{_LIMITS[keyword].format(literal(value))}")
    return "".join(calls)
