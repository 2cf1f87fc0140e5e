r"""Patterns that Python, Rust's regex engine and JavaScript read alike.

The portable subset is small on purpose: a whole string between `^` and `$`; literal characters; escaped
punctuation, control characters, `\xHH` and `\uHHHH`; classes of characters and ranges; plain and `(?:…)`
groups; alternatives inside a group; the quantifiers `*`, `+`, `?`, `{n}`, `{n,}` and `{n,m}` up to 1000, each
with `?` behind it or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from octools_codegen.pointers import child
from octools_codegen.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources

__all__ = ["Fault", "check_patterns", "pattern_fault"]

MAX_REPEAT = 1000
ANCHORS = 2
LARGEST_UNIT = 0xFFFF
SURROGATES = range(0xD800, 0xE000)
PUNCTUATION = frozenset("\\^$.|?*+()[]{}/")
CONTROL = frozenset("tnrfv")
HEXADECIMAL = re.compile(r"x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}")
REPEAT = re.compile(r"\{([0-9]{1,6})(,([0-9]{1,6})?)?\}")
DIFFERENT_ESCAPES = {
    "d": "digits of every script in some engines; write [0-9]",
    "D": "different characters in each engine; write a class such as [^0-9]+",
    "w": "letters of every script in some engines; write [A-Za-z0-9_]",
    "W": "different characters in each engine; write a class such as [^A-Za-z0-9_]+",
    "s": "different white space in each engine; write the characters, such as [ \\t]",
    "S": "different characters in each engine; write a class such as [^ \\t]+",
    "b": "different word boundaries in each engine; describe the whole string instead",
    "B": "different word boundaries in each engine; describe the whole string instead",
}

ENDS_ONLY = "Keep ^ and $ to the ends, or escape them."
REFUSED = {
    "^": ("^ stands inside", ENDS_ONLY),
    "$": ("$ stands inside", ENDS_ONLY),
    ".": ("the dot leaves out different line ends in each engine", "Write a class of characters."),
    "]": ("] stands alone", "Escape it: \\]."),
    "}": ("} stands alone", "Escape it: \\}."),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a pattern is not portable, and what to write instead."""

    wrong: str
    remedy: str


class _NotPortableError(Exception):
    def __init__(self, position: int, wrong: str, remedy: str) -> None:
        super().__init__(wrong)
        self.fault = Fault(f"At character {position} of the pattern: {wrong}.", remedy)


def pattern_fault(pattern: str) -> Fault | None:
    """The first thing in a pattern that engines read differently; null for a portable pattern."""
    try:
        _Scan(pattern).run()
    except _NotPortableError as error:
        return error.fault
    return None


