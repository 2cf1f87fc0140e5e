"""Keywords that the generated models check, and those that need a rule of their own beside them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from octools_codegen.checks.conformity import extension_keywords
from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted, shortened
from octools_codegen.resources import meta_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from octools_codegen.sources import Sources
    from octools_codegen.walk import Place

__all__ = ["ASSERTIONS", "check_keywords"]

IDENTITY = frozenset({"$schema", "$id", "$ref", "$defs", "$comment"})
ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format"}
)
ASSERTIONS = frozenset(
    {
        "type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf",
        "minLength", "maxLength", "pattern", "minItems", "maxItems", "minProperties", "maxProperties",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    }
)  # fmt: skip
EXPRESSED = IDENTITY | ANNOTATIONS | ASSERTIONS
"""What models, vocabularies and pages express; whatever else asserts something would be dropped silently."""

COMPANIONS = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}
"""Keywords that say nothing without another, which the cover names."""

BESIDE_REFERENCE = ANNOTATIONS | {"$ref", "$defs", "$comment", "$schema", "$id"}
OBJECT_ONLY = frozenset({"minProperties", "maxProperties"})


def check_keywords(sources: Sources) -> Iterator[Problem]:
    """No keyword is lost: the models express it, or `x-covered-by` names the rule that checks it."""
    rules = {rule["id"] for document in sources.of_kind("rules") for rule in document.data["rules"]}
    judged = not sources.lacks("rules")
    extensions = extension_keywords(meta_folder())
    for document, place in sources.all_places():
        if place.condition:
            continue
        if place.schema is False and place.keyword != "additionalProperties":
            wrong = "The schema false accepts nothing, which no model expresses."
            yield Problem(
                document.path, place.pointer, "dropped_keyword", wrong, "Leave the property out instead."
            )
        if isinstance(place.schema, dict):
            yield from _dropped(document.path, place)
            yield from _cover(document.path, place, rules if judged else None)
            yield from _extensions(document.path, place, extensions)
            yield from _enumeration(document.path, place)


def _dropped(path: str, place: Place) -> Iterator[Problem]:
    schema: Mapping[str, Any] = place.schema
    cover = schema.get("x-covered-by")
    covered = cover if isinstance(cover, dict) else {}
    for keyword in schema:
        lost = not keyword.startswith("x-") and keyword not in EXPRESSED
        if "$ref" in schema and not keyword.startswith("x-") and keyword not in BESIDE_REFERENCE:
            lost = True
        if keyword in OBJECT_ONLY and "properties" in schema:
            lost = True
        leader = COMPANIONS.get(keyword, keyword)
        if lost and leader not in covered and (leader == keyword or leader not in schema):
            wrong = f"The generated models do not check {quoted(keyword)}, and no rule is named that does."
            example = json.dumps({keyword: "<rule id>"})
            remedy = f'Express it by other keywords, or name the rule: "x-covered-by": {example}.'
            yield Problem(path, child(place.pointer, keyword), "dropped_keyword", wrong, remedy)
    if isinstance(schema.get("type"), list):
        wrong = "A list of types is no type that models and all readers of the schema take."
        yield Problem(
            path, child(place.pointer, "type"), "dropped_keyword", wrong, "Write anyOf with a schema a type."
        )
    if schema.get("type") == "array" and "items" not in schema:
        wrong = "The array does not say what its items are."
        yield Problem(path, place.pointer, "missing_items", wrong, 'Add "items"; {} for any value.')


def _cover(path: str, place: Place, rules: set[str] | None) -> Iterator[Problem]:
    cover = place.schema.get("x-covered-by")
    if not isinstance(cover, dict):
        return
    for keyword, rule in cover.items():
        pointer = child(place.pointer, "x-covered-by", keyword)
        if keyword not in place.schema:
            wrong = f"x-covered-by names {quoted(keyword)}, which the schema does not have."
            yield Problem(path, pointer, "stale_cover", wrong, "Drop the entry.")
        elif rules is not None and isinstance(rule, str) and rule not in rules:
            wrong = f"x-covered-by names the rule {quoted(rule)}, which no rules file has."
            yield Problem(path, pointer, "unknown_rule", wrong, "Correct the rule's id, or add the rule.")


def _extensions(path: str, place: Place, known: Mapping[str, Any]) -> Iterator[Problem]:
    for keyword in place.schema:
        if not keyword.startswith("x-"):
            continue
        pointer = child(place.pointer, keyword)
        if keyword not in known:
            wrong = f"The keyword {quoted(keyword)} is unknown."
            remedy = f"Correct it: known are {', '.join(sorted(known))}."
            yield Problem(path, pointer, "unknown_extension", wrong, remedy)


def _enumeration(path: str, place: Place) -> Iterator[Problem]:
    """An enumeration holds values, each once."""
    if "enum" not in place.schema:
        return
    pointer = child(place.pointer, "enum")
    texts = [json.dumps(value, sort_keys=True) for value in place.schema["enum"]]
    if not texts:
        yield Problem(path, pointer, "empty_enum", "The enumeration is empty.", "Name at least one value.")
    for index, text in enumerate(texts):
        if text in texts[:index]:
            wrong = f"The value {shortened(text)} is there twice."
            yield Problem(path, child(pointer, index), "repeated_value", wrong, "Drop one of the two.")
