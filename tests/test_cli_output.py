"""Where a command writes: files replaced whole or not at all, pipes, devices, and streams that fail."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

TOOLS = """
from octools import OCTool

def all_tools():
    return [OCTool(name="pull_rows", description="Pulls. Ends.", input_schema={"type": "object"}, func=print,
                   access="local")]
"""
TABLE = b"pull_rows  local  read  Pulls.\n"
IS_ROOT = os.geteuid() == 0


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "some_tools.py").write_text(TOOLS, encoding="utf-8")

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        options = {"cwd": tmp_path, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.run(
            [sys.executable, "-m", "octools", *arguments], check=False, timeout=60, **options
        )

    return run


def failed(result: subprocess.CompletedProcess[bytes], code: int, message: str) -> None:
    told = result.stderr.decode("utf-8")
    assert result.returncode == code, told
    assert not result.stdout
    assert message in told
    assert "Traceback" not in told


def contents(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()} - {"__pycache__", "some_tools.py"}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file(run: Run, tmp_path: Path) -> None:
    result = run("list", "some_tools", "-o", "out.txt", "--output-format", "table")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert (tmp_path / "out.txt").read_bytes() == TABLE
    assert contents(tmp_path) == {"out.txt"}


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("out", TABLE),
        ("out.log", TABLE),
        ("out.md", b"| name "),
        ("out.MARKDOWN", b"| name "),
        ("out.json", b'[{"name":'),
        ("out.txt", b"pull_rows\n  Pulls."),
        (".json", TABLE),
    ],
)
def test_the_ending_decides(run: Run, tmp_path: Path, name: str, beginning: bytes) -> None:
    assert run("list", "some_tools", "--output", name).returncode == 0
    assert (tmp_path / name).read_bytes().startswith(beginning)


def test_a_format_decides_before_the_ending(run: Run, tmp_path: Path) -> None:
    assert run("list", "some_tools", "-o", "out.json", "--output-format", "table").returncode == 0
    assert (tmp_path / "out.json").read_bytes() == TABLE


def test_a_hyphen_is_standard_output(run: Run, tmp_path: Path) -> None:
    assert run("list", "some_tools", "-o", "-").stdout == TABLE
    assert contents(tmp_path) == set()


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_gets_the_mode_that_the_umask_gives(run: Run, tmp_path: Path, umask: int) -> None:
    assert run("list", "some_tools", "-o", "out", umask=umask).returncode == 0
    assert mode(tmp_path / "out") == 0o666 & ~umask


@pytest.mark.parametrize("before", [0o600, 0o640, 0o755, 0o666])
def test_a_replaced_file_keeps_its_mode(run: Run, tmp_path: Path, before: int) -> None:
    target = tmp_path / "out"
    target.write_text("before")
    target.chmod(before)
    assert run("list", "some_tools", "-o", "out", umask=0o077).returncode == 0
    assert target.read_bytes() == TABLE
    assert mode(target) == before


def test_a_file_is_replaced_not_rewritten(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("before")
    (tmp_path / "twin").hardlink_to(target)
    with target.open() as reader:
        assert run("list", "some_tools", "-o", "out").returncode == 0
        assert reader.read() == "before"
    assert (tmp_path / "twin").read_text() == "before"


@pytest.mark.skipif(not IS_ROOT, reason="only a privileged user owns files of others")
def test_a_replaced_file_keeps_its_owner(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("before")
    os.chown(target, 1234, 4321)
    assert run("list", "some_tools", "-o", "out").returncode == 0
    assert (target.stat().st_uid, target.stat().st_gid) == (1234, 4321)


def test_a_symbolic_link_is_followed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "real"
    target.write_text("before")
    target.chmod(0o640)
    (tmp_path / "middle").symlink_to("there/real")
    (tmp_path / "link").symlink_to("middle")
    assert run("list", "some_tools", "-o", "link").returncode == 0
    assert target.read_bytes() == TABLE
    assert mode(target) == 0o640
    assert (tmp_path / "link").is_symlink()
    assert contents(tmp_path / "there") == {"real"}


def test_a_symbolic_link_to_nothing_makes_its_target(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there/new")
    assert run("list", "some_tools", "-o", "link").returncode == 0
    assert (tmp_path / "there" / "new").read_bytes() == TABLE
    assert (tmp_path / "link").is_symlink()


def test_a_pipe_is_written_into(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    assert run("list", "some_tools", "-o", "pipe").returncode == 0
    reader.join(60)
    assert received == [TABLE]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_devices_are_written_into(run: Run) -> None:
    assert run("list", "some_tools", "-o", "/dev/null").returncode == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert run("list", "some_tools", "-o", "/dev/stdout").stdout == TABLE


def test_a_full_device(run: Run) -> None:
    failed(
        run("list", "some_tools", "-o", "/dev/full"), 1, "cannot write '/dev/full': No space left on device"
    )
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "names no file"),
        (".", "is a directory"),
        ("folder/", "names no file"),
        ("gone/out", "No such file or directory"),
        ("some_tools.py/out", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("x/" * 5000 + "x", "File name too long"),
        ("loop", "Too many levels"),
    ],
)
def test_a_bad_name_is_usage(run: Run, tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    result = run("list", "some_tools", "-o", path)
    failed(result, 2, message)
    assert len(result.stderr) < 400
    assert contents(tmp_path) == {"loop"}


def test_a_provider_that_changes_the_working_directory_moves_no_output(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with (tmp_path / "some_tools.py").open("a") as module:
        module.write("import os\nos.chdir('there')\n")
    assert run("list", "some_tools", "-o", "out").returncode == 0
    assert contents(tmp_path) == {"out", "there"}
    assert contents(tmp_path / "there") == set()


def test_a_bad_name_is_told_before_the_provider_is_loaded(run: Run) -> None:
    failed(run("list", "nowhere", "-o", "gone/out"), 2, "cannot write")


@pytest.mark.skipif(IS_ROOT, reason="a privileged user may write anywhere")
def test_what_may_not_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked").chmod(0o500)
    failed(run("list", "some_tools", "-o", "locked/out"), 1, "Permission denied")
    (tmp_path / "kept").write_text("before")
    (tmp_path / "kept").chmod(0o400)
    failed(run("list", "some_tools", "-o", "kept"), 1, "Permission denied")
    assert (tmp_path / "kept").read_text() == "before"


LIMITED = """
import atexit, resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
before = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
atexit.register(resource.setrlimit, resource.RLIMIT_FSIZE, before)
sys.dont_write_bytecode = True
sys.argv = ["octools", "list", "some_tools", "-o", "out"]
from octools.cli import main
main()
"""


@pytest.mark.parametrize("exists", [True, False])
def test_a_failed_write_leaves_no_trace(run: Run, tmp_path: Path, exists: bool) -> None:
    target = tmp_path / "out"
    if exists:
        target.write_text("before")
    result = subprocess.run([sys.executable, "-c", LIMITED], check=False, capture_output=True, cwd=tmp_path)
    failed(result, 1, f"cannot write '{tmp_path / 'out'}': File too large")
    assert contents(tmp_path) == ({"out"} if exists else set())
    assert not exists or target.read_text() == "before"


@pytest.mark.parametrize(
    "arguments", [("list", "some_tools"), ("schema", "--list"), ("--help",), ("--version",)]
)
def test_a_full_standard_output(run: Run, arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        result = run(*arguments, stdout=full)
    assert result.returncode == 1
    assert b"No space left on device" in result.stderr
    assert b"Traceback" not in result.stderr
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [("list", "some_tools"), ("schema", "rules"), ("--help",)])
def test_a_closed_pipe_ends_quietly(run: Run, arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        result = run(*arguments, stdout=closed)
    assert (result.returncode, result.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("redirection", "code", "out", "told"),
    [
        (">&-", 1, b"", b"standard output is closed"),
        ("2>&-", 0, TABLE, b""),
        ("--frob 2>&-", 2, b"", b""),
        ("--frob 2>/dev/full", 2, b"", b""),
    ],
)
def test_closed_streams(
    run: Run, tmp_path: Path, redirection: str, code: int, out: bytes, told: bytes
) -> None:
    result = subprocess.run(
        f'exec "{sys.executable}" -m octools list some_tools {redirection}',
        check=False,
        shell=True,
        capture_output=True,
        cwd=tmp_path,
    )
    assert (result.returncode, result.stdout) == (code, out)
    assert told in result.stderr
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_utf8_whatever_the_encoding_of_standard_output(
    run: Run, tmp_path: Path, encoding: str
) -> None:
    text = "Zählt Häfen 😀. “Gut”!"
    catalogue = [{"name": "count", "description": text, "inputSchema": {"type": "object"}}]
    (tmp_path / "tools.json").write_text(json.dumps(catalogue), encoding="utf-8")
    told = run("compact", "tools.json", env={**os.environ, "PYTHONIOENCODING": encoding})
    assert told.returncode == 0
    (tool,) = json.loads(told.stdout.decode("utf-8"))["tools"]
    assert tool["description"] == text


@pytest.mark.parametrize("command", ["list", "compact"])
def test_the_working_directory_is_that_of_the_command(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "some_tools.py").write_text(f"import os\nos.chdir('elsewhere')\n{TOOLS}", encoding="utf-8")
    assert run(command, "some_tools", "-o", "out").returncode == 0
    assert (tmp_path / "out").read_bytes()
    assert not any((tmp_path / "elsewhere").iterdir())


def test_an_interrupt_is_told_in_one_line_of_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "some_tools.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    told = run("list", "some_tools", "--output-format", "json")
    assert told.returncode == 130
    assert told.stderr.count(b"\n") == 1
    assert json.loads(told.stderr)["error"]["message"] == "interrupted"


SLOW = TOOLS.replace(
    "def all_tools():", "def all_tools():\n    import time; print('ready', flush=True); time.sleep(60)"
)


@pytest.mark.parametrize("place", ["import", "listing"])
def test_an_interrupt(run: Run, tmp_path: Path, place: str) -> None:
    slow = SLOW if place == "listing" else "import time\nprint('ready', flush=True)\ntime.sleep(60)\n"
    (tmp_path / "some_tools.py").write_text(slow, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "octools", "list", "some_tools", "-o", "out"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"  # what a provider prints goes to standard error
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"interrupted" in err
    assert b"Traceback" not in err
    assert contents(tmp_path) == set()
