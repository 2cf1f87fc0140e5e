"""Standard output, whose failures are told like any other, and remarks on standard error."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from typing import Final

from octools.cli.failures import CommandFailure, ReaderGone, described
from octools.terminal import one_line

_ESCAPING: Final = "octools.escaped"


def _escaped(problem: UnicodeError) -> tuple[str, int]:
    r"""Write what an encoding lacks as JSON does (`\u00e4`), so that JSON text stays JSON."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    units = problem.object[problem.start : problem.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), problem.end


codecs.register_error(_ESCAPING, _escaped)


def takes_utf8() -> bool:
    """Tell whether what is written to standard output comes out as UTF-8, as JSON must."""
    encoding = getattr(sys.stdout, "encoding", None)
    try:
        return encoding is None or codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False


def write_stdout(text: str) -> None:
    """Write a text to standard output, and all that it held back.

    Raises:
        CommandFailure: It cannot be written.
        ReaderGone: The reader of standard output is gone.
    """
    stream = sys.stdout
    if stream is None:
        raise CommandFailure("standard output is closed")
    try:
        with suppress(AttributeError):  # a stream put in place by someone else may not know how
            stream.reconfigure(errors=_ESCAPING)  # type: ignore[union-attr]
        stream.write(text)
        stream.flush()
    except BrokenPipeError as problem:
        raise ReaderGone from problem
    except (OSError, ValueError) as problem:
        abandon_stdout()
        reason = problem.strerror if isinstance(problem, OSError) else None
        raise CommandFailure(f"cannot write to standard output: {reason or described(problem)}") from problem


def flush_stdout() -> None:
    """Write out what standard output holds back; errors are those of `write_stdout`."""
    if sys.stdout is not None:
        write_stdout("")


def abandon_stdout() -> None:
    """Send what standard output still holds to nowhere, so that the interpreter's exit does not complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """Tell something on standard error, in one line; a stream that is gone hears nothing."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"octools: {one_line(text)}\n")
        sys.stderr.flush()
