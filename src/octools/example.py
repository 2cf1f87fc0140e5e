"""A small provider of four tools, so that every command has something to run on.

It shows each envelope once: records that page, a deprecated alias of that tool, a table with integers beyond
what a double holds, and a file that is handed to an injected sink.
"""

from __future__ import annotations

import ipaddress
import re
from html import escape
from typing import Annotated, Any, Final, Protocol

from pydantic import AfterValidator, BaseModel, Field, field_validator

from octools import (
    ALIAS_OF_KEY,
    ArtifactEnvelope,
    ArtifactRef,
    OCTool,
    RecordsEnvelope,
    TabularEnvelope,
    artifact_schema,
    input_schema_for,
    records_schema,
    tabular_schema,
)

_MOST_RECORDS: Final = 100
_BADGE_HEIGHT: Final = 20
_GLYPH_WIDTH: Final = 7
_POSITION: Final = re.compile("[0-9]{1,2}")


def _within_bounds(count: int) -> int:
    if not 1 <= count <= _MOST_RECORDS:
        raise ValueError(f"{count} is not within 1 to {_MOST_RECORDS}")
    return count


# Bounds are checked here and told in descriptions: a strict-clean schema has no keyword for them.
_Count = Annotated[int, AfterValidator(_within_bounds)]


class EchoArgs(BaseModel):
    """Arguments of `echo_records`."""

    text: str = Field(description="The text to repeat.")
    times: _Count = Field(default=3, description="How often to repeat it, 1 to 100.")
    limit: _Count = Field(default=10, description="Most records of one page, 1 to 100.")
    cursor: str | None = Field(default=None, description="Where to go on: next_cursor of the page before.")

    @field_validator("cursor")
    @classmethod
    def _is_a_position(cls, cursor: str | None) -> str | None:
        if cursor is not None and not _POSITION.fullmatch(cursor):
            raise ValueError("cursor is none that this tool gave")
        return cursor


class EchoRecord(BaseModel):
    """One repetition."""

    number: int = Field(description="Position among the repetitions, from 1.")
    text: str = Field(description="The text.")


class BlockArgs(BaseModel):
    """Arguments of `block_sizes`."""

    blocks: list[str] = Field(description="Address blocks such as 10.0.0.0/8 or 2001:db8::/32.")


class BadgeArgs(BaseModel):
    """Arguments of `render_badge`."""

    label: str = Field(description="Text on the left.")
    value: str = Field(description="Text on the right.")


class Sink(Protocol):
    """Where `render_badge` puts its file: the dependency that a host injects."""

    def __call__(self, content: bytes, media_type: str) -> str:
        """Store the content and return a reference to it."""
        ...


def echo_records(_dependency: object, /, **arguments: Any) -> dict[str, Any]:
    """Repeat a text, a page at a time."""
    args = EchoArgs.model_validate(arguments)
    start = int(args.cursor or 0)
    end = min(start + args.limit, args.times)
    records = [EchoRecord(number=index + 1, text=args.text) for index in range(start, end)]
    more = end < args.times
    page = RecordsEnvelope[EchoRecord](
        records=records,
        count=len(records),
        truncated=more,
        total_count=args.times,
        next_cursor=str(end) if more else None,
    )
    return page.model_dump(mode="json")


def block_sizes(_dependency: object, /, **arguments: Any) -> dict[str, Any]:
    """Count the addresses of each block."""
    args = BlockArgs.model_validate(arguments)
    networks = [ipaddress.ip_network(block, strict=False) for block in args.blocks]
    table = TabularEnvelope(
        columns=["block", "prefix_len", "addresses"],
        column_kinds=["ip_block", "integer", "big_integer"],
        column_scales=[None, None, "log2"],
        column_descriptions=["Address block.", "Bits of the prefix.", "Addresses in the block."],
        rows=[[str(network), network.prefixlen, str(network.num_addresses)] for network in networks],
        row_count=len(networks),
        truncated=False,
    )
    return table.model_dump(mode="json")


def render_badge(sink: Sink, /, **arguments: Any) -> dict[str, Any]:
    """Draw a badge and hand it to the sink."""
    args = BadgeArgs.model_validate(arguments)
    text = f"{args.label}: {args.value}"
    width = _GLYPH_WIDTH * (len(text) + 2)
    content = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_BADGE_HEIGHT}">'
        f'<text x="{_GLYPH_WIDTH}" y="14" font-family="monospace" font-size="12">{escape(text)}</text></svg>'
    ).encode("utf-8", "replace")
    reference = sink(content, "image/svg+xml")
    artifact = ArtifactRef(
        reference=reference,
        media_type="image/svg+xml",
        bytes=len(content),
        width=width,
        height=_BADGE_HEIGHT,
        role="badge",
    )
    return ArtifactEnvelope(artifact=artifact).model_dump(mode="json")


ECHO_RECORDS: Final = OCTool(
    name="echo_records",
    title="Echo records",
    description=(
        "Repeats a text as records, a page at a time. "
        "Use it to try out paging, not to produce data. "
        "Returns one record a repetition, and next_cursor while there are more. "
        "At most 100 repetitions are given."
    ),
    input_schema=input_schema_for(EchoArgs),
    output_schema=records_schema(EchoRecord),
    func=echo_records,
    access="local",
    tags=("recommended",),
)
ECHO: Final = OCTool(
    name="echo",
    description="The old name of echo_records. Call echo_records instead, which takes the same arguments.",
    input_schema=ECHO_RECORDS.input_schema,
    output_schema=ECHO_RECORDS.output_schema,
    func=echo_records,
    access="local",
    deprecated=True,
    meta={ALIAS_OF_KEY: ECHO_RECORDS.name},
    tags=("advanced",),
)
BLOCK_SIZES: Final = OCTool(
    name="block_sizes",
    title="Block sizes",
    description=(
        "Counts the addresses of IPv4 and IPv6 blocks. "
        "Returns a table with a row for each block, in the order given. "
        "Counts are decimal strings, since an IPv6 block can hold more than a double can say."
    ),
    input_schema=input_schema_for(BlockArgs),
    output_schema=tabular_schema(),
    func=block_sizes,
    access="local",
    tags=("recommended",),
)
RENDER_BADGE: Final = OCTool(
    name="render_badge",
    title="Render badge",
    description=(
        "Draws a small SVG badge from two texts. "
        "Do not use it for charts or for text longer than a line. "
        "Returns a reference to the file, which the host's sink has stored."
    ),
    input_schema=input_schema_for(BadgeArgs),
    output_schema=artifact_schema(),
    func=render_badge,
    access="local",
    result_kind="artifact",
    target="sink",
    tags=("advanced",),
)


def all_tools() -> tuple[OCTool, ...]:
    """Return the four tools."""
    return ECHO_RECORDS, ECHO, BLOCK_SIZES, RENDER_BADGE
