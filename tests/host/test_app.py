"""The host's answers, one by one."""

from __future__ import annotations

import gzip
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount
from starlette.testclient import TestClient

from octools import OCTool, merge_providers
from octools.compact.clean import compact_clean
from octools.host import create_app
from octools.host.snapshot import CatalogError
from octools_contract.bundles import BUNDLES
from tests.hosting import CATALOGUE, authorize, descriptors

if TYPE_CHECKING:
    from collections.abc import Callable


def everybody(_: Any) -> str:
    return "everybody"


def open_client(catalogue: Any, **options: Any) -> TestClient:
    return TestClient(create_app(catalogue, authorize=everybody, **options))


def test_standard_listing_is_the_catalogue_in_order(client: TestClient) -> None:
    answer = client.get("/v1/tools")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in answer.headers["vary"]
    assert answer.json() == {"tools": CATALOGUE}
    Draft202012Validator(BUNDLES["ToolListing"]).validate(answer.json())


def test_compact_listing_keeps_ids_and_drops_heavy_fields(client: TestClient) -> None:
    tools = client.get("/v1/tools", params={"view": "compact"}).json()["tools"]
    Draft202012Validator(BUNDLES["CompactToolListing"]).validate({"tools": tools})
    assert [each["toolId"] for each in tools] == [each["toolId"] for each in CATALOGUE]
    assert all(compact_clean(each["inputSchema"]) == [] for each in tools if "inputSchema" in each)
    assert len(tools[0]["description"]) <= 256


@pytest.mark.parametrize("tool", CATALOGUE, ids=lambda each: each["toolId"])
@pytest.mark.parametrize("view", ["standard", "compact"])
def test_by_id_reads_give_the_listed_descriptor(client: TestClient, tool: dict[str, Any], view: str) -> None:
    listed = client.get("/v1/tools", params={"view": view}).json()["tools"]
    answer = client.get("/v1/tools/" + quote(tool["toolId"], safe=""), params={"view": view})
    assert answer.status_code == 200
    assert answer.json() == next(each for each in listed if each["toolId"] == tool["toolId"])


@pytest.mark.parametrize("source", ["node-pack", "workflow", "mcp", "connector", "host-extension"])
@pytest.mark.parametrize("view", ["standard", "compact"])
def test_source_filters_and_composes_with_view(client: TestClient, source: str, view: str) -> None:
    listed = client.get("/v1/tools", params={"view": view}).json()["tools"]
    found = client.get("/v1/tools", params={"view": view, "source": source}).json()["tools"]
    assert found == [each for each in listed if each["source"] == source]


@pytest.mark.parametrize(
    "query",
    [
        "source=",
        "source=MCP",
        "source=mcp&source=mcp",
        "view=",
        "view=Compact",
        "view=compact&view=standard",
        "source=%ff",
        "view=%zz",
        "view",
        "s%6furce=nowhere",
    ],
)
def test_bad_parameters_are_refused(client: TestClient, query: str) -> None:
    for path in ("/v1/tools", "/v1/tools/mcp:clock"):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400
        assert answer.headers["content-type"] == "application/problem+json"
        assert set(answer.json()) == {"type", "title", "status", "detail"}
        assert answer.json()["status"] == 400


def test_unknown_parameters_are_ignored(client: TestClient) -> None:
    assert client.get("/v1/tools?page=2&x&=&%zz=1").json() == {"tools": CATALOGUE}


@pytest.mark.parametrize("query", ["view=compact", "view=nonsense", "view=compact&view=standard", "view=%zz"])
def test_view_is_ignored_where_it_is_not_advertised(query: str) -> None:
    client = open_client(descriptors(), compact_view=False)
    assert client.get("/.well-known/openwop").json()["toolCatalog"]["compactView"] is False
    assert client.get(f"/v1/tools?{query}").json() == {"tools": CATALOGUE}
    assert client.get("/v1/tools?source=nonsense").status_code == 400


