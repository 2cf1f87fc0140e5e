"""The values of model instances, column by column, as pydantic dumps them."""

from __future__ import annotations

import ipaddress
import types
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic.fields import FieldInfo

__all__ = ["dumped_columns", "dumped_name"]

_ADDRESS_CLASSES: Final = frozenset(
    {
        ipaddress.IPv4Address,
        ipaddress.IPv6Address,
        ipaddress.IPv4Network,
        ipaddress.IPv6Network,
        ipaddress.IPv4Interface,
        ipaddress.IPv6Interface,
    }
)
_SCALARS: Final = frozenset({str, int, float, bool})
_OPTIONS: Final = ("json_encoders", "ser_json_")


def dumped_name(model: type[BaseModel], name: str) -> str:
    """Return the key under which a model dumps a field."""
    if not model.model_config.get("serialize_by_alias"):
        return name
    field = model.model_fields[name]
    return next(each for each in (field.serialization_alias, field.alias, name) if each is not None)


def dumped_columns(model: type[BaseModel], items: Sequence[BaseModel]) -> dict[str, list[Any]]:
    """Return the values of each field as `model_dump(mode="json")` writes them, None where it leaves one out.

    Fields of plain scalars and addresses, which a dump only copies or writes with `str`, are taken from the
    instances; all others go through one dump of all items.

    Args:
        model: The model.
        items: Its instances.

    Returns:
        A list a field, in order of the fields.
    """
    simple = _simple_fields(model)
    columns = {name: column for name in simple if (column := _direct(items, name)) is not None}
    rest = {name: dumped_name(model, name) for name in model.model_fields if name not in columns}
    while rest:
        # One dump for all fields, but for those that share a key: it holds the last of them alone.
        once = {key: name for name, key in rest.items()}
        columns |= _dumped(model, items, {name: key for key, name in once.items()})
        rest = {name: key for name, key in rest.items() if once[key] != name}
    return {name: columns[name] for name in model.model_fields}


def _simple_fields(model: type[BaseModel]) -> list[str]:
    """Return the fields whose dump depends on nothing but the value."""
    decorators = model.__pydantic_decorators__
    changed = {name for each in decorators.field_serializers.values() for name in each.info.fields}
    own_schema = vars(BaseModel)["__get_pydantic_core_schema__"].__func__
    if (
        decorators.model_serializers
        or "*" in changed
        or getattr(model.__get_pydantic_core_schema__, "__func__", None) is not own_schema
        or any(key.startswith(_OPTIONS) for key in model.model_config)
    ):
        return []
    return [name for name, field in model.model_fields.items() if name not in changed and _is_simple(field)]


def _is_simple(field: FieldInfo) -> bool:
    if field.exclude or field.exclude_if is not None:
        return False
    if any(hasattr(each, "__get_pydantic_core_schema__") for each in field.metadata):
        return False
    # A type that is annotated further inside may bring its own way of writing: it is none of these.
    is_union = get_origin(field.annotation) in (Union, types.UnionType)
    members = {*(get_args(field.annotation) if is_union else [field.annotation])} - {types.NoneType}
    return members <= _SCALARS or members <= _ADDRESS_CLASSES


def _direct(items: Sequence[BaseModel], name: str) -> list[Any] | None:
    """Return a simple field's values as a dump writes them; None where a value is not of a simple type."""
    try:
        values = list(map(attrgetter(name), items))
    except AttributeError:  # an instance made without validation may lack the field
        return None
    kinds = set(map(type, values)) - {type(None)}
    if kinds <= _SCALARS:
        return values
    if kinds <= _ADDRESS_CLASSES:
        return [None if value is None else str(value) for value in values]
    return None


def _dumped(
    model: type[BaseModel], items: Sequence[BaseModel], keys: Mapping[str, str]
) -> dict[str, list[Any]]:
    """Return the values of some fields, given with their keys, out of one dump of all items."""
    include = None if keys.keys() == model.model_fields.keys() else {"__all__": set(keys)}
    adapter = TypeAdapter(list[model])  # type: ignore[valid-type]
    dumps = adapter.dump_python(list(items), mode="json", include=include)
    return {
        name: [dump.get(key) if isinstance(dump, dict) else None for dump in dumps]
        for name, key in keys.items()
    }
