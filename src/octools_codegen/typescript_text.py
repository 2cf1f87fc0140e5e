"""TypeScript source text for values, comments and names: what the TypeScript builders are written with."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["UNSEEN", "comment", "identifier", "imports", "literal", "property_name", "regexp"]

WIDTH: Final = 110
INDENT: Final = "  "

# Written out, since what Python calls printable changes with its Unicode version.
UNSEEN: Final = re.compile(
    r"[\x00-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3000\ufeff\ufff9-\ufffb\ud800-\udfff]"
)

_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_BOUNDARY: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
# A slash ends a regular expression literal unless it is escaped or stands in a class.
_REGEXP_PART: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|/", re.DOTALL)


def literal(value: Any, depth: int = 0, *, used: int = 0) -> str:
    """Return a JSON value as a TypeScript literal.

    Lists and objects stay on one line where they fit into the width, else each member has a line of its own.

    Args:
        value: A JSON value.
        depth: Indentation level of the line that the literal begins on.
        used: Columns of that line that are taken besides the indentation, such as by a name in front.

    Raises:
        TypeError: The value is no JSON value.
        ValueError: A number is not finite.
    """
    widths = _flat_widths(value)
    pieces: list[str] = []
    waiting: list[str | _Part] = [_Part(value, depth, used, flat=False)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            pieces.append(part)
        elif id(part.value) not in widths:
            pieces.append(_scalar(part.value))
        else:
            room = WIDTH - len(INDENT) * part.depth - part.used - 1
            waiting += reversed(_laid_out(part, flat=part.flat or widths[id(part.value)] <= room))
    return "".join(pieces)


@dataclass(frozen=True, slots=True)
class _Part:
    """A value still to be printed, where it stands, and whether all of it goes on that line."""

    value: Any
    depth: int
    used: int
    flat: bool


def _laid_out(part: _Part, *, flat: bool) -> list[str | _Part]:
    """Return the brackets, names and members of a list or object, on one line or on several."""
    value, depth = part.value, part.depth
    named = isinstance(value, Mapping)
    opening, closing, padding = ("{", "}", " ") if named else ("[", "]", "")
    before = padding if flat else f"\n{INDENT * (depth + 1)}"
    parts: list[str | _Part] = [opening]
    for name, member in value.items() if named else ((None, member) for member in value):
        prefix = "" if name is None else f"{property_name(name)}: "
        parts += [before + prefix, _Part(member, depth + 1, len(prefix), flat=flat)]
        before = ", " if flat else f",\n{INDENT * (depth + 1)}"
    return [*parts, f"{padding}{closing}" if flat else f",\n{INDENT * depth}{closing}"]


def _flat_widths(value: Any) -> dict[int, int]:
    """Return how wide each list and object with members is on one line, by the object's id."""
    widths: dict[int, int] = {}
    waiting: list[tuple[Any, bool]] = [(value, False)]
    while waiting:
        item, ready = waiting.pop()
        if not isinstance(item, Mapping | list | tuple) or not item:
            continue
        members = list(item.values()) if isinstance(item, Mapping) else list(item)
        if not ready:
            waiting.append((item, True))
            waiting += [(member, False) for member in members]
            continue
        inner = sum(widths.get(id(member)) or len(_scalar(member)) for member in members)
        names = sum(len(property_name(name)) + 2 for name in item) + 2 if isinstance(item, Mapping) else 0
        widths[id(item)] = inner + names + 2 * len(members)
    return widths


def _scalar(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{}"
    return _printable(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _printable(text: str) -> str:
    """Write what an editor would not show (odd blanks, marks of direction, lone surrogates) as escapes."""
    return UNSEEN.sub(lambda match: json.dumps(match.group())[1:-1], text)


def property_name(name: str) -> str:
    """Return a name as it stands before the colon of an object literal, quoted only where it must be."""
    if name == "__proto__":  # before a colon, this alone would set the prototype
        return '["__proto__"]'
    return name if _IDENTIFIER.fullmatch(name) else _scalar(name)


def imports(names: Sequence[str], module: str) -> str:
    """Return an import statement of values, on several lines where it does not fit on one."""
    flat = f'import {{ {", ".join(names)} }} from "{module}";'
    if len(flat) <= WIDTH:
        return flat
    return f'import {{\n{"".join(f"{INDENT}{name},{chr(10)}" for name in names)}}} from "{module}";'


def regexp(pattern: str) -> str:
    """Return a pattern as a regular expression literal that reads text by code points."""

    def escaped(match: re.Match[str]) -> str:
        part = match.group()
        return "\\/" if part == "/" else part

    text = _REGEXP_PART.sub(escaped, pattern)
    text = UNSEEN.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
    return f"/{text or '(?:)'}/u"


def comment(paragraphs: str | Sequence[str], depth: int = 0) -> str:
    """Return a documentation comment, wrapped to the width, without a line break at its end.

    Args:
        paragraphs: The text, or several texts that a blank line separates; empty ones are left out.
        depth: Indentation level. The first line is not indented, so that a template places it.
    """
    texts = [paragraphs] if isinstance(paragraphs, str) else list(paragraphs)
    texts = [" ".join(text.replace("*/", "*\\/").split()) for text in texts]
    texts = [text for text in texts if text]
    room = WIDTH - len(INDENT) * depth
    if len(texts) == 1 and len(texts[0]) + len("/**  */") <= room:
        return f"/** {texts[0]} */"
    lines: list[str] = []
    for text in texts:
        lines += [" *"] if lines else []
        wrapped = textwrap.wrap(text, room - 3, break_long_words=False, break_on_hyphens=False)
        lines += [f" * {line}" for line in wrapped]
    return f"\n{INDENT * depth}".join(["/**", *lines, " */"])


def identifier(name: str) -> str:
    """Return a name in PascalCase or with hyphens as an UPPER_SNAKE constant name."""
    return _BOUNDARY.sub("_", name).strip("_").upper()
