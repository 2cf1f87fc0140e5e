"""JSON pointers: built, taken apart, followed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octools.places import Place, key_text, pointer
from octools.pointers import child, escape, reference_tokens, resolve, tokens, unescape


@pytest.mark.parametrize(
    ("token", "text"),
    [
        ("plain", "plain"),
        ("", ""),
        ("a/b", "a~1b"),
        ("a~b", "a~0b"),
        ("~1", "~01"),
        ("/~/", "~1~0~1"),
        ("%", "%"),
    ],
)
def test_escape(token: str, text: str) -> None:
    assert escape(token) == text
    assert unescape(text) == token


@given(st.text())
def test_escaping_is_undone(token: str) -> None:
    assert unescape(escape(token)) == token
    assert tokens(child(child("", token), 7)) == (token, "7")


def test_child() -> None:
    assert child("", "a") == "/a"
    assert child("/a", "b/c") == "/a/b~1c"
    assert child("/a", 0) == "/a/0"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ()),
        ("/", ("",)),
        ("/a/b", ("a", "b")),
        ("//", ("", "")),
        ("/a~1b/c~0d", ("a/b", "c~d")),
        ("/~01", ("~1",)),
        ("a", None),
        ("a/b", None),
        ("/~", None),
        ("/~2", None),
        ("/a~", None),
    ],
)
def test_tokens(text: str, path: tuple[str, ...] | None) -> None:
    assert tokens(text) == path


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("#", ()),
        ("#/", ("",)),
        ("#/$defs/A", ("$defs", "A")),
        ("#/%24defs/A%20B", ("$defs", "A B")),
        ("#/%7E1", ("/",)),
        ("#/a%2Fb", ("a", "b")),
        ("#/%C3%A9", ("é",)),
        ("#/50%25", ("50%",)),
        ("#/ü", ("ü",)),
        ("", None),
        ("/$defs/A", None),
        ("other.json#/a", None),
        ("#anchor", None),
        ("#/%", None),
        ("#/%4", None),
        ("#/%zz", None),
        ("#/%ff", None),
        ("#/%41\ud800", None),
        ("#/~2", None),
    ],
)
def test_reference_tokens(reference: str, path: tuple[str, ...] | None) -> None:
    assert reference_tokens(reference) == path


DOCUMENT: dict[str, Any] = {"a": [{"b/c": 1}, (2, 3)], "": {"~": None}, "0": "zero"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), DOCUMENT),
        (("a", "0", "b/c"), 1),
        (("a", "1", "1"), 3),
        (("", "~"), None),
        (("0",), "zero"),
    ],
)
def test_resolve(path: tuple[str, ...], value: Any) -> None:
    assert resolve(DOCUMENT, path) == value


@pytest.mark.parametrize(
    "path",
    [
        ("b",),
        ("a", "2"),
        ("a", "-"),
        ("a", "-1"),
        ("a", "00"),
        ("a", "01"),
        ("a", "1.0"),
        ("a", "\u0660"),
        ("a", "9" * 19),
        ("a", "9" * 10_000),
        ("0", "0"),
        ("", "~", "x"),
    ],
)
def test_resolve_refuses(path: tuple[str, ...]) -> None:
    with pytest.raises(LookupError):
        resolve(DOCUMENT, path)


def test_the_pointer_of_a_place() -> None:
    root: Place = ({}, None, None, None)
    assert pointer(root) == ""
    held: Place = ({}, root, "items", None)
    assert pointer(held) == "/items"
    named: Place = ({}, held, "properties", "a/b")
    assert pointer(named) == "/items/properties/a~1b"
    assert pointer(({}, named, "anyOf", 3)) == "/items/properties/a~1b/anyOf/3"
    assert pointer(({}, root, "properties", "")) == "/properties/"
    assert pointer(({}, root, "properties", 0)) == "/properties/0"


@pytest.mark.parametrize(
    ("key", "text"), [("a", "a"), (1, "1"), (True, "true"), (None, "null"), (1.5, "1.5"), ((1,), "[1]")]
)
def test_keys_that_are_no_texts(key: Any, text: str) -> None:
    assert key_text(key) == text
