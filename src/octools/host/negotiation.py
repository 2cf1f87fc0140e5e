"""What a request asks for: its query parameters, its validators and the encodings that it takes.

Pure functions over header and query bytes; each is total, whatever a client sends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from octools.quoting import quote
from octools_contract.vocabularies import CATALOG_VIEWS, TOOL_SOURCES

__all__ = ["QueryError", "Selection", "accepts_gzip", "etag_matches", "parse_selection"]

_BROKEN_ESCAPE: Final = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_ETAG: Final = re.compile(r'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')


class QueryError(ValueError):
    """A query parameter is unknown in value, malformed or repeated; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a catalogue read selects: a view, and a source or all of them."""

    view: str = "standard"
    source: str | None = None


_WHOLE: Final = Selection()


def parse_selection(query: bytes, *, honour_view: bool) -> Selection:
    """Read `view` and `source` from a raw query string (RFC 0112, Endpoint change).

    Unknown parameters are ignored, and so is `view` where it is not honoured.

    Raises:
        QueryError: A parameter that counts is repeated, is not UTF-8, or has a value outside its vocabulary.
    """
    if not query:
        return _WHOLE
    found: dict[str, str] = {}
    for pair in query.split(b"&"):
        raw_name, _, raw_value = pair.partition(b"=")
        name = unquote_to_bytes(raw_name.replace(b"+", b" "))
        if name == b"source" or (name == b"view" and honour_view):
            key = name.decode("ascii")
            if key in found:
                raise QueryError(f"the parameter {key} stands twice; give it once")
            found[key] = _decode(key, raw_value)
    view = found.get("view", "standard")
    if view not in CATALOG_VIEWS:
        raise QueryError(f"the view is {quote(view)}; use one of {', '.join(CATALOG_VIEWS)}")
    source = found.get("source")
    if source is not None and source not in TOOL_SOURCES:
        raise QueryError(f"the source is {quote(source)}; use one of {', '.join(TOOL_SOURCES)}")
    return Selection(view, source)


def _decode(name: str, raw: bytes) -> str:
    if _BROKEN_ESCAPE.search(raw):
        raise QueryError(f"the parameter {name} has a broken percent escape; write it as %XX")
    try:
        return unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError:
        raise QueryError(f"the parameter {name} is not UTF-8; percent-encode its UTF-8 bytes") from None


def etag_matches(header: str, etags: tuple[str, ...]) -> bool:
    """Say whether an `If-None-Match` value names one of `etags` (weak comparison, RFC 9110, 13.1.2)."""
    if header.strip() == "*":
        return True
    return any(found.group(1) in etags for found in _ETAG.finditer(header))


def accepts_gzip(header: str) -> bool:
    """Say whether an `Accept-Encoding` value takes gzip (RFC 9110 section 12.5.3)."""
    weights: dict[str, float] = {}
    for item in header.lower().split(","):
        coding, *parameters = (part.strip() for part in item.split(";"))
        weight = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        weights[coding] = weight
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0