class _Scan:
    """One pass over a pattern. `repeatable` tells whether a quantifier may follow."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.depth = 0
        self.repeatable = False

    def fail(self, wrong: str, remedy: str, position: int | None = None) -> _NotPortableError:
        return _NotPortableError(self.position if position is None else position, wrong, remedy)

    def run(self) -> None:
        pattern = self.pattern
        if not pattern.startswith("^"):
            raise self.fail("it does not begin with ^", "Write ^…$: patterns describe the whole string.")
        if len(pattern) < ANCHORS or not pattern.endswith("$") or _escaped(pattern, len(pattern) - 1):
            raise self.fail(
                "it does not end with $", "Write ^…$: patterns describe the whole string.", len(pattern)
            )
        self.position = 1
        end = len(pattern) - 1
        while self.position < end:
            self.step(pattern[self.position])
        if self.depth:
            raise self.fail("a group is not closed", "Close it with a parenthesis.")

    def step(self, character: str) -> None:
        match character:
            case "\\":
                self.escape(inside=False)
                self.repeatable = True
            case "[":
                self.character_class()
            case "(":
                self.group()
            case ")":
                self.group_end()
            case "|":
                self.alternative()
            case "*" | "+" | "?" | "{":
                self.quantifier()
            case _ if character in REFUSED:
                raise self.fail(*REFUSED[character])
            case _:
                self.literal(character)

    def literal(self, character: str) -> None:
        if ord(character) > LARGEST_UNIT or ord(character) in SURROGATES:
            raise self.fail(
                "a character beyond U+FFFF counts twice in JavaScript", "Keep to characters up to U+FFFF."
            )
        self.position += 1
        self.repeatable = True

    def escape(self, *, inside: bool) -> str:
        """Pass an escape, and return the character that it stands for."""
        following = self.pattern[self.position + 1 : self.position + 2]
        found = HEXADECIMAL.match(self.pattern, self.position + 1)
        if found:
            value = chr(int(found[0][1:], 16))
            if ord(value) in SURROGATES:
                raise self.fail("half a character is escaped", "Keep to characters up to U+FFFF.")
            self.position = found.end()
            return value
        if following in DIFFERENT_ESCAPES:
            raise self.fail(
                f"\\{following} means {DIFFERENT_ESCAPES[following].partition(';')[0]}", _sentence(following)
            )
        if following in PUNCTUATION or following in CONTROL or (inside and following == "-"):
            self.position += 2
            return {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}.get(following, following)
        raise self.fail(
            f"\\{following} is no escape that all engines know",
            "Escape punctuation only, or write \\xHH or \\uHHHH.",
        )

    def group(self) -> None:
        if self.pattern.startswith("(?", self.position) and not self.pattern.startswith("(?:", self.position):
            raise self.fail(
                "the group is neither plain nor (?:…)",
                "Do without lookaround, names, flags, and atomic groups.",
            )
        self.position += 3 if self.pattern.startswith("(?:", self.position) else 1
        self.depth += 1
        self.repeatable = False

    def group_end(self) -> None:
        if not self.depth:
            raise self.fail("a parenthesis closes no group", "Drop or escape it.")
        self.depth -= 1
        self.position += 1
        self.repeatable = True

    def alternative(self) -> None:
        if not self.depth:
            raise self.fail("alternatives at the top share no anchors", "Write them in a group: ^(a|b)$.")
        self.position += 1
        self.repeatable = False

    def quantifier(self) -> None:
        if not self.repeatable:
            raise self.fail(
                "a quantifier follows nothing that can repeat", "Drop it, or escape the character."
            )
        if self.pattern[self.position] == "{":
            found = REPEAT.match(self.pattern, self.position)
            if not found:
                raise self.fail(
                    "the braces are no quantifier {n}, {n,} or {n,m}", "Write one, or escape the brace."
                )
            bounds = [int(number) for number in (found[1], found[3]) if number]
            if max(bounds) > MAX_REPEAT or bounds != sorted(bounds):
                raise self.fail(
                    f"the bounds are not in order, or exceed {MAX_REPEAT}", "Use limits such as maxLength."
                )
            self.position = found.end()
        else:
            self.position += 1
        if self.pattern.startswith("?", self.position):
            self.position += 1
        elif self.pattern.startswith("+", self.position):
            raise self.fail("a possessive quantifier is unknown to JavaScript", "Drop the second +.")
        self.repeatable = False

    def character_class(self) -> None:
        start = self.position
        negated = self.pattern.startswith("[^", start)
        self.position += 2 if negated else 1
        first = True
        while True:
            if self.position >= len(self.pattern) - 1:
                raise self.fail("a class is not closed", "Close it with ].", start)
            if self.pattern[self.position] == "]":
                break
            self.class_member(first=first)
            first = False
        if first:
            raise self.fail("the class is empty", "Name at least one character.", start)
        self.position += 1
        if negated and self.pattern[self.position] not in "*+":
            raise self.fail(
                "a negated class takes half of a character beyond U+FFFF in JavaScript",
                "Let * or + follow it, or list the characters that may stand there.",
                start,
            )
        self.repeatable = True

    def class_member(self, *, first: bool) -> None:
        """One character or one range of a class."""
        begin = self.position
        low = self.class_character(first=first)
        if not self.pattern.startswith("-", self.position) or self.pattern.startswith("-]", self.position):
            return
        if self.pattern[begin] == "-":
            raise self.fail("two hyphens follow each other in a class", "Escape the hyphen: \\-.", begin)
        self.position += 1
        high = self.class_character(first=False)
        if high < low:
            raise self.fail("a range runs backwards", "Write the smaller character first.", begin)

    def class_character(self, *, first: bool) -> str:
        character = self.pattern[self.position]
        if character == "\\":
            return self.escape(inside=True)
        if character == "[" or (character in "&~|" and self.pattern.startswith(character * 2, self.position)):
            raise self.fail(
                f"{character} in a class starts a set operation in some engines",
                "Escape it with \\x and its code.",
            )
        if character == "-" and not first and not self.pattern.startswith("-]", self.position):
            raise self.fail(
                "a hyphen stands between ranges", "Write it first or last in the class, or as \\-."
            )
        self.literal(character)
        return character


def _escaped(pattern: str, position: int) -> bool:
    """Whether an odd number of backslashes stands before a character."""
    before = pattern[:position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _sentence(escape: str) -> str:
    remedy = DIFFERENT_ESCAPES[escape].partition("; ")[2]
    return remedy[0].upper() + remedy[1:] + "."


def check_patterns(sources: Sources) -> Iterator[Problem]:
    """Every pattern of every schema is portable."""
    for document, place in sources.all_places():
        schema = place.schema
        if not isinstance(schema, dict):
            continue
        found: list[tuple[str, str]] = []
        if isinstance(schema.get("pattern"), str):
            found.append((child(place.pointer, "pattern"), schema["pattern"]))
        if isinstance(schema.get("patternProperties"), dict):
            found += [
                (child(place.pointer, "patternProperties", key), key) for key in schema["patternProperties"]
            ]
        for pointer, pattern in found:
            fault = pattern_fault(pattern)
            if fault:
                yield Problem(document.path, pointer, "pattern_not_portable", fault.wrong, fault.remedy)
