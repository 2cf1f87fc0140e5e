"""Makes random schemas with every keyword mixed, in every dialect."""

from __future__ import annotations

import random
from typing import Any

DIALECTS = {
    4: "http://json-schema.org/draft-04/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    7: "http://json-schema.org/draft-07/schema#",
    2019: "https://json-schema.org/draft/2019-09/schema",
    2020: "https://json-schema.org/draft/2020-12/schema",
}
_NAMES = ("a", "b", "c", "x-a", "a1", "kind", "not", "$ref", "items", "a~b/c")
_PATTERNS = ("^x-", "^[a-c]$", "1$", "^a", "^.$", "[0-9]", "\\d", "^(a|b)$")
_VALUES = (1, 1.0, 2, 0, True, False, None, "a", "b", "", [], [1], {}, {"a": 1}, 1.5, "kind")
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


class Maker:
    """Makes schemas of one dialect from one seed."""

    def __init__(self, seed: int | str, draft: int) -> None:
        self.random = random.Random(seed)
        self.draft = draft
        self.definitions = "$defs" if draft >= 2019 else "definitions"
        self.names = [f"d{index}" for index in range(self.random.randint(0, 4))]

    def document(self) -> dict[str, Any]:
        """Return a document whose root is an object schema in about half of the cases."""
        root = self._schema(0)
        if not isinstance(root, dict) or self.random.random() < 0.5:
            root = {"type": "object", "properties": {"v": root, "w": self._schema(1)}, "required": ["v"]}
        if self.draft != 2020 or self.random.random() < 0.5:
            root = {"$schema": DIALECTS[self.draft], **root}
        if self.names:
            root[self.definitions] = {name: self._definition(name) for name in self.names}
        return root

    def _definition(self, name: str) -> Any:
        schema = self._schema(2)
        if isinstance(schema, dict) and self.draft >= 2019 and self.random.random() < 0.4:
            schema["$anchor"] = f"at-{name}"
        return schema

    def _schema(self, depth: int) -> Any:
        choose = self.random
        if choose.random() < 0.06 and self.draft >= 6:
            return choose.random() < 0.7
        schema: dict[str, Any] = {}
        makers = _SIMPLE if depth > 3 else _ALL
        for _ in range(choose.choice((0, 1, 1, 2, 2, 3, 4))):
            name, first, last = choose.choice(makers)
            if first <= self.draft <= last:
                getattr(self, f"_{name}")(schema, depth)
        return schema

    def _type(self, schema: dict[str, Any], _depth: int) -> None:
        schema["type"] = (
            self.random.choice(_TYPES) if self.random.random() < 0.7 else self.random.sample(_TYPES, 2)
        )

    def _enum(self, schema: dict[str, Any], _depth: int) -> None:
        picked: list[Any] = []
        for value in self.random.sample(_VALUES, self.random.randint(1, 5)):
            if not any(
                value == each and isinstance(value, bool) == isinstance(each, bool) for each in picked
            ):
                picked.append(value)
        schema["enum"] = picked

    def _const(self, schema: dict[str, Any], _depth: int) -> None:
        schema["const"] = self.random.choice(_VALUES)

    def _number(self, schema: dict[str, Any], _depth: int) -> None:
        choose = self.random
        keyword = choose.choice(("minimum", "maximum", "multipleOf"))
        schema[keyword] = choose.choice((1, 2, 3, 1.5)) if keyword == "multipleOf" else choose.randint(-3, 5)
        if keyword != "multipleOf" and choose.random() < 0.4:
            exclusive = f"exclusive{keyword.capitalize()}"
            schema[exclusive] = True if self.draft == 4 else choose.randint(-3, 5)

    def _string(self, schema: dict[str, Any], _depth: int) -> None:
        choose = self.random
        keyword = choose.choice(("minLength", "maxLength", "pattern"))
        schema[keyword] = choose.choice(_PATTERNS) if keyword == "pattern" else choose.randint(0, 3)

    def _counts(self, schema: dict[str, Any], _depth: int) -> None:
        keyword = self.random.choice(("minItems", "maxItems", "minProperties", "maxProperties"))
        schema[keyword] = self.random.randint(0, 3)
        if self.random.random() < 0.2:
            schema["uniqueItems"] = self.random.random() < 0.8

    def _required(self, schema: dict[str, Any], _depth: int) -> None:
        schema["required"] = self.random.sample(_NAMES[:4], self.random.randint(1, 2))

    def _properties(self, schema: dict[str, Any], depth: int) -> None:
        names = self.random.sample(_NAMES, self.random.randint(1, 3))
        schema["properties"] = {name: self._schema(depth + 1) for name in names}
        if self.random.random() < 0.5:
            schema["type"] = "object"

    def _closed(self, schema: dict[str, Any], depth: int) -> None:
        schema["additionalProperties"] = False if self.random.random() < 0.6 else self._below(depth)

    def _below(self, depth: int) -> Any:
        below = self._schema(depth + 1)
        return below if self.draft >= 6 or isinstance(below, dict) else {}

    def _patterns(self, schema: dict[str, Any], depth: int) -> None:
        patterns = self.random.sample(_PATTERNS, self.random.randint(1, 2))
        schema["patternProperties"] = {pattern: self._below(depth) for pattern in patterns}

    def _property_names(self, schema: dict[str, Any], depth: int) -> None:
        schema["propertyNames"] = self.random.choice(
            ({"pattern": "^[a-z]"}, {"maxLength": 2}, self._below(depth))
        )

    def _dependencies(self, schema: dict[str, Any], depth: int) -> None:
        name = self.random.choice(_NAMES[:4])
        if self.draft >= 2019:
            keyword = self.random.choice(("dependentRequired", "dependentSchemas"))
            schema[keyword] = {
                name: [self.random.choice(_NAMES)] if keyword == "dependentRequired" else self._below(depth)
            }
        else:
            schema["dependencies"] = {
                name: [self.random.choice(_NAMES)] if self.random.random() < 0.5 else self._below(depth)
            }

    def _items(self, schema: dict[str, Any], depth: int) -> None:
        choose = self.random
        if choose.random() < 0.5:
            schema["type"] = "array"
        if choose.random() < 0.5:
            schema["items"] = self._below(depth)
            return
        prefix = [self._below(depth) for _ in range(choose.randint(1, 3))]
        schema["prefixItems" if self.draft == 2020 else "items"] = prefix
        if choose.random() < 0.6:
            rest = False if choose.random() < 0.5 else self._below(depth)
            schema["items" if self.draft == 2020 else "additionalItems"] = rest

    def _contains(self, schema: dict[str, Any], depth: int) -> None:
        schema["contains"] = self._below(depth)
        if self.draft >= 2019 and self.random.random() < 0.5:
            schema[self.random.choice(("minContains", "maxContains"))] = self.random.randint(0, 2)

    def _all_of(self, schema: dict[str, Any], depth: int) -> None:
        schema["allOf"] = self._several(depth)

    def _any_of(self, schema: dict[str, Any], depth: int) -> None:
        schema["anyOf"] = self._several(depth)

    def _one_of(self, schema: dict[str, Any], depth: int) -> None:
        schema["oneOf"] = self._several(depth)

    def _nullable(self, schema: dict[str, Any], depth: int) -> None:
        schema[self.random.choice(("anyOf", "oneOf"))] = [self._below(depth), {"type": "null"}]

    def _several(self, depth: int) -> list[Any]:
        return [self._below(depth) for _ in range(self.random.randint(1, 3))]

    def _not(self, schema: dict[str, Any], depth: int) -> None:
        schema["not"] = self._below(depth)

    def _if(self, schema: dict[str, Any], depth: int) -> None:
        schema["if"] = self._below(depth)
        for branch in ("then", "else"):
            if self.random.random() < 0.7:
                schema[branch] = self._below(depth)

    def _ref(self, schema: dict[str, Any], _depth: int) -> None:
        if not self.names:
            return
        name = self.random.choice(self.names)
        schema["$ref"] = self.random.choice(
            (f"#/{self.definitions}/{name}", f"#/{self.definitions}/{name}", "#")
        )

    def _dynamic(self, schema: dict[str, Any], _depth: int) -> None:
        if self.draft == 2019:
            schema["$recursiveRef"] = "#"
        elif self.names:
            schema["$dynamicRef"] = f"#/{self.definitions}/{self.random.choice(self.names)}"

    def _unevaluated(self, schema: dict[str, Any], depth: int) -> None:
        keyword = self.random.choice(("unevaluatedProperties", "unevaluatedItems"))
        schema[keyword] = False if self.random.random() < 0.7 else self._below(depth)

    def _notes(self, schema: dict[str, Any], _depth: int) -> None:
        schema["description"] = "A value."
        schema["title"] = "Value"
        schema["default"] = self.random.choice(_VALUES)


