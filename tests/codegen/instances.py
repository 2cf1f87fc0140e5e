"""Seeded drawing of JSON instances from a self-contained schema, and mutations that mostly break them."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

WORDS = ("alpha", "b", "Gamma-7", "delta epsilon", "ζητα", "x" * 90, "0", "true", "1.0", " ")
KEYS = ("extra", "note", "x-mark", "Zeta", "0")
INTEGERS = (0, 1, 2, 3, 7, 80, -1, 2**31, 2**53 - 1, 2**53 + 1, 10**30)
NUMBERS = (0.5, -2.25, 1.0, 1e-9, 3.0, 1e15, 123456.789)
STRANGERS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -5,
    1.0,
    2.0,
    0.5,
    1e300,
    2.0**60,
    "",
    "1",
    "null",
    [],
    ["a"],
    {},
    {"a": 1},
)
PATTERN_PART = re.compile(r"(\[[^\]]+\]|\\.|[^\\\[\](){}|.*+?^$])(?:\{(\d+)(?:,(\d+))?\}|([*+?]))?")
CLASS_PART = re.compile(r"(\\?.)-(\\?.)|\\?(.)")


class Drawer:
    """Draws instances of one bundle; the same random source gives the same instances."""

    def __init__(self, bundle: dict[str, Any], random: Random) -> None:
        self.bundle = bundle
        self.random = random

    def draw(self) -> Any:
        """An instance that fits types, bounds and required names (not conditions)."""
        return self._draw(self.bundle, 0)

    def _draw(self, schema: Any, depth: int) -> Any:
        while isinstance(schema, dict) and ("$ref" in schema or "anyOf" in schema):
            if "$ref" in schema:
                schema = self.bundle["$defs"][schema["$ref"].removeprefix("#/$defs/")]
            else:
                schema = self.random.choice(schema["anyOf"])
        if schema is True:
            return self._any(depth)
        if "const" in schema:
            return copy.deepcopy(schema["const"])
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        return self._typed(schema, depth)

    def _typed(self, schema: dict[str, Any], depth: int) -> Any:
        drawn: Any = None
        match schema.get("type"):
            case "object":
                drawn = self._object(schema, depth)
            case "array":
                drawn = self._array(schema, depth)
            case "string":
                drawn = self._string(schema)
            case "integer":
                drawn = self._number(schema, INTEGERS)
            case "number":
                drawn = self._number(schema, (*INTEGERS, *NUMBERS))
            case "boolean":
                drawn = self.random.random() < 0.5
            case None:
                drawn = self._any(depth)
        return drawn

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        share = 0.5 if depth < 6 else 0.0
        drawn = {
            name: self._draw(each, depth + 1)
            for name, each in properties.items()
            if name in required or self.random.random() < share
        }
        rest = schema.get("additionalProperties", True)
        while rest is not False and self.random.random() < 0.4:
            drawn.setdefault(self.random.choice(KEYS), self._draw(rest, depth + 1))
        if self.random.random() < 0.3:
            keys = list(drawn)
            self.random.shuffle(keys)
            drawn = {key: drawn[key] for key in keys}
        return drawn

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        most = min(schema.get("maxItems", 4), 4 if depth < 4 else 1)
        count = max(schema.get("minItems", 0), self.random.randint(0, most))
        drawn: list[Any] = []
        for _ in range(count):
            item = self._draw(schema.get("items", True), depth + 1)
            if not schema.get("uniqueItems") or item not in drawn:
                drawn.append(item)
        return drawn

    def _string(self, schema: dict[str, Any]) -> str:
        if "pattern" in schema:
            return self._matching(schema["pattern"])
        least, most = schema.get("minLength", 0), schema.get("maxLength", 200)
        fitting = [word for word in (*WORDS, "") if least <= len(word) <= most]
        return self.random.choice(fitting)

    def _matching(self, pattern: str) -> str:
        """A string of a pattern that is a row of characters and classes with quantifiers."""
        text = ""
        for part, least, most, mark in PATTERN_PART.findall(pattern.removeprefix("^").removesuffix("$")):
            low, high = {"*": (0, 3), "+": (1, 3), "?": (0, 1), "": (1, 1)}[mark]
            if least:
                low, high = int(least), int(most or least)
            text += "".join(self._of_class(part) for _ in range(self.random.randint(low, high)))
        assert re.fullmatch(pattern, text), (pattern, text)
        return text

    def _of_class(self, part: str) -> str:
        if not part.startswith("["):
            return part[-1]
        pool = ""
        for first, last, single in CLASS_PART.findall(part[1:-1]):
            pool += single or "".join(map(chr, range(ord(first[-1]), ord(last[-1]) + 1)))
        return self.random.choice(pool)

    def _number(self, schema: dict[str, Any], pool: tuple[Any, ...]) -> Any:
        bounds = [schema[key] for key in ("minimum", "maximum") if key in schema]
        fitting = [number for number in (*pool, *bounds) if _within(number, schema)]
        number = self.random.choice(fitting)
        if isinstance(number, int) and abs(number) < 2**53 and self.random.random() < 0.15:
            return float(number)  # JSON Schema: the same number
        return number

    def _any(self, depth: int) -> Any:
        if depth > 3 or self.random.random() < 0.6:
            return self.random.choice((None, True, 3, 2.5, *WORDS))
        if self.random.random() < 0.5:
            return [self._any(depth + 1) for _ in range(self.random.randint(0, 3))]
        return {self.random.choice(KEYS): self._any(depth + 1) for _ in range(self.random.randint(0, 3))}


def _within(number: float, schema: dict[str, Any]) -> bool:
    return (
        schema.get("minimum", number) <= number <= schema.get("maximum", number)
        and ("exclusiveMinimum" not in schema or number > schema["exclusiveMinimum"])
        and ("exclusiveMaximum" not in schema or number < schema["exclusiveMaximum"])
    )


def places(instance: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of an instance wrapped in a list, so that the root is a place too."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [instance]
    while waiting:
        container = waiting.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            found.append((container, key))
            if isinstance(container[key], dict | list):
                waiting.append(container[key])
    return found


def mutate(instance: Any, random: Random) -> Any:
    """A copy with one to three changes, each of a kind that tends to break it."""
    root = [copy.deepcopy(instance)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        container, key = random.choice(places(root))
        _change(container, key, random)
    return root[0]


def _change(container: Any, key: Any, random: Random) -> None:
    value = container[key]
    if isinstance(value, dict) and random.random() < 0.5:
        value[random.choice(("extra", "$ref", "not", "resumable", "complete"))] = copy.deepcopy(
            random.choice(STRANGERS)
        )
    elif isinstance(value, dict) and value and random.random() < 0.5:
        del value[random.choice(list(value))]
    elif isinstance(value, list) and random.random() < 0.6:
        pool = value if value and random.random() < 0.5 else STRANGERS
        value.append(copy.deepcopy(random.choice(pool)))
    elif isinstance(value, str) and random.random() < 0.6:
        container[key] = random.choice(
            (value.upper(), value + "\n", value * 40, value[:-1], f" {value}", value + "é")
        )
    elif isinstance(value, bool) and random.random() < 0.5:
        container[key] = int(value)
    elif isinstance(value, int | float) and random.random() < 0.6:
        container[key] = random.choice(
            (str(value), -value, value + 0.5, bool(value), float(value), value * 2.0**70)
        )
    else:
        container[key] = copy.deepcopy(random.choice(STRANGERS))
