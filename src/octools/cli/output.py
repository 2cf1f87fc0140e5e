"""Writing a command's result: to standard output, or to a file that is replaced whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from octools.cli.failures import CommandFailure, described, usage_failure
from octools.cli.streams import write_stdout
from octools.quoting import quote

STANDARD_OUTPUT: Final = "-"
# Enough of a path to recognise the file at its end.
_PATH_LIMIT: Final = 250
# What tells of a bad name for a file, rather than of a place that cannot be written now.
_BAD_NAME: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP})


def check_destination(path: str | None) -> str | None:
    """Check the name of a file to write, before any work is done for it.

    Args:
        path: The file, or `-` or None for standard output.

    Returns:
        The absolute name, which holds even when a provider changes the working directory; None for standard
        output.

    Raises:
        CommandFailure: The name is empty or too long, is a directory, or stands in none.
    """
    if path is None or path == STANDARD_OUTPUT:
        return None
    if not path or path.endswith(os.sep):
        raise usage_failure(f"the output path {quote(path)} names no file", hint="give a file name, or -")
    try:
        status = _status(path)
        if status is None:
            Path(os.path.realpath(path)).parent.stat()  # the directory that a new file would stand in
        elif stat.S_ISDIR(status.st_mode):
            raise usage_failure(f"cannot write {quote(path)}: it is a directory", hint="give a file name")
    except ValueError as problem:
        raise usage_failure(f"cannot write {quote(path)}: {problem}") from problem
    except OSError as problem:
        raise _failure(path, problem) from problem
    return os.path.abspath(path)  # noqa: PTH100 - Path.absolute would keep the dots


def write_output(text: str, path: str | None) -> None:
    """Write the result of a command.

    A regular file is replaced atomically: it keeps its mode, a new one gets the mode that the umask gives,
    and a symbolic link is followed. Anything else (a pipe, a device) is written into. When writing fails, a
    file that was there is as it was, and nothing else is left behind.

    Args:
        text: The whole result.
        path: The file, or `-` or None for standard output.

    Raises:
        CommandFailure: The result cannot be written.
        ReaderGone: The reader of standard output is gone.
    """
    if path is None or path == STANDARD_OUTPUT:
        write_stdout(text)
        return
    data = text.encode("utf-8", "backslashreplace")
    try:
        status = _status(path)
        if status is None or stat.S_ISREG(status.st_mode):
            _replace(Path(os.path.realpath(path)), data, status)
        else:
            with Path(path).open("wb", buffering=0) as file:
                _write_all(file.fileno(), data)
    except OSError as problem:
        raise _failure(path, problem) from problem


def _status(path: str) -> os.stat_result | None:
    try:
        return Path(path).stat()
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, status: os.stat_result | None) -> None:
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    # A short name of our own: one made from the target's could be too long.
    temporary = target.parent / f".octools-{os.urandom(8).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            if status is not None:
                with suppress(OSError, AttributeError):  # only a privileged user may keep a foreign owner
                    os.chown(temporary, status.st_uid, status.st_gid)
                temporary.chmod(stat.S_IMODE(status.st_mode))
            _write_all(descriptor, data)
        finally:
            os.close(descriptor)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _write_all(descriptor: int, data: bytes) -> None:
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]


def _failure(path: str, problem: OSError) -> CommandFailure:
    message = f"cannot write {quote(path, _PATH_LIMIT)}: {problem.strerror or described(problem)}"
    if problem.errno in _BAD_NAME:
        return usage_failure(message, hint="give the name of a file in a directory that exists")
    return CommandFailure(message)
