"""The data files: rules, profiles, constants and the dialect agree with each other and with the schemas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from octools_codegen.checks.conformity import dialect_keywords
from octools_codegen.checks.exactness import inexact_integer, inexact_problem
from octools_codegen.checks.patterns import pattern_fault
from octools_codegen.pointers import child, lookup
from octools_codegen.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.sources import Sources

__all__ = ["check_constants", "check_dialect", "check_profiles", "check_rules"]

PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def _rules(sources: Sources) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for document in sources.of_kind("rules"):
        for index, rule in enumerate(document.data["rules"]):
            yield document.path, child("", "rules", index), rule


def check_rules(sources: Sources) -> Iterator[Problem]:
    """One rule an id; each message names declared places only, and every declared place is named."""
    seen: set[str] = set()
    for path, pointer, rule in _rules(sources):
        if rule["id"] in seen:
            wrong = f"The rule {rule['id']!r} is there twice."
            yield Problem(
                path, child(pointer, "id"), "duplicate_rule", wrong, "Merge the two, or rename one."
            )
        seen.add(rule["id"])
        named: set[str] = set()
        for variant, text in rule["messages"].items():
            where = child(pointer, "messages", variant)
            named.update(PLACE.findall(text))
            if re.search(r"[{}]", PLACE.sub("", text)):
                wrong = "The message has a brace that is no {place}."
                yield Problem(
                    path,
                    where,
                    "bad_message",
                    wrong,
                    "Say it without braces: both languages fill in places alone.",
                )
            for place in sorted(set(PLACE.findall(text)) - rule["places"].keys()):
                wrong = f"The message names the place {place!r}, which places does not describe."
                yield Problem(
                    path, where, "unknown_place", wrong, "Describe it under places, or correct the name."
                )
        for place in rule["places"]:
            if place not in named:
                wrong = f"No message of the rule names the place {place!r}."
                yield Problem(
                    path,
                    child(pointer, "places", place),
                    "unused_place",
                    wrong,
                    "Drop it, or name it in a message.",
                )


def check_profiles(sources: Sources) -> Iterator[Problem]:
    """Profiles name keywords and shapes of the dialect, and rules of the rules file."""
    dialects = sources.of_kind("dialect")
    keywords = {
        row["name"] for document in dialects for row in document.data["keywords"]
    } or dialect_keywords()
    shapes = {row["name"] for document in dialects for row in document.data["shapes"]}
    rules = {rule["id"] for _, _, rule in _rules(sources)}
    for document in sources.of_kind("profile"):
        data = document.data
        if not sources.lacks("dialect"):
            for member in ("root_keywords", "keywords", "forbidden", "limits", "shapes", "named"):
                yield from _unknown(document.path, member, data[member] or (), keywords, "keyword")
        if shapes:
            yield from _unknown_values(document.path, "shapes", data["shapes"], shapes, "shape")
        if not sources.lacks("rules"):
            for member in ("named", "prefixed", "rules"):
                yield from _unknown_values(document.path, member, data[member], rules, "rule")
        for keyword in sorted(set(data["keywords"] or ()) & set(data["forbidden"])):
            wrong = f"The keyword {keyword!r} is both allowed and forbidden."
            yield Problem(
                document.path,
                "/forbidden",
                "contradictory_profile",
                wrong,
                "Drop it from one of the two lists.",
            )


def _unknown(
    path: str, member: str, names: Any, known: set[str] | frozenset[str], noun: str
) -> Iterator[Problem]:
    """Names in a list, or keys of an object, that are not known."""
    keys = list(names) if isinstance(names, dict) else list(range(len(names)))
    for key, name in zip(keys, names, strict=True):
        if name not in known:
            wrong = f"The profile names the unknown {noun} {quoted(name)}."
            remedy = f"Correct it, or add the {noun} to the dialect."
            yield Problem(path, child("", member, key), f"unknown_{noun}", wrong, remedy)


def _unknown_values(
    path: str, member: str, table: dict[str, str], known: set[str], noun: str
) -> Iterator[Problem]:
    for key, name in table.items():
        if name not in known:
            wrong = f"The profile names the unknown {noun} {quoted(name)}."
            yield Problem(
                path, child("", member, key), f"unknown_{noun}", wrong, f"Correct it, or add the {noun}."
            )


CONSTANT_TYPES: Mapping[str, type] = {
    "string": str,
    "integer": int,
    "pattern": str,
    "strings": list,
    "string_set": list,
    "table": list,
}
MEMBER_TYPES: Mapping[str, type] = {"strings": str, "string_set": str, "table": dict}
"""What the members of a list are."""


def check_constants(sources: Sources) -> Iterator[Problem]:
    """Values fit their kinds; a value taken from a schema is there; patterns are portable."""
    for document in sources.of_kind("constants"):
        for index, row in enumerate(document.data["constants"]):
            yield from _constant(sources, document.path, child("", "constants", index), row)


def _constant(sources: Sources, path: str, pointer: str, row: Mapping[str, Any]) -> Iterator[Problem]:
    if ("from" in row) == ("value" in row):
        wrong = "The constant has no value of its own or from a schema, or both."
        yield Problem(path, pointer, "bad_constant", wrong, "Write either value or from.")
    elif "value" in row:
        yield from _value_of_constant(path, child(pointer, "value"), row["kind"], row["value"])
        if row["kind"] == "pattern" and isinstance(row["value"], str):
            yield from _portable(path, child(pointer, "value"), row["value"])
    elif not sources.unfit(row["from"].partition("#")[0]):
        where = child(pointer, "from")
        try:
            value = _taken(sources, row["from"])
        except (LookupError, ValueError) as error:
            wrong = f"The constant is taken from {quoted(row['from'])}, which is not there: {error}."
            remedy = "Name a file of the contract and a JSON pointer."
            yield Problem(path, where, "unresolved_ref", wrong, remedy)
        else:
            yield from _value_of_constant(path, where, row["kind"], value)


def _value_of_constant(path: str, where: str, kind: str, value: Any) -> Iterator[Problem]:
    if not _fits(kind, value):
        wrong = f"The value {quoted(value)} is no {kind}."
        yield Problem(path, where, "bad_constant", wrong, "Correct the value or the kind.")
    elif (number := inexact_integer(value)) is not None:
        yield inexact_problem(path, where, number)
    elif kind == "table":
        yield from _rows_of_table(path, where, value)


def _portable(path: str, where: str, pattern: str) -> Iterator[Problem]:
    fault = pattern_fault(pattern)
    if fault:
        yield Problem(path, where, "pattern_not_portable", fault.wrong, fault.remedy)


def _fits(kind: str, value: Any) -> bool:
    if not isinstance(value, CONSTANT_TYPES[kind]) or isinstance(value, bool):
        return False
    members: list[Any] = value if isinstance(value, list) else []
    return all(isinstance(member, MEMBER_TYPES[kind]) for member in members)


def _rows_of_table(path: str, pointer: str, rows: list[dict[str, Any]]) -> Iterator[Problem]:
    """Every row has the members of the first, each of the same type; parts of patterns are portable."""
    kinds = {name: type(member) for name, member in rows[0].items()} if rows else {}
    for index, row in enumerate(rows):
        where = child(pointer, index)
        if {name: type(member) for name, member in row.items()} != kinds:
            wrong = "The row has other members than the first, or members of another type."
            yield Problem(path, where, "bad_constant", wrong, "Give all rows the same members.")
        elif isinstance(row.get("pattern"), str):
            yield from _portable(path, child(where, "pattern"), f"^{row['pattern']}$")


def _taken(sources: Sources, origin: str) -> Any:
    file, _, fragment = origin.partition("#")
    document = sources.by_path.get(file)
    if document is None:
        raise LookupError(f"there is no file {file}")
    return lookup(document.data, fragment)


def check_dialect(sources: Sources) -> Iterator[Problem]:
    """One dialect at most; each keyword is there once and has a known shape."""
    documents = sources.of_kind("dialect")
    for document in documents[1:]:
        wrong = f"{documents[0].path} is a dialect already."
        yield Problem(document.path, "", "second_dialect", wrong, "Keep one of the two.")
    for document in documents:
        shapes = {row["name"] for row in document.data["shapes"]}
        seen: set[str] = set()
        for index, row in enumerate(document.data["keywords"]):
            pointer = child("", "keywords", index)
            if row["shape"] not in shapes:
                wrong = f"The keyword {row['name']!r} has the unknown shape {row['shape']!r}."
                yield Problem(
                    document.path,
                    child(pointer, "shape"),
                    "unknown_shape",
                    wrong,
                    "Correct it, or add the shape.",
                )
            if row["name"] in seen:
                wrong = f"The keyword {row['name']!r} is there twice."
                yield Problem(
                    document.path, child(pointer, "name"), "duplicate_keyword", wrong, "Keep one of the two."
                )
            seen.add(row["name"])
