"""The column-wise checks say what the plain rules say, on cells of every kind, whole and mutated."""

from __future__ import annotations

import enum
import ipaddress
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octools.cells import FITS, fits
from octools.columns import misfits
from octools_contract.vocabularies import COLUMN_KINDS
from tests import plain_cells

COUNT = 10_000
# Together with the default run, more than a million and a half of cells.
MANY = {kind: 60_000 if kind in {"ip", "ip_block"} else 180_000 for kind in COLUMN_KINDS}
ALPHABET = "0123456789abcdefABCDEFgz:.-/%_+ TtZz\n\u0660\u00e9\u212a\x00"


def v4(draw: random.Random) -> str:
    return str(ipaddress.IPv4Address(draw.getrandbits(32)))


def v6(draw: random.Random) -> str:
    bits = draw.getrandbits(128)
    for _ in range(draw.randint(0, 3)):
        start, width = draw.randint(0, 127), draw.randint(1, 100)
        bits &= ~(((1 << width) - 1) << start)
    text = str(ipaddress.IPv6Address(bits & ((1 << 128) - 1)))
    return draw.choice([text, text.upper(), ipaddress.IPv6Address(text).exploded])


def groups(draw: random.Random) -> str:
    part = lambda: ":".join(draw.choice(["0", "1", "ff", "abcd"]) for _ in range(draw.randint(0, 8)))  # noqa: E731
    return part() + draw.choice(["::", ":", "", ":1.2.3.4", "::1.2.3.4", ":::"]) + part()


def address(draw: random.Random) -> str:
    return draw.choice([v4, v6, groups, lambda each: v6(each) + "%eth0"])(draw)


def block(draw: random.Random) -> str:
    form = draw.randint(0, 5)
    if form == 0:
        return address(draw)
    if form == 1:
        lengths = [0, 8, 31, 32, 33, "08", "255.255.0.0", "0.0.0.255", "255.0.255.0", ""]
        return f"{v4(draw)}/{draw.choice(lengths)}"
    if form == 2:
        return f"{v6(draw)}/{draw.choice([0, 9, 10, 99, 100, 119, 127, 128, 129, '0128', '1.2.3.4'])}"
    if form == 3:
        return f"{v4(draw)}-{v4(draw)}"
    return f"{address(draw)}-{address(draw)}"


def moment(draw: random.Random) -> str:
    date = (
        f"{draw.choice([draw.randint(0, 9999), 1900, 2000, 2023, 2024, 0, 400]):04d}"
        f"-{draw.randint(0, 13):02d}-{draw.choice([draw.randint(0, 32), 28, 29, 30, 31]):02d}"
    )
    clock = f"{draw.randint(0, 24):02d}:{draw.randint(0, 60):02d}:{draw.randint(0, 61):02d}"
    fraction = draw.choice(["", "", ".5", ".123456789", "."])
    offset = draw.choice(
        ["Z", "z", "", f"{draw.choice('+-')}{draw.randint(0, 24):02d}:{draw.randint(0, 60):02d}"]
    )
    return date + draw.choice("TTTt ") + clock + fraction + offset


def host(draw: random.Random) -> str:
    labels = [
        "".join(draw.choice("abcXYZ019-") for _ in range(draw.choice([1, 2, 5, 62, 63, 64, 0])))
        for _ in range(draw.randint(1, 6))
    ]
    return ".".join(labels) + draw.choice(["", "", "."])


def hardware(draw: random.Random) -> str:
    count = draw.choice([5, 6, 6, 6, 7, 8, 8, 9])
    pairs = [f"{draw.getrandbits(8):02x}" for _ in range(count)]
    joined = draw.choice(":-").join(pairs)
    return draw.choice([joined, joined.upper(), joined.replace(":", "-", 1)])


def decimal(draw: random.Random) -> Any:
    value = draw.choice([draw.randint(-5, 5), draw.getrandbits(60), -draw.getrandbits(200)])
    return draw.choice([value, str(value), f"0{value}", f"+{value}", f"-{value}", "", "-"])


def scalar(draw: random.Random) -> Any:
    return draw.choice(
        [
            True,
            False,
            0,
            -1,
            1.5,
            -0.0,
            float("nan"),
            float("inf"),
            float("-inf"),
            1e308,
            2**53 - 1,
            2**53,
            -(2**53),
            1 - 2**53,
            10**400,
            "",
            "text",
        ]
    )


SOURCES: dict[str, Callable[[random.Random], Any]] = {
    "text": scalar,
    "number": scalar,
    "integer": scalar,
    "boolean": scalar,
    "timestamp": moment,
    "ip": address,
    "fqdn": host,
    "mac": hardware,
    "ip_block": block,
    "big_integer": decimal,
}


