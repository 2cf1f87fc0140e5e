"""What a catalogue host must do, one function a requirement.

A check reads through `Host`, which asks for a shared answer once. It returns when the requirement holds,
raises `ViolationError` with what it saw when it does not, and `NotApplicableError` where the host does not
offer what the check is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from octools.catalog import validate_catalog
from octools.compact.clean import compact_clean
from octools.quoting import quote
from octools_contract.catalog import ToolCatalogCapability
from octools_contract.descriptors import CompactToolDescriptor, ToolDescriptor
from octools_contract.vocabularies import TOOL_SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from octools.conformance.client import Answer, Client

__all__ = ["CHECKS", "Check", "Host", "NotApplicableError", "ViolationError"]

_BY_ID_READS: Final = 25
_REPEATS: Final = 5
_UNKNOWN_ID: Final = "octools.conformance:no-such-tool/%~\u00e9"
_WRITES: Final = ("POST", "PUT", "PATCH", "DELETE")


class ViolationError(Exception):
    """The requirement does not hold; the text says what was seen."""


class NotApplicableError(Exception):
    """The host does not offer what the check is about."""


@dataclass(frozen=True, slots=True)
class Check:
    """One requirement and the function that checks it."""

    id: str
    requirement: str
    section: str
    run: Callable[[Host], None]


class Host:
    """The host under check: answers that several checks need are read once."""

    def __init__(self, client: Client, second: Client | None) -> None:
        self.client = client
        self.second = second

    @cached_property
    def discovery(self) -> Answer:
        """The answer to the discovery read."""
        return self.client.get("/.well-known/openwop")

    @cached_property
    def capability(self) -> dict[str, Any]:
        """The tool catalogue's block of the discovery document, or nothing."""
        found = self.discovery.json.get("toolCatalog") if isinstance(self.discovery.json, dict) else None
        return found if isinstance(found, dict) else {}

    def need_compact(self) -> None:
        """Raises `NotApplicableError` where the compact view is not advertised."""
        if self.capability.get("compactView") is not True:
            raise NotApplicableError("the host does not advertise toolCatalog.compactView")

    @cached_property
    def standard(self) -> Answer:
        """The answer to the standard listing."""
        return self.client.get("/v1/tools")

    @cached_property
    def compact(self) -> Answer:
        """The answer to the compact listing."""
        self.need_compact()
        return self.client.get("/v1/tools?view=compact")

    @cached_property
    def standard_tools(self) -> list[dict[str, Any]]:
        """The descriptors of the standard listing."""
        return _tools(self.standard, "GET /v1/tools")

    @cached_property
    def compact_tools(self) -> list[dict[str, Any]]:
        """The descriptors of the compact listing."""
        return _tools(self.compact, "GET /v1/tools?view=compact")

    def probed_ids(self) -> list[str]:
        """Ids for by-id reads: the first ones, and those that need escaping."""
        ids = _ids(self.standard_tools)
        odd = [each for each in ids if not each.replace(":", "").replace("_", "").isalnum()]
        return list(dict.fromkeys([*ids[:_BY_ID_READS], *odd[:_BY_ID_READS]]))


def _tools(answer: Answer, what: str) -> list[dict[str, Any]]:
    if answer.status != HTTPStatus.OK:
        raise ViolationError(f"{what} was answered with status {answer.status}")
    tools = answer.json.get("tools") if isinstance(answer.json, dict) else None
    if not isinstance(tools, list) or not all(isinstance(each, dict) for each in tools):
        raise ViolationError(
            f"{what} gave no object with a list of descriptors under tools: {quote(answer.json)}"
        )
    return tools


def _ids(tools: Iterable[dict[str, Any]]) -> list[str]:
    return [str(each.get("toolId")) for each in tools]


