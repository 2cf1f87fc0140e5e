"""Loads two server processes by turns: the catalogue host, and a bare route that returns the same bytes.

    python -m benchmarks.host_load

prints the figures as JSON. 64 connections keep asking for the compact listing, and each answer must be the
expected bytes. The servers are started by the same program, with `serve ours|bare FILE SOCKET`.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import figures
from benchmarks.topics.host import LISTING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request
    from starlette.responses import Response

TOOLS = 1_000
CONNECTIONS = 64
ROUNDS = 5
SECONDS = 2.0
PATH = "/v1/tools?view=compact"
START_SECONDS = 30.0


def main(arguments: list[str]) -> None:
    """Measures, or serves for the measuring process."""
    if arguments:
        serve(arguments[1], Path(arguments[2]), int(arguments[3]))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "listing.json"
        with server("ours", file) as port:
            expected = fetch(port)
            file.write_bytes(expected)
            with server("bare", file) as bare:
                if fetch(bare) != expected:
                    raise SystemExit("the bare route does not return the same bytes")
                print(json.dumps([measure(port, bare, expected)]))


def measure(ours_port: int, bare_port: int, expected: bytes) -> dict[str, object]:
    """Seconds a request of both, by turns."""
    ours: list[float] = []
    bare: list[float] = []
    for port in (ours_port, bare_port):
        asyncio.run(load(port, expected, SECONDS / 4))
    for _ in range(ROUNDS):
        ours.append(asyncio.run(load(ours_port, expected, SECONDS)))
        bare.append(asyncio.run(load(bare_port, expected, SECONDS)))
    measured = figures(ours, bare)
    return {
        "name": LISTING,
        "against": "a bare Starlette route",
        "ours": measured.ours,
        "other": measured.other,
        "ratios": measured.ratios,
    }


async def load(port: int, expected: bytes, seconds: float) -> float:
    """Seconds a request while all connections ask as fast as they are answered."""
    deadline = time.perf_counter() + seconds
    started = time.perf_counter()
    counts = await asyncio.gather(*(connection(port, expected, deadline) for _ in range(CONNECTIONS)))
    return (time.perf_counter() - started) / sum(counts)


async def connection(port: int, expected: bytes, deadline: float) -> int:
    """Answers on one kept-alive connection until the deadline."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=len(expected) + 65_536)
    request = f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n".encode()
    count = 0
    while count == 0 or time.perf_counter() < deadline:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(len(expected))
        if not head.startswith(b"HTTP/1.1 200 ") or body != expected:
            raise SystemExit(f"a wrong answer under load: {head[:80]!r}")
        count += 1
    writer.close()
    await writer.wait_closed()
    return count


@contextlib.contextmanager
def server(side: str, file: Path) -> Iterator[int]:
    """One server process; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        listening.set_inheritable(True)
        number = listening.fileno()
        command = (sys.executable, "-m", "benchmarks.host_load", "serve", side, str(file), str(number))
        process = subprocess.Popen(command, pass_fds=(number,))
    # Only the server holds the socket now: when it ends early, the first request fails at once.
    try:
        fetch(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def fetch(port: int) -> bytes:
    """The body of one answer; the socket listens before the server is ready, so the first may take long."""
    connected = http.client.HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
    with contextlib.closing(connected):
        connected.request("GET", PATH)
        return connected.getresponse().read()


def serve(side: str, file: Path, descriptor: int) -> None:
    """Serves one side on the inherited socket until the process is ended."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route

    from benchmarks import catalogues
    from octools.host import create_app

    if side == "ours":
        app = create_app(catalogues.servable(TOOLS), authorize=lambda _request: "everybody")
    else:
        body = file.read_bytes()

        async def listing(_request: Request) -> Response:
            return Response(body, media_type="application/json")

        app = Starlette(routes=[Route("/v1/tools", listing)])
    uvicorn.run(app, fd=descriptor, log_level="warning", access_log=False)


if __name__ == "__main__":
    main(sys.argv[1:])
