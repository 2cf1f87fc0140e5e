"""What can go wrong on the command line, and how it is told."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from octools.cli import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE: Final = 2
FAILED: Final = 1
_KINDS: Final = {USAGE: "usage"}
_MESSAGE_LIMIT: Final = 500


class CommandFailure(Exception):  # noqa: N818 - a failure of the command, not an error in it
    """The command cannot go on.

    Attributes:
        message: What is wrong, one sentence.
        hint: What to do about it, or None.
        exit_code: The process's exit code: 1 when something could not be read or written, 2 for usage.
    """

    def __init__(self, message: str, *, hint: str | None = None, exit_code: int = FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.exit_code = exit_code


class ReaderGone(Exception):  # noqa: N818 - no error of anybody's making
    """Whoever read our output has stopped reading: end quietly, as `head` expects."""


def usage_failure(message: str, *, hint: str | None = None) -> CommandFailure:
    """Return (not raise) the failure of a command that was not used as it must be."""
    return CommandFailure(message, hint=hint, exit_code=USAGE)


def described(problem: BaseException) -> str:
    """Return an exception's type and text on one short line, even when its text cannot be had."""
    from octools.terminal import one_line

    name = one_line(type(problem).__name__)
    try:
        text = one_line(str(problem)).strip()
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a foreign __str__ may raise anything, even an exit
        text = ""
    return name if not text else f"{name}: {text}"


def wants_json(arguments: Sequence[str]) -> bool:
    """Tell whether the arguments ask for JSON, before they are parsed: bad ones are told in JSON too."""
    chosen = ""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--output-format":
            chosen = value if equals else next(iter(arguments[index + 1 : index + 2]), "")
    return chosen == "json"


def report(message: str, *, exit_code: int, hint: str | None = None, as_json: bool = False) -> None:
    """Write a failure to standard error, for people or as one JSON line; a closed stream is no failure."""
    message = _short(message)
    if as_json:
        import json

        text = json.dumps(
            {
                "error": {
                    "type": _KINDS.get(exit_code, "api_failure"),
                    "exit_code": exit_code,
                    "message": message,
                    "reason": None,
                    "status_code": None,
                    "details": None,
                    "hint": hint,
                }
            }
        )
    else:
        behind = "\n" if exit_code == INTERRUPTED else ""  # the ^C that a terminal shows
        text = f"{behind}error: {message}" + ("" if hint is None else f"\nhint: {hint}")
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _short(message: str) -> str:
    from octools.terminal import one_line

    text = one_line(message)
    return text if len(text) <= _MESSAGE_LIMIT else f"{text[:_MESSAGE_LIMIT]}…"
