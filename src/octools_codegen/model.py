"""The typed, frozen picture of a contract that every output is printed from.

The loader reads a folder of JSON Schema files and data files, checks them, and builds one `Contract`.
Builders shape parts of it for templates; templates only print. Nothing here reads a file or knows an output
language.

A type expression (`TypeExpr`) is one of the small classes below, told apart with `match` or by its `kind`:

    any, scalar, literal, reference, list, map, union, parameter
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Alias",
    "AnyType",
    "Bundle",
    "Constant",
    "Contract",
    "Dialect",
    "Document",
    "Field",
    "FieldVocabulary",
    "Generic",
    "Keyword",
    "ListType",
    "LiteralType",
    "Manifest",
    "MapType",
    "Model",
    "Named",
    "OutputRow",
    "ParameterType",
    "Profile",
    "ReferenceType",
    "Rule",
    "ScalarType",
    "TypeExpr",
    "UnionType",
    "Vocabulary",
    "VocabularyValue",
]

Json = Any
ScalarName = Literal["string", "integer", "number", "boolean", "null"]
DocumentKind = Literal["contract", "schema", "profile", "rules", "constants", "dialect", "meta", "openapi"]


# --- sources ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Document:
    """One source file: `path` relative to the contract folder with `/`, its bytes as text, its JSON value."""

    path: str
    kind: DocumentKind
    text: str
    data: Json
    digest: str

    @property
    def name(self) -> str:
        """The path without `.json`, such as `envelopes/records`: the name that packages publish it under."""
        return self.path.removesuffix(".json")


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One row of the manifest's `outputs`: print `data` with `template` into `target` (see `builders`)."""

    template: str
    data: str
    target: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contract of itself: its name, where its `$id`s live, the Python package, and the outputs."""

    name: str
    description: str
    base_uri: str
    package: str
    output: str
    outputs: tuple[OutputRow, ...]
    templates: str | None = None


# --- type expressions ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnyType:
    """Any JSON value."""

    kind: Literal["any"] = "any"


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A string, integer, number, boolean or null; `limits` are its JSON Schema bounds in schema order.

    `limits` may hold `pattern`, `minLength`, `maxLength`, `minimum`, `maximum`, `exclusiveMinimum`,
    `exclusiveMaximum`, `multipleOf` and `format`.
    """

    name: ScalarName
    limits: tuple[tuple[str, Json], ...] = ()
    kind: Literal["scalar"] = "scalar"


@dataclass(frozen=True, slots=True)
class LiteralType:
    """One of a few values written in place: an inline `const` or `enum`."""

    values: tuple[str | int | bool | None, ...]
    kind: Literal["literal"] = "literal"


@dataclass(frozen=True, slots=True)
class ReferenceType:
    """A named type of the contract: a model, a vocabulary or an alias."""

    name: str
    target: Literal["model", "vocabulary", "alias"]
    kind: Literal["reference"] = "reference"


@dataclass(frozen=True, slots=True)
class ParameterType:
    """The type parameter of a generic model (`x-generic`)."""

    name: str
    kind: Literal["parameter"] = "parameter"


@dataclass(frozen=True, slots=True)
class ListType:
    """An array; `limits` may hold `minItems`, `maxItems` and `uniqueItems`."""

    item: TypeExpr
    limits: tuple[tuple[str, Json], ...] = ()
    kind: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class MapType:
    """An object whose keys are the caller's; every value has the type `value`."""

    value: TypeExpr
    limits: tuple[tuple[str, Json], ...] = ()
    kind: Literal["map"] = "map"


@dataclass(frozen=True, slots=True)
class UnionType:
    """One of several types, in schema order (`anyOf`); a null member makes the field nullable."""

    members: tuple[TypeExpr, ...]
    kind: Literal["union"] = "union"


TypeExpr = AnyType | ScalarType | LiteralType | ReferenceType | ParameterType | ListType | MapType | UnionType


