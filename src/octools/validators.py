"""What a library should get right beyond the structural rules, as findings that list all problems at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from octools.aliases import alias_of, replacement
from octools.descriptor import OCTool
from octools.findings import Finding, finding, quote
from octools.providers import tag_set
from octools.scalars import plain_text
from octools.sentences import count_sentences
from octools.strict import STRICT_ENGINE
from octools_contract.constants import (
    ALIAS_OF_KEY,
    MAX_SENTENCES,
    MIN_SENTENCES,
    NAME_RE,
    NAMESPACE_RE,
    SCHEMA_ESCAPE_KEY,
)
from octools_contract.vocabularies import TOOL_TAGS

if TYPE_CHECKING:
    from octools.providers import ToolProvider

_ARTIFACT: Final = "artifact"
_OWN_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


def validate_tool(tool: OCTool) -> list[Finding]:
    """Report what is wrong with one tool (octools descriptor specification, "Validator rules").

    Args:
        tool: The descriptor. Fields that were set past construction may hold anything.

    Returns:
        The findings in the order of the specification's table, those of the input schema with paths below
        `/input_schema`; empty when the tool is right. What is no `OCTool` gives `not_octool` alone.
    """
    given: object = tool
    if not isinstance(given, OCTool):
        return [finding("not_octool", value=quote(given))]
    name = _name(tool)
    findings: list[Finding] = []
    if name is None or not NAME_RE.fullmatch(name):
        findings.append(finding("name_pattern", tool=name, name=quote(tool.name), pattern=NAME_RE.pattern))
    findings += _sentence_findings(tool, name)
    findings += STRICT_ENGINE.findings(tool.input_schema, tool=name, prefix="/input_schema")
    findings += _output_findings(tool, name)
    findings += _alias_findings(tool, name)
    return findings


def validate_provider(provider: ToolProvider) -> list[Finding]:
    """Report what is wrong with a provider: the findings of its tools and of its listing.

    `all_tools()` is called twice; everything but the order is judged on the first listing. One bad tool never
    hides the findings of the others.

    Args:
        provider: Object or module with an `all_tools` function.

    Returns:
        The findings: tool by tool each tool's own, then its missing alias target; then those of the listing.
    """
    first, second = _listing(provider), _listing(provider)
    names = {_name(tool) for tool in first}
    findings: list[Finding] = []
    for tool in first:
        findings += validate_tool(tool)
        target = replacement(tool) if isinstance(tool, OCTool) else None
        if target is not None and target not in names:
            findings.append(finding("alias_target_missing", tool=_name(tool), target=quote(target)))
    return findings + _listing_findings(first, second)


def check_tool_listing(provider: ToolProvider) -> list[Finding]:
    """Report what is wrong with a provider's listing alone: `unstable_order` and `duplicate_name`.

    Args:
        provider: Object or module with an `all_tools` function; it is called twice.

    Returns:
        At most one `unstable_order`, then one `duplicate_name` for each repeat in the first listing.
    """
    return _listing_findings(_listing(provider), _listing(provider))


def validate_tags(provider: ToolProvider, *, allowed: Iterable[str] = ()) -> list[Finding]:
    """Report each tag that is neither well known nor allowed.

    Args:
        provider: Object or module with an `all_tools` function; it is called once.
        allowed: Further tags, such as a provider's own domain tags.

    Returns:
        One finding a tag and tool, in listing order.

    Raises:
        OCToolError: `allowed` is a single string, or no collection of strings.
    """
    extra = tag_set(allowed, field="allowed")
    known = {*TOOL_TAGS, *extra}
    shown = quote([*TOOL_TAGS, *sorted(extra.difference(TOOL_TAGS))])
    return [
        finding("unknown_tag", tool=_name(tool), tag=quote(tag), allowed=shown)
        for tool in _tools(provider)
        for tag in _list(tool.tags)
        if not isinstance(tag, str) or tag not in known
    ]


def validate_namespace(provider: ToolProvider, namespace: str) -> list[Finding]:
    """Report each tool whose name is not the namespace, one underscore and a name of its own.

    Args:
        provider: Object or module with an `all_tools` function; it is called once.
        namespace: The product's name. Of an empty or wrong one nothing else is said.
    """
    given: object = namespace
    if given == "":
        return [finding("namespace_missing")]
    if not isinstance(given, str) or not NAMESPACE_RE.fullmatch(given):
        return [finding("namespace_pattern", namespace=quote(given), pattern=NAMESPACE_RE.pattern)]
    plain = plain_text(given)
    return [each for tool in _tools(provider) for each in _namespace_findings(tool, plain)]


def _sentence_findings(tool: OCTool, name: str | None) -> list[Finding]:
    description: object = tool.description
    count = count_sentences(description) if isinstance(description, str) else 0
    if MIN_SENTENCES <= count <= MAX_SENTENCES:
        return []
    variant = "one" if count == 1 else "default"
    return [
        finding(
            "description_sentences",
            variant=variant,
            tool=name,
            count=count,
            minimum=MIN_SENTENCES,
            maximum=MAX_SENTENCES,
        )
    ]


def _output_findings(tool: OCTool, name: str | None) -> list[Finding]:
    schema = tool.output_schema
    findings: list[Finding] = []
    is_open = _member(schema, "additionalProperties") is True
    if (schema is None or is_open) and not _has_text(tool.meta, SCHEMA_ESCAPE_KEY):
        variant = "open" if is_open else "default"
        key = quote(SCHEMA_ESCAPE_KEY)
        findings.append(finding("output_schema_escape", variant=variant, tool=name, key=key))
    kind: object = tool.result_kind  # anything, when it was set past construction
    if isinstance(kind, str) and kind == _ARTIFACT:
        properties = _member(schema, "properties")
        if not isinstance(properties, Mapping) or _ARTIFACT not in properties:
            findings.append(finding("artifact_envelope", tool=name))
    return findings


def _alias_findings(tool: OCTool, name: str | None) -> list[Finding]:
    if not tool.deprecated:
        return []
    target = alias_of(tool)
    if target is not None and target != name:
        return []
    variant = "default" if target is None else "itself"
    return [finding("deprecated_alias", variant=variant, tool=name, key=quote(ALIAS_OF_KEY))]


def _listing_findings(first: list[Any], second: list[Any]) -> list[Finding]:
    names, again = [_name(tool) for tool in first], [_name(tool) for tool in second]
    findings: list[Finding] = []
    if names != again:
        at = _first_difference(names, again)
        first_names, second_names = quote(names[at:]), quote(again[at:])
        findings.append(finding("unstable_order", position=at, first=first_names, second=second_names))
    seen: set[str] = set()
    for name in names:
        if name in seen:
            findings.append(finding("duplicate_name", tool=name, name=quote(name)))
        elif name is not None:
            seen.add(name)
    return findings


def _first_difference(names: Sequence[object], again: Sequence[object]) -> int:
    pairs = enumerate(zip(names, again, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(names), len(again)))


def _namespace_findings(tool: OCTool, namespace: str) -> list[Finding]:
    name = _name(tool)
    places = {"name": quote(tool.name), "namespace": quote(namespace)}
    if name is None or not name.startswith(f"{namespace}_"):
        return [finding("name_outside_namespace", tool=name, **places)]
    part = name[len(namespace) + 1 :]
    if part == "":
        return [finding("name_outside_namespace", variant="empty", tool=name, **places)]
    if _OWN_NAME.fullmatch(part):
        return []
    return [finding("name_outside_namespace", variant="part", tool=name, part=quote(part), **places)]


def _listing(provider: ToolProvider) -> list[Any]:
    """Return one listing, which may hold anything: the provider's word is what is judged."""
    return list(provider.all_tools())


def _tools(provider: ToolProvider) -> list[OCTool]:
    return [tool for tool in _listing(provider) if isinstance(tool, OCTool)]


def _name(tool: object) -> str | None:
    """Return the name of a tool as a finding has it; None of what has none."""
    name: object = tool.name if isinstance(tool, OCTool) else None
    return name if isinstance(name, str) else None


def _member(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None


def _has_text(value: object, key: str) -> bool:
    text = _member(value, key)
    return isinstance(text, str) and text.strip() != ""


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()
