"""Where schemas stand in a schema."""

from __future__ import annotations

from octools.schema_walk import values_below


def test_what_stands_below_a_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"host": {"minLength": 1}, "cores": True},
        "allOf": [{"minProperties": 1}, 5],
        "const": {"host": {"maxLength": 9}},
        "not": {"required": ["port"]},
        "items": [{"type": "null"}],
        "patternProperties": None,
        "else": False,
    }
    assert values_below(schema) == [
        {"minLength": 1},
        True,
        {"minProperties": 1},
        5,
        {"required": ["port"]},
        {"type": "null"},
        None,
        False,
    ]