# --- named types --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VocabularyValue:
    """One value of a closed vocabulary with its description.

    `notes` holds the value's entries of `x-json-types` and other tables by value, under the keyword's name.
    """

    value: str
    description: str
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A closed vocabulary; `fallback` is what a tolerant reader makes of an unknown value (null: none)."""

    name: str
    description: str
    group: str
    values: tuple[VocabularyValue, ...]
    fallback: str | None
    constant: str
    fallback_constant: str
    section: str | None
    source: str

    @property
    def strings(self) -> tuple[str, ...]:
        """The values alone, in order."""
        return tuple(value.value for value in self.values)


@dataclass(frozen=True, slots=True)
class Alias:
    """A named type that is neither an object nor a vocabulary, such as a table cell."""

    name: str
    description: str
    group: str
    type: TypeExpr
    section: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Generic:
    """`parameter` stands for the items of the array `field` of a generic model."""

    parameter: str
    field: str


@dataclass(frozen=True, slots=True)
class Field:
    """One property of a model.

    `type` holds no null member beside others: `nullable` says that there was one. `takes_null` says that null
    is accepted, by such a member or by the type itself. `has_default` tells a default of null from none.
    `omit` is `unset` (left out of a dump when null or absent), `empty` (left out when an empty list) or null
    (always written). `computed` properties are in schemas and pages, and are no model field. `examples` are
    JSON values. `schema` is the property's schema as written.
    """

    name: str
    description: str
    type: TypeExpr
    required: bool
    nullable: bool
    takes_null: bool
    has_default: bool
    default: Json
    omit: Literal["unset", "empty"] | None
    computed: bool
    section: str | None
    examples: tuple[Json, ...]
    schema: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Model:
    """An object type. `group` is the folder of its file, `pointer` its place in it (empty: the whole file).

    `closed` models refuse unknown keys; `open_reason` says why another one does not. `rest` is the type of
    the values of unknown keys of an open model. `fields` includes computed ones. `enforced_by` maps each
    keyword that no field type expresses (`if`, `propertyNames` …) to the rule that covers it. `schema` is as
    written.
    """

    name: str
    description: str
    group: str
    source: str
    pointer: str
    closed: bool
    open_reason: str | None
    rest: TypeExpr | None
    fields: tuple[Field, ...]
    generic: Generic | None
    enforced_by: tuple[tuple[str, str], ...]
    section: str | None
    examples: tuple[Json, ...]
    schema: Mapping[str, Json]

    @property
    def model_fields(self) -> tuple[Field, ...]:
        """The fields that are not computed."""
        return tuple(each for each in self.fields if not each.computed)


Named = Vocabulary | Alias | Model


# --- data files ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Profile:
    """A subset of JSON Schema as data; see the meta-schema of profiles for every member.

    `data` is the file without `$schema`, so that emitters print members that this class does not single out.
    """

    name: str
    constant: str
    description: str
    section: str | None
    source: str
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Rule:
    """A finding or error rule: when it fires, who reports it, its messages as `str.format_map` templates."""

    id: str
    kind: Literal["finding", "error"]
    reported_by: tuple[str, ...]
    section: str
    fires: str
    messages: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """A named constant.

    `type` is `string`, `integer`, `pattern`, `strings` (ordered), `string_set` or `table` (rows of texts and
    lists of texts).
    """

    name: str
    type: str
    value: Json
    description: str
    section: str | None


@dataclass(frozen=True, slots=True)
class Keyword:
    """A JSON Schema keyword and what stands below it; `data` holds the members of its row in the file."""

    name: str
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The table of JSON Schema keywords: where subschemas sit and where data does."""

    source: str
    keywords: tuple[Keyword, ...]
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Bundle:
    """One model's schema made self-contained: objects in the root `$defs`, all else in place."""

    name: str
    schema: Mapping[str, Json]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldVocabulary:
    """A model field whose value, or whose items, come from a vocabulary."""

    model: str
    field: str
    vocabulary: Vocabulary


# --- the whole ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contract:
    """Everything that outputs are printed from, in stable order (files by path, members as written)."""

    manifest: Manifest
    documents: tuple[Document, ...]
    vocabularies: tuple[Vocabulary, ...]
    aliases: tuple[Alias, ...]
    models: tuple[Model, ...]
    profiles: tuple[Profile, ...]
    rules: tuple[Rule, ...]
    constants: tuple[Constant, ...]
    dialect: Dialect | None
    bundles: tuple[Bundle, ...] = field(default=())

    @cached_property
    def named(self) -> Mapping[str, Named]:
        """Every named type by its name."""
        named: tuple[Named, ...] = (*self.vocabularies, *self.aliases, *self.models)
        return {each.name: each for each in named}

    @cached_property
    def by_path(self) -> Mapping[str, Document]:
        """Every source by its path."""
        return {document.path: document for document in self.documents}

    def group(self, name: str) -> tuple[Model, ...]:
        """The models whose files are in the folder `name`."""
        return tuple(model for model in self.models if model.group == name)

    def of_kind(self, *kinds: DocumentKind) -> tuple[Document, ...]:
        """The sources of these kinds."""
        return tuple(document for document in self.documents if document.kind in kinds)
