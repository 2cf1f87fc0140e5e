"""Descriptors as the tool definitions of MCP and of Anthropic's API, and back from MCP.

The mapping to MCP loses nothing but the callable: what MCP has no field for travels in `_meta`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from octools.descriptor import OCTool, check_object_schema
from octools.findings import error, quote
from octools.frozen import thaw
from octools.scalars import plain_text
from octools.schema_edits import strip_keys
from octools_contract.constants import (
    ANTHROPIC_NAME_RE,
    MCP_META_NAMESPACE,
    MCP_NAME_RE,
    SPEC_VERSION,
)
from octools_contract.fallbacks import ACCESS_FALLBACK, RESULT_KIND_FALLBACK
from octools_contract.vocabularies import ACCESS_KINDS, RESULT_KINDS

if TYPE_CHECKING:
    import re

Value = TypeVar("Value", bound=str)

# MCP's key for each hint, and what MCP reads where the key is absent; the descriptor's own defaults differ.
_ANNOTATIONS: Final[Mapping[str, tuple[str, bool]]] = MappingProxyType(
    {
        "read_only_hint": ("readOnlyHint", False),
        "destructive_hint": ("destructiveHint", True),
        "idempotent_hint": ("idempotentHint", False),
    }
)


def to_mcp_tool(tool: OCTool, *, name_prefix: str = "") -> dict[str, Any]:
    """Return an MCP `Tool` object as plain data.

    Keys stand in this order: `name`, `title` (when set), `description`, `inputSchema`, `outputSchema` (when
    set), `annotations`, `_meta`. Schemas and `meta` are plain deep copies.

    Args:
        tool: The descriptor.
        name_prefix: What a host puts in front of the name.

    Raises:
        OCToolError: The prefixed name does not match `MCP_NAME_RE` (`mcp_name`), or a schema that was set
            past construction is no object schema or contains itself.
    """
    name = _prefixed_name("mcp_name", MCP_NAME_RE, tool, name_prefix)
    meta = {
        "spec_version": SPEC_VERSION,
        "access": tool.access,
        "result_kind": tool.result_kind,
        "deprecated": tool.deprecated,
        "meta": thaw(tool.meta, field="meta"),
        **({} if tool.target is None else {"target": tool.target}),
        **({"tags": thaw(tool.tags, field="tags")} if tool.tags else {}),
    }
    return {
        "name": name,
        **({} if tool.title is None else {"title": tool.title}),
        "description": tool.description,
        "inputSchema": _plain_schema("input_schema", tool.input_schema),
        **(
            {}
            if tool.output_schema is None
            else {"outputSchema": _plain_schema("output_schema", tool.output_schema)}
        ),
        "annotations": {key: getattr(tool, field) for field, (key, _) in _ANNOTATIONS.items()},
        "_meta": {f"{MCP_META_NAMESPACE}{key}": value for key, value in meta.items()},
    }


def to_anthropic_tool(tool: OCTool, *, name_prefix: str = "") -> dict[str, Any]:
    """Return a tool definition for Anthropic's API as plain data: `name`, `description` and `input_schema`.

    Titles and extension keywords are stripped from the schema, and its root is closed where it says nothing
    about additional properties. `strict` is the runtime's choice and is not written.

    Args:
        tool: The descriptor.
        name_prefix: What a host puts in front of the name.

    Raises:
        OCToolError: The prefixed name does not match `ANTHROPIC_NAME_RE` (`anthropic_name`), or a schema that
            was set past construction is no object schema or contains itself.
    """
    name = _prefixed_name("anthropic_name", ANTHROPIC_NAME_RE, tool, name_prefix)
    schema = strip_keys(_plain_schema("input_schema", tool.input_schema), keys=("title",), prefixes=("x-",))
    schema.setdefault("additionalProperties", False)
    return {"name": name, "description": tool.description, "input_schema": schema}


def from_mcp_tool(data: Mapping[str, Any], func: Callable[..., Any]) -> OCTool:
    """Return the descriptor of an MCP tool, whoever listed it.

    A tool that `to_mcp_tool` wrote comes back equal. For any other, what MCP does not say reads as the most
    conservative value: `access` as `remote`, and an absent annotation as MCP's own default (`readOnlyHint`
    false, `destructiveHint` true, `idempotentHint` false). An `access` or a `result_kind` from a later
    release reads as its fallback. A key that is null counts as absent; one that the descriptor has no field
    for is not kept.

    Args:
        data: MCP `Tool` as plain data, as `tools/list` gives it.
        func: The callable to dispatch to.

    Raises:
        OCToolError: The data is not shaped as MCP says (`mcp_tool_malformed`), or breaks a rule of
            construction, such as a blank description or a name that does not match `NAME_RE`.
    """
    if not isinstance(data, Mapping):
        raise error("mcp_tool_malformed", field="The whole", value=quote(data), expected="an object")
    annotations = _object(data, "annotations")
    meta = _object(data, "_meta")
    for field, key in _REQUIRED.items():
        if data.get(key) is None:
            raise error("field_missing", field=field)
    return OCTool(
        name=data["name"],
        description=data["description"],
        input_schema=data["inputSchema"],
        func=func,
        access=_member(meta, "access", ACCESS_KINDS, ACCESS_FALLBACK),
        target=meta.get(f"{MCP_META_NAMESPACE}target"),
        output_schema=data.get("outputSchema"),
        result_kind=_member(meta, "result_kind", RESULT_KINDS, RESULT_KIND_FALLBACK),
        title=data.get("title"),
        deprecated=_or_default(meta, f"{MCP_META_NAMESPACE}deprecated", default=False),
        meta=_or_default(meta, f"{MCP_META_NAMESPACE}meta", default={}),
        tags=_or_default(meta, f"{MCP_META_NAMESPACE}tags", default=()),
        **{field: _hint(annotations, key, default) for field, (key, default) in _ANNOTATIONS.items()},
    )


_REQUIRED: Final[Mapping[str, str]] = MappingProxyType(
    {"name": "name", "description": "description", "input_schema": "inputSchema"}
)


def _prefixed_name(rule: str, pattern: re.Pattern[str], tool: OCTool, name_prefix: str) -> str:
    if not isinstance(name_prefix, str):
        raise error("field_type", field="name_prefix", value=quote(name_prefix), expected="a string")
    own_name: object = tool.name  # anything, when it was set past construction
    name = plain_text(name_prefix) + plain_text(own_name) if isinstance(own_name, str) else own_name
    if not isinstance(name, str) or not pattern.fullmatch(name):
        raise error(rule, name=quote(name), pattern=pattern.pattern)
    return name


def _plain_schema(field: str, schema: Any) -> dict[str, Any]:
    plain: dict[str, Any] = thaw(check_object_schema(field, schema), field=field)
    return plain


def _or_default(data: Mapping[str, Any], key: str, *, default: Any) -> Any:
    value = data.get(key)
    return default if value is None else value


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = _or_default(data, key, default={})
    if not isinstance(value, Mapping):
        raise error("mcp_tool_malformed", field=key, value=quote(value), expected="an object")
    return value


def _hint(annotations: Mapping[str, Any], key: str, default: bool) -> bool:
    value = _or_default(annotations, key, default=default)
    if not isinstance(value, bool):
        raise error(
            "mcp_tool_malformed", field=f"annotations.{key}", value=quote(value), expected="a boolean"
        )
    return value


def _member(meta: Mapping[str, Any], key: str, vocabulary: tuple[Value, ...], fallback: Value) -> Value:
    """Read a closed vocabulary as a tolerant reader does: a text that it does not know is the fallback."""
    full_key = f"{MCP_META_NAMESPACE}{key}"
    value = _or_default(meta, full_key, default=fallback)
    if not isinstance(value, str):
        raise error(
            "mcp_tool_malformed", field=f"_meta[{full_key!r}]", value=quote(value), expected="a string"
        )
    return next((known for known in vocabulary if known == value), fallback)
