"""Short, safe texts for any value."""

from __future__ import annotations

import enum
import json
import sys
from collections import OrderedDict, UserDict
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octools.quoting import number_text, quote, visible


class Colour(enum.StrEnum):
    RED = "red"


class Hostile:
    """Raises whatever is asked of it."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __repr__


class HostileText(str):
    __slots__ = ()

    def __getitem__(self, key: Any) -> str:
        raise RuntimeError

    def __str__(self) -> str:
        raise RuntimeError


class HostileDict(dict[Any, Any]):
    def items(self) -> Any:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-17, "-17"),
        (10**70, "1" + "0" * 70),
        ("n/a", "'n/a'"),
        ("", "''"),
        ("it's", "'it\\'s'"),
        ("back\\slash", "'back\\\\slash'"),
        ("a\nb\tc\rd", "'a\\nb\\tc\\rd'"),
        ("\x00\x1b[31m\x7f\x9f", "'\\u0000\\u001b[31m\\u007f\\u009f'"),
        ("\ud800", "'\\ud800'"),
        ("\u202e\u2028\ufeff\u200b", "'\\u202e\\u2028\\ufeff\\u200b'"),
        ("größe 😀", "'größe 😀'"),
        ([], "[]"),
        ([1, [2, None], "x"], "[1, [2, null], 'x']"),
        ((1,), "[1]"),
        ({}, "{}"),
        ({"a": 1, "b": {"c": [True]}}, "{'a': 1, 'b': {'c': [true]}}"),
        ({1: 2, None: 3, (4,): 5}, "{1: 2, null: 3, <tuple>: 5}"),
        (OrderedDict(a=1), "{'a': 1}"),
        (Colour.RED, "'red'"),
        (Decimal("1.5"), "<Decimal>"),
        (b"bytes", "<bytes>"),
        ({1}, "<set>"),
        (len, "<builtin_function_or_method>"),
        (int, "<type>"),
        (UserDict(a=1), "<UserDict>"),
        (MappingProxyType({}), "<mappingproxy>"),
        (HostileText("plain"), "'plain'"),
        (HostileDict(a=1), "{'a': 1}"),
    ],
)
def test_quote(value: Any, text: str) -> None:
    assert quote(value) == text


def test_an_object_is_asked_nothing() -> None:
    assert quote(Hostile()) == "<Hostile>"
    assert quote([Hostile()]) == "[<Hostile>]"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (0.1, "0.1"),
        (123456.789, "123456.789"),
        (1e20, "100000000000000000000"),
        (1.2345678901234568e20, "123456789012345680000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (-1e300, "-1e+300"),
        (1e-6, "0.000001"),
        (1.25e-6, "0.00000125"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
    ],
)
def test_numbers_read_as_in_javascript(value: float, text: str) -> None:
    assert number_text(value) == text
    assert quote(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_written_number_is_the_number(value: float) -> None:
    assert float(number_text(value)) == value


def test_a_text_of_exactly_the_limit_is_whole() -> None:
    assert quote("x" * 78) == "'" + "x" * 78 + "'"
    assert quote("x" * 79) == "'" + "x" * 78 + "…"
    assert quote("abc", 5) == "'abc'"
    assert quote("abcd", 5) == "'abc…"
    assert quote([1, 2, 3], 6) == "[1, 2…"
    assert quote([1, 2, 3], 9) == "[1, 2, 3]"
    assert quote(12345, 1) == "…"


def test_a_long_integer_is_described() -> None:
    # Writing digits takes a time that is not linear, so that a long integer is not written at all.
    assert quote(-(2**2047)).startswith("-161585")
    assert quote(10**5000) == "<integer of about 5001 digits>"
    assert quote(-(10**100_000)) == "<integer of about 100001 digits>"


def test_what_contains_itself_is_cut() -> None:
    looped: list[Any] = [1]
    looped.append(looped)
    assert quote(looped, 20) == "[1, [1, [1, [1, [1,…"
    around: dict[str, Any] = {}
    around["a"] = around
    assert len(quote(around)) == 80


def test_depth_is_no_matter() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert quote(deep) == "[" * 79 + "…"


def test_a_huge_value_costs_no_more_than_what_is_shown() -> None:
    class Counted(list[Any]):
        reads = 0

        def __iter__(self) -> Any:
            raise AssertionError("the list's own iterator is not used")

    huge = Counted(range(1_000_000))
    assert quote(huge).startswith("[0, 1, 2, 3, ")
    assert len(quote("x" * 10_000_000)) == 80
    assert len(quote(dict.fromkeys(range(1_000_000)))) == 80


def test_a_class_with_an_odd_name() -> None:
    odd = type("a\nb" + "c" * 500, (), {})
    shown = quote(odd())
    assert shown == "<a\\nb" + "c" * 74 + "…"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_value_is_short_and_printable(value: Any) -> None:
    shown = quote(value)
    assert 1 <= len(shown) <= 80
    assert shown == visible(shown)
    shown.encode("utf-8")


@given(st.text(max_size=20).filter(lambda text: "'" not in text and len(json.dumps(text)) < 60))
def test_visible_leaves_plain_text_alone(text: str) -> None:
    if text.isprintable() and text.isascii():
        assert visible(text) == text
    assert quote(text).startswith("'")


def test_visible_writes_escapes() -> None:
    assert visible("a\x1bb\nc") == "a\\u001bb\\nc"
    assert visible("it's \\ fine") == "it's \\ fine"


def test_the_recursion_limit_does_not_matter() -> None:
    nested: Any = {}
    for _ in range(200):
        nested = {"k": [nested]}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(120)
    try:
        shown = quote(nested)
    finally:
        sys.setrecursionlimit(limit)
    assert shown.startswith("{'k': [{'k': [")