def mutated(draw: random.Random, cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    for _ in range(draw.choice([0, 0, 0, 1, 2])):
        place = draw.randint(0, len(cell))
        cell = cell[:place] + draw.choice(["", draw.choice(ALPHABET)]) + cell[place + draw.randint(0, 1) :]
    return cell


@pytest.mark.parametrize("kind", COLUMN_KINDS)
def test_a_column_is_judged_as_its_cells_one_by_one(kind: Any) -> None:
    draw = random.Random(f"cells of {kind}")
    plain = plain_cells.FITS[kind]
    cells = [mutated(draw, SOURCES[kind](draw)) for _ in range(COUNT)]
    assert [cell for cell in cells if FITS[kind](cell) is not plain(cell)] == []
    # Mostly good columns go the fast way, with a few bad cells and nulls in them.
    good = [cell for cell in cells if plain(cell)]
    bad = [cell for cell in cells if not plain(cell)]
    assert min(len(good), len(bad)) > COUNT / 50
    for share in (0.0, 0.001, 0.5, 1.0):
        column = [
            draw.choice(bad) if draw.random() < share else draw.choice([*good[:50], draw.choice(good), None])
            for _ in range(5_000)
        ]
        expected = [index for index, cell in enumerate(column) if cell is not None and not plain(cell)]
        assert misfits(kind, [[cell] for cell in column], 0) == expected
    foreign = [[draw.choice([draw.choice(good), scalar(draw)])] for _ in range(5_000)]
    assert misfits(kind, foreign, 0) == [index for index, [cell] in enumerate(foreign) if not plain(cell)]


@given(
    st.sampled_from(COLUMN_KINDS),
    st.lists(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text())),
)
def test_any_cells_are_judged_alike(kind: Any, cells: list[Any]) -> None:
    plain = plain_cells.FITS[kind]
    expected = [index for index, cell in enumerate(cells) if cell is not None and not plain(cell)]
    assert misfits(kind, [[None, cell] for cell in cells], 1) == expected
    assert [index for index, cell in enumerate(cells) if not fits(kind, cell)] == expected


@given(st.lists(st.from_regex(plain_cells.DATE_TIME, fullmatch=True), max_size=20))
def test_any_date_times_are_judged_alike(cells: list[str]) -> None:
    expected = [index for index, cell in enumerate(cells) if not plain_cells.timestamp(cell)]
    assert misfits("timestamp", [[cell] for cell in cells], 0) == expected


@pytest.mark.parametrize("kind", COLUMN_KINDS)
@pytest.mark.parametrize("size", [0, 1, 1023, 1024, 1025, 2049])
def test_columns_of_every_size_around_a_chunk(kind: Any, size: int) -> None:
    draw = random.Random(f"{kind} {size}")
    good = next(cell for cell in iter(lambda: SOURCES[kind](draw), object()) if plain_cells.FITS[kind](cell))
    rows = [[good] for _ in range(size)]
    assert misfits(kind, rows, 0) == []
    if size:
        rows[-1] = [[]]
        assert misfits(kind, rows, 0) == [size - 1]


class Number(enum.IntEnum):
    ONE = 1


class Name(enum.StrEnum):
    HOST = "host.example"


def test_cells_of_derived_classes_are_judged_as_the_scalar() -> None:
    assert misfits("integer", [[Number.ONE]], 0) == []
    assert misfits("big_integer", [[Number.ONE]], 0) == []
    assert misfits("number", [[Number.ONE]], 0) == []
    assert misfits("fqdn", [[Name.HOST]], 0) == []
    assert misfits("text", [[Name.HOST]], 0) == []
    assert misfits("mac", [[Name.HOST]], 0) == [0]


def test_cells_that_hold_line_breaks_never_look_like_two() -> None:
    for kind, good in (
        ("ip", "192.0.2.1"),
        ("mac", "00:00:00:00:00:00"),
        ("fqdn", "a.b"),
        ("big_integer", "1"),
    ):
        for cell in (f"{good}\n{good}", f"{good}\n", f"\n{good}", "\n"):
            assert misfits(kind, [[good], [cell], [good]], 0) == [1]  # type: ignore[arg-type]


def test_long_strings_take_linear_time() -> None:
    for kind, cell in (
        ("ip", "1:" * 200_000),
        ("ip", "1." * 200_000),
        ("ip_block", "::1-" * 100_000),
        ("ip_block", "::/" + "0" * 300_000),
        ("ip_block", "1.2.3.4/" + "0" * 300_000),
        ("fqdn", "a-" * 200_000),
        ("fqdn", "a" * 300_000),
        ("timestamp", "2024-01-01T00:00:00." + "0" * 300_000 + "x"),
        ("mac", "00:" * 200_000),
        ("big_integer", "1" * 300_000 + "x"),
    ):
        assert misfits(kind, [[cell], [cell]], 0) == [0, 1]  # type: ignore[arg-type]
