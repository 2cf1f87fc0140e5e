"""Reading a contract folder: every file as a document, every unreadable file as a problem."""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import TYPE_CHECKING, Any

from octools_codegen.model import Document, DocumentKind
from octools_codegen.problems import CodegenError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["CONTRACT_FILE", "DIALECT_URI", "MAX_DEPTH", "parse_document", "read_folder"]

CONTRACT_FILE = "contract.json"
DIALECT_URI = "https://json-schema.org/draft/2020-12/schema"
MAX_DEPTH = 100

META_REFERENCE = re.compile(r"(?:^|/)meta/(contract|profile|rules|constants|dialect)\.json$")


def read_folder(folder: Path) -> tuple[tuple[Document, ...], tuple[Problem, ...]]:
    """Every JSON file below the folder, sorted by path, and what could not be read.

    Raises:
        CodegenError: the folder is missing, or has no manifest.
    """
    if not (folder / CONTRACT_FILE).is_file():
        raise CodegenError(
            f"{folder} has no {CONTRACT_FILE}, so it is no contract folder; "
            "name the folder that holds the manifest with --contract DIR."
        )
    documents: list[Document] = []
    problems: list[Problem] = []
    for path in _json_files(folder):
        name = path.relative_to(folder).as_posix().encode("utf-8", "backslashreplace").decode("utf-8")
        try:
            raw = path.read_bytes()
        except OSError as error:
            wrong = f"The file cannot be read: {error.strerror}."
            problems.append(Problem(name, "", "unreadable", wrong, "Make it readable, or remove it."))
            continue
        found = parse_document(name, raw)
        if isinstance(found, Document):
            documents.append(found)
        else:
            problems.append(found)
    return tuple(documents), tuple(problems)


def _json_files(folder: Path) -> list[Path]:
    # A link that leads nowhere counts: left out silently, its types would be missing without a word.
    found = (path for path in folder.rglob("*.json") if path.is_file() or not path.exists())
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


class _RepeatedKeyError(ValueError):
    """An object has one key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(next(key for key in value if keys.count(key) > 1))
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits[:40]} is beyond a double")
    return value


def parse_document(name: str, raw: bytes) -> Document | Problem:
    """One file's bytes as a document, or the problem that keeps it from being one."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Problem(
            name,
            "",
            "not_utf8",
            f"Byte {error.start} is not UTF-8.",
            "Save the file as UTF-8 without a byte order mark.",
        )
    if text.startswith("\ufeff"):
        return Problem(
            name, "", "not_utf8", "The file begins with a byte order mark.", "Save it as UTF-8 without one."
        )
    try:
        data = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite
        )
    except _RepeatedKeyError as error:
        wrong = f"An object has the key {error.args[0]!r} twice."
        return Problem(
            name, "", "repeated_key", wrong, "Keep one of the two; a reader would drop the first silently."
        )
    except json.JSONDecodeError as error:
        wrong = f"The text is no JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        return Problem(name, "", "invalid_json", wrong, "Correct the text there.")
    except RecursionError:
        return _too_deep(name)
    except ValueError as error:
        return Problem(
            name, "", "invalid_json", f"The text is no JSON: {error}.", "Write a number that JSON has."
        )
    if _deeper_than(data, MAX_DEPTH):
        return _too_deep(name)
    if not _writable(text, data):
        wrong = "A text holds a lone surrogate, which no UTF-8 file can hold."
        return Problem(
            name, "", "lone_surrogate", wrong, "Write the character itself, or both halves of its escape."
        )
    return Document(name, _kind(name, data), text, data, hashlib.sha256(raw).hexdigest())


def _writable(text: str, data: Any) -> bool:
    if "\\u" not in text:  # UTF-8 itself holds none
        return True
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _too_deep(name: str) -> Problem:
    wrong = f"Arrays and objects nest deeper than {MAX_DEPTH} levels."
    return Problem(name, "", "too_deep", wrong, "Give the inner parts a name under $defs and refer to them.")


def _deeper_than(data: Any, limit: int) -> bool:
    layer: list[Any] = [data]
    for _ in range(limit + 1):
        layer = [each for value in layer for each in _members(value)]
        if not layer:
            return False
    return True


def _members(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _kind(name: str, data: Any) -> DocumentKind:
    if name == CONTRACT_FILE:
        return "contract"
    if name.startswith("meta/"):
        return "meta"
    if isinstance(data, dict):
        declared = data.get("$schema")
        if isinstance(declared, str) and (match := META_REFERENCE.search(declared)):
            return match[1]  # type: ignore[return-value]
        if "openapi" in data:
            return "openapi"
    return "schema"
