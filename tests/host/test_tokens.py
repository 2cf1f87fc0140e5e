"""Tokens files: who sees what, and what a broken file says without telling a token."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from starlette.requests import Request

from octools.host.tokens import TokensError, read_tokens
from octools_contract.descriptors import ToolDescriptor
from tests.hosting import descriptors

if TYPE_CHECKING:
    from pathlib import Path

ADA = "ada-token-0123456789"
BOB = "bob-token-0123456789"


def request(*headers: str) -> Request:
    return Request(
        {"type": "http", "headers": [(b"authorization", each.encode("latin-1")) for each in headers]}
    )


def write(folder: Path, value: object) -> Path:
    path = folder / "tokens.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("patterns", "seen"),
    [
        (["*"], {"mcp:forecast.hourly", "connector:tides/high%20water", "demo.host:größe~é", "mcp:clock"}),
        (["mcp:*"], {"mcp:forecast.hourly", "mcp:clock"}),
        (["mcp:clock", "connector:tides/high%20water"], {"mcp:clock", "connector:tides/high%20water"}),
        (["*é"], {"demo.host:größe~é"}),
        (["*:*o*"], {"mcp:forecast.hourly", "mcp:clock"}),
        (["mcp:c*k", "**:tides**", "mcp:clock*clock"], {"mcp:clock", "connector:tides/high%20water"}),
        (["mcp:cloc", "mcp.clock", "mcp:clock2"], set()),
        ([], set()),
    ],
)
def test_a_grant_shows_the_tools_that_it_names(tmp_path: Path, patterns: list[str], seen: set[str]) -> None:
    grant = read_tokens(write(tmp_path, {ADA: patterns})).authorize(request(f"Bearer {ADA}"))
    assert grant is not None
    assert {each.toolId for each in grant.select(descriptors())} == seen


def test_many_stars_cost_no_more_than_one(tmp_path: Path) -> None:
    tool = ToolDescriptor(toolId="a" * 3_000, source="mcp", safetyTier="pure")
    patterns = ["*a" * 40 + "b", "*" * 500 + "b", "a*" * 40 + "a"]
    grant = read_tokens(write(tmp_path, {ADA: patterns[:2]})).authorize(request(f"Bearer {ADA}"))
    assert grant is not None
    assert grant.select([tool]) == ()
    grant = read_tokens(write(tmp_path, {ADA: patterns})).authorize(request(f"Bearer {ADA}"))
    assert grant is not None
    assert grant.select([tool]) == (tool,)


def test_each_token_has_its_own_grant(tmp_path: Path) -> None:
    tokens = read_tokens(write(tmp_path, {ADA: ["*"], BOB: ["mcp:clock"]}))
    assert len(tokens) == 2
    ada, bob = (tokens.authorize(request(f"Bearer {each}")) for each in (ADA, BOB))
    assert ada is not None
    assert bob is not None
    assert ada != bob
    assert len({ada, bob}) == 2


@pytest.mark.parametrize(
    "headers",
    [
        [],
        ["Bearer"],
        ["Bearer "],
        [f"Basic {ADA}"],
        [f"Bearer {ADA}x"],
        [ADA],
        [f"Bearer {ADA}", f"Bearer {ADA}"],
        ["Bearer \xff\xfe"],
    ],
)
def test_anything_else_is_nobody(tmp_path: Path, headers: list[str]) -> None:
    assert read_tokens(write(tmp_path, {ADA: ["*"]})).authorize(request(*headers)) is None


def test_the_scheme_is_read_without_case(tmp_path: Path) -> None:
    assert read_tokens(write(tmp_path, {ADA: ["*"]})).authorize(request(f"bearer {ADA}")) is not None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ([], "no object"),
        ({"short": ["*"]}, "token 1"),
        ({ADA: "*"}, "token 1"),
        ({ADA: ["*"], BOB: [1]}, "token 2"),
        ({ADA: [""]}, "token 1"),
        ({ADA + " x": ["*"]}, "token 1"),
        (f'{{"{ADA}": ["*"], "{ADA}": []}}', "twice"),
    ],
)
def test_a_broken_file_is_refused_without_telling_a_token(tmp_path: Path, content: object, says: str) -> None:
    with pytest.raises(TokensError, match=says) as caught:
        read_tokens(write(tmp_path, content))
    assert ADA not in str(caught.value)
    assert BOB not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TokensError, match="cannot be read"):
        read_tokens(tmp_path / "nothing.json")
    with pytest.raises(TokensError, match="cannot be read"):
        read_tokens(tmp_path)


def test_tokens_never_show_in_a_representation(tmp_path: Path) -> None:
    tokens = read_tokens(write(tmp_path, {ADA: ["*"]}))
    grant = tokens.authorize(request(f"Bearer {ADA}"))
    assert ADA not in f"{tokens!r}{grant!r}{vars(tokens)}"
    assert os.linesep not in repr(grant)
