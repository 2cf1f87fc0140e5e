"""What a tool catalogue must not hold before it is published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from octools.catalog.credentials import credentials
from octools.catalog.fields import (
    EXECUTION,
    HOST_SOURCE,
    NO_SURROGATES,
    VOCABULARIES,
    fields_of,
    is_tool_id,
    items_of,
)
from octools.findings import Finding, finding, quote
from octools.pointers import child
from octools_contract.descriptors import ToolAuth, ToolDescriptor
from octools_contract.vocabularies import TOOL_SOURCES

__all__ = ["publishing_problems", "validate_catalog"]

_TEXTS: Final = ("title", "description")
_SCHEMAS: Final = ("inputSchema", "outputSchema")


def validate_catalog(descriptors: Iterable[Any]) -> list[Finding]:
    """Report what must not be published in a tool catalogue.

    Args:
        descriptors: The catalogue's items: `ToolDescriptor`s, or mappings with their fields; any value is
            taken.

    Returns:
        Findings in listing order, `tool` set to the `toolId` and `path` a JSON pointer into the descriptor;
        of an item without a readable `toolId`, `path` begins with its index. Rules: `bad_descriptor`,
        `unknown_descriptor_key`, `duplicate_tool_id`, `exec_source`, `schema_root`, `scope_repeated`,
        `credential_key`, `credential_value`.

    Raises:
        OCToolError: The value is no list of items (`not_a_catalog`).

    Source: RFC 0112, ToolDescriptor.
    """
    findings: list[Finding] = []
    seen: set[str] = set()
    for index, item in enumerate(items_of(descriptors)):
        fields = fields_of(item)
        if fields is None:
            findings.append(finding("bad_descriptor", variant="item", path=f"/{index}", value=quote(item)))
            continue
        tool_id = fields.get("toolId")
        known = is_tool_id(tool_id)
        tool, prefix = (tool_id, "") if known else (None, f"/{index}")
        findings += _judge(fields, tool, prefix)
        if isinstance(tool_id, str) and known:
            if tool_id in seen:
                findings.append(finding("duplicate_tool_id", tool=tool, path="/toolId", value=quote(tool_id)))
            seen.add(tool_id)
    return findings


def publishing_problems(descriptors: Iterable[Any]) -> list[Finding]:
    """Return the findings that keep a catalogue from being served: all of `validate_catalog` but one rule.

    Real servers list schemas without an object root (`schema_root`): no reason to serve nothing at all.
    """
    return [each for each in validate_catalog(descriptors) if each.rule != "schema_root"]


def _judge(fields: Mapping[Any, Any], tool: str | None, prefix: str) -> Iterator[Finding]:
    """Yield the findings on one descriptor, in the order of its schema's fields, then its credentials."""
    known = ToolDescriptor.model_fields
    for key in fields:
        if key not in known:
            yield finding("unknown_descriptor_key", tool=tool, path=_below(prefix, key), key=quote(key))
    for field in known:
        path = f"{prefix}/{field}"
        if field not in fields:
            if known[field].is_required():
                yield finding(
                    "bad_descriptor",
                    variant="missing",
                    tool=tool,
                    path=prefix,
                    field=field,
                    expected=_expected(field),
                )
        elif not _fits(field, fields[field]):
            yield _bad(field, fields[field], _expected(field, fields[field]), tool, path)
        elif field in _SCHEMAS:
            yield from _root(fields[field], field, tool, path)
        elif field == "auth":
            yield from _auth(fields[field], tool, path)
    if fields.get("safetyTier") == EXECUTION and fields.get("source") in set(TOOL_SOURCES) - {HOST_SOURCE}:
        yield finding("exec_source", tool=tool, path=f"{prefix}/source", value=quote(fields["source"]))
    yield from credentials(fields, tool=tool, prefix=prefix)


def _fits(field: str, value: Any) -> bool:
    if field in VOCABULARIES:
        return isinstance(value, str) and value in VOCABULARIES[field]
    if field == "toolId":
        return is_tool_id(value)
    if field in _TEXTS:
        return isinstance(value, str)
    return isinstance(value, Mapping)


def _expected(field: str, value: Any = None) -> str:
    if field in VOCABULARIES:
        return f"one of {', '.join(VOCABULARIES[field])}"
    if field == "toolId":
        return NO_SURROGATES if isinstance(value, str) and value else "a string that is not empty"
    return "a string" if field in _TEXTS else "an object"


def _root(schema: Mapping[Any, Any], field: str, tool: str | None, path: str) -> Iterator[Finding]:
    if "type" not in schema:
        yield finding("schema_root", variant="missing", tool=tool, path=path, field=field)
    elif not isinstance(schema["type"], str) or schema["type"] != "object":
        yield finding("schema_root", tool=tool, path=path, field=field, type=quote(schema["type"]))


def _auth(auth: Mapping[Any, Any], tool: str | None, path: str) -> Iterator[Finding]:
    for key, value in auth.items():
        below = _below(path, key)
        if key not in ToolAuth.model_fields:
            yield finding("unknown_descriptor_key", variant="auth", tool=tool, path=below, key=quote(key))
        elif key == "credentialRef":
            if not isinstance(value, bool):
                yield _bad(f"auth.{key}", value, "true or false", tool, below)
        elif not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            yield _bad(f"auth.{key}", value, "a list of strings", tool, below)
        else:
            seen: set[str] = set()
            for index, scope in enumerate(value):
                if scope in seen:
                    yield finding("scope_repeated", tool=tool, path=f"{below}/{index}", value=quote(scope))
                seen.add(scope)


def _bad(field: str, value: Any, expected: str, tool: str | None, path: str) -> Finding:
    """Return the finding for a field with the wrong value."""
    return finding("bad_descriptor", tool=tool, path=path, field=field, value=quote(value), expected=expected)


def _below(path: str, key: Any) -> str:
    return child(path, key if isinstance(key, str) else quote(key))