_ALWAYS = (4, 2020)
_SIMPLE = [
    ("type", *_ALWAYS), ("type", *_ALWAYS), ("enum", *_ALWAYS), ("const", 6, 2020), ("number", *_ALWAYS),
    ("string", *_ALWAYS), ("counts", *_ALWAYS), ("required", *_ALWAYS), ("notes", *_ALWAYS),
    ("ref", *_ALWAYS),
]  # fmt: skip
_ALL = [
    *_SIMPLE,
    ("properties", *_ALWAYS), ("properties", *_ALWAYS), ("properties", *_ALWAYS), ("closed", *_ALWAYS),
    ("patterns", *_ALWAYS), ("property_names", 6, 2020), ("dependencies", *_ALWAYS), ("items", *_ALWAYS),
    ("contains", 6, 2020), ("all_of", *_ALWAYS), ("any_of", *_ALWAYS), ("one_of", *_ALWAYS),
    ("nullable", *_ALWAYS),
    ("not", *_ALWAYS), ("if", 7, 2020), ("dynamic", 2019, 2020), ("unevaluated", 2019, 2020),
]  # fmt: skip


def document(seed: int) -> dict[str, Any]:
    """Return the document of a seed; its dialect follows from the seed too."""
    drafts = list(DIALECTS)
    return Maker(f"schema {seed}", drafts[seed % len(drafts)]).document()
