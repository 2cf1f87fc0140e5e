"""The descriptor of one tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from octools.callables import is_asynchronous
from octools.findings import error, quote
from octools.frozen import freeze
from octools.scalars import plain_text
from octools_contract.constants import NAME_RE
from octools_contract.records import OCToolFields
from octools_contract.vocabularies import ACCESS_KINDS, RESULT_KINDS


@dataclass(frozen=True, kw_only=True)
class OCTool(OCToolFields):
    """One capability that a library offers to an agent runtime.

    Construction takes keyword arguments only, checks the structural rules in the order of the fields, and
    keeps deep, read-only copies of the schemas and of `meta`. What a library should get right beyond that is
    reported by `validate_tool` and `validate_provider`.

    Attributes:
        func: Synchronous callable `func(dependency, **arguments)` that returns a JSON object.

    The other attributes are the fields of the descriptor specification ("Fields"); `docs/descriptor.md` lists
    them. A descriptor is equal to another with equal fields, hashable, picklable when its `func` is, and
    `dataclasses.replace` makes changed ones.

    Raises:
        OCToolError: A field breaks a structural rule, which `OCToolError.rule` names.
        TypeError: A required field is missing or an unknown one is given, as for any dataclass.
    """

    func: Callable[..., Any]

    def __post_init__(self) -> None:
        """Check each field, and keep its normal form."""
        for field, check in _CHECKS.items():
            object.__setattr__(self, field, check(field, getattr(self, field)))

    def __hash__(self) -> int:
        """Hash the scalar fields: schemas and `meta` are dicts, and `func` may not be hashable."""
        return hash(tuple(getattr(self, field) for field in _HASHED))

    def __deepcopy__(self, memo: dict[int, Any]) -> OCTool:
        """Return the descriptor itself, since nothing in it can change."""
        return self


def _name(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise error("field_type", field=field, value=quote(value), expected="a string")
    if not NAME_RE.fullmatch(value):
        raise error("name_pattern", name=quote(value), pattern=NAME_RE.pattern)
    return plain_text(value)


def _text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise error("field_type", field=field, value=quote(value), expected="a string")
    if not value.strip():
        raise error("blank_text", field=field)
    return plain_text(value)


def _optional_text(field: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise error("field_type", field=field, value=quote(value), expected="a string or null")
    return None if value is None else _text(field, value)


def check_object_schema(field: str, value: Any) -> Mapping[str, Any]:
    """Return a value that is a schema with an object root.

    Args:
        field: What the value is, for the text of the error.
        value: Anything.

    Raises:
        OCToolError: The value is no mapping, or its root type is not exactly `object` (`root_not_object`).
    """
    if not isinstance(value, Mapping):
        raise error("root_not_object", variant="field_not_mapping", field=field, value=quote(value))
    if "type" not in value:
        raise error("root_not_object", variant="field_missing", field=field)
    kind = value["type"]
    if not isinstance(kind, str) or kind != "object":
        raise error("root_not_object", variant="field", field=field, type=quote(kind))
    return value


def _schema(field: str, value: Any) -> Mapping[str, Any]:
    frozen: Mapping[str, Any] = freeze(check_object_schema(field, value), field=field)
    return frozen


def _optional_schema(field: str, value: Any) -> Mapping[str, Any] | None:
    return None if value is None else _schema(field, value)


def _one_of(allowed: tuple[str, ...]) -> Callable[[str, Any], str]:
    def check(field: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise error("unknown_value", field=field, value=quote(value), allowed=", ".join(allowed))
        return plain_text(value)

    return check


def _boolean(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise error("field_type", field=field, value=quote(value), expected="a boolean")
    return value


def _meta(field: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise error("field_type", field=field, value=quote(value), expected="an object")
    for key in value:
        if not isinstance(key, str):
            raise error("field_type", field=f"a key of {field}", value=quote(key), expected="a string")
    frozen: Mapping[str, Any] = freeze(value, field=field)
    return frozen


def _tags(field: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise error("tags_not_list", field=field, value=quote(value))
    seen: set[str] = set()
    for tag in value:
        if not isinstance(tag, str) or not tag.strip():
            raise error("tag_blank", tag=quote(tag))
        if tag in seen:
            raise error("tag_repeated", tag=quote(tag))
        seen.add(tag)
    return tuple(map(plain_text, value))


def _func(_field: str, value: Any) -> Callable[..., Any]:
    if not callable(value):
        raise error("func_not_callable", value=quote(value))
    if is_asynchronous(value):
        raise error("func_async")
    function: Callable[..., Any] = value
    return function


_CHECKS: Final[Mapping[str, Callable[[str, Any], Any]]] = MappingProxyType(
    {
        "name": _name,
        "description": _text,
        "input_schema": _schema,
        "func": _func,
        "access": _one_of(ACCESS_KINDS),
        "target": _optional_text,
        "output_schema": _optional_schema,
        "result_kind": _one_of(RESULT_KINDS),
        "title": _optional_text,
        "read_only_hint": _boolean,
        "destructive_hint": _boolean,
        "idempotent_hint": _boolean,
        "deprecated": _boolean,
        "meta": _meta,
        "tags": _tags,
    }
)
_HASHED: Final = tuple(
    field for field in _CHECKS if field not in {"input_schema", "output_schema", "meta", "func"}
)
