"""Answers as bytes: computed once, then sent as they are."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["JSON", "PROBLEM_JSON", "Headers", "Representation", "json_bytes"]

Headers = list[tuple[bytes, bytes]]

JSON: Final = b"application/json"
PROBLEM_JSON: Final = b"application/problem+json"

# Smaller bodies do not gain from compression: the gzip frame alone takes 18 bytes.
_SMALLEST_COMPRESSED: Final = 256


def json_bytes(value: Any) -> bytes:
    """Write a JSON value compactly as UTF-8; text with lone surrogates is escaped: UTF-8 cannot hold it.

    Raises:
        ValueError: The value holds a number that JSON cannot write.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


@dataclass(slots=True)
class Representation:
    """One body with its strong validators, plain and, once somebody asks for it, compressed.

    The two encodings are different bytes, so each has an `ETag` of its own.
    """

    body: bytes
    vary: bytes | None = b"Authorization, Accept-Encoding"
    etag: str = field(init=False)
    gzip_etag: str = field(init=False)
    headers: Headers = field(init=False)
    _compressed: tuple[bytes, Headers] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        digest = hashlib.sha256(self.body).hexdigest()[:32]
        self.etag = f'"{digest}"'
        self.gzip_etag = f'"{digest}-gzip"'
        self.headers = self._headers(self.body, self.etag)

    @property
    def etags(self) -> tuple[str, str]:
        """The validators of both encodings."""
        return self.etag, self.gzip_etag

    def encoded(self, *, compressed: bool) -> tuple[bytes, Headers]:
        """Return body and headers, compressed where that is wanted and pays."""
        if not compressed or len(self.body) < _SMALLEST_COMPRESSED:
            return self.body, self.headers
        if self._compressed is None:
            # No time stamp in the frame: the same body gives the same bytes.
            packed = gzip.compress(self.body, compresslevel=6, mtime=0)
            headers = [*self._headers(packed, self.gzip_etag), (b"content-encoding", b"gzip")]
            self._compressed = packed, headers
        return self._compressed

    def not_modified(self, *, compressed: bool) -> Headers:
        """Return the headers of a 304 answer."""
        _, headers = self.encoded(compressed=compressed)
        return [pair for pair in headers if pair[0] in {b"etag", b"cache-control", b"vary"}]

    def _headers(self, body: bytes, etag: str) -> Headers:
        headers = [
            (b"content-type", JSON),
            (b"content-length", str(len(body)).encode("ascii")),
            (b"etag", etag.encode("ascii")),
            (b"cache-control", b"private, no-cache"),
        ]
        if self.vary is not None:
            headers.append((b"vary", self.vary))
        return headers
