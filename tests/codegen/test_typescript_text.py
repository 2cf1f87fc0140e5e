from __future__ import annotations

import json
import re

import pytest

from octools_codegen.typescript_text import (
    UNSEEN,
    comment,
    identifier,
    imports,
    literal,
    property_name,
    regexp,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (0.5, "0.5"),
        ("a", '"a"'),
        ('say "no"', '"say \\"no\\""'),
        ("naïve", '"naïve"'),
        ("a\u2028b\u00a0", '"a\\u2028b\\u00a0"'),
        ("\ud800", '"\\ud800"'),
        ([], "[]"),
        ({}, "{}"),
        ([1, "b"], '[1, "b"]'),
        ({"a": 1, "x-b": {"$ref": "c"}}, '{ a: 1, "x-b": { $ref: "c" } }'),
    ],
)
def test_short_values_stand_on_one_line(value: object, text: str) -> None:
    assert literal(value) == text


def test_long_values_take_a_line_a_member() -> None:
    value = {"first": "x" * 60, "second": ["y" * 60, {"third": 3}], "empty": []}
    assert literal(value, 1) == "\n".join(
        [
            "{",
            f'    first: "{"x" * 60}",',
            f'    second: ["{"y" * 60}", {{ third: 3 }}],',
            "    empty: [],",
            "  }",
        ]
    )


def test_the_width_counts_what_stands_before() -> None:
    value = ["a" * 50, "b" * 44]
    flat = literal(value)
    assert "\n" not in literal(value, used=110 - len(flat) - 1)
    assert "\n" in literal(value, used=110 - len(flat))


def test_deep_values_need_no_recursion() -> None:
    value: object = 1
    for _ in range(5000):
        value = [value]
    assert literal(value, used=-20_000) == "[" * 5000 + "1" + "]" * 5000


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_are_no_json_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        literal(value)


def test_every_escape_is_one_that_json_reads_back() -> None:
    text = "".join(map(chr, (0, 9, 0x7F, 0xA0, 0x200B, 0x202E, 0x3000, 0xFEFF, 0x1F600)))
    shown = literal(text)
    assert json.loads(shown) == text
    assert UNSEEN.search(shown) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a", "a"),
        ("$ref", "$ref"),
        ("x-a", '"x-a"'),
        ("1st", '"1st"'),
        ("", '""'),
        ("é", '"é"'),
        ("__proto__", '["__proto__"]'),
    ],
)
def test_property_names_are_quoted_where_they_must_be(name: str, text: str) -> None:
    assert property_name(name) == text


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^[a-z]$", "/^[a-z]$/u"),
        ("a/b", "/a\\/b/u"),
        ("[/]", "/[/]/u"),
        ("\\/", "/\\//u"),
        ("a\nb", "/a\\u000ab/u"),
        ("[\u2028]", "/[\\u2028]/u"),
        ("", "/(?:)/u"),
    ],
)
def test_patterns_become_regular_expression_literals(pattern: str, text: str) -> None:
    assert regexp(pattern) == text


def test_comments_wrap_and_never_end_early() -> None:
    assert comment("Short.") == "/** Short. */"
    assert "*/" not in comment("an end */ inside")[:-2]
    wrapped = comment(["word " * 60, "", "Second."], 1)
    lines = wrapped.split("\n")
    assert lines[0] == "/**"
    assert lines[-1] == "   */"
    assert "   *" in lines
    assert lines[-2] == "   * Second."
    assert all(len(line) <= 110 for line in lines)
    assert all(re.match(r"   \*", line) for line in lines[1:])


@pytest.mark.parametrize(
    ("name", "constant"),
    [
        ("RecordsEnvelope", "RECORDS_ENVELOPE"),
        ("compact-view", "COMPACT_VIEW"),
        ("OCToolDescriptor", "OCTOOL_DESCRIPTOR"),
    ],
)
def test_constants_are_named_after_types(name: str, constant: str) -> None:
    assert identifier(name) == constant


def test_imports_break_where_they_are_long() -> None:
    assert imports(["A", "B"], "./x.js") == 'import { A, B } from "./x.js";'
    names = [f"CONSTANT_NUMBER_{index}" for index in range(9)]
    assert imports(names, "./x.js").splitlines()[1] == "  CONSTANT_NUMBER_0,"