def test_a_caller_without_a_known_token_is_refused(app: Any) -> None:
    client = TestClient(app)
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic whole"}):
        for path in ("/v1/tools", "/v1/tools/mcp:clock", "/v1/tools?view=nonsense"):
            answer = client.get(path, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["status"] == 401


def test_unknown_and_unauthorised_ids_cannot_be_told_apart(client: TestClient) -> None:
    as_part = {"Authorization": "Bearer part"}
    assert [each["toolId"] for each in client.get("/v1/tools", headers=as_part).json()["tools"]] == [
        "mcp:clock"
    ]
    for query in ("", "?view=compact", "?source=mcp"):
        hidden = client.get(f"/v1/tools/mcp:forecast.hourly{query}", headers=as_part)
        unknown = client.get(f"/v1/tools/mcp:nothing{query}", headers=as_part)
        assert hidden.status_code == unknown.status_code == 404
        assert hidden.content == unknown.content
        assert list(hidden.headers.items()) == list(unknown.headers.items())
        assert "mcp" not in hidden.text


@pytest.mark.parametrize("tool_id", ["ends\n", "two\nlines", "\r", "\u2028", "/v1/tools/", "%2F", " "])
def test_an_id_may_hold_any_character(tool_id: str) -> None:
    tool = {"toolId": tool_id, "source": "mcp", "safetyTier": "pure"}
    client = TestClient(create_app([tool], authorize=lambda _: "all"))
    assert client.get(f"/v1/tools/{quote(tool_id, safe='')}").json() == tool


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/%74ools/mcp:clock", 200),
        ("/v1/tools%0a", 404),
        ("/healthz%0a", 404),
        ("/v1/tools/mcp:clock%0a", 404),
        ("/v1/tools%2Fmcp:clock", 200),
        ("//v1/tools", 404),
    ],
)
def test_a_path_is_decoded_once_and_matched_whole(client: TestClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


@pytest.mark.parametrize(
    "target", ["http://tools.example/v1/tools/mcp:clock", "HTTPS://x:8/v1/tools/mcp:clock"]
)
def test_a_target_in_absolute_form_is_read(app: Any, target: str) -> None:
    async def as_proxies_send_it(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "path": target, "raw_path": target.encode()}, receive, send)

    answer = TestClient(as_proxies_send_it).get("/", headers={"Authorization": "Bearer whole"})
    assert answer.json()["toolId"] == "mcp:clock"


def test_the_application_can_be_mounted(app: Any) -> None:
    client = TestClient(Starlette(routes=[Mount("/tools", app)]), headers={"Authorization": "Bearer whole"})
    assert client.get("/tools/v1/tools/mcp:clock").json()["toolId"] == "mcp:clock"
    assert client.get("/tools/v1").status_code == client.get("/v1/tools").status_code == 404


@pytest.mark.parametrize(
    "path", ["/v1/tools/", "/v1/tools/%ff", "/v1/tools/a/b", "/v1/tools/..%2f..", "/v1", "/", "/v1/tools/x/"]
)
def test_paths_that_name_nothing_are_problems(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/v1/tools",
        "/v1/tools?view=compact",
        "/v1/tools/mcp:clock",
        "/.well-known/openwop",
        "/openapi.json",
        "/healthz",
    ],
)
def test_conditional_reads(client: TestClient, path: str) -> None:
    whole = client.get(path)
    etag = whole.headers["etag"]
    assert etag.startswith('"')
    for condition in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = client.get(path, headers={"If-None-Match": condition})
        assert answer.status_code == 304
        assert answer.content == b""
        assert answer.headers["etag"] == etag
        assert "content-length" not in answer.headers
    for condition in ('"other"', etag.strip('"'), '""', "garbage"):
        assert client.get(path, headers={"If-None-Match": condition}).status_code == 200


