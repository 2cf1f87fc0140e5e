from __future__ import annotations

import pytest

from octools_codegen.markdown_text import anchor, code, prose, table


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("Plain text.", "Plain text."),
        ("<scope>:<id>", "\\<scope\\>:\\<id\\>"),
        ("a | b", "a \\| b"),
        ("such as `a|b` here", "such as `a\\|b` here"),
        ("snake_case stays, _this_ does not", "snake_case stays, \\_this\\_ does not"),
        ("two\n lines", "two lines"),
        ("2 * 3 [x]", "2 \\* 3 \\[x\\]"),
    ],
)
def test_prose_is_one_line_without_markup(text: str, markdown: str) -> None:
    assert prose(text) == markdown


@pytest.mark.parametrize(
    ("value", "markdown"),
    [
        ("a", "`a`"),
        (None, "`null`"),
        ([0, 1], "`[0, 1]`"),
        ("a|b", "`a\\|b`"),
        ("a`b", "``a`b``"),
        ("`a", "`` `a ``"),
        ("", "`  `"),
        ("a\nb", '`"a\\nb"`'),
        ("\u200b", '`"\\u200b"`'),
    ],
)
def test_code_is_safe_in_a_cell(value: object, markdown: str) -> None:
    assert code(value) == markdown


def test_anchors_are_githubs() -> None:
    assert anchor("ColumnKind") == "columnkind"
    assert anchor("exec_source") == "exec_source"
    assert anchor("A (b) c") == "a-b-c"


def test_tables() -> None:
    assert table(("A", "B"), [("1", "2")]) == "| A | B |\n| --- | --- |\n| 1 | 2 |"
