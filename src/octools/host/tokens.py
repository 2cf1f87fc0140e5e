"""Bearer tokens and the tools that each may see, from a tokens file.

The file is a JSON object: each key a token, each value the list of the tool ids that it may see. An id may
hold `*`, which stands for any text; `"*"` alone means every tool. Tokens are kept as digests only, and
compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from octools.quoting import quote

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from starlette.requests import Request

    from octools_contract.descriptors import ToolDescriptor

__all__ = ["Grant", "Tokens", "TokensError", "read_tokens"]

_SHORTEST_TOKEN: Final = 16
_HOW: Final = (
    f"take at least {_SHORTEST_TOKEN} characters out of letters, digits and . _ ~ + / - "
    "(for example from: python -c 'import secrets; print(secrets.token_urlsafe())')"
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")


class TokensError(ValueError):
    """A tokens file cannot be used. The text never holds a token."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What one token allows: the tool ids and patterns that it names. Serves as the principal."""

    number: int
    patterns: tuple[str, ...]
    _ids: frozenset[str] = field(init=False, repr=False, compare=False)
    _globs: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ids", frozenset(each for each in self.patterns if "*" not in each))
        globs = tuple(_glob(each) for each in dict.fromkeys(self.patterns) if "*" in each)
        object.__setattr__(self, "_globs", globs)

    def _allows(self, tool_id: str) -> bool:
        return tool_id in self._ids or any(glob.fullmatch(tool_id) for glob in self._globs)

    def select(self, descriptors: Iterable[ToolDescriptor]) -> tuple[ToolDescriptor, ...]:
        """Return the descriptors that the token may see, in their order."""
        return tuple(each for each in descriptors if self._allows(each.toolId))


def _glob(pattern: str) -> re.Pattern[str]:
    """Compile an id with `*`; each part is found once and kept, so that many stars cost no more than one."""
    first, *parts = (re.escape(part) for part in pattern.split("*"))
    middle = "".join(f"(?>.*?{part})" for part in parts[:-1] if part)
    return re.compile(f"{first}{middle}.*{parts[-1]}", re.DOTALL)


class Tokens:
    """The tokens that a host knows."""

    def __init__(self, grants: dict[str, tuple[str, ...]]) -> None:
        """Take the allowed ids and patterns by token."""
        self._grants = tuple(
            (_digest(token), Grant(number, patterns))
            for number, (token, patterns) in enumerate(grants.items(), 1)
        )

    def __len__(self) -> int:
        return len(self._grants)

    def authorize(self, request: Request) -> Grant | None:
        """Return the grant of the request's bearer token, or None; the time does not tell which it is."""
        header = request.headers.getlist("authorization")
        if len(header) != 1:
            return None
        scheme, _, token = header[0].partition(" ")
        if scheme.lower() != "bearer":
            return None
        given = _digest(token.strip(" "))
        found = None
        for known, grant in self._grants:
            if hmac.compare_digest(known, given):
                found = grant
        return found


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def read_tokens(path: Path) -> Tokens:
    """Read a tokens file.

    Raises:
        TokensError: The file cannot be read, is no JSON object of lists of texts, repeats a token, or holds
            one that is shorter than 16 characters or that no `Authorization` header can carry.
    """
    try:
        data = json.loads(path.read_bytes(), object_pairs_hook=_no_repeats)
    except OSError as error:
        raise TokensError(
            f"the tokens file {quote(str(path))} cannot be read: {error.strerror or 'unknown reason'}"
        ) from None
    except TokensError:
        raise
    except (ValueError, RecursionError):
        raise TokensError(
            f"the tokens file {quote(str(path))} is not JSON; write an object of lists of tool ids by token"
        ) from None
    if not isinstance(data, dict):
        raise TokensError(
            f"the tokens file {quote(str(path))} holds no object; write lists of tool ids by token"
        )
    grants = {}
    for number, (token, ids) in enumerate(data.items(), 1):
        place = f"token {number} of {quote(str(path))}"
        if len(token) < _SHORTEST_TOKEN or not _TOKEN.fullmatch(token):
            raise TokensError(f"{place} is not usable; {_HOW}")
        if not isinstance(ids, list) or not all(isinstance(each, str) and each for each in ids):
            raise TokensError(f'{place} has no list of tool ids; write ids, or "*" for every tool')
        grants[token] = tuple(ids)
    return Tokens(grants)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise TokensError("the tokens file holds a token twice; give each token once, with all its tools")
    return found
