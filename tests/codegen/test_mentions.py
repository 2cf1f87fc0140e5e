"""Which types a definition mentions, and an order in which every definition finds what it mentions."""

from __future__ import annotations

from octools_codegen.mentions import after_mentioned, mentioned
from octools_codegen.model import Alias, ListType, MapType, ReferenceType, ScalarType, UnionType


def alias(name: str, *mentions: str) -> Alias:
    members = tuple(ListType(ReferenceType(each, "alias")) for each in mentions)
    type_ = UnionType(members) if members else ScalarType("string")
    return Alias(name, f"About {name}.", "shapes", type_, None, "shapes.json")


def names_in_order(*aliases: Alias) -> list[str]:
    return [each.name for each in after_mentioned(aliases)]


def test_a_type_mentions_what_it_refers_to_at_any_depth_as_written() -> None:
    deep = ListType(
        UnionType((MapType(ReferenceType("Colour", "vocabulary")), ReferenceType("Box", "model")))
    )
    assert list(mentioned(UnionType((deep, ReferenceType("Rim", "alias"))))) == ["Colour", "Box", "Rim"]
    assert list(mentioned(deep, "model")) == ["Box"]
    assert list(mentioned(ScalarType("string"))) == []


def test_definitions_follow_what_they_mention_however_much_that_mentions() -> None:
    assert names_in_order(
        alias("Shelf", "Board"), alias("Board", "Nail", "Plank"), alias("Nail"), alias("Plank")
    ) == ["Nail", "Plank", "Board", "Shelf"]


def test_a_cycle_and_a_type_of_another_group_keep_the_order_given() -> None:
    assert names_in_order(alias("Hen", "Egg", "Elsewhere"), alias("Egg", "Hen")) == ["Egg", "Hen"]
    assert names_in_order(alias("Knot", "Knot"), alias("Bow")) == ["Knot", "Bow"]
