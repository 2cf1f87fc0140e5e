"""A small HTTP client that shows answers as they came: status, headers, bytes."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import ssl
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import quote as percent_encode
from urllib.parse import urlsplit

__all__ = ["Answer", "Client", "UnreachableError"]

_LARGEST_BODY: Final = 256 * 1024 * 1024
_UNFIT_FOR_HOSTS: Final = re.compile(r"[\x00-\x20\x7f]")
# What a request target holds as it is, escapes among it; anything else is escaped on the way.
_PASSED_ON: Final = "/%:?#[]@!$&'()*+,;=~"
# Headers that differ from answer to answer, whatever is read.
_PASSING_HEADERS: Final = frozenset({"date", "connection", "keep-alive", "age"})


class UnreachableError(Exception):
    """No whole answer came; the text says why."""


@dataclass(frozen=True)
class Answer:
    """One answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """Return the first header of this name, or None."""
        return next((value for key, value in self.headers if key == name), None)

    @cached_property
    def json(self) -> Any:
        """The body as JSON in UTF-8 (RFC 8259); `None` when it is not."""
        try:
            return json.loads(self.body.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            return None

    def comparable(self) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
        """What two answers that nobody may tell apart must share: all but the date and connection headers."""
        kept = tuple(sorted(pair for pair in self.headers if pair[0] not in _PASSING_HEADERS))
        return self.status, kept, self.body


def _checked(token: str | None) -> str | None:
    if token is not None and not (token.isascii() and token.isprintable() and token.strip()):
        raise ValueError("the token holds a character that no header can carry")
    return token


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Client:
    """Reads from one host, on behalf of one caller or of nobody."""

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 10.0) -> None:
        """Take the host's base URL (http or https), a bearer token and the seconds to wait for each answer.

        Raises:
            ValueError: The URL is no http or https URL with a host, or no header can carry the token.
                The text never holds the token.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            raise ValueError("the URL has a malformed host") from None
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("the URL must begin with http:// or https:// and name a host")
        if _UNFIT_FOR_HOSTS.search(parts.netloc):
            raise ValueError("the URL has a blank or a control character in its host")
        if parts.query or parts.fragment:
            raise ValueError("the URL must be the host's base, without a query or a fragment")
        self._https = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._token = _checked(token)
        self._timeout = timeout

    def anonymous(self) -> Client:
        """Return a client of the same host without a token."""
        return self.with_token(None)

    def with_token(self, token: str | None) -> Client:
        """Return a client of the same host on behalf of another caller."""
        other = object.__new__(Client)
        other.__dict__.update(self.__dict__, _token=_checked(token))
        return other

    def tool_path(self, tool_id: str) -> str:
        """Return the path of a by-id read, the id percent-encoded whole."""
        return "/v1/tools/" + percent_encode(tool_id, safe="", errors="surrogatepass")

    def get(self, path: str, **headers: str) -> Answer:
        """Read a path."""
        return self.send("GET", path, **headers)

    def send(self, method: str, path: str, **headers: str) -> Answer:
        """Send one request; header names are written with `_` for `-`.

        Raises:
            UnreachableError: No whole answer came.
        """
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if self._token is not None:
            fields["Authorization"] = f"Bearer {self._token}"
        connection = self._connection()
        late = _Deadline(connection, self._timeout)
        try:
            connection.connect()
            late.start()
            target = percent_encode(self._base + path, safe=_PASSED_ON, errors="surrogatepass")
            connection.request(method, target, headers={"Accept-Encoding": "identity", **fields})
            response = connection.getresponse()
            body = response.read(_LARGEST_BODY + 1)
            if len(body) > _LARGEST_BODY:
                raise UnreachableError(f"the answer to {method} {path} is larger than {_LARGEST_BODY} bytes")
            if late.passed:
                raise TimeoutError
            if response.length:
                raise http.client.IncompleteRead(body, response.length)
            return Answer(
                response.status, tuple((key.lower(), value) for key, value in response.getheaders()), body
            )
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = f"it took longer than {self._timeout:g} s" if late.passed else _reason(error)
            raise UnreachableError(f"{method} {path} got no whole answer: {reason}") from None
        finally:
            late.cancel()
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        if self._https:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class _Deadline:
    """Ends a connection when its time is over: a socket's own timeout begins anew with every byte."""

    def __init__(self, connection: http.client.HTTPConnection, seconds: float) -> None:
        self._connection = connection
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self.passed = False

    def start(self) -> None:
        """Let the time run; the connection is made."""
        self._socket = self._connection.sock
        self._timer.start()

    def cancel(self) -> None:
        """Leave the connection alone from now on."""
        self._timer.cancel()

    def _end(self) -> None:
        self.passed = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
