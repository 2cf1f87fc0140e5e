"""Data to measure with: made from a seed, with the mixed lengths, nulls and spellings of real results.

    python -m benchmarks.data table ROWS [KIND...]

prints the text of a table, for measurements that must not have made it in their own process.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import random
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 20260214
NULLS = 0.02
# Larger tables repeat these rows: making them takes longer than measuring with them.
DISTINCT = 50_000
WORDS = [
    "alpha",
    "archive",
    "backup",
    "berlin",
    "bridge",
    "cache",
    "core",
    "delta",
    "east",
    "edge",
    "gateway",
    "green",
    "index",
    "ingest",
    "kernel",
    "lab",
    "lisbon",
    "mail",
    "metrics",
    "north",
    "osaka",
    "proxy",
    "queue",
    "relay",
    "search",
    "shard",
    "south",
    "storage",
    "stream",
    "vault",
    "west",
    "worker",
]
LONG_TEXTS = (
    "rebooted after the kernel update",
    "bigger disk ordered",
    "waits for a second look",
    "ok",
    "",
    "-",
)
# What some of these become where text is not to be ASCII: one such character changes how Python keeps a text.
FOREIGN_TEXTS = {"bigger disk ordered": "größere Platte bestellt", "waits for a second look": "見直し待ち"}
TABLE_KINDS = ("fqdn", "ip", "integer", "number", "text", "timestamp")
EPOCH = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)


def fqdn(chance: random.Random) -> str:
    """A host name of two to five labels, now and then with the trailing dot."""
    labels = [
        f"{chance.choice(WORDS)}-{chance.randrange(400)}",
        *chance.sample(WORDS, chance.randrange(1, 4)),
    ]
    return ".".join([*labels, "example"]) + ("." if chance.random() < 0.05 else "")


def ip(chance: random.Random) -> str:
    """Three addresses out of four are IPv4."""
    if chance.random() < 0.75:
        return str(ipaddress.IPv4Address(chance.getrandbits(32)))
    return str(ipaddress.IPv6Address(chance.getrandbits(128) & ~(chance.getrandbits(64) << 32)))


def ip_block(chance: random.Random) -> str:
    """Prefixes mostly, then ranges, then single addresses."""
    shape = chance.random()
    if shape < 0.7:
        if chance.random() < 0.75:
            return f"{ipaddress.IPv4Address(chance.getrandbits(32))}/{chance.randrange(8, 33)}"
        return f"{ipaddress.IPv6Address(chance.getrandbits(128))}/{chance.randrange(16, 129)}"
    if shape < 0.9:
        first = chance.getrandbits(31)
        return f"{ipaddress.IPv4Address(first)}-{ipaddress.IPv4Address(first + chance.randrange(1 << 16))}"
    return ip(chance)


def timestamp(chance: random.Random) -> str:
    """Seconds or fractions, in UTC or with an offset."""
    moment = EPOCH + dt.timedelta(seconds=chance.randrange(90_000_000))
    text = moment.strftime("%Y-%m-%dT%H:%M:%S")
    if chance.random() < 0.5:
        text += f".{chance.randrange(1_000_000):0{chance.choice((3, 6))}d}"
    return text + chance.choice(("Z", "Z", "Z", "+00:00", "+02:00", "-05:30"))


def mac(chance: random.Random) -> str:
    """Six pairs mostly, eight now and then, with either separator."""
    pairs = [f"{chance.randrange(256):02x}" for _ in range(6 if chance.random() < 0.95 else 8)]
    return chance.choice(":-").join(pairs)


def big_integer(chance: random.Random) -> int | str:
    """Small values as integers, large ones as decimal strings."""
    value = chance.getrandbits(chance.choice((8, 24, 40, 52, 64, 96)))
    return value if value < 2**53 else str(value)


def text(chance: random.Random) -> str:
    """Some words, some longer remarks."""
    if chance.random() < 0.2:
        return chance.choice(LONG_TEXTS)
    return " ".join(chance.choices(WORDS, k=chance.randrange(1, 6)))


MAKERS: dict[str, Callable[[random.Random], Any]] = {
    "text": text,
    "number": lambda chance: (
        round(chance.gauss(40, 25), 3) if chance.random() < 0.8 else chance.randrange(100)
    ),
    "integer": lambda chance: chance.randrange(-1000, 10 ** chance.choice((2, 4, 9, 13))),
    "boolean": lambda chance: chance.random() < 0.5,
    "timestamp": timestamp,
    "ip": ip,
    "fqdn": fqdn,
    "mac": mac,
    "ip_block": ip_block,
    "big_integer": big_integer,
}


def bad_cell(kind: str, chance: random.Random) -> Any:
    """A cell that does not fit its kind: a value of another type, or a good one with a slip in it."""
    if kind == "text":
        return chance.randrange(1000)
    if kind in {"number", "integer", "boolean", "big_integer"}:
        return chance.choice(("n/a", "", "12 GB", "1e3", "007"))
    good = str(MAKERS[kind](chance))
    slip = chance.randrange(4)
    if slip == 0:
        return good + chance.choice((" ", "_", "?"))
    if slip == 1:
        return chance.choice(("not known", "n/a", "", "-"))
    if slip == 2:
        return good.replace(good[len(good) // 2], "/", 1) + ".."
    return chance.randrange(1000)


def column(kind: str, count: int, *, bad: float = 0.0, seed: int = SEED) -> list[Any]:
    """Cells of one kind, 2 % of them null and a share of them bad."""
    chance = random.Random(f"{seed}/{kind}")
    make = MAKERS[kind]
    cells: list[Any] = []
    for _ in range(min(count, DISTINCT)):
        draw = chance.random()
        if draw < bad:
            cells.append(bad_cell(kind, chance))
        elif draw < bad + NULLS:
            cells.append(None)
        else:
            cells.append(make(chance))
    return repeated(cells, count)


def repeated(values: list[Any], count: int) -> list[Any]:
    """That many values: the given ones over and over."""
    return (values * -(-count // len(values)))[:count] if values else []


def table(rows: int, kinds: tuple[str, ...] = TABLE_KINDS, *, bad: float = 0.0) -> dict[str, Any]:
    """A tabular envelope in its wire form."""
    columns = [column(kind, rows, bad=bad, seed=SEED + place) for place, kind in enumerate(kinds)]
    return {
        "columns": [f"{kind}_{place}" for place, kind in enumerate(kinds)],
        "rows": [list(row) for row in zip(*columns, strict=True)],
        "row_count": rows,
        "truncated": False,
        "column_kinds": list(kinds),
    }


def foreign(table: dict[str, Any]) -> dict[str, Any]:
    """The same table with some texts that are not ASCII."""
    rows = [
        [FOREIGN_TEXTS.get(cell, cell) if type(cell) is str else cell for cell in row]
        for row in table["rows"]
    ]
    return {**table, "rows": rows}


def records(count: int) -> list[dict[str, Any]]:
    """Records of five fields."""
    fields = {"host": "fqdn", "address": "ip", "cores": "integer", "load": "number", "remark": "text"}
    chance = random.Random(SEED)
    distinct = [
        {name: MAKERS[kind](chance) for name, kind in fields.items()}
        | {"remark": None if chance.random() < NULLS else text(chance)}
        for _ in range(min(count, DISTINCT))
    ]
    return [dict(record) for record in repeated(distinct, count)]


def schema(nodes: int, *, unions: bool = True) -> dict[str, Any]:
    """A strict-clean input schema with that many subschemas, the root included: groups of described settings.

    Without unions nothing in it needs merging.
    """
    chance = random.Random(SEED)
    left = nodes - 1
    properties: dict[str, Any] = {}
    root = closed(properties)
    while left > 0:
        members: dict[str, Any] = {}
        group = closed(members)
        used = 1
        while used < min(left, 12):
            name = f"{chance.choice(WORDS)}_{used}"
            if unions and chance.random() < 0.15 and used + 3 <= min(left, 12):
                members[name] = {"anyOf": [leaf(chance), {"type": "null"}], "description": text(chance)}
                used += 3
            elif chance.random() < 0.15 and used + 2 <= min(left, 12):
                members[name] = {"type": "array", "items": leaf(chance), "description": text(chance)}
                used += 2
            else:
                members[name] = leaf(chance)
                used += 1
        group["required"] = list(members)[:2]
        properties[f"group_{len(properties)}"] = group
        left -= used
    return root


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """An object schema that allows these properties and no other."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


def leaf(chance: random.Random) -> dict[str, Any]:
    """A described scalar."""
    kind = chance.choice(("string", "integer", "boolean", "number"))
    member: dict[str, Any] = {"type": kind, "description": text(chance)}
    if kind == "string" and chance.random() < 0.3:
        member["enum"] = chance.sample(WORDS, 3)
    return member


def to_text(value: Any) -> str:
    """JSON as a producer writes it: compact, with non-ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main(arguments: list[str]) -> None:
    """Prints the text of a table."""
    if len(arguments) < 2 or arguments[0] != "table":
        raise SystemExit("usage: python -m benchmarks.data table ROWS [KIND...]")
    sys.stdout.write(to_text(table(int(arguments[1]), tuple(arguments[2:]) or TABLE_KINDS)))


if __name__ == "__main__":
    main(sys.argv[1:])
