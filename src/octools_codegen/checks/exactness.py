"""Values that every language holds and compares alike."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools_codegen.sources import Sources
    from octools_codegen.walk import Place

__all__ = ["check_exactness", "inexact_integer", "inexact_problem"]

LARGEST_EXACT = 2**53 - 1
BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})

LENGTHS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})


def check_exactness(sources: Sources) -> Iterator[Problem]:
    """Constants and listed values are compared alike, defaults and bounds hold their digits."""
    for document, place in sources.all_places():
        if isinstance(place.schema, dict) and not place.condition:
            yield from _inexact(document.path, place)


def _inexact(path: str, place: Place) -> Iterator[Problem]:
    """Constants that not every language compares alike."""
    values = [("const", place.schema["const"])] if "const" in place.schema else []
    values += [("enum", value) for value in place.schema.get("enum", ())]
    for keyword, value in values:
        if isinstance(value, float | list | dict):
            wrong = (
                f"{keyword} holds {quoted(value)}; languages compare strings, integers, booleans, null alike."
            )
            yield Problem(
                path, child(place.pointer, keyword), "inexact_const", wrong, "Describe the value by its type."
            )
    if "default" in place.schema:
        values.append(("default", place.schema["default"]))
    values += [(keyword, place.schema[keyword]) for keyword in LENGTHS & place.schema.keys()]
    for keyword, value in values:
        if (number := inexact_integer(value)) is not None:
            yield inexact_problem(path, child(place.pointer, keyword), number)
    for keyword in BOUNDS & place.schema.keys():
        bound = place.schema[keyword]
        if abs(bound) > sys.float_info.max:
            wrong = f"{keyword} is {quoted(bound)}, which is beyond a double."
            remedy = "Drop it, or name a smaller number."
        elif keyword == "multipleOf" and bound != int(bound):
            wrong = f"{keyword} is {quoted(bound)}; languages differ on the remainders of fractions."
            remedy = "Name a whole number, such as of a smaller unit."
        else:
            continue
        yield Problem(path, child(place.pointer, keyword), "inexact_number", wrong, remedy)


def inexact_integer(value: Any) -> int | None:
    """An integer in a JSON value that JavaScript would read as another number; null where there is none."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case dict() as found:
                waiting.extend(found.values())
            case list() as found:
                waiting.extend(found)
            case int() as number if abs(number) > LARGEST_EXACT:
                return number
            case _:
                pass
    return None


def inexact_problem(path: str, pointer: str, number: int) -> Problem:
    """What to say of such an integer."""
    wrong = f"{quoted(number)} is beyond 2^53 - 1, so that JavaScript reads another number."
    remedy = f"Keep integers up to {LARGEST_EXACT}, or write the digits as a string."
    return Problem(path, pointer, "inexact_number", wrong, remedy)
