"""The conformance checks: nothing against the right host, each planted fault found by its check."""

from __future__ import annotations

import contextlib
import copy
import json
import socket
import threading
import time
from itertools import count
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from octools.cli.running import run
from octools.conformance import CHECKS, render_report, run_checks
from octools.conformance.client import Client
from octools.host import create_app
from tests.hosting import CATALOGUE, authorize, per_principal, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send


class Answer:
    """A host's answer, open to be spoilt."""

    def __init__(self, scope: Scope, response: Any) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: str = scope["query_string"].decode("latin-1")
        self.token = (
            dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        )
        self.status: int = response.status_code
        self.headers: dict[str, str] = dict(response.headers)
        self.body: bytes = response.content

    @property
    def is_listing(self) -> bool:
        return self.path == "/v1/tools" and self.status == 200 and self.method == "GET"

    @property
    def is_compact(self) -> bool:
        return "view=compact" in self.query and self.status == 200 and self.method == "GET"

    def edit(self, change: Callable[[Any], Any]) -> None:
        document = copy.deepcopy(json.loads(self.body))
        replaced = change(document)
        self.body = json.dumps(document if replaced is None else replaced).encode()


Spoil = "Callable[[Answer], None]"


def spoilt(inner: ASGIApp, spoil: Callable[[Answer], None]) -> ASGIApp:
    """The host behind a layer that makes it wrong."""
    client = TestClient(inner)
    lock = threading.Lock()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(key.decode("latin-1"), value.decode("latin-1")) for key, value in scope["headers"]]
        target = scope["raw_path"].decode("ascii") + (
            "?" + scope["query_string"].decode("latin-1") if scope["query_string"] else ""
        )
        method = scope["method"]
        override = spoil.__dict__.get("method")
        with lock:
            response = client.request(
                override.get(method, method) if override else method, target, headers=dict(headers)
            )
        answer = Answer(scope, response)
        spoil(answer)
        kept = {
            key: value
            for key, value in answer.headers.items()
            if key not in {"content-length", "transfer-encoding"}
        }
        if answer.status == 304:
            await Response(status_code=304, headers=kept)(scope, receive, send)
            return
        await Response(answer.body, answer.status, kept)(scope, receive, send)

    return app


_serial = count()


def no_capability(answer: Answer) -> None:
    if answer.path.endswith("openwop"):
        answer.edit(lambda document: document.pop("toolCatalog") and None)


def discovery_is_text(answer: Answer) -> None:
    if answer.path.endswith("openwop"):
        answer.body, answer.headers["content-type"] = b"hello", "text/plain"


def capability_with_stray_key(answer: Answer) -> None:
    if answer.path.endswith("openwop"):
        answer.edit(lambda document: document["toolCatalog"].update(compact=True))


def sources_incomplete(answer: Answer) -> None:
    if answer.path.endswith("openwop"):
        answer.edit(lambda document: document["toolCatalog"].update(sources=["workflow"]))


def bare_list(answer: Answer) -> None:
    if answer.is_listing:
        answer.edit(lambda document: document["tools"])


def envelope_with_count(answer: Answer) -> None:
    if answer.is_listing and not answer.is_compact:
        answer.edit(lambda document: document.update(count=4))


