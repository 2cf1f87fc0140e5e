"""Reading one schema object in the terms of draft 2020-12, whatever draft or habit it is written in."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from octools.compact.drafts import DRAFT_4, DRAFT_2019, means, ref_stands_alone
from octools.compact.references import Site
from octools.compact.types import ANY_TYPE, read_types
from octools.compact.values import holds_foreign
from octools.findings import quote
from octools.schema_walk import POSITIONS

__all__ = ["Lost", "Reading", "own_values", "read"]


@dataclass(frozen=True, slots=True)
class Lost:
    """A keyword that cannot be kept as it is written: the text that says why, and what it needs."""

    keyword: str
    variant: str
    places: Mapping[str, str]


@dataclass(slots=True, eq=False)
class Reading:
    """One schema object: assertions and annotations by keyword, and the schemas below it as sites."""

    site: Site
    plain: dict[str, Any] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    references: list[tuple[str, str]] = field(default_factory=list)
    all_of: list[Site] = field(default_factory=list)
    groups: list[tuple[str, list[Site]]] = field(default_factory=list)
    negated: Site | None = None
    condition: Site | None = None
    then: Site | None = None
    otherwise: Site | None = None
    properties: dict[str, Site] | None = None
    patterns: dict[str, Site] = field(default_factory=dict)
    additional: Site | None = None
    names: Site | None = None
    unevaluated: Site | None = None
    dependents: dict[str, tuple[str, Site]] = field(default_factory=dict)
    prefix: list[Site] = field(default_factory=list)
    items: Site | None = None
    contains: Site | None = None
    unevaluated_items: Site | None = None

    @property
    def demands(self) -> bool:
        """Whether it has alternatives, a negation, a condition or dependent schemas."""
        return bool(self.groups or self.dependents or self.negated or self.condition)

    @property
    def judges_members(self) -> bool:
        """Whether it has schemas for the members of objects."""
        named = self.properties is not None or bool(self.patterns)
        return named or bool(self.additional or self.names or self.unevaluated)

    @property
    def judges_items(self) -> bool:
        """Whether it has schemas for the items of arrays."""
        return bool(self.prefix or self.items or self.contains or self.unevaluated_items)


Reader = Callable[[Reading, str, Any], None]

# Addresses and definitions mean nothing once references are inlined; titles and comments are not for models.
_DROPPED: Final = frozenset(
    {
        "$schema", "$id", "$comment", "$defs", "definitions", "title", "$anchor", "$dynamicAnchor",
        "$recursiveAnchor", "$vocabulary", "additionalItems", "then", "else",
    }
)  # fmt: skip


def read(site: Site) -> Reading:
    """Read one schema object.

    Keywords that the draft gives no meaning are left out, those of older drafts come out as today's, and
    those of the wrong shape are left out and listed as lost.

    Args:
        site: The schema; its value is a normalised `dict`.
    """
    reading = Reading(site)
    schema = site.value
    draft = site.scope.resource.draft
    if "$ref" in schema and ref_stands_alone(draft) and type(schema["$ref"]) is str:
        _reference(reading, "$ref", schema["$ref"])
        if "description" in schema:
            _text(reading, "description", schema["description"])
        return reading
    for keyword, value in schema.items():
        if keyword in _DROPPED:
            continue
        reader = _READERS.get(keyword)
        if reader is None:
            if not (keyword == "id" and draft == DRAFT_4) and not holds_foreign(value):
                reading.plain[keyword] = value
        elif means(keyword, draft):
            reader(reading, keyword, value)
    return reading


def own_values(schema: Mapping[str, Any]) -> list[Any]:
    """Return the values of a schema object's keywords that hold no schemas."""
    return [
        value for keyword, value in schema.items() if keyword not in POSITIONS and keyword not in _DROPPED
    ]


def _malformed(reading: Reading, keyword: str, _value: Any = None) -> None:
    reading.lost.append(Lost(keyword, "malformed", {"keyword": keyword}))


def _nothing(_reading: Reading, _keyword: str, _value: Any) -> None:
    """Read nothing: the keyword says nothing here."""


def _is_schema(value: Any) -> bool:
    return type(value) is dict or type(value) is bool


