"""Checking tables, also those that were changed behind the model's back."""

from __future__ import annotations

from typing import Any

import pytest

from octools import COLUMN_KINDS, TabularEnvelope, validate_tabular
from octools.messages import message
from octools.quoting import quote


def table(columns: list[str], kinds: Any, rows: list[Any], **fields: Any) -> TabularEnvelope:
    return TabularEnvelope.model_validate(
        {
            "columns": columns,
            "column_kinds": kinds,
            "rows": rows,
            "row_count": len(rows),
            "truncated": False,
        }
        | fields
    )


def test_one_finding_a_bad_column_in_column_order() -> None:
    made = table(
        ["host", "size", "fine"],
        ["fqdn", "big_integer", "ip"],
        [["a.b", 1, None], ["-", "n/a", "::1"], ["a..b", "x", None]],
    )
    first, second = validate_tabular(made)
    assert (first.rule, first.path, first.tool) == ("cell_kind", "/rows/1/0", None)
    assert first.message == "column 'host' (fqdn): 2 of 3 cells do not fit; first at row 1: '-'"
    assert (second.rule, second.path) == ("cell_kind", "/rows/1/1")
    assert second.message == "column 'size' (big_integer): 2 of 3 cells do not fit; first at row 1: 'n/a'"


@pytest.mark.parametrize("kind", COLUMN_KINDS)
def test_null_fits_every_kind_and_an_object_none(kind: Any) -> None:
    made = table(["c"], [kind], [[None], [None]])
    assert validate_tabular(made) == []
    made.rows[1][0] = {}  # type: ignore[assignment]
    [found] = validate_tabular(made)
    assert found.path == "/rows/1/0"
    assert "1 of 2 cells" in found.message


def test_a_table_without_kinds_or_rows_has_nothing_to_check() -> None:
    assert validate_tabular(table(["c"], None, [["x"]])) == []
    assert validate_tabular(table(["c"], ["ip"], [])) == []
    assert validate_tabular(table([], [], [[], []])) == []


def test_ragged_rows_give_a_finding_that_names_the_row() -> None:
    made = table(["a", "b"], ["integer", "ip"], [[1, "::1"], [2, "::2"], [3, "::3"], [4, "no"]])
    made.rows[1] = [2]
    made.rows[2] = "ab"  # type: ignore[call-overload]
    first, second = validate_tabular(made)
    assert first.path == "/rows/2"
    assert first.message == (
        "column 'a' (integer): 1 of 4 cells do not fit; first at row 2: the row has no such cell"
    )
    assert second.path == "/rows/1"
    assert second.message == (
        "column 'b' (ip): 3 of 4 cells do not fit; first at row 1: the row has no such cell"
    )
    made.rows[0] = [True, "no", "more"]
    assert [found.path for found in validate_tabular(made)] == ["/rows/0/0", "/rows/0/1"]
    made.rows[0] = (1, "::1")  # type: ignore[call-overload]
    assert [found.path for found in validate_tabular(made)] == ["/rows/2", "/rows/1"]


@pytest.mark.parametrize("row", [None, 5, {}, {"a": 1}, "", set()])
def test_a_row_of_another_type_has_no_cells(row: Any) -> None:
    made = table(["a"], ["text"], [["x"], ["y"]])
    made.rows[0] = row
    [found] = validate_tabular(made)
    assert (found.path, "1 of 2" in found.message) == ("/rows/0", True)


@pytest.mark.parametrize("kind", ["colour", None, 5, ["ip"], {"a": 1}])
def test_an_unknown_kind_gives_a_finding_and_the_others_are_judged(kind: Any) -> None:
    made = table(["a", "b"], ["ip", "ip"], [["::1", "no"]])
    made.column_kinds = [kind, "ip"]
    first, second = validate_tabular(made)
    assert (first.rule, first.path) == ("cell_kind", "/column_kinds/0")
    assert first.message == message(
        "cell_kind", "unknown_kind", column="'a'", value=quote(kind), allowed=", ".join(COLUMN_KINDS)
    )
    assert second.path == "/rows/0/1"


def test_kinds_of_another_number_than_columns_are_judged_as_far_as_there_are_cells() -> None:
    made = table(["a"], ["ip"], [["::1"]])
    made.column_kinds = ["ip", "integer"]
    [found] = validate_tabular(made)
    assert found.path == "/rows/0"
    assert found.message.startswith("column 1 (integer): 1 of 1 cells do not fit")


def test_long_values_and_names_are_quoted_short() -> None:
    made = table(["n" * 1000, "m"], ["ip", "integer"], [["x" * 10**6, 10**5000]])
    for found in validate_tabular(made):
        assert len(found.message) < 400


def test_integers_of_any_length_fit_where_they_may() -> None:
    huge = 10**5000
    assert validate_tabular(table(["a", "b"], ["number", "big_integer"], [[huge, -huge]])) == []
    [found] = validate_tabular(table(["a"], ["integer"], [[huge]]))
    assert "about 5001 digits" in found.message


def test_findings_are_the_same_every_time_and_the_table_is_not_changed() -> None:
    made = table(["a"], ["mac"], [["x"], ["00:11:22:33:44:55"]])
    before = made.model_dump()
    assert validate_tabular(made) == validate_tabular(made)
    assert made.model_dump() == before