def compact_envelope_with_count(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        answer.edit(lambda document: document.update(count=4))


def stray_field(answer: Answer) -> None:
    if answer.is_listing and not answer.is_compact:
        answer.edit(lambda document: document["tools"][0].update(version="2"))


def wrong_tier(answer: Answer) -> None:
    if answer.is_listing:
        answer.edit(lambda document: document["tools"][0].update(safetyTier="harmless"))


def exec_from_mcp(answer: Answer) -> None:
    if answer.is_listing:
        answer.edit(lambda document: document["tools"][0].update(safetyTier="exec"))


def repeated_id(answer: Answer) -> None:
    if answer.is_listing and not answer.query:
        answer.edit(lambda document: document["tools"].append(document["tools"][-1]))


def leaked_credential(answer: Answer) -> None:
    if answer.is_listing and not answer.is_compact:
        answer.edit(lambda document: document["tools"][0].update(description="Use ghp_" + "a1B2c3D4e5F6" * 3))


def heavy_field_kept(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        answer.edit(lambda document: document["tools"][0].update(outputSchema={"type": "object"}))


def deep_combinator(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        deep = {
            "type": "array",
            "items": {"type": "object", "properties": {"x": {"anyOf": [{"type": "string"}]}}},
        }
        answer.edit(lambda document: document["tools"][0]["inputSchema"]["properties"].update(deep=deep))


def compact_root_open(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        answer.edit(lambda document: document["tools"][0]["inputSchema"].pop("properties") and None)


def compact_drops_a_tool(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        answer.edit(lambda document: document["tools"].pop() and None)


def compact_changes_tier(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact:
        answer.edit(lambda document: document["tools"][0].update(safetyTier="pure"))


def view_standard_differs(answer: Answer) -> None:
    if "view=standard" in answer.query:
        answer.edit(lambda document: document["tools"].reverse())


def filter_ignored(answer: Answer) -> None:
    if answer.is_listing and answer.query == "source=connector":
        answer.edit(lambda document: document.update(tools=CATALOGUE))


def filter_forgotten_in_compact(answer: Answer) -> None:
    if answer.is_listing and "source=connector&view=compact" in answer.query:
        answer.edit(lambda document: document.update(tools=[]))


def lenient_source(answer: Answer) -> None:
    if "source=octools-no-such-source" in answer.query:
        answer.status, answer.body = 200, b'{"tools": []}'


def lenient_view(answer: Answer) -> None:
    if "view=octools-no-such-view" in answer.query:
        answer.status, answer.body = 200, b'{"tools": []}'


def repeated_parameter_taken(answer: Answer) -> None:
    if answer.query.count("source=mcp") == 2:
        answer.status = 200


def by_id_differs(answer: Answer) -> None:
    if answer.path.startswith("/v1/tools/") and answer.status == 200 and not answer.query:
        answer.edit(lambda document: document.update(title="Another"))


def by_id_compact_is_standard(answer: Answer) -> None:
    if answer.path.startswith("/v1/tools/") and answer.is_compact:
        whole = {each["toolId"]: each for each in CATALOGUE}
        answer.edit(lambda document: whole[document["toolId"]])


def escaped_ids_lost(answer: Answer) -> None:
    if "high" in answer.path and answer.path.startswith("/v1/tools/"):
        answer.status = 404


def unknown_id_is_empty(answer: Answer) -> None:
    if answer.path.startswith("/v1/tools/") and answer.status == 404:
        answer.status, answer.body = 200, b"{}"


def forbidden_instead_of_unknown(answer: Answer) -> None:
    hidden = {each["toolId"] for each in CATALOGUE}
    if answer.status == 404 and answer.path.removeprefix("/v1/tools/") in hidden:
        answer.status = 403


def hidden_header(answer: Answer) -> None:
    hidden = {each["toolId"] for each in CATALOGUE}
    if answer.status == 404 and answer.path.removeprefix("/v1/tools/") in hidden:
        answer.headers["x-tool"] = "exists"


def compact_shows_everything(answer: Answer) -> None:
    if answer.is_listing and answer.is_compact and answer.token == "part":
        tools = [{key: each[key] for key in ("toolId", "source", "safetyTier")} for each in CATALOGUE]
        answer.edit(lambda document: document.update(tools=tools))


def open_to_nobody(answer: Answer) -> None:
    if answer.path == "/v1/tools" and not answer.token:
        answer.status = 200
        answer.body = json.dumps(
            {"tools": [{"toolId": "mcp:secret", "source": "mcp", "safetyTier": "read"}]}
        ).encode()


def any_token(answer: Answer) -> None:
    if answer.path == "/v1/tools" and answer.token.startswith("octools"):
        answer.status, answer.body = 200, b'{"tools": []}'


def writable(answer: Answer) -> None:
    if answer.method == "DELETE":
        answer.status, answer.body = 204, b""


def head_lost(answer: Answer) -> None:
    if answer.method == "HEAD":
        answer.headers["etag"] = '"head"'


def unstable_bytes(answer: Answer) -> None:
    if answer.is_listing:
        answer.body += b" " * (next(_serial) % 7)


def unstable_etag(answer: Answer) -> None:
    if answer.is_listing:
        answer.headers["etag"] = f'"{next(_serial)}"'


def condition_ignored(answer: Answer) -> None:
    if answer.status == 304:
        answer.status, answer.body = 200, json.dumps({"tools": CATALOGUE}).encode()


def shared_cache(answer: Answer) -> None:
    if answer.is_listing:
        answer.headers["cache-control"] = "public, max-age=60"
        answer.headers["vary"] = "Accept-Encoding"


FAULTS: list[tuple[Callable[[Answer], None], str]] = [
    (no_capability, "discovery_capability"),
    (discovery_is_text, "discovery_document"),
    (capability_with_stray_key, "discovery_capability"),
    (sources_incomplete, "discovery_sources"),
    (bare_list, "listing"),
    (envelope_with_count, "listing"),
    (compact_envelope_with_count, "compact_listing"),
    (stray_field, "standard_shape"),
    (wrong_tier, "standard_shape"),
    (exec_from_mcp, "content"),
    (repeated_id, "unique_ids"),
    (leaked_credential, "content"),
    (heavy_field_kept, "compact_shape"),
    (deep_combinator, "compact_subset"),
    (compact_root_open, "compact_subset"),
    (compact_drops_a_tool, "same_ids"),
    (compact_changes_tier, "same_facts"),
    (view_standard_differs, "view_standard"),
    (filter_ignored, "source_filter"),
    (filter_forgotten_in_compact, "source_compact"),
    (lenient_source, "source_unknown"),
    (lenient_view, "view_unknown"),
    (repeated_parameter_taken, "repeated_parameter"),
    (by_id_differs, "by_id"),
    (by_id_compact_is_standard, "by_id_compact"),
    (escaped_ids_lost, "by_id"),
    (unknown_id_is_empty, "unknown_id"),
    (forbidden_instead_of_unknown, "non_disclosure"),
    (hidden_header, "non_disclosure"),
    (compact_shows_everything, "second_views"),
    (open_to_nobody, "anonymous"),
    (any_token, "wrong_token"),
    (writable, "read_only"),
    (head_lost, "head"),
    (unstable_bytes, "stable"),
    (unstable_etag, "stable"),
    (condition_ignored, "conditional"),
    (shared_cache, "cacheable"),
]


def verdicts(url: str) -> dict[str, str]:
    client = Client(url, "whole")
    return {each.check: each.verdict for each in run_checks(client, client.with_token("part"))}


def host(**options: Any) -> ASGIApp:
    return create_app(per_principal, authorize=authorize, **options)


def test_our_host_passes_every_check() -> None:
    with running(host()) as url:
        outcomes = run_checks(Client(url, "whole"), Client(url, "part"))
    assert [(each.check, each.detail) for each in outcomes if each.verdict != "pass"] == []


def test_a_host_without_the_compact_view_passes_what_applies() -> None:
    with running(host(compact_view=False)) as url:
        found = verdicts(url)
    assert "fail" not in found.values()
    assert {check for check, verdict in found.items() if verdict == "skip"} == {
        "compact_listing",
        "compact_shape",
        "compact_subset",
        "same_ids",
        "same_facts",
        "view_standard",
        "source_compact",
        "by_id_compact",
        "second_views",
    }


def test_the_layer_that_spoils_hosts_does_no_harm_itself() -> None:
    with running(spoilt(host(), lambda _: None)) as url:
        assert set(verdicts(url).values()) == {"pass"}


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_planted_fault_is_found(fault: Callable[[Answer], None], check: str) -> None:
    with running(spoilt(host(), fault)) as url:
        found = verdicts(url)
    assert found[check] == "fail"


def test_every_check_is_seen_to_fail() -> None:
    assert {check for _, check in FAULTS} == {check.id for check in CHECKS}


def test_a_host_that_is_not_there_fails_without_a_traceback() -> None:
    outcomes = run_checks(Client("http://127.0.0.1:9", timeout=2))
    assert {each.verdict for each in outcomes} <= {"fail", "skip"}
    assert "no whole answer" in (outcomes[0].detail or "")


DISCOVERY = json.dumps({"toolCatalog": {"supported": True, "compactView": True}}).encode()
FIRST_LINES = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def whole(body: bytes) -> bytes:
    return FIRST_LINES + b"Content-Length: %d\r\n\r\n" % len(body) + body


def listing(*tools: Any) -> bytes:
    return whole(json.dumps({"tools": tools}).encode())


@contextlib.contextmanager
def answering(answer: bytes, dripping: bytes = b"") -> Iterator[str]:
    """A host that sends these bytes whatever it is asked, then one byte at a time while anybody listens."""

    def handle(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            request = b""
            while b"\r\n\r\n" not in request:
                request += connection.recv(65_536) or b"\r\n\r\n"
            connection.sendall(whole(DISCOVERY) if b"/.well-known/" in request and not dripping else answer)
            for each in dripping:
                connection.sendall(bytes([each]))
                time.sleep(0.05)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=handle, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


GARBAGE = {
    "nothing": (b"", "listing"),
    "no HTTP": (b"\x00\xff" * 50, "listing"),
    "no chunks": (FIRST_LINES + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello", "listing"),
    "half a body": (FIRST_LINES + b'Content-Length: 99\r\n\r\n{"tools":[]}', "anonymous"),
    "a constant": (whole(b'{"tools":[NaN]}'), "listing"),
    "UTF-16": (whole('{"tools":[]}'.encode("utf-16")), "listing"),
    "very deep": (whole(b'{"tools":' + b"[" * 100_000 + b"]" * 100_000 + b"}"), "listing"),
    "huge integer": (whole(b'{"tools":[' + b"9" * 5_000 + b"]}"), "listing"),
    "ids that are no texts": (listing({"toolId": [1], "source": {}}, {"toolId": 5}), "standard_shape"),
    "a lone surrogate": (listing({"toolId": "\ud800", "source": "mcp"}), "standard_shape"),
    "a schema that is none": (listing({"toolId": "a", "inputSchema": "x"}), "compact_subset"),
}


@pytest.mark.parametrize(("answer", "check"), GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_fails_without_a_traceback(answer: bytes, check: str) -> None:
    with answering(answer) as url:
        outcomes = run_checks(Client(url, timeout=5))
    assert {each.check: each.verdict for each in outcomes}[check] == "fail"
    for output_format in ("text", "json", "junit"):
        assert render_report(outcomes, output_format).encode()


def test_a_host_that_never_finishes_is_left_soon() -> None:
    started = time.monotonic()
    with answering(FIRST_LINES + b"Content-Length: 999\r\n\r\n", dripping=b"x" * 400) as url:
        outcomes = run_checks(Client(url, timeout=0.5))
    assert {(each.verdict, each.detail) for each in outcomes} == {
        ("fail", "GET /v1/tools got no whole answer: it took longer than 0.5 s")
    }
    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    "url",
    ["ftp://x", "127.0.0.1:80", "http://", "http://x/?q=1", "http://x/#f", "http://[::1", "http://a b/"],
)
def test_a_bad_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="URL"):
        Client(url)


@pytest.mark.parametrize("token", ["", " ", "secret\nword", "secret é"])
def test_a_token_that_no_header_can_carry_is_refused_unseen(token: str) -> None:
    for make in (lambda: Client("http://x", token), lambda: Client("http://x").with_token(token)):
        with pytest.raises(ValueError, match="header") as caught:
            make()
        assert "secret" not in str(caught.value)


def test_a_path_goes_out_escaped() -> None:
    with running(host()) as url:
        client = Client(url, "whole")
        for path in ("/v1/tools/demo.host:größe~é", "/v1/tools/demo.host:gr%C3%B6%C3%9Fe~%C3%A9"):
            assert client.get(path).json["toolId"] == "demo.host:größe~é"
        assert client.get("/v1/tools/a b").status == 404


@pytest.mark.parametrize("output_format", ["text", "json", "junit"])
def test_reports(output_format: str) -> None:
    with running(spoilt(host(), stray_field)) as url:
        outcomes = run_checks(Client(url, "whole"))
    text = render_report(outcomes, output_format)
    assert text.endswith("\n")
    failed = sum(each.verdict == "fail" for each in outcomes)
    skipped = sum(each.verdict == "skip" for each in outcomes)
    if output_format == "json":
        report = json.loads(text)
        assert (report["failed"], report["skipped"]) == (failed, skipped)
        assert [each["check"] for each in report["checks"]] == [check.id for check in CHECKS]
    elif output_format == "junit":
        suite = ET.fromstring(text.encode())
        assert (suite.get("tests"), suite.get("failures")) == (str(len(outcomes)), str(failed))
        assert len(suite.findall("testcase/failure")) == failed
        assert len(suite.findall("testcase/skipped")) == skipped
    else:
        assert text.count("\nFAIL") + text.startswith("FAIL") == failed
        assert f"{len(outcomes) - failed - skipped} passed, {failed} failed, {skipped} skipped" in text


def conformance(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["conformance", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_says_what_many_failures_have_in_common(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OCTOOLS_TOKEN", "OCTOOLS_SECOND_TOKEN"):
        monkeypatch.delenv(variable, raising=False)
    with running(host()) as url:
        assert conformance(capsys, url, "--token", "whole")[::2] == (0, "")
        code, out, err = conformance(capsys, url)
        assert (code, out.count("\n") > len(CHECKS)) == (1, True)
        assert err == "octools: the host answers 401; give the token of a caller: --token, or OCTOOLS_TOKEN\n"
        code, _, err = conformance(capsys, url, "--token", "unknown")
        assert (code, err) == (1, "octools: the host answers 401; give the token of a caller whom it knows\n")
    with running(spoilt(host(), stray_field)) as url:
        assert conformance(capsys, url, "--token", "whole")[::2] == (1, "")
    code, out, err = conformance(capsys, url)
    assert (code, out.count("Connection refused")) == (1, len(CHECKS))
    assert "Errno" not in out
    assert err == "octools: the host answers nothing; see that it runs and that the URL is its base\n"
