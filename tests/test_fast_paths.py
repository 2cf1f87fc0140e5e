"""Good data takes the fast way: what looks at each cell is not even called, and what is bad is still seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

import pytest
from pydantic import ValidationError

from octools import TabularEnvelope, columns, read_envelope, reader, tabular, validate_tabular
from octools.cells import FITS
from octools.envelopes import rows as envelope_rows

SAFE = 2**53 - 1
# Cells that are plainly good, with the values at both ends of what a kind takes.
GOOD: dict[str, list[Any]] = {
    "text": ["", "é", None],
    "number": [0, -1.5, 1e308, 10**400, None],
    "integer": [-SAFE, 0, SAFE],
    "boolean": [True, False, None],
    "timestamp": ["2024-02-29T23:59:60Z", "0000-01-31t00:00:00.125-23:59", None],
    "ip": ["192.0.2.1", "2001:db8::1", None],
    "fqdn": ["a", "HOST-1.example.", "0--9.x", "b" * 63, None],
    "mac": ["00:1b:2C:3d:4e:5f", "00-1B-2c-3D-4E-5F", "00:1b:2c:3d:4e:5f:60:71", None],
    "ip_block": ["192.0.2.0/24", "2001:db8::/32", None],
    "big_integer": ["-9007199254740993", "0", 10**30, None],
}


def table(kind: str, cells: list[Any]) -> TabularEnvelope:
    return TabularEnvelope(
        columns=["c"],
        column_kinds=[kind],
        rows=[[cell] for cell in cells],
        row_count=len(cells),
        truncated=False,
    )


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The cells that get the exact test of their kind."""
    seen: list[Any] = []

    def watched(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
        def judge(cell: Any) -> bool:
            seen.append(cell)
            return fits(cell)

        return judge

    monkeypatch.setattr(columns, "FITS", {kind: watched(fits) for kind, fits in FITS.items()})
    return seen


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_column_needs_no_exact_test(exact: list[Any], kind: str) -> None:
    assert validate_tabular(table(kind, GOOD[kind] * 500)) == []
    assert exact == []


def test_what_is_not_plainly_good_gets_the_exact_test(exact: list[Any]) -> None:
    floats = [1, 1e308, 1e308, 0.0, float("inf"), -2.5, float("nan"), None]
    for kind, cells, judged in (
        ("number", floats, [cell for cell in floats if str(cell) in {"inf", "nan"}]),
        ("number", [1e308, 1e308, 1], []),
        ("number", [1, "2", 2.5], ["2"]),
        ("integer", [SAFE, SAFE + 1, 0, -SAFE - 1, 1.0], [SAFE + 1, -SAFE - 1, 1.0]),
        ("text", ["a", 1], [1]),
        ("boolean", [True, 0], [0]),
        ("fqdn", ["a.b", "c." * 40 + "d"], ["c." * 40 + "d"]),
        ("ip_block", ["192.0.2.0/24", "192.0.2.1-192.0.2.9"], ["192.0.2.1-192.0.2.9"]),
        ("mac", ["00:1b:2c:3d:4e:5f", "é"], ["00:1b:2c:3d:4e:5f", "é"]),
    ):
        exact.clear()
        validate_tabular(table(kind, cells))
        assert list(map(repr, exact)) == list(map(repr, judged))


def test_rows_that_are_whole_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*arguments: Any) -> set[int]:
        raise AssertionError("searched for ragged rows")

    monkeypatch.setattr(tabular, "_rows_without", search)
    assert len(validate_tabular(table("integer", ["a", 1]))) == 1
    made = table("integer", ["a", 1])
    made.rows[1] = []
    with pytest.raises(AssertionError, match="searched"):
        validate_tabular(made)


def text_of(**fields: Any) -> str:
    data = {"columns": ["a", "b"], "rows": [["x", 1], [None, 2.5]], "row_count": 2, "truncated": False}
    return json.dumps(data | fields, ensure_ascii=False)


@pytest.mark.parametrize("form", [str, str.encode])
@pytest.mark.parametrize(
    ("text", "looks"),
    [
        (text_of(), 0),
        (text_of(rows=[], row_count=0), 0),
        (text_of(columns=[], rows=[[], []]), 0),
        (text_of(warnings=["w"], column_kinds=["text", "number"], column_descriptions=["é", "f"]), 0),
        # What may be an array or object among the cells makes us look, though it is none.
        (text_of(rows=[["x[", 1], ["{", 2.5]]), 1),
        (text_of(columns=["[", "{"]), 1),
        (text_of(source={"vendor": "v", "version": "1"}), 1),
        # Arrays and objects that are cells, one bracket more or less, rows of other widths, no rows at all.
        (text_of(rows=[[{}, 1], [None, 2.5]]), 1),
        (text_of(rows=[[[], 1], [None, 2.5]]), 1),
        (text_of(rows=[[[], 1], "ab"]), 1),
        (text_of(rows=[["x", 1], [None]]), 1),
        (text_of(rows=[["x", 1], {}]), 1),
        (text_of(rows=[["x", 1], "ab"]), 1),
        (text_of(rows="ab"), 1),
        (text_of(rows={}), 1),
        (text_of(columns="ab"), 1),
        (text_of(columns={}), 1),
        (text_of(columns=None), 1),
    ],
)
def test_only_a_text_with_plain_rows_is_read_without_a_look_at_each_cell(
    monkeypatch: pytest.MonkeyPatch, text: str, looks: int, form: Callable[[str], Any]
) -> None:
    seen: list[Any] = []
    whole = envelope_rows.checked_rows

    def check(value: Any, **options: Any) -> Any:
        seen.append(value)
        return whole(value, **options)

    monkeypatch.setattr(envelope_rows, "checked_rows", check)
    with nullcontext() if looks == 0 else suppress(ValidationError):
        read_envelope(TabularEnvelope, form(text))
    assert len(seen) == looks


@pytest.mark.parametrize("column", ["a", "[", "{"])
def test_rows_that_reading_parsed_itself_are_kept(monkeypatch: pytest.MonkeyPatch, column: str) -> None:
    text = text_of(columns=[column, "b"])
    data = json.loads(text)
    monkeypatch.setattr(reader, "parse", lambda _text: data)
    read = read_envelope(TabularEnvelope, text)
    assert read.rows is data["rows"]
    assert read.rows[0] is data["rows"][0]


def test_rows_of_a_caller_are_copied() -> None:
    data = json.loads(text_of())
    for made in (
        TabularEnvelope(**data),
        TabularEnvelope.model_validate(data),
        TabularEnvelope.model_validate(data, context={"theirs": True}),
        read_envelope(TabularEnvelope, data),
    ):
        assert made.rows == data["rows"]
        assert made.rows is not data["rows"]
        assert not any(own is given for own, given in zip(made.rows, data["rows"], strict=True))


def test_a_text_without_columns_or_rows_is_looked_at() -> None:
    for fields in ({"rows": [[1]]}, {"columns": ["a"]}, {}):
        with pytest.raises(ValueError, match="Field required"):
            read_envelope(TabularEnvelope, json.dumps({"row_count": 1, "truncated": False, **fields}))
