"""Tool descriptors made from descriptors of libraries, and from tools that MCP servers list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypedDict

from pydantic import ValidationError

from octools.catalog.fields import EXECUTION, HOST_SOURCE, NO_SURROGATES, VOCABULARIES
from octools.descriptor import OCTool
from octools.findings import error, quote
from octools.frozen import thaw
from octools.scalars import plain_text
from octools.surrogates import has_surrogates
from octools_contract.constants import MCP_META_NAMESPACE
from octools_contract.descriptors import ToolAuth, ToolDescriptor
from octools_contract.fallbacks import ACCESS_FALLBACK
from octools_contract.vocabularies import (
    SAFETY_TIERS,
    TOOL_SOURCES,
    Access,
    Approval,
    CostHint,
    Egress,
    LatencyHint,
    ReplayPolicy,
    SafetyTier,
    ToolSource,
)

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "MCP_SCOPE",
    "MCP_SOURCE",
    "PROVIDER_SCOPE",
    "PROVIDER_SOURCE",
    "to_tool_descriptor",
    "tool_descriptor_from_mcp",
]

MCP_SOURCE: Final[ToolSource] = "mcp"
MCP_SCOPE: Final = "mcp"
PROVIDER_SOURCE: Final = HOST_SOURCE
PROVIDER_SCOPE: Final = "local"


class Facts(TypedDict, total=False):
    """What a host knows of a tool and the tool itself does not say."""

    auth: ToolAuth | Mapping[str, Any] | None
    egress: Egress | None
    approval: Approval | None
    replay_policy: ReplayPolicy | None
    cost_hint: CostHint | None
    latency_hint: LatencyHint | None


# The fields of a descriptor that the facts with a vocabulary become.
_FIELDS: Final[Mapping[str, str]] = {
    "egress": "egress",
    "approval": "approval",
    "replay_policy": "replayPolicy",
    "cost_hint": "costHint",
    "latency_hint": "latencyHint",
}


def to_tool_descriptor(
    tool: OCTool,
    *,
    source: ToolSource = PROVIDER_SOURCE,
    scope: str = PROVIDER_SCOPE,
    safety_tier: SafetyTier | None = None,
    **facts: Unpack[Facts],
) -> ToolDescriptor:
    """Return the catalogue's descriptor of a library's tool.

    Its `toolId` is `<scope>:<name>`. The safety tier follows from the hints and the access unless it is
    given: a writing tool is `write`, a reading remote one `read`, a reading local one `pure`; `exec` is only
    ever given.

    Args:
        tool: The tool.
        source: The surface that backs the tool.
        scope: The scope of its id.
        safety_tier: Its data effect.
        facts: `auth`, `egress`, `approval`, `replay_policy`, `cost_hint` and `latency_hint`; what is None or
            not given is not stated.

    Raises:
        OCToolError: An argument has the wrong type (`field_type`), is blank (`blank_text`) or outside its
            vocabulary (`unknown_value`), or the tier is `exec` and the source is not `host-extension`
            (`exec_source`).

    Source: RFC 0112, ToolDescriptor.
    """
    if not isinstance(tool, OCTool):
        raise error("field_type", field="tool", value=quote(tool), expected="an OCTool")
    fields = {
        "title": tool.title,
        "description": tool.description,
        "inputSchema": thaw(tool.input_schema, field="input_schema"),
        "outputSchema": None
        if tool.output_schema is None
        else thaw(tool.output_schema, field="output_schema"),
    }
    tier = (
        safety_tier if safety_tier is not None else _tier(read_only=tool.read_only_hint, access=tool.access)
    )
    return _descriptor(_identity(tool.name, source, scope, tier) | fields, facts)


def tool_descriptor_from_mcp(
    data: Mapping[str, Any],
    *,
    source: ToolSource = MCP_SOURCE,
    scope: str = MCP_SCOPE,
    safety_tier: SafetyTier | None = None,
    **facts: Unpack[Facts],
) -> ToolDescriptor:
    """Return the catalogue's descriptor of an MCP `Tool`.

    The name may be any text that is not blank; a title is taken from the tool or from its annotations. The
    safety tier follows as in `to_tool_descriptor`, where `readOnlyHint` that is absent reads as false, and
    the access that octools itself writes into `_meta` reads as `remote` where it is absent.

    Args:
        data: The tool as plain data, as `tools/list` gives it. A key that is null counts as absent.
        source: The surface that backs the tool.
        scope: The scope of its id.
        safety_tier: Its data effect.
        facts: As in `to_tool_descriptor`.

    Raises:
        OCToolError: The data is not shaped as MCP says (`mcp_tool_malformed`), or for the reasons of
            `to_tool_descriptor`.

    Source: RFC 0112, ToolDescriptor.
    """
    fields = mcp_fields(data, source=source, scope=scope, safety_tier=safety_tier)
    for field in ("title", "description"):
        if field in fields and not isinstance(fields[field], str):
            raise _malformed(field, fields[field], "a string")
    for field in ("inputSchema", "outputSchema"):
        if field in fields:
            if not isinstance(fields[field], Mapping):
                raise _malformed(field, fields[field], "an object")
            fields[field] = thaw(fields[field], field=field)
    return _descriptor(fields, facts)


def mcp_fields(
    data: Any,
    *,
    source: ToolSource = MCP_SOURCE,
    scope: str = MCP_SCOPE,
    safety_tier: SafetyTier | None = None,
) -> dict[str, Any]:
    """Return the fields of a tool descriptor that an MCP `Tool` gives, whatever stands in them.

    Args:
        data: The tool; only its name must be right.
        source: The surface that backs the tool.
        scope: The scope of its id.
        safety_tier: Its data effect; None lets it follow from the tool.

    Raises:
        OCToolError: As `tool_descriptor_from_mcp` raises it, for all but texts and schemas.
    """
    if not isinstance(data, Mapping):
        raise _malformed("The whole", data, "an object")
    name = data.get("name")
    if not isinstance(name, str) or not name.strip():
        raise _malformed("name", name, "a string that is not blank")
    if has_surrogates(name):
        raise _malformed("name", name, NO_SURROGATES)
    annotations = _object(data.get("annotations"))
    tier = safety_tier
    if tier is None:
        access = _object(data.get("_meta")).get(f"{MCP_META_NAMESPACE}access", ACCESS_FALLBACK)
        tier = _tier(read_only=annotations.get("readOnlyHint") is True, access=access)
    title = data.get("title") if data.get("title") is not None else annotations.get("title")
    fields = {"title": title} | {key: data.get(key) for key in ("description", "inputSchema", "outputSchema")}
    stated = {key: value for key, value in fields.items() if value is not None}
    return _identity(name, source, scope, tier) | stated


def _tier(*, read_only: bool, access: Access | Any) -> SafetyTier:
    if not read_only:
        return "write"
    return "pure" if access == "local" else "read"


def _identity(name: str, source: Any, scope: Any, tier: Any) -> dict[str, Any]:
    if not isinstance(scope, str):
        raise error("field_type", field="scope", value=quote(scope), expected="a string")
    if not scope.strip():
        raise error("blank_text", field="scope")
    if has_surrogates(scope):
        raise error("field_type", field="scope", value=quote(scope), expected=NO_SURROGATES)
    _check("source", source, TOOL_SOURCES)
    _check("safety_tier", tier, SAFETY_TIERS)
    if tier == EXECUTION and source != HOST_SOURCE:
        raise error("exec_source", value=quote(source))
    return {"toolId": f"{plain_text(scope)}:{plain_text(name)}", "source": source, "safetyTier": tier}


def _check(field: str, value: Any, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise error("unknown_value", field=field, value=quote(value), allowed=", ".join(allowed))


def _descriptor(fields: dict[str, Any], facts: Facts) -> ToolDescriptor:
    stated = {key: value for key, value in facts.items() if value is not None}
    auth = stated.pop("auth", None)
    if auth is not None:
        fields["auth"] = _auth(auth)
    for field, value in stated.items():
        if field not in _FIELDS:
            raise TypeError(f"{quote(field)} is no argument; the facts are auth, {', '.join(_FIELDS)}")
        key = _FIELDS[field]
        _check(field, value, VOCABULARIES[key])
        fields[key] = value
    try:
        return ToolDescriptor.model_validate(
            {key: value for key, value in fields.items() if value is not None}
        )
    except ValidationError as problem:
        # Only a schema with a key that is no string comes this far.
        field = str(problem.errors(include_url=False, include_input=False)[0]["loc"][0])
    raise error("field_type", field=field, value=quote(fields[field]), expected="an object with string keys")


def _auth(value: Any) -> ToolAuth:
    if isinstance(value, ToolAuth):
        return value
    known = isinstance(value, Mapping) and value.keys() <= {"scopes", "credentialRef"}
    scopes = value.get("scopes", []) if known else None
    named = isinstance(scopes, list | tuple) and all(isinstance(each, str) for each in scopes)
    if not named or not isinstance(value.get("credentialRef", False), bool):
        expected = "an object of scopes (strings) and credentialRef (a boolean)"
        raise error("field_type", field="auth", value=quote(value), expected=expected)
    listed = {"scopes": list(scopes or ())} if "scopes" in value else {}
    return ToolAuth.model_validate({**value, **listed})


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _malformed(field: str, value: Any, expected: str) -> Exception:
    return error("mcp_tool_malformed", field=field, value=quote(value), expected=expected)
