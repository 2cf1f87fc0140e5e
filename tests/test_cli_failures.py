"""How failures are told: what a process cannot be brought to from outside."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import click
import pytest

from octools import cli
from octools.cli import running, streams
from octools.cli.failures import CommandFailure, described, report, wants_json
from octools.cli.output import check_destination, write_output


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], False),
        (["list", "x", "--output-format", "json"], True),
        (["list", "x", "--output-format=json"], True),
        (["list", "--output-format", "json", "--output-format", "md"], False),
        (["list", "--output-format", "md", "--output-format=json"], True),
        (["list", "--", "--output-format", "json"], False),
        (["list", "--output-format"], False),
        (["list", "--output-formats", "json"], False),
        (["list", "-o", "json"], False),
    ],
)
def test_json_is_asked_for(arguments: list[str], expected: bool) -> None:
    assert wants_json(arguments) is expected


class SpeechlessError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("nothing to say")


class LeavingError(Exception):
    def __str__(self) -> str:
        raise SystemExit(0)


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (ValueError("a\nb\x1b"), "ValueError: a b\\u001b"),
        (ValueError(), "ValueError"),
        (ValueError("  "), "ValueError"),
        (SpeechlessError(), "SpeechlessError"),
        (LeavingError(), "LeavingError"),
        (KeyError("a"), "KeyError: 'a'"),
    ],
)
def test_an_exception_is_described_on_one_line(problem: Exception, expected: str) -> None:
    assert described(problem) == expected


def test_a_long_message_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    report("x" * 10_000, exit_code=1, hint="y")
    told = capsys.readouterr().err
    assert told.startswith("error: xxx")
    assert told.endswith("…\nhint: y\n")
    assert len(told) < 600


@pytest.mark.parametrize(
    ("problem", "code", "message", "hint"),
    [
        (CommandFailure("no", hint="do", exit_code=2), 2, "no", "do"),
        (KeyboardInterrupt(), 130, "interrupted", None),
        (click.Abort(), 130, "interrupted", None),
        (click.ClickException("odd"), 1, "odd", None),
        (click.UsageError("what"), 2, "what", "see octools --help"),
        (OSError(errno.EIO, "bad disk"), 1, "OSError: [Errno 5] bad disk", None),
        (
            ZeroDivisionError("x"),
            1,
            "ZeroDivisionError: x",
            "this is a fault of octools; please report it with the",
        ),
        (RecursionError("deep"), 1, "RecursionError: deep", "this is a fault"),
        (MemoryError(), 1, "MemoryError", "this is a fault"),
    ],
)
def test_every_exception_has_a_code_and_a_message(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    problem: BaseException,
    code: int,
    message: str,
    hint: str | None,
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise problem

    monkeypatch.setattr(running.octools, "main", fail)
    monkeypatch.setattr(running, "abandon_stdout", lambda: None)
    assert running.run(["list", "x", "--output-format", "json"]) == code
    error = json.loads(capsys.readouterr().err)["error"]
    assert (error["exit_code"], error["message"]) == (code, message)
    assert (error["hint"] or "").startswith(hint or "")
    assert error["type"] == ("usage" if code == 2 else "api_failure")


def test_the_readers_of_help_may_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    for problem, code in (
        (BrokenPipeError(), 1),
        (SystemExit(1), 1),
        (SystemExit(3), 3),
        (SystemExit("text"), 1),
    ):

        def fail(*_args: object, problem: BaseException = problem, **_options: object) -> None:
            raise problem

        monkeypatch.setattr(running.octools, "main", fail)
        monkeypatch.setattr(running, "abandon_stdout", lambda: None)
        assert running.run([]) == code


def test_an_interrupt_while_loading_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(CommandFailure, match=r"cannot write 'a\\u0000b'") as caught:
        check_destination("a\0b")
    assert caught.value.exit_code == 2
    for path in (None, "-", str(tmp_path / "new")):
        check_destination(path)


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "kept"
    target.write_text("before")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CommandFailure, match="Permission denied") as caught:
        write_output("after", str(target))
    assert caught.value.exit_code == 1
    assert target.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_an_interrupted_write_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: object) -> int:
        raise KeyboardInterrupt

    target = tmp_path / "kept"
    target.write_text("before")
    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_output("after", str(target))
    assert target.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_a_slow_target_gets_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    write_output("a long text\n", str(tmp_path / "out"))
    assert (tmp_path / "out").read_text() == "a long text\n"


class Bare:
    """A stream with nothing but `write`."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_a_stream_put_in_place_by_someone_else(monkeypatch: pytest.MonkeyPatch) -> None:
    stream: Any = Bare()
    monkeypatch.setattr("sys.stdout", stream)
    streams.write_stdout("text")
    streams.flush_stdout()
    assert stream.text == "text"


def test_a_stream_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    streams.flush_stdout()
    with pytest.raises(CommandFailure, match="standard output is closed"):
        streams.write_stdout("text")
