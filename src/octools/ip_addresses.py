"""IP addresses and blocks as text: exactly what `ipaddress` accepts, decided by patterns where they can.

A pattern is the same on every platform, which the C library's parser is not, and takes a fraction of the time
of a parse. What patterns do not know (scope identifiers, netmasks in dots) goes to `ipaddress` itself.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

__all__ = ["BLOCK_PATTERN", "IP_PATTERN", "is_ip", "is_ip_block"]

_OCTET: Final = "(?:1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?|0)"
_V4: Final = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_GROUP: Final = "[0-9A-Fa-f]{1,4}"
# Eight groups, or at most seven around one `::`; an IPv4 address at the end counts as two. The look-ahead
# refuses more: an eighth group, or an IPv4 address behind six.
_TOO_MANY: Final = rf"(?:::)?(?:{_GROUP}:{{1,2}}){{6}}(?:{_GROUP}:{{1,2}}[0-9A-Fa-f]|[0-9]+\.)"
_SHORT_V6: Final = f"(?!{_TOO_MANY})(?:{_GROUP}(?::{_GROUP})*+)?::(?:(?:{_GROUP}:)*+(?:{_V4}|{_GROUP}))?"
_V6: Final = f"(?:(?:{_GROUP}:){{6}}(?:{_GROUP}:{_GROUP}|{_V4})|{_SHORT_V6})"

IP_PATTERN: Final = f"(?:{_V4}|{_V6})"
"""What an address without a scope identifier matches, as a whole."""

BLOCK_PATTERN: Final = f"(?:{_V4}(?:/(?:3[0-2]|[12]?[0-9]))?|{_V6}(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)"
"""What an address or prefix without a scope identifier matches; unusual prefix lengths aside."""

_IPV4_RANGE: Final = re.compile(f"({_V4})-({_V4})")
_IP: Final = re.compile(IP_PATTERN)
_BLOCK: Final = re.compile(BLOCK_PATTERN)
_MASK: Final = re.compile(r"[0-9.]+")


def is_ip(text: str) -> bool:
    """Return whether `ipaddress.ip_address` accepts the text."""
    return _IP.fullmatch(text) is not None or ("%" in text and _parses_as_address(text))


def is_ip_block(text: str) -> bool:
    """Return whether the text is an address, a prefix, or a range `first-last` of one family in order.

    A prefix is what `ipaddress.ip_network(strict=False)` accepts.
    """
    if "-" in text:
        return _is_range(text) or ("%" in text and (_parses_as_address(text) or _parses_as_network(text)))
    if _BLOCK.fullmatch(text):
        return True
    if "%" in text:
        return _parses_as_address(text) or _parses_as_network(text)
    address, slash, mask = text.partition("/")
    if not slash or not _MASK.fullmatch(mask) or not _IP.fullmatch(address):
        return False
    return _parses_as_network(text)


def _is_range(text: str) -> bool:
    ends = _IPV4_RANGE.fullmatch(text)
    if ends:
        # Any C library reads four plain octets alike, in a fraction of the time that `ipaddress` takes.
        return socket.inet_aton(ends[1]) <= socket.inet_aton(ends[2])
    first, _, last = text.partition("-")
    if not (is_ip(first) and is_ip(last)):
        return False
    low, high = ipaddress.ip_address(first), ipaddress.ip_address(last)
    return low.version == high.version and int(low) <= int(high)


def _parses_as_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _parses_as_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