def _kept(fits: Callable[[Any], bool], otherwise: Reader | None = None) -> Reader:
    """Return a reader that keeps a value of the right shape; any other is malformed, or says nothing."""

    def reader(reading: Reading, keyword: str, value: Any) -> None:
        if fits(value):
            reading.plain[keyword] = value
        elif otherwise is not None:
            otherwise(reading, keyword, value)

    return reader


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_data(value: Any) -> bool:
    return not holds_foreign(value)


def _is_values(value: Any) -> bool:
    return type(value) is list and not holds_foreign(value)


def _is_divisor(value: Any) -> bool:
    return _is_number(value) and value > 0


_text: Final = _kept(_is_text)
_number: Final = _kept(_is_number, _malformed)


def _count(reading: Reading, keyword: str, value: Any) -> None:
    if (type(value) is int or (type(value) is float and value.is_integer())) and value >= 0:
        reading.plain[keyword] = int(value)
    else:
        _malformed(reading, keyword)


def _type(reading: Reading, keyword: str, value: Any) -> None:
    types = read_types(value)
    if types is None:
        reading.lost.append(Lost(keyword, "unknown_type", {"type": quote(value)}))
    elif types is not ANY_TYPE:
        reading.plain[keyword] = types


def _bound(reading: Reading, keyword: str, value: Any) -> None:
    """Read `minimum` or `maximum`, which draft 4 makes exclusive by a boolean beside it."""
    exclusive = _EXCLUSIVE[keyword]
    if _is_number(value) and reading.site.value.get(exclusive) is True:
        reading.plain[exclusive] = value
    else:
        _number(reading, keyword, value)


def _exclusive_bound(reading: Reading, keyword: str, value: Any) -> None:
    if type(value) is bool:
        return
    if reading.site.scope.resource.draft == DRAFT_4:
        _malformed(reading, keyword)
    else:
        _number(reading, keyword, value)


def _names(reading: Reading, keyword: str, value: Any) -> None:
    if type(value) is list and all(type(name) is str for name in value):
        reading.plain[keyword] = list(dict.fromkeys(value))
    else:
        _malformed(reading, keyword)


def _reference(reading: Reading, keyword: str, value: Any) -> None:
    if type(value) is str:
        reading.references.append((keyword, value))
    else:
        _malformed(reading, keyword)


def _schema(attribute: str) -> Reader:
    def reader(reading: Reading, keyword: str, value: Any) -> None:
        if _is_schema(value):
            setattr(reading, attribute, reading.site.below(value, keyword))
        else:
            _malformed(reading, keyword)

    return reader


def _schema_list(reading: Reading, keyword: str, value: Any) -> list[Site] | None:
    """Read a list of schemas; a member that is none accepts everything."""
    if type(value) is not list or not value:
        _malformed(reading, keyword)
        return None
    if not all(_is_schema(member) for member in value):
        _malformed(reading, keyword)
    return [
        reading.site.below(member if _is_schema(member) else True, keyword, str(index))
        for index, member in enumerate(value)
    ]


def _all_of(reading: Reading, keyword: str, value: Any) -> None:
    reading.all_of += _schema_list(reading, keyword, value) or ()


def _group(reading: Reading, keyword: str, value: Any) -> None:
    members = _schema_list(reading, keyword, value)
    if members is None:
        return
    if len(members) == 1:
        reading.all_of += members
    else:
        reading.groups.append((keyword, members))


def _schema_map(reading: Reading, keyword: str, value: Any) -> dict[str, Site] | None:
    if type(value) is not dict:
        _malformed(reading, keyword)
        return None
    if not all(_is_schema(member) for member in value.values()):
        _malformed(reading, keyword)
    return {
        name: reading.site.below(member if _is_schema(member) else True, keyword, name)
        for name, member in value.items()
    }


def _properties(reading: Reading, keyword: str, value: Any) -> None:
    reading.properties = _schema_map(reading, keyword, value)


def _patterns(reading: Reading, keyword: str, value: Any) -> None:
    found = _schema_map(reading, keyword, value)
    if found is None:
        # Nobody knows which names it would have allowed beside a closed object.
        reading.patterns = {"": Site(True, reading.site.scope, reading.site.place)}
    else:
        reading.patterns = found


def _condition(reading: Reading, keyword: str, value: Any) -> None:
    if not _is_schema(value):
        _malformed(reading, keyword)
        return
    site = reading.site
    branches = [site.value.get(branch) for branch in ("then", "else")]
    if any(branch is not None and not _is_schema(branch) for branch in branches):
        _malformed(reading, keyword)
    then, otherwise = branches
    reading.condition = site.below(value, keyword)
    reading.then = site.below(then, "then") if _is_schema(then) else None
    reading.otherwise = site.below(otherwise, "else") if _is_schema(otherwise) else None


