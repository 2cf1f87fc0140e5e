"""The table of names in docs/typescript.md has every public name of this package."""

from __future__ import annotations

import re
from pathlib import Path

import octools

PAGE = Path(__file__).resolve().parents[2] / "docs" / "typescript.md"
ROW = re.compile(r"^\| `(\w+)` *\|", re.MULTILINE)


def test_every_public_name_stands_in_the_table() -> None:
    table = PAGE.read_text("utf-8").partition("<!-- names -->")[2].partition("<!-- /names -->")[0]
    assert sorted(ROW.findall(table)) == sorted(octools.__all__)
