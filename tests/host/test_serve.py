"""`octools serve` as a real process."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.hosting import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "tide-table-0123456789"
SEEN = {"Authorization": f"Bearer {TOKEN}"}


def get(url: str, **options: Any) -> httpx.Response:
    with httpx.Client(verify=False) as client:  # loading the certificates takes longer than the test
        return client.get(url, **options)


class Process:
    """A server process and what it has said."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        command = [sys.executable, "-m", "octools", "serve", *arguments, "--port", "0"]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        self.said: list[str] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        try:
            found = re.search(r"http://\S+?(?=/v1)", self.wait_for("serving "))
        except AssertionError:
            self.close()
            raise
        assert found is not None
        self.url = found.group()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.said.extend(self.process.stderr)

    def wait_for(self, text: str, *, after: int = 0) -> str:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            for line in self.said[after:]:
                if text in line:
                    return line
            if self.process.poll() is not None and not self._thread.is_alive():
                break
            time.sleep(0.02)
        raise AssertionError(f"{text!r} was not said: {self.said}")

    def reload(self, expected: str) -> str:
        before = len(self.said)
        self.process.send_signal(signal.SIGHUP)
        return self.wait_for(expected, after=before)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        self._thread.join(20)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@contextlib.contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[Process]:
    server = Process(*arguments, folder=folder)
    try:
        yield server
    finally:
        server.close()


def write(path: Path, document: Any) -> None:
    temporary = path.with_suffix(".new")
    temporary.write_text(json.dumps(document), encoding="utf-8")
    temporary.replace(path)


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "octools", "serve", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "document",
    [
        {"tools": CATALOGUE},
        CATALOGUE,
        {"tools": [{"name": "list_tides", "description": "Lists tides.", "inputSchema": {"type": "object"}}]},
        {
            "jsonrpc": "2.0",
            "id": 1,
            "result": {"tools": [{"name": "list_tides", "inputSchema": {"type": "object"}}]},
        },
    ],
)
def test_a_file_is_served_in_each_form(tmp_path: Path, document: Any) -> None:
    write(tmp_path / "tools.json", document)
    with serving("tools.json", folder=tmp_path) as server:
        tools = get(f"{server.url}/v1/tools").json()["tools"]
        expected = CATALOGUE if "mcp:clock" in json.dumps(document) else [{"toolId": "mcp:list_tides"}]
        assert [each["toolId"] for each in tools] == [each["toolId"] for each in expected]
        server.wait_for("everything is visible")
        assert server.stop() == 130
        server.wait_for("octools: stopped")
    assert "error" not in "".join(server.said)


def test_a_provider_is_served(tmp_path: Path) -> None:
    with serving("octools.example", folder=tmp_path) as server:
        tools = get(f"{server.url}/v1/tools?view=compact").json()["tools"]
        assert all(
            each["toolId"].startswith("local:") and each["source"] == "host-extension" for each in tools
        )
    with serving(
        "octools.example", "--scope", "acme.demo", "--source", "node-pack", folder=tmp_path
    ) as server:
        tools = get(f"{server.url}/v1/tools").json()["tools"]
        assert all(
            each["toolId"].startswith("acme.demo:") and each["source"] == "node-pack" for each in tools
        )


def test_the_compact_view_can_be_left_out(tmp_path: Path) -> None:
    write(tmp_path / "tools.json", CATALOGUE)
    with serving("tools.json", "--no-compact", folder=tmp_path) as server:
        assert get(f"{server.url}/v1/tools?view=compact").json() == {"tools": CATALOGUE}
        block = get(f"{server.url}/.well-known/openwop").json()["toolCatalog"]
        assert block["compactView"] is False


def test_tokens_decide_what_is_seen_and_are_never_told(tmp_path: Path) -> None:
    write(tmp_path / "tools.json", CATALOGUE)
    write(tmp_path / "tokens.json", {TOKEN: ["mcp:*"]})
    with serving("tools.json", "--tokens", "tokens.json", folder=tmp_path) as server:
        assert get(f"{server.url}/v1/tools").status_code == 401
        seen = get(f"{server.url}/v1/tools", headers=SEEN).json()["tools"]
        assert [each["toolId"] for each in seen] == ["mcp:forecast.hourly", "mcp:clock"]
        assert get(f"{server.url}/v1/tools/demo.host:x", headers=SEEN).status_code == 404
        write(tmp_path / "tokens.json", {TOKEN: ["connector:*"]})
        server.reload("from now on")
        seen = get(f"{server.url}/v1/tools", headers=SEEN).json()["tools"]
        assert [each["source"] for each in seen] == ["connector"]
        write(tmp_path / "tokens.json", {TOKEN: "everything"})
        assert "token 1" in server.reload("the old catalogue stays")
        server.stop()
    assert TOKEN not in "".join(server.said)


