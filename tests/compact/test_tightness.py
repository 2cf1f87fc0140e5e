"""Where the subset can say the same, the compact form accepts nothing more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from octools import compact_schema
from tests.compact.comparing import Tally, compare
from tests.compact.drawing import Drawer, mutated
from tests.compact.judging import compact_judge, original_judge
from tests.compact.random_schemas import Maker

LEFT_OUT = {
    "ref",
    "any_of",
    "one_of",
    "all_of",
    "not",
    "patterns",
    "dependencies",
    "dynamic",
    "unevaluated",
    "if",
}


class TightMaker(Maker):
    """Makes schemas whose only banned keywords are references and combinators of one member or with null."""

    def document(self) -> dict[str, Any]:
        self.names = []
        definitions = {}
        # A definition refers to those before it alone, so that none reaches itself.
        for self.defined in range(3):
            definitions[f"d{self.defined}"] = self._schema(2)
        self.defined = 3
        properties = {"v": self._schema(0), "w": self._schema(1)}
        return {"type": "object", "properties": properties, "$defs": definitions}

    def _schema(self, depth: int) -> Any:
        schema = super()._schema(depth)
        if not isinstance(schema, dict):
            return schema
        for keyword in ("contains", "minContains", "maxContains"):
            schema.pop(keyword, None)
        chance = self.random.random()
        if chance < 0.2:
            return {self.random.choice(("allOf", "anyOf", "oneOf")): [schema]}
        if chance < 0.4:
            return {"anyOf": self.random.sample([schema, {"type": "null"}], 2)}
        if chance < 0.5 and self.defined:
            return {"$ref": f"#/$defs/d{self.random.randrange(self.defined)}"}
        return schema


@pytest.mark.parametrize("part", range(4))
def test_references_and_nullable_combinators_lose_nothing(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.compact import random_schemas

    kept = [row for row in random_schemas._ALL if row[0] not in LEFT_OUT]
    monkeypatch.setattr(random_schemas, "_ALL", kept)
    rejected = accepted = 0
    for seed in range(part * 150, (part + 1) * 150):
        schema = TightMaker(f"tight {seed}", 2020).document()
        original = original_judge(schema)
        assert original is not None
        made = compact_schema(schema)
        assert made.changes == [], schema
        compact = compact_judge(made.schema)
        drawers, choose = (Drawer(schema, seed), Drawer(made.schema, seed)), random.Random(seed)
        for index in range(60):
            instance = drawers[index % 2].value()
            instance = mutated(choose, instance) if index % 3 else instance
            verdict = original.is_valid(instance)
            assert not isinstance(instance, dict) or compact.is_valid(instance) == verdict, (schema, instance)
            accepted += verdict
            rejected += not verdict
    assert accepted > 2_000
    assert rejected > 2_000


EXACT = [
    {"allOf": [{"minimum": 1}, {"maximum": 5}, {"type": "integer"}]},
    {"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "type": "integer"},
    {"allOf": [{"enum": [1, True, "a"]}, {"enum": ["a", 1.0]}]},
    {"allOf": [{"required": ["a"]}, {"properties": {"a": {"minLength": 1}}, "additionalProperties": False}]},
    {"anyOf": [{"type": "string", "minLength": 2}, {"type": "integer", "minimum": 0}]},
    {"anyOf": [{"const": "a"}, {"enum": ["b", 1]}, {"type": "null"}]},
    {"anyOf": [{"type": "integer", "maximum": 3}, {"type": "integer", "minimum": 4}]},
    {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 2}]},
    {"oneOf": [{"type": "object", "properties": {name: {}}, "required": [name], "additionalProperties": False}
               for name in ("a", "b", "c")]},
    {"oneOf": [{"type": ["string", "null"], "minLength": 1}, {"type": "null"}]},
    {"oneOf": [{"enum": ["a", None]}, {"type": "null"}]},
    {"not": {"type": ["null", "string"]}},
    {"not": {"required": ["a"]}, "type": "object"},
    {"not": {"not": {"type": "string"}}},
    {"not": {"anyOf": [{"type": "null"}, {"type": "boolean"}]}},
    {"enum": ["a", "b", None], "not": {"const": "b"}},
    {"type": "string", "not": {"maxLength": 2}},
    {"patternProperties": {"^x-": {"minLength": 1}}, "additionalProperties": False, "properties": {"a": {}}},
    {"patternProperties": {"^x-": {"type": "string"}}, "properties": {"x-a": {"minLength": 2}},
     "additionalProperties": {"type": "string"}},
    {"allOf": [{"properties": {"a": {}}}], "properties": {"b": {}}, "unevaluatedProperties": False},
    {"allOf": [{"prefixItems": [{"type": "string"}]}], "unevaluatedItems": False},
    {"dependentSchemas": {"a": {"required": ["b"]}, "b": False}},
    {"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}},
    {"if": True, "then": {"type": "string"}, "else": False},
    {"anyOf": [{"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]},
               {"type": "object", "properties": {"a": {"const": 2}}, "required": ["a"]}]},
]  # fmt: skip


@pytest.mark.parametrize("index", range(len(EXACT)))
def test_what_the_subset_can_say_is_said(index: int) -> None:
    schema = {"type": "object", "properties": {"v": EXACT[index]}, "required": ["v"]}
    assert compact_schema(schema).changes == []
    tally = Tally()
    compare(schema, index, 300, tally)
    assert tally.exact == 1
    assert tally.accepted > 20
    assert tally.rejected_by_both > 10
