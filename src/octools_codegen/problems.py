"""What is wrong with a contract's sources, and the error that carries all of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CodegenError", "Problem", "SourceError", "quoted", "shortened"]

QUOTE_LIMIT = 80


def quoted(value: object) -> str:
    """A value as it reads in a message: quoted, control characters visible, at most 80 characters of it."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return shortened(text)


def shortened(value: object, limit: int = QUOTE_LIMIT) -> str:
    """The first characters of a value's text."""
    text = str(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem: the file below the contract folder, the JSON pointer in it, what is wrong, what to do.

    `kind` names the check that found it, for tests and tools.
    """

    file: str
    pointer: str
    kind: str
    wrong: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}#{self.pointer}\n  {self.wrong}\n  {self.remedy}"


class CodegenError(Exception):
    """The generator cannot go on; the text says why and what to do."""


class SourceError(CodegenError):
    """The sources of a contract are broken; `problems` holds every problem, in order of file and place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(dict.fromkeys(problems)))
        count = len(self.problems)
        noun = "problem" if count == 1 else "problems"
        listing = "\n".join(str(problem) for problem in self.problems)
        super().__init__(f"{listing}\n{count} {noun} in the sources; nothing was written.")