@pytest.mark.parametrize("path", ["/v1/tools", "/openapi.json"])
def test_gzip_where_it_is_asked_for(client: TestClient, path: str) -> None:
    plain = client.get(path)
    assert "content-encoding" not in plain.headers
    for accepted in ("gzip", "br;q=1.0, gzip;q=0.5", "*", "x-gzip"):
        with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
            raw = b"".join(answer.iter_raw())
            assert answer.headers["content-encoding"] == "gzip"
            assert int(answer.headers["content-length"]) == len(raw)
            assert gzip.decompress(raw) == plain.content
            assert "Accept-Encoding" in answer.headers["vary"]
            assert answer.headers["etag"] != plain.headers["etag"]
            tagged = client.get(
                path, headers={"Accept-Encoding": accepted, "If-None-Match": answer.headers["etag"]}
            )
            assert tagged.status_code == 304
    for refused in ("gzip;q=0", "identity", "br", "*;q=0", "gzip;q=x"):
        assert "content-encoding" not in client.get(path, headers={"Accept-Encoding": refused}).headers


@pytest.mark.parametrize(
    "path", ["/v1/tools", "/v1/tools/mcp:clock", "/openapi.json", "/.well-known/openwop", "/healthz"]
)
def test_methods(client: TestClient, path: str) -> None:
    got = client.get(path)
    head = client.head(path)
    assert head.content == b""
    assert head.headers == got.headers
    options = client.options(path)
    assert options.status_code == 204
    assert options.headers["allow"] == "GET, HEAD, OPTIONS"
    for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
        refused = client.request(method, path)
        assert refused.status_code == 405
        assert refused.headers["allow"] == "GET, HEAD, OPTIONS"
        assert refused.json()["status"] == 405


def test_head_of_errors_has_no_body(client: TestClient) -> None:
    for path in ("/v1/tools/nothing", "/nowhere", "/v1/tools?source=x"):
        answer = client.head(path)
        assert answer.status_code in {400, 404}
        assert answer.content == b""


def test_answers_are_byte_stable(client: TestClient) -> None:
    for path in ("/v1/tools", "/v1/tools?view=compact", "/.well-known/openwop", "/openapi.json"):
        first = client.get(path)
        again = TestClient(create_app(descriptors(), authorize=everybody)).get(
            path, headers={"Accept-Encoding": "identity"}
        )
        if path != "/.well-known/openwop":
            assert again.content == first.content
        assert client.get(path).content == first.content


def test_discovery_names_the_served_sources() -> None:
    block = open_client(descriptors()).get("/.well-known/openwop").json()["toolCatalog"]
    assert block == {
        "supported": True,
        "sources": ["connector", "host-extension", "mcp"],
        "compactView": True,
        "sessionLifecycle": False,
    }
    Draft202012Validator(BUNDLES["DiscoveryDocument"]).validate({"toolCatalog": block})


