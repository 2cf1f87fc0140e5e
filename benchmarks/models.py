"""The item models that a consumer would bring."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address  # noqa: TC003 - pydantic reads the annotations
from typing import Any

from pydantic import AwareDatetime, BaseModel, TypeAdapter

from benchmarks import data


class HostRecord(BaseModel):
    """A record of five fields."""

    host: str
    address: str
    cores: int
    load: float
    remark: str | None = None


class HostItem(BaseModel):
    """A table row of six fields, with types that are no JSON types of their own."""

    host: str
    address: IPv4Address | IPv6Address
    cores: int
    load: float
    remark: str | None = None
    seen: AwareDatetime


def host_items(count: int) -> list[HostItem]:
    """That many items from the seed."""
    seen = [moment or "2024-01-01T00:00:00Z" for moment in data.column("timestamp", count)]
    rows: list[dict[str, Any]] = [
        {**record, "seen": moment} for record, moment in zip(data.records(count), seen, strict=True)
    ]
    return TypeAdapter(list[HostItem]).validate_python(rows)