def _dependent_required(reading: Reading, keyword: str, value: Any) -> None:
    """Read names that a name needs; what is not a list of names is left out, and the rest stays."""
    if type(value) is not dict:
        _malformed(reading, keyword)
        return
    kept: dict[str, list[str]] = dict(reading.plain.get("dependentRequired", {}))
    for name, needed in value.items():
        if type(needed) is list and all(type(each) is str for each in needed):
            kept[name] = list(dict.fromkeys([*kept.get(name, ()), *needed]))
        else:
            _malformed(reading, keyword)
    reading.plain["dependentRequired"] = kept


def _dependent_schemas(reading: Reading, keyword: str, value: Any) -> None:
    for name, member in (_schema_map(reading, keyword, value) or {}).items():
        reading.dependents[name] = (keyword, member)


def _dependencies(reading: Reading, keyword: str, value: Any) -> None:
    if reading.site.scope.resource.draft >= DRAFT_2019:
        # Today's drafts pass over it, but whoever writes it means something.
        reading.lost.append(Lost(keyword, "old_keyword", {"keyword": keyword}))
        return
    if type(value) is not dict:
        _malformed(reading, keyword)
        return
    names = {name: needed for name, needed in value.items() if not _is_schema(needed)}
    if names:
        _dependent_required(reading, keyword, names)
    for name, member in value.items():
        if _is_schema(member):
            reading.dependents[name] = (keyword, reading.site.below(member, keyword, name))


def _items(reading: Reading, keyword: str, value: Any) -> None:
    site = reading.site
    if _is_schema(value):
        reading.items = site.below(value, keyword)
    elif type(value) is list and "prefixItems" not in reading.plain and not reading.prefix:
        reading.prefix = _schema_list(reading, keyword, value) or [] if value else []
        beyond = site.value.get("additionalItems")
        if _is_schema(beyond):
            reading.items = site.below(beyond, "additionalItems")
    else:
        _malformed(reading, keyword)


def _prefix(reading: Reading, keyword: str, value: Any) -> None:
    reading.prefix = _schema_list(reading, keyword, value) or []


_EXCLUSIVE: Final = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}

_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "$ref": _reference,
        "$dynamicRef": _reference,
        "$recursiveRef": _reference,
        "type": _type,
        "enum": _kept(_is_values, _malformed),
        "const": _kept(_is_data, _malformed),
        # It holds with all else that the schema says, so the whole schema is read without it.
        "nullable": _nothing,
        "allOf": _all_of,
        "anyOf": _group,
        "oneOf": _group,
        "not": _schema("negated"),
        "if": _condition,
        "properties": _properties,
        "patternProperties": _patterns,
        "additionalProperties": _schema("additional"),
        "unevaluatedProperties": _schema("unevaluated"),
        "propertyNames": _schema("names"),
        "required": _names,
        "dependentRequired": _dependent_required,
        "dependentSchemas": _dependent_schemas,
        "dependencies": _dependencies,
        "minProperties": _count,
        "maxProperties": _count,
        "items": _items,
        "prefixItems": _prefix,
        "unevaluatedItems": _schema("unevaluated_items"),
        "contains": _schema("contains"),
        "minContains": _count,
        "maxContains": _count,
        "minItems": _count,
        "maxItems": _count,
        "uniqueItems": _kept(_is_flag, _malformed),
        "minLength": _count,
        "maxLength": _count,
        "pattern": _kept(_is_text, _malformed),
        "format": _kept(_is_text, _malformed),
        "contentEncoding": _text,
        "contentMediaType": _text,
        "contentSchema": _nothing,
        "minimum": _bound,
        "maximum": _bound,
        "exclusiveMinimum": _exclusive_bound,
        "exclusiveMaximum": _exclusive_bound,
        "multipleOf": _kept(_is_divisor, _malformed),
        "description": _text,
        "default": _kept(_is_data),
        "examples": _kept(_is_values),
        "deprecated": _kept(_is_flag),
        "readOnly": _kept(_is_flag),
        "writeOnly": _kept(_is_flag),
    }
)  # fmt: skip