def test_openapi_document_is_self_contained(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    waiting: list[Any] = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                assert value["$ref"].startswith("#/components/schemas/")
                assert value["$ref"].rpartition("/")[2] in document["components"]["schemas"]
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def make_tool(name: str) -> OCTool:
    return OCTool(
        name=name,
        description="Counts boats in a harbour. It returns a number.",
        input_schema={"type": "object", "properties": {}, "additionalProperties": False},
        func=lambda _dependency: {"boats": 3},
        access="local",
    )


def test_a_provider_is_served_as_host_extensions_of_the_local_scope() -> None:
    provider = SimpleNamespace(all_tools=lambda: [make_tool("count_boats"), make_tool("count_ships")])
    for catalogue in (
        provider,
        merge_providers(provider),
        [make_tool("count_boats"), make_tool("count_ships")],
    ):
        tools = open_client(catalogue).get("/v1/tools").json()["tools"]
        assert [(each["toolId"], each["source"]) for each in tools] == [
            ("local:count_boats", "host-extension"),
            ("local:count_ships", "host-extension"),
        ]


@pytest.mark.parametrize(
    "catalogue",
    [None, 5, "octools.example", b"", {"tools": CATALOGUE}, SimpleNamespace(all_tools=lambda: None)],
)
def test_what_is_no_catalogue_is_told(catalogue: Any) -> None:
    with pytest.raises(CatalogError, match=r"^the catalogue is .*; give a provider, a list"):
        open_client(catalogue)


def test_a_callable_may_give_a_provider_a_list_or_an_awaitable() -> None:
    async def later(_: Any) -> list[dict[str, Any]]:
        return CATALOGUE

    for catalogue in (
        later,
        lambda _: CATALOGUE,
        lambda _: iter(CATALOGUE),
        lambda _: SimpleNamespace(all_tools=lambda: [make_tool("a_b")]),
    ):
        with open_client(catalogue) as client:
            assert client.get("/v1/tools").status_code == 200
            assert client.get("/v1/tools?view=compact").json()["tools"]


def test_a_callable_that_changes_its_answer_changes_the_catalogue() -> None:
    served = list(CATALOGUE)
    with open_client(lambda _: served) as client:
        first = client.get("/v1/tools")
        assert client.get("/v1/tools").headers["etag"] == first.headers["etag"]
        served.pop()
        second = client.get("/v1/tools")
        assert second.json() == {"tools": CATALOGUE[:-1]}
        assert second.headers["etag"] != first.headers["etag"]


def test_snapshots_are_computed_once_a_principal(monkeypatch: pytest.MonkeyPatch) -> None:
    from octools.host import snapshot

    built: list[int] = []
    compact = snapshot.compact_catalog
    monkeypatch.setattr(snapshot, "compact_catalog", lambda tools: built.append(1) or compact(tools))
    tools = descriptors()
    with TestClient(create_app(lambda _: tools, authorize=authorize)) as client:
        for token in ("whole", "part") * 5:
            client.get("/v1/tools?view=compact", headers={"Authorization": f"Bearer {token}"})
    assert len(built) == 2


@pytest.mark.parametrize(
    ("catalogue", "says"),
    [
        ([{"toolId": "a", "source": "mcp"}], "safetyTier"),
        ([{"toolId": "a", "source": "mcp", "safetyTier": "read", "extra": 1}], "extra"),
        ([{"toolId": "a", "source": "mcp", "safetyTier": "exec"}], "exec_source"),
        ([CATALOGUE[3], CATALOGUE[3]], "mcp:clock"),
        ([3], "/0"),
        (
            [
                {
                    "toolId": "a",
                    "source": "mcp",
                    "safetyTier": "read",
                    "description": "Use ghp_" + "a1B2c3D4e5F6" * 3,
                }
            ],
            "a",
        ),
    ],
)
def test_a_catalogue_that_breaks_the_rules_is_not_served(catalogue: Any, says: str) -> None:
    with pytest.raises(CatalogError, match=says):
        create_app(catalogue, authorize=everybody)


@pytest.mark.parametrize(
    ("authorizer", "status"),
    [
        (lambda _: None, 401),
        (lambda _: (_ for _ in ()).throw(HTTPException(403, "closed today")), 403),
        (lambda _: (_ for _ in ()).throw(HTTPException(499, "gone away")), 499),
        (lambda _: 1 / 0, 500),
    ],
)
def test_what_authorize_may_do(
    authorizer: Callable[[Any], Any], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    client = TestClient(create_app(descriptors(), authorize=authorizer), raise_server_exceptions=False)
    answer = client.get("/v1/tools")
    assert answer.status_code == status
    assert answer.json()["status"] == status
    assert "division" not in answer.text
    assert bool(caplog.records) == (status == 500)


def test_authorize_may_be_asynchronous() -> None:
    async def later(_: Any) -> str:
        return "somebody"

    assert TestClient(create_app(descriptors(), authorize=later)).get("/v1/tools").status_code == 200


def test_lone_surrogates_become_escapes() -> None:
    odd = [
        {
            "toolId": "mcp:odd",
            "source": "mcp",
            "safetyTier": "read",
            "inputSchema": {"type": "object", "properties": {"\ud800": {}}},
        }
    ]
    answer = open_client(odd).get("/v1/tools")
    assert answer.status_code == 200
    assert json.loads(answer.content.decode("utf-8"))["tools"][0]["inputSchema"]["properties"] == {
        "\ud800": {}
    }


def test_a_schema_without_an_object_root_is_served() -> None:
    odd = [{"toolId": "mcp:odd", "source": "mcp", "safetyTier": "read", "inputSchema": {}}]
    client = open_client(odd)
    assert client.get("/v1/tools").json() == {"tools": odd}
    compact = client.get("/v1/tools?view=compact").json()["tools"][0]["inputSchema"]
    assert compact == {"type": "object", "properties": {}}
