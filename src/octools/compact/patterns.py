"""Patterns of property names: deciding a match where every engine agrees, and joining patterns into one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["matches", "matches_every_name", "names_pattern"]

# Literals, ranges, plain classes, `.` and simple repetition mean the same in every engine. Escapes such as \d
# do not (some take other digits too), and neither do groups with options or references.
_CLASS: Final = r"\[\^?[A-Za-z0-9_ .:@%/,$]+(?:-[A-Za-z0-9])?[A-Za-z0-9_ .:@%/,$-]*\]"
_ATOM: Final = rf"(?:[A-Za-z0-9_ :@%/,-]|\\[.$^*+?()\[\]{{}}|/-]|\.|{_CLASS})"
_PORTABLE: Final = re.compile(rf"\^?(?:{_ATOM}(?:[*+?]|\{{[0-9]{{1,2}}(?:,[0-9]{{0,2}})?\}})?){{0,24}}\$?")
# Two repetitions of the same characters may try every split of a name: names longer than this are not
# decided.
_LONGEST_NAME: Final = 128
_DECIDABLE_NAME: Final = re.compile(r"[ -~]*")
_SYNTAX: Final = re.compile(r"[\^$\\.*+?()\[\]{}|]")
_MOST_NAMES: Final = 256
_NESTED: Final = re.compile(r"\\[1-9k]|\(\?")
# Not `^.*$`: a dot stands for no line break.
_EVERY_NAME: Final = re.compile(r"\^?(?:\.\*)?|(?:\.\*)?\$|\^?\[\\s\\S\]\*\$?")


def matches_every_name(pattern: str) -> bool:
    """Tell whether a pattern plainly matches every name, as `.*` and the empty pattern do."""
    return _EVERY_NAME.fullmatch(pattern) is not None


def matches(pattern: str, name: str) -> bool | None:
    """Tell whether a pattern matches a name somewhere; None where engines could differ.

    Args:
        pattern: A key of `patternProperties`.
        name: A property's name.
    """
    if len(name) > _LONGEST_NAME or not _PORTABLE.fullmatch(pattern) or not _DECIDABLE_NAME.fullmatch(name):
        return None
    if sum(pattern.count(mark) for mark in "*+{") > _MOST_REPETITIONS:
        return None
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return None


_MOST_REPETITIONS: Final = 2


def names_pattern(names: Iterable[str], patterns: Iterable[str]) -> str | None:
    """Return a pattern that matches exactly the names and what the patterns match; None where there is none.

    Args:
        names: Names of properties, or other texts; only printable ASCII can be written.
        patterns: Keys of `patternProperties`.
    """
    listed, written = list(names), list(patterns)
    if len(listed) > _MOST_NAMES or not all(_DECIDABLE_NAME.fullmatch(name) for name in listed):
        return None
    if len(written) + bool(listed) > 1 and any(_NESTED.search(pattern) for pattern in written):
        return None
    alternatives = [f"^(?:{'|'.join(map(_literal, listed))})$"] if listed else []
    alternatives += written if len(written) + len(alternatives) == 1 else [f"(?:{each})" for each in written]
    return "|".join(alternatives)


def _literal(text: str) -> str:
    """Write a text as a pattern; only what patterns give a meaning is escaped, which every engine allows."""
    return _SYNTAX.sub(lambda found: f"\\{found.group()}", text)