def test_reloading_under_load_loses_no_request(tmp_path: Path) -> None:
    versions = [CATALOGUE, CATALOGUE[:2], CATALOGUE[1:]]
    write(tmp_path / "tools.json", versions[0])
    allowed = [[each["toolId"] for each in version] for version in versions]
    problems: list[str] = []
    counts = [0] * 8
    ending = threading.Event()

    def read(url: str, reader: int) -> None:
        with httpx.Client(timeout=30, verify=False) as client:
            while not ending.is_set():
                answer = client.get(f"{url}/v1/tools", params={"view": "compact"})
                found = (
                    [each["toolId"] for each in answer.json()["tools"]] if answer.status_code == 200 else []
                )
                if found not in allowed:
                    problems.append(f"{answer.status_code} {answer.text[:200]}")
                counts[reader] += 1

    def wait_for_reads() -> None:
        before, deadline = list(counts), time.monotonic() + 60
        while any(now - then < 3 for now, then in zip(counts, before, strict=True)):
            assert time.monotonic() < deadline
            time.sleep(0.01)

    with serving("tools.json", folder=tmp_path) as server:
        threads = [threading.Thread(target=read, args=(server.url, reader)) for reader in range(len(counts))]
        for thread in threads:
            thread.start()
        for version in versions * 4:
            write(tmp_path / "tools.json", version)
            server.reload("from now on")
            wait_for_reads()
        ending.set()
        for thread in threads:
            thread.join(60)
        assert server.process.poll() is None
    assert problems == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not JSON"),
        ('{"tools": 3}', "tools"),
        ('[{"toolId": "a", "source": "mcp"}]', "safetyTier"),
        ('[{"toolId": "a", "source": "mcp", "safetyTier": "exec"}]', "exec"),
        (None, "tools.json"),
    ],
)
def test_a_bad_new_file_keeps_the_old_catalogue_and_says_why(
    tmp_path: Path, content: str | None, says: str
) -> None:
    write(tmp_path / "tools.json", CATALOGUE)
    with serving("tools.json", folder=tmp_path) as server:
        first = get(f"{server.url}/v1/tools")
        if content is None:
            (tmp_path / "tools.json").unlink()
        else:
            (tmp_path / "tools.json").write_text(content, encoding="utf-8")
        assert says in server.reload("the old catalogue stays")
        again = get(f"{server.url}/v1/tools")
        assert again.content == first.content
        write(tmp_path / "tools.json", CATALOGUE[:1])
        server.reload("serving 1 tool")
        assert len(get(f"{server.url}/v1/tools").json()["tools"]) == 1


SLOW_PROVIDER = """
import pathlib
import time

from octools import OCTool


def all_tools():
    name = pathlib.Path("name").read_text()
    pathlib.Path("read").write_text(name)
    time.sleep(2 if name == "slow" else 0)
    schema = {"type": "object"}
    return [OCTool(name=name, description="Waits.", input_schema=schema, func=print, access="local")]
"""


def test_the_last_reload_has_the_last_word(tmp_path: Path) -> None:
    (tmp_path / "slow_tools.py").write_text(SLOW_PROVIDER, encoding="utf-8")
    (tmp_path / "name").write_text("first", encoding="utf-8")
    with serving("slow_tools", folder=tmp_path) as server:
        before = len(server.said)
        (tmp_path / "name").write_text("slow", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 20
        while (tmp_path / "read").read_text(encoding="utf-8") != "slow":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        (tmp_path / "name").write_text("last", encoding="utf-8")
        for _ in range(20):
            server.process.send_signal(signal.SIGHUP)
            time.sleep(0.005)
        while sum("from now on" in line for line in server.said[before:]) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert [each["toolId"] for each in get(f"{server.url}/v1/tools").json()["tools"]] == ["local:last"]


TWICE = [CATALOGUE[3], CATALOGUE[3]]


def test_a_bad_catalogue_is_told_before_anybody_sees_it(tmp_path: Path) -> None:
    """With tokens too, where each caller sees a part of it."""
    write(tmp_path / "tokens.json", {TOKEN: ["mcp:*"]})
    write(tmp_path / "tools.json", TWICE)
    ended = run("tools.json", "--tokens", "tokens.json", "--port", "0", folder=tmp_path)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 2)
    assert "duplicate_tool_id" in ended.stderr
    assert ended.stderr.endswith("hint: octools catalog check tools.json shows every finding\n")
    write(tmp_path / "tools.json", CATALOGUE)
    with serving("tools.json", "--tokens", "tokens.json", folder=tmp_path) as server:
        first = get(f"{server.url}/v1/tools?view=compact", headers=SEEN)
        write(tmp_path / "tools.json", TWICE)
        assert "duplicate_tool_id" in server.reload("the old catalogue stays")
        assert get(f"{server.url}/v1/tools?view=compact", headers=SEEN).content == first.content
        write(tmp_path / "tools.json", CATALOGUE[:1])
        server.reload("serving 1 tool to 1 token")
        assert len(get(f"{server.url}/v1/tools", headers=SEEN).json()["tools"]) == 1


def test_what_cannot_be_served_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    write(tmp_path / "twice.json", [CATALOGUE[3], CATALOGUE[3]])
    write(tmp_path / "good.json", CATALOGUE)
    for arguments, code in (
        (["broken.json"], 1),
        (["nothing.json"], 1),
        (["twice.json"], 1),
        (["good.json", "--tokens", "nothing.json"], 1),
        (["good.json", "--port", "70000"], 2),
        (["good.json", "--host", "no.such.host.invalid"], 1),
        (["good.json", "--source", "nowhere"], 2),
        (["no_such_module_of_tools"], 2),
        (["-"], 2),
        ([], 2),
    ):
        ended = run(*arguments, *([] if "--port" in arguments else ["--port", "0"]), folder=tmp_path)
        assert (arguments, ended.returncode) == (arguments, code)
        assert ended.stderr.startswith("error: ") or "Usage" in ended.stderr
        assert "Traceback" not in ended.stderr
        assert ended.stdout == ""


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    write(tmp_path / "tools.json", CATALOGUE)
    with serving("tools.json", folder=tmp_path) as server:
        port = server.url.rpartition(":")[2]
        ended = run("tools.json", "--port", port, folder=tmp_path)
    assert ended.returncode == 1
    assert "in use" in ended.stderr
    assert os.linesep in ended.stderr