def _listed(tools: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Descriptors by id; an id that is no text stands as what it looks like."""
    return {str(each.get("toolId")): each for each in tools}


def _difference(first: Iterable[str], second: Iterable[str]) -> str:
    left, right = set(first), set(second)
    missing, added = sorted(left - right), sorted(right - left)
    return f"missing {quote(missing[:5])} ({len(missing)}), added {quote(added[:5])} ({len(added)})"


def _status(answer: Answer, wanted: int, what: str) -> None:
    if answer.status != wanted:
        raise ViolationError(f"{what} was answered with status {answer.status}, not {wanted}")


def _is_json(answer: Answer, what: str) -> None:
    kind = (answer.header("content-type") or "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ViolationError(f"{what} has the content type {quote(kind)}, not application/json")
    if answer.json is None:
        raise ViolationError(f"{what} is not JSON")


def _shape(model: type[BaseModel], tools: list[dict[str, Any]], what: str) -> None:
    for index, each in enumerate(tools):
        try:
            model.model_validate(each)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = "".join(f"/{part}" for part in first["loc"])
            raise ViolationError(
                f"{what} /tools/{index}{place} ({quote(each.get('toolId'))}): {first['msg']}"
            ) from None


# --- discovery


def _discovery_document(host: Host) -> None:
    _status(host.discovery, 200, "GET /.well-known/openwop")
    _is_json(host.discovery, "the discovery document")
    if not isinstance(host.discovery.json, dict):
        raise ViolationError("the discovery document is no JSON object")


def _discovery_capability(host: Host) -> None:
    if not host.capability:
        raise ViolationError("the discovery document has no object under toolCatalog")
    try:
        ToolCatalogCapability.model_validate(host.capability)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ViolationError(f"toolCatalog {quote(first['loc'])}: {first['msg']}") from None
    if host.capability.get("supported") is not True:
        raise ViolationError("toolCatalog.supported is not true, though the host serves the catalogue")


def _discovery_sources(host: Host) -> None:
    named = host.capability.get("sources")
    if named is None:
        raise NotApplicableError("the host does not name its sources")
    served = {str(each.get("source")) for each in host.standard_tools}
    if not isinstance(named, list) or served - {str(each) for each in named}:
        raise ViolationError(
            f"toolCatalog.sources is {quote(named)}, but tools are served from {quote(sorted(served))}"
        )


# --- the standard view


def _listing(host: Host) -> None:
    _is_json(host.standard, "GET /v1/tools")
    host.standard_tools  # noqa: B018  (reading it checks the envelope)
    if set(host.standard.json) != {"tools"}:
        raise ViolationError(f"the listing has keys beside tools: {quote(sorted(host.standard.json))}")


def _standard_shape(host: Host) -> None:
    _shape(ToolDescriptor, host.standard_tools, "standard view")


def _unique_ids(host: Host) -> None:
    ids = _ids(host.standard_tools)
    if len(set(ids)) != len(ids):
        twice = sorted({each for each in ids if ids.count(each) > 1})[:5]
        raise ViolationError(f"tool ids stand more than once: {quote(twice)}")


def _content(host: Host) -> None:
    for what, tools in (("standard view", host.standard_tools), ("compact view", _compact_or_nothing(host))):
        findings = [each for each in validate_catalog(tools) if each.rule != "schema_root"]
        if findings:
            first = findings[0]
            raise ViolationError(
                f"{what}: {first.rule} at {first.path or '/'} of {quote(first.tool)}: {first.message}"
            )


def _compact_or_nothing(host: Host) -> list[dict[str, Any]]:
    return host.compact_tools if host.capability.get("compactView") is True else []


# --- the compact view


def _compact_listing(host: Host) -> None:
    _is_json(host.compact, "GET /v1/tools?view=compact")
    host.compact_tools  # noqa: B018  (reading it checks the envelope)
    if set(host.compact.json) != {"tools"}:
        raise ViolationError(f"the compact listing has keys beside tools: {quote(sorted(host.compact.json))}")


def _compact_shape(host: Host) -> None:
    host.need_compact()
    _shape(CompactToolDescriptor, host.compact_tools, "compact view")


def _compact_subset(host: Host) -> None:
    host.need_compact()
    for index, each in enumerate(host.compact_tools):
        if "inputSchema" in each:
            findings = compact_clean(each["inputSchema"])
            if findings:
                place = f"/tools/{index}/inputSchema{findings[0].path or ''}"
                raise ViolationError(
                    f"{place} ({quote(each.get('toolId'))}): {findings[0].rule}: {findings[0].message}"
                )


def _same_ids(host: Host) -> None:
    host.need_compact()
    standard, compact = _ids(host.standard_tools), _ids(host.compact_tools)
    if sorted(standard) != sorted(compact):
        raise ViolationError(
            f"the compact view has other tool ids than the standard view: {_difference(standard, compact)}"
        )


def _same_facts(host: Host) -> None:
    host.need_compact()
    standard = _listed(host.standard_tools)
    for tool_id, each in _listed(host.compact_tools).items():
        whole = standard.get(tool_id, {})
        for name in ("source", "safetyTier", "title"):
            if each.get(name, whole.get(name)) != whole.get(name):
                raise ViolationError(f"{quote(each.get('toolId'))} has another {name} in the compact view")


def _standard_by_name(host: Host) -> None:
    host.need_compact()
    named = host.client.get("/v1/tools?view=standard")
    if named.json != host.standard.json:
        raise ViolationError("view=standard gives something else than the default view")


def _view_unknown(host: Host) -> None:
    answer = host.client.get("/v1/tools?view=octools-no-such-view")
    if host.capability.get("compactView") is True:
        _status(answer, 400, "an unknown view on a host that advertises compactView")
        return
    compact = host.client.get("/v1/tools?view=compact")
    for each in (answer, compact):
        if each.json != host.standard.json:
            raise ViolationError(
                "a host that does not advertise compactView must ignore view, but its answer changed"
            )


# --- source


def _source_filter(host: Host) -> None:
    for source in TOOL_SOURCES:
        found = _tools(host.client.get(f"/v1/tools?source={source}"), f"source={source}")
        wanted = [each for each in host.standard_tools if each.get("source") == source]
        if _ids(found) != _ids(wanted):
            change = _difference(_ids(wanted), _ids(found))
            raise ViolationError(f"source={source} does not give the tools of that source: {change}")


def _source_compact(host: Host) -> None:
    host.need_compact()
    for source in TOOL_SOURCES:
        found = _tools(
            host.client.get(f"/v1/tools?source={source}&view=compact"), f"source={source}&view=compact"
        )
        wanted = [each for each in host.compact_tools if each.get("source") == source]
        if found != wanted:
            raise ViolationError(
                f"source={source} and view=compact do not compose: {_difference(_ids(wanted), _ids(found))}"
            )


def _source_unknown(host: Host) -> None:
    _status(host.client.get("/v1/tools?source=octools-no-such-source"), 400, "an unknown source")


def _repeated_parameter(host: Host) -> None:
    _status(host.client.get("/v1/tools?source=mcp&source=mcp"), 400, "a repeated source")
    if host.capability.get("compactView") is True:
        _status(host.client.get("/v1/tools?view=compact&view=compact"), 400, "a repeated view")


# --- by-id reads


def _by_id(host: Host) -> None:
    _read_by_id(host, host.standard_tools, "")


def _by_id_compact(host: Host) -> None:
    host.need_compact()
    _read_by_id(host, host.compact_tools, "?view=compact")


def _read_by_id(host: Host, tools: list[dict[str, Any]], query: str) -> None:
    listed = _listed(tools)
    for tool_id in host.probed_ids():
        answer = host.client.get(host.client.tool_path(tool_id) + query)
        _status(answer, 200, f"the read of {quote(tool_id)} by its id")
        if answer.json != listed.get(tool_id):
            raise ViolationError(f"{quote(tool_id)} reads differently by its id than in the listing")


def _unknown_id(host: Host) -> None:
    answer = host.client.get(host.client.tool_path(_UNKNOWN_ID))
    _status(answer, 404, "an unknown tool id")


# --- disclosure


def _non_disclosure(host: Host) -> None:
    if host.second is None:
        raise NotApplicableError("give a second token to check that one caller cannot see another's tools")
    seen = set(_ids(_tools(host.second.get("/v1/tools"), "the second caller's listing")))
    compared = 0
    for reader, hidden in (
        (host.second, [each for each in _ids(host.standard_tools) if each not in seen]),
        (host.client, sorted(seen - set(_ids(host.standard_tools)))),
    ):
        unknown = reader.get(reader.tool_path(_UNKNOWN_ID)).comparable()
        for tool_id in hidden[:_BY_ID_READS]:
            compared += 1
            if reader.get(reader.tool_path(tool_id)).comparable() != unknown:
                hidden_id = quote(tool_id)
                raise ViolationError(f"{hidden_id}, which the caller may not see, reads unlike an unknown id")
    if not compared:
        raise NotApplicableError("both callers see the same tools; give a token that sees fewer")


def _second_views(host: Host) -> None:
    host.need_compact()
    if host.second is None:
        raise NotApplicableError("give a second token to check that its two views agree")
    standard = _ids(_tools(host.second.get("/v1/tools"), "the second caller's listing"))
    compact = _ids(_tools(host.second.get("/v1/tools?view=compact"), "the second caller's compact listing"))
    if sorted(standard) != sorted(compact):
        raise ViolationError(
            f"the second caller's views have other tool ids: {_difference(standard, compact)}"
        )


def _anonymous(host: Host) -> None:
    answer = host.client.anonymous().get("/v1/tools")
    if answer.status == HTTPStatus.UNAUTHORIZED:
        return
    extra = set(_ids(_tools(answer, "the listing without a token"))) - set(_ids(host.standard_tools))
    if extra:
        raise ViolationError(
            f"without a token the host shows tools that the caller does not see: {quote(sorted(extra)[:5])}"
        )


def _wrong_token(host: Host) -> None:
    if host.client.anonymous().get("/v1/tools").status != HTTPStatus.UNAUTHORIZED:
        raise NotApplicableError("the host answers without a token")
    answer = host.client.with_token("octools-conformance-unknown-token").get("/v1/tools")
    _status(answer, 401, "an unknown token")


# --- HTTP


def _read_only(host: Host) -> None:
    before = host.standard.body
    paths = ["/v1/tools", *(host.client.tool_path(each) for each in host.probed_ids()[:1])]
    for path in paths:
        for method in _WRITES:
            answer = host.client.send(method, path)
            if not HTTPStatus.BAD_REQUEST <= answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise ViolationError(
                    f"{method} {path} was answered with status {answer.status}; the catalogue is read-only"
                )
    if host.client.get("/v1/tools").body != before:
        raise ViolationError("the catalogue changed after requests with writing methods")


def _head(host: Host) -> None:
    answer = host.client.send("HEAD", "/v1/tools")
    if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
        raise NotApplicableError("the host does not answer HEAD")
    _status(answer, 200, "HEAD /v1/tools")
    if answer.body:
        raise ViolationError("HEAD /v1/tools came with a body")
    for name in ("content-type", "etag"):
        if answer.header(name) != host.standard.header(name):
            raise ViolationError(f"HEAD /v1/tools has another {name} than GET")


def _stable(host: Host) -> None:
    for path, first in (
        ("/v1/tools", host.standard),
        *((("/v1/tools?view=compact", host.compact),) if host.capability.get("compactView") is True else ()),
    ):
        for _ in range(_REPEATS):
            again = host.client.get(path)
            if again.body != first.body:
                raise ViolationError(f"repeated reads of {path} give other bytes")
            if again.header("etag") != first.header("etag"):
                raise ViolationError(f"repeated reads of {path} give the same bytes with another ETag")


def _conditional(host: Host) -> None:
    etag = host.standard.header("etag")
    if etag is None:
        raise NotApplicableError("the host sends no ETag")
    answer = host.client.get("/v1/tools", If_None_Match=etag)
    _status(answer, 304, "a conditional read with the current ETag")
    if answer.body:
        raise ViolationError("a 304 answer came with a body")
    _status(
        host.client.get("/v1/tools", If_None_Match='"octools-no-such-etag"'),
        200,
        "a conditional read with another ETag",
    )


def _cacheable(host: Host) -> None:
    if host.client.anonymous().get("/v1/tools").status != HTTPStatus.UNAUTHORIZED:
        raise NotApplicableError("the host answers without a token")
    control = (host.standard.header("cache-control") or "").lower()
    vary = (host.standard.header("vary") or "").lower()
    if (
        not any(word in control for word in ("private", "no-store"))
        and "authorization" not in vary
        and vary != "*"
    ):
        raise ViolationError(
            "a caller's listing may be cached for others: send Cache-Control: private or Vary: Authorization"
        )


_D: Final = "RFC 0112, Capability"
_E: Final = "RFC 0112, Endpoint change"
_C: Final = "RFC 0112, CompactToolDescriptor"
_S: Final = "RFC 0112, The compact structural subset"
_N: Final = "RFC 0112, Normative requirements"

CHECKS: Final[tuple[Check, ...]] = (
    Check("discovery_document", "the discovery document is a JSON object", _D, _discovery_document),
    Check(
        "discovery_capability", "toolCatalog is a closed block that says supported", _D, _discovery_capability
    ),
    Check("discovery_sources", "toolCatalog.sources covers the served sources", _D, _discovery_sources),
    Check("listing", "the listing is an object with tools alone", _E, _listing),
    Check("standard_shape", "each descriptor of the standard view has the closed shape", _E, _standard_shape),
    Check("unique_ids", "tool ids are unique", _E, _unique_ids),
    Check("content", "descriptors keep the catalogue's rules and hold no credentials", _E, _content),
    Check("compact_listing", "the compact listing is an object with tools alone", _E, _compact_listing),
    Check(
        "compact_shape",
        "each compact descriptor has the closed shape, heavy fields dropped",
        _C,
        _compact_shape,
    ),
    Check(
        "compact_subset", "each compact input schema stays in the subset at any depth", _S, _compact_subset
    ),
    Check("same_ids", "both views have the same tool ids", _N, _same_ids),
    Check("same_facts", "both views say the same of a tool", _C, _same_facts),
    Check("view_standard", "view=standard is the default view", _E, _standard_by_name),
    Check(
        "view_unknown", "an unknown view is refused, or view ignored where not advertised", _N, _view_unknown
    ),
    Check("source_filter", "source gives the tools of that source, in order", _E, _source_filter),
    Check("source_compact", "source and view compose", _E, _source_compact),
    Check("source_unknown", "an unknown source is refused with 400", _E, _source_unknown),
    Check("repeated_parameter", "a repeated parameter is refused with 400", _E, _repeated_parameter),
    Check("by_id", "a tool reads by its id as in the listing", _E, _by_id),
    Check("by_id_compact", "a tool reads by its id as in the compact listing", _E, _by_id_compact),
    Check("unknown_id", "an unknown id is answered with 404", _E, _unknown_id),
    Check(
        "non_disclosure", "an id that the caller may not see reads like an unknown one", _E, _non_disclosure
    ),
    Check("second_views", "both views of a second caller have the same tool ids", _N, _second_views),
    Check("anonymous", "without a token nothing more is shown", _E, _anonymous),
    Check("wrong_token", "an unknown token is refused with 401", _E, _wrong_token),
    Check("read_only", "writing methods are refused and change nothing", _E, _read_only),
    Check("head", "HEAD answers as GET, without a body", _E, _head),
    Check("stable", "repeated reads give the same bytes", _E, _stable),
    Check("conditional", "a conditional read with the current ETag is answered with 304", _E, _conditional),
    Check("cacheable", "a caller's listing is not cached for others", _E, _cacheable),
)
