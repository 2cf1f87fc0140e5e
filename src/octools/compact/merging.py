"""Merging what several schemas that all hold say with one keyword, where no schemas stand below it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from octools.compact.joining import fits_type
from octools.compact.keywords import is_annotation
from octools.compact.reading import Reading
from octools.compact.types import meet_types
from octools.compact.values import json_key

__all__ = ["Merged", "merge"]

# Beyond this, readers of JSON no longer agree on a number.
_LARGEST_MULTIPLE: Final = 2**53 - 1


Merged = dict[str, Any]
Conflict = Callable[[Reading, str], None]


def merge(readings: list[Reading], conflict: Conflict) -> Merged | None:
    """Merge the keywords of schemas that all hold.

    Args:
        readings: The schemas. `type` is a tuple of names in them, and in the result.
        conflict: Called with a schema and a keyword of it that cannot be merged with what came before, and is
            lost.

    Returns:
        The keywords, `enum` in place of several `const`s; None when no value fulfils them.
    """
    if len(readings) == 1:
        return readings[0].plain
    out: Merged = {}
    for reading in readings:
        for keyword, value in reading.plain.items():
            if keyword in {"enum", "const"}:
                _merge_values(out, keyword, value)
            elif keyword not in out:
                out[keyword] = value
            elif not is_annotation(keyword):
                merged = _MERGERS[keyword](out[keyword], value)
                if merged is None:
                    conflict(reading, keyword)
                else:
                    out[keyword] = merged
    if out.get("type") == () or not _fit_values(out):
        return None
    return out


def _merge_values(out: Merged, keyword: str, value: Any) -> None:
    """Intersect `enum` and `const` by JSON equality, in the order of the first."""
    for known in ("const", "enum"):
        if known in out:
            listed = [out[known]] if known == "const" else out[known]
            wanted = {json_key(each) for each in ([value] if keyword == "const" else value)}
            kept = [each for each in listed if json_key(each) in wanted]
            if known == "enum" and keyword == "const" and kept:
                # One value is left: say it the shorter way, where `enum` stood.
                _replace(out, "enum", "const", kept[0])
            elif known == "enum" or not kept:
                _replace(out, known, "enum", kept)
            return
    out[keyword] = value


def _replace(out: Merged, old: str, new: str, value: Any) -> None:
    entries = [(new, value) if keyword == old else (keyword, known) for keyword, known in out.items()]
    out.clear()
    out.update(entries)


def _fit_values(out: Merged) -> bool:
    """Drop listed values of another type; tell whether any value is left."""
    types = out.get("type")
    if types and "enum" in out:
        out["enum"] = [each for each in out["enum"] if fits_type(each, types)]
    if types and "const" in out:
        return fits_type(out["const"], types)
    return out.get("enum") != []


def _same(first: Any, second: Any) -> Any:
    return first if first == second else None


def _multiple(first: float, second: float) -> float | None:
    """Return the least common multiple; None where it is not a number that every reader keeps."""
    if first == second:
        return first
    if not (float(first).is_integer() and float(second).is_integer()):
        return None
    multiple = math.lcm(int(first), int(second))
    return multiple if multiple <= _LARGEST_MULTIPLE else None


def _names(first: list[str], second: list[str]) -> list[str]:
    return list(dict.fromkeys([*first, *second]))


def _dependent(first: dict[str, list[str]], second: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: _names(first.get(name, []), second.get(name, [])) for name in {**first, **second}}


_MERGERS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "type": meet_types,
    "minimum": max,
    "maximum": min,
    "exclusiveMinimum": max,
    "exclusiveMaximum": min,
    "multipleOf": _multiple,
    "minLength": max,
    "maxLength": min,
    "pattern": _same,
    "format": _same,
    "minItems": max,
    "maxItems": min,
    "uniqueItems": lambda first, second: first or second,
    "minProperties": max,
    "maxProperties": min,
    "required": _names,
    "dependentRequired": _dependent,
    # These belong to one schema's `contains`, and are written with it.
    "minContains": lambda first, _second: first,
    "maxContains": lambda first, _second: first,
}
