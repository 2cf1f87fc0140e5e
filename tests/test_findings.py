"""Findings, and the texts of rules."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from octools import Finding, OCToolError, strict_clean
from octools.findings import error, finding, message, placed_finding
from octools.places import Place
from octools_contract import records
from octools_contract.rules import RULES

TITLED = {"type": "object", "additionalProperties": False, "properties": {"a/b": {"title": "T"}}}


def test_a_finding_by_rule() -> None:
    made = finding("extension_key", tool="find", path="/a", keyword="'x-a'")
    assert made.rule == "extension_key"
    assert made.message.startswith("'x-a' is an extension keyword")
    assert (made.tool, made.path) == ("find", "/a")
    assert finding("open_object") == Finding("open_object", RULES["open_object"].messages["default"])


def test_a_variant_of_a_text() -> None:
    assert message("malformed_keyword", "not_string", value="5") != message(
        "malformed_keyword", keyword="a", value="5", expected="b"
    )


def test_places_are_filled_once() -> None:
    # What a place holds is not read as a template again.
    assert "{expected}" in message("malformed_keyword", keyword="{expected}", value="{value}", expected="x")
    assert message("description_sentences", count=7, minimum=2, maximum=4).count("7") == 1


def test_every_text_can_be_filled_from_its_places() -> None:
    for rule in RULES.values():
        for variant in rule.messages:
            text = message(rule.id, variant, **dict.fromkeys(rule.places, "@"))
            assert "{" not in text.replace("{'", ""), (rule.id, variant)


@pytest.mark.parametrize(
    ("rule", "variant"), [("no_such_rule", "default"), ("open_object", "other"), ("extension_key", "default")]
)
def test_a_wrong_rule_variant_or_place_is_a_mistake(rule: str, variant: str) -> None:
    with pytest.raises(KeyError):
        message(rule, variant)


def test_an_error_names_its_rule() -> None:
    made = error("blank_text", field="title")
    assert isinstance(made, OCToolError)
    assert isinstance(made, ValueError)
    assert made.rule == "blank_text"
    assert str(made) == message("blank_text", field="title")
    assert OCToolError("text").rule is None
    again = pickle.loads(pickle.dumps(made))
    assert (str(again), again.rule) == (str(made), "blank_text")


def test_a_finding_of_a_schema_is_a_finding_like_any_other() -> None:
    (made,) = strict_clean(TITLED)
    text = RULES["title_present"].messages["default"]
    whole = Finding("title_present", text, None, "/properties/a~1b")
    assert made == whole
    assert whole == made
    assert hash(made) == hash(whole)
    assert repr(made) == repr(whole)
    assert repr(made).startswith("Finding(rule='title_present', message=")
    assert dataclasses.asdict(made) == dataclasses.asdict(whole)
    assert dataclasses.replace(made, tool="find") == Finding(
        "title_present", text, "find", "/properties/a~1b"
    )
    assert isinstance(made, records.Finding)


@pytest.mark.parametrize(
    "again",
    [
        pickle.loads(pickle.dumps(strict_clean(TITLED)[0])),
        copy.deepcopy(strict_clean(TITLED)[0]),
        copy.copy(strict_clean(TITLED)[0]),
    ],
)
def test_a_finding_travels(again: Finding) -> None:
    assert again == strict_clean(TITLED)[0]
    assert again.path == "/properties/a~1b"
    assert "_place" not in vars(again)


def test_a_finding_is_frozen() -> None:
    (made,) = strict_clean(TITLED)
    for field in ("rule", "path"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, field, "other")
    assert made.path == "/properties/a~1b"


def test_positional_and_default_arguments() -> None:
    made = Finding("rule", "message")
    assert (made.tool, made.path) == (None, None)
    assert Finding("rule", "message", "tool", "/path") == Finding(
        rule="rule", message="message", tool="tool", path="/path"
    )


def test_a_placed_finding_has_a_prefix() -> None:
    root: Place = ({}, None, None, None)
    place: Place = ({}, root, "items", None)
    assert placed_finding("open_object", place, prefix="/input_schema").path == "/input_schema/items"
    assert placed_finding("open_object", place, tool="find").tool == "find"
    assert placed_finding("open_object", place).path == "/items"
