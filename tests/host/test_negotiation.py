"""Reading what a client sends, whatever it sends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octools.host.negotiation import QueryError, accepts_gzip, etag_matches, parse_selection


@given(st.binary(max_size=200), st.booleans())
def test_any_query_is_read_or_refused(query: bytes, honour_view: bool) -> None:
    try:
        found = parse_selection(query, honour_view=honour_view)
    except QueryError as bad:
        text = str(bad)
    else:
        text = found.view
        assert text in {"standard", "compact"}
    assert 0 < len(text) < 400


@given(st.text(max_size=100))
def test_any_header_is_read(header: str) -> None:
    assert accepts_gzip(header) in {True, False}
    assert etag_matches(header, ('"a"', '"b"')) in {True, False}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (b"view=compact", ("compact", None)),
        (b"view=c%6Fmpact&source=mcp", ("compact", "mcp")),
        (b"source=host%2Dextension", ("standard", "host-extension")),
        (b"", ("standard", None)),
        (b"&&&", ("standard", None)),
    ],
)
def test_selections(query: bytes, expected: tuple[str, str | None]) -> None:
    found = parse_selection(query, honour_view=True)
    assert (found.view, found.source) == expected
