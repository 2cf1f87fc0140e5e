"""The output folder: what differs from the built texts, written atomically; what nothing prints, removed."""

from __future__ import annotations

import contextlib
import difflib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from octools_codegen.problems import CodegenError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["IGNORED_FOLDERS", "Changes", "apply_changes", "compare", "diff"]

# What tools leave in folders of generated code; never ours, never strange.
IGNORED_FOLDERS = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache", "node_modules"})
NEW_FILE_MODE = 0o666


@dataclass(frozen=True, slots=True)
class Changes:
    """The output folder against the built texts, paths sorted: to write (`written`), in order, to remove."""

    folder: Path
    texts: Mapping[str, str]
    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def any(self) -> bool:
        """Whether the folder differs."""
        return bool(self.written or self.removed)


def compare(folder: Path, texts: Mapping[str, str]) -> Changes:
    """What stands in the folder against what should.

    Raises:
        CodegenError: the folder holds files and none of ours, or cannot be read.
    """
    present = set(_files(folder))
    if present and not present & texts.keys():
        raise CodegenError(
            f"{folder} holds files, and none of them is an output of this contract; "
            "name an empty folder under output in contract.json, or empty this one."
        )
    written = tuple(
        path for path in texts if path not in present or _read(folder / path) != texts[path].encode("utf-8")
    )
    return Changes(
        folder=folder,
        texts=texts,
        written=written,
        unchanged=tuple(path for path in texts if path not in set(written)),
        removed=tuple(sorted(present - texts.keys())),
    )


def _files(folder: Path) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in IGNORED_FOLDERS]
        for name in names:
            yield (Path(where) / name).relative_to(folder).as_posix()


def _read(path: Path) -> bytes | None:
    """A file's bytes; null where a link leads nowhere, or the file has just been removed."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CodegenError(f"{path} cannot be read: {error.strerror}.") from error


def diff(changes: Changes) -> Iterator[str]:
    """Unified diffs from what stands in the folder to what should, a line at a time."""
    for path in sorted((*changes.written, *changes.removed)):
        file = changes.folder / path
        data = _read(file)
        old = data.decode("utf-8", "replace").splitlines() if data is not None else []
        new = changes.texts[path].splitlines() if path in changes.texts else []
        before = f"a/{path}" if data is not None else "/dev/null"
        after = f"b/{path}" if path in changes.texts else "/dev/null"
        lines = list(difflib.unified_diff(old, new, before, after, lineterm=""))
        yield from lines or [
            f"--- {before}",
            f"+++ {after}",
            "(only line ends, an empty file, or a link to none)",
        ]


def apply_changes(changes: Changes) -> None:
    """Write and remove what differs; every file is whole at every moment: staged beside, then moved.

    Raises:
        CodegenError: a file cannot be written; those that were moved before are whole, the others are as
            before.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for path in changes.written:
            target = changes.folder / path
            if target.is_dir():
                raise CodegenError(f"{target} is a folder where a file belongs; remove it.")
            target.parent.mkdir(parents=True, exist_ok=True)
            staged.append((_stage(target, changes.texts[path].encode("utf-8")), target))
        for temporary, target in staged:
            temporary.replace(target)
        for path in changes.removed:
            (changes.folder / path).unlink(missing_ok=True)
    except OSError as error:
        raise CodegenError(
            f"{error.filename or changes.folder} cannot be written: {error.strerror}."
        ) from error
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)
    _remove_empty_folders(changes)


def _stage(target: Path, data: bytes) -> Path:
    """A temporary file beside the target with the data, in the mode of the target or of a new file."""
    if target.exists():
        mode = target.stat().st_mode & 0o7777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = NEW_FILE_MODE & ~mask
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        temporary.chmod(mode)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _remove_empty_folders(changes: Changes) -> None:
    for path in changes.removed:
        for parent in (changes.folder / path).parents:
            if parent == changes.folder:
                break
            with contextlib.suppress(OSError):
                parent.rmdir()
