"""Which patterns are portable, and that engines do agree on those that are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from octools_codegen.checks.patterns import pattern_fault

PORTABLE = [
    "^$",
    "^[a-z][a-z0-9_]{0,47}$",
    "^[A-Za-z0-9_.-]{1,128}$",
    "^(0|[1-9][0-9]*)$",
    "^-?(?:0|[1-9][0-9]*)$",
    r"^https?:\/\/[a-z.]+\/$",
    r"^\$[0-9]+\.[0-9]{2}$",
    r"^[^\/]+(\/[^\/]+)*$",
    r"^[\t\n\x20-\x7e]*$",
    r"^[\u00e4\u00f6\u00fc]+$",
    "^äöü$",
    r"^[\]\[\-\\^]+$",
    "^[-a]+$",
    "^[a-]+$",
    "^(a|)b$",
    "^a{2}b{2,}c{2,3}?$",
    r"^a\\$",
    "^()$",
    "^[$.*]+$",
]

NOT_PORTABLE = [
    ("", "does not begin"),
    ("a", "does not begin"),
    ("^", "does not end"),
    ("^a", "does not end"),
    (r"^a\$", "does not end"),
    ("^a|b$", "alternatives at the top"),
    (r"^\d+$", r"\d means digits of every script"),
    (r"^[\d]+$", r"\d means"),
    (r"^\D+$", r"\D means"),
    (r"^\w+$", r"\w means letters of every script"),
    (r"^\W+$", r"\W means"),
    (r"^\s*$", r"\s means different white space"),
    (r"^\S*$", r"\S means"),
    (r"^\bword\b$", r"\b means different word boundaries"),
    (r"^a\B$", r"\B means"),
    (r"^\p{L}+$", "no escape"),
    (r"^\Aa\Z$", "no escape"),
    (r"^a\z$", "no escape"),
    (r"^(a)\1$", "no escape"),
    (r"^\k<n>$", "no escape"),
    (r"^\-$", "no escape"),
    (r"^\u00$", "no escape"),
    (r"^\cA$", "no escape"),
    (r"^\0$", "no escape"),
    (r"^\ud83d$", "half a character"),
    ("^😀$", "beyond U+FFFF"),
    ("^[😀]$", "beyond U+FFFF"),
    ("^(?=a)a$", "neither plain"),
    ("^(?!b)a$", "neither plain"),
    ("^(?<=b)a$", "neither plain"),
    ("^(?<name>a)$", "neither plain"),
    ("^(?P<name>a)$", "neither plain"),
    ("^(?i:a)$", "neither plain"),
    ("^(?>a)$", "neither plain"),
    ("^(?#note)$", "neither plain"),
    ("^.*$", "dot"),
    ("^a^b$", "stands inside"),
    ("^a$b$", "stands inside"),
    ("^a++$", "possessive"),
    ("^a**$", "nothing that can repeat"),
    ("^*a$", "nothing that can repeat"),
    ("^(+a)$", "nothing that can repeat"),
    ("^(a|*)$", "nothing that can repeat"),
    ("^a{,3}$", "no quantifier"),
    ("^a{x}$", "no quantifier"),
    ("^{2}$", "nothing that can repeat"),
    ("^a{3,2}$", "not in order"),
    ("^a{1001}$", "exceed 1000"),
    ("^a}$", "stands alone"),
    ("^a]$", "stands alone"),
    ("^(a$", "not closed"),
    ("^a)$", "closes no group"),
    ("^[a$", "not closed"),
    ("^[]$", "is empty"),
    ("^[]a]$", "is empty"),
    ("^[^]a]$", "is empty"),
    ("^[[a]]$", "set operation"),
    ("^[[:alpha:]]$", "set operation"),
    ("^[a&&b]$", "set operation"),
    ("^[a~~b]$", "set operation"),
    ("^[a||b]$", "set operation"),
    ("^[a--b]$", "hyphen"),
    ("^[z-a]$", "backwards"),
    ("^[a-c-e]$", "hyphen"),
    ("^[--a]$", "hyphens"),
    ("^[^a]$", "negated class"),
    ("^[^a]{2}$", "negated class"),
]

SAMPLES = [
    *(
        "",
        "a",
        "b",
        "ab",
        "ä",
        "äöü",
        "0",
        "00",
        "-0",
        "10",
        "-10",
        "x.y",
        "a/b",
        "a/b/c",
        "/",
        "//",
        "$1.50",
        "$150",
    ),
    *(
        "a\n",
        "\n",
        "\t",
        " ",
        "aabbcc",
        "aabbbccc",
        "aab",
        "]",
        "[",
        "^",
        "\\",
        "a\\",
        "-",
        "-a",
        "a-",
        "$.*",
        "é",
        "٣",
    ),
    *(
        "https://a.b/",
        "http://a.b/\n",
        "name_1",
        "Name",
        "n" * 48,
        "n" * 49,
        "A.b-c_9",
        "\u2028",
        "\r",
        "a\r",
        "K",
    ),
]


@pytest.mark.parametrize("pattern", PORTABLE)
def test_portable(pattern: str) -> None:
    assert pattern_fault(pattern) is None


@pytest.mark.parametrize(("pattern", "expected"), NOT_PORTABLE)
def test_not_portable(pattern: str, expected: str) -> None:
    fault = pattern_fault(pattern)
    assert fault is not None
    assert expected in fault.wrong
    assert fault.remedy.endswith((".", "$."))


@pytest.mark.parametrize("length", [10_000, 40_000])
def test_long_patterns_take_linear_time(length: int) -> None:
    assert pattern_fault("^" + "(a|" * length + "b" + ")" * length + "$") is None
    assert pattern_fault("^" + "[a-z]" * length + "$") is None


@pytest.mark.parametrize("pattern", PORTABLE)
def test_python_and_rust_agree(pattern: str) -> None:
    adapter = TypeAdapter(Annotated[str, Field(pattern=pattern)])
    for sample in SAMPLES:
        try:
            adapter.validate_python(sample)
        except ValidationError:
            rust = False
        else:
            rust = True
        assert rust == (re.fullmatch(pattern, sample) is not None), (pattern, sample)


def test_python_and_javascript_agree() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    program = (
        "const [patterns, samples, flags] = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(patterns.map(p => samples.map(s => new RegExp(p, flags).test(s)))));"
    )
    expected = [[re.fullmatch(pattern, sample) is not None for sample in SAMPLES] for pattern in PORTABLE]
    for flags in ("", "u"):
        done = subprocess.run(
            [node, "-e", program],
            input=json.dumps([PORTABLE, SAMPLES, flags]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, (flags, done.stderr)
        assert json.loads(done.stdout) == expected
