"""A contract many times as large as another: each schema, profile, rule and constant again by other names."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Files that hold a list of entries: the list, the entry's name, and what is put after it.
ENTRIES = {"rules": ("rules", "id", "_{}"), "constants": ("constants", "name", "_{}")}
FILE = re.compile(r"\.json(?=#|$)")


def enlarge(source: Path, target: Path, times: int) -> None:
    """Writes the larger contract; the files of the source stand in it unchanged."""
    shutil.copytree(source, target)
    for path in sorted(source.rglob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        place = target / path.relative_to(source)
        if place.parent.name == "meta":
            continue
        if document.get("$schema") == DIALECT:
            for number in range(2, times + 1):
                write(place.with_name(f"{path.stem}-{number}.json"), again(document, number))
        elif place.parent.name == "profiles":
            for number in range(2, times + 1):
                profile = {**document, "name": f"{document['name']}_{number}"}
                write(place.with_name(f"{path.stem}-{number}.json"), profile)
        elif path.stem in ENTRIES:
            listed, name, suffix = ENTRIES[path.stem]
            for number in range(2, times + 1):
                entries = json.loads(path.read_text(encoding="utf-8"))[listed]
                document[listed] += [
                    {**entry, name: entry[name] + suffix.format(number)} for entry in entries
                ]
            write(place, document)


def write(path: Path, document: Any) -> None:
    """Writes one JSON file."""
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def again(schema: Any, number: int) -> Any:
    """A schema file under other names: its identifier, titles, constants, properties and references."""
    if isinstance(schema, list):
        return [again(member, number) for member in schema]
    if not isinstance(schema, dict):
        return schema
    copied: dict[str, Any] = {}
    for keyword, value in schema.items():
        rename = RENAMES.get(keyword)
        fits = rename is not None and isinstance(value, SHAPES[keyword])
        copied[keyword] = rename(value, number) if rename is not None and fits else again(value, number)
    return copied


def file_name(value: str, number: int) -> str:
    """An identifier or a reference, to the file of that number."""
    return FILE.sub(f"-{number}.json", value)


def names(value: list[str], number: int) -> list[str]:
    """A list of property names."""
    return [f"{name}_{number}" for name in value]


def members(value: dict[str, Any], number: int) -> dict[str, Any]:
    """The properties of an object."""
    return {f"{name}_{number}": again(member, number) for name, member in value.items()}


# A property may be called as a keyword is: only a value of the keyword's own shape is renamed.
SHAPES: dict[str, type] = {
    "$id": str,
    "$ref": str,
    "title": str,
    "x-constant": str,
    "properties": dict,
    "required": list,
    "x-computed": list,
    "x-record": dict,
    "x-generic": dict,
}
RENAMES: dict[str, Callable[[Any, int], Any]] = {
    "$id": file_name,
    "$ref": file_name,
    "title": lambda value, number: f"{value}{number}",
    "x-constant": lambda value, number: f"{value}_{number}",
    "properties": members,
    "required": names,
    "x-computed": names,
    "x-record": lambda value, number: {**value, "name": f"{value['name']}{number}"},
    "x-generic": lambda value, number: {**value, "field": f"{value['field']}_{number}"},
}
