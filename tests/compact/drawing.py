"""Draws JSON values that a schema is likely to accept; whether it does is for a validator to say."""

from __future__ import annotations

import math
import random
import re
import string
from re import _parser as parser
from typing import Any
from urllib.parse import unquote

_FORMATS = {
    "date-time": "2024-05-06T07:08:09Z",
    "date": "2024-05-06",
    "time": "07:08:09Z",
    "email": "someone@example.org",
    "idn-email": "someone@example.org",
    "hostname": "host.example.org",
    "ipv4": "192.0.2.7",
    "ipv6": "2001:db8::7",
    "uri": "https://example.org/a",
    "uri-reference": "/a/b",
    "iri": "https://example.org/a",
    "uuid": "0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d",
    "json-pointer": "/a/b",
    "regex": "^a$",
    "duration": "P1D",
}
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
_DEPTH = 7
_EXTRA_NAMES = ("zz", "x-a", "a1", "b", "", "not", "items", "a~b/c", "0")


class Drawer:
    """Draws from one document with one source of chance."""

    def __init__(self, root: Any, seed: int | str) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.steps = 0

    def value(self) -> Any:
        """Return one value for the document's root."""
        self.steps = 0
        return self._draw([self.root], 0)

    def _draw(self, schemas: list[Any], depth: int) -> Any:  # noqa: C901, PLR0911 - one case a keyword
        self.steps += 1
        if depth > 2 * _DEPTH:
            return {}
        parts = self._flat(schemas)
        choose = self.random
        for part in parts:
            if "const" in part and choose.random() < 0.95:
                return part["const"]
        listed = [part["enum"] for part in parts if isinstance(part.get("enum"), list) and part["enum"]]
        if listed and choose.random() < 0.95:
            return choose.choice(choose.choice(listed))
        if depth < 3 and choose.random() < 0.05:
            for part in parts:
                if "default" in part:
                    return part["default"]
                if isinstance(part.get("examples"), list) and part["examples"]:
                    return choose.choice(part["examples"])
        kind = self._type(parts)
        deep = depth > _DEPTH or self.steps > 400
        if kind == "object":
            return self._object(parts, depth, deep=deep)
        if kind == "array":
            return self._array(parts, depth, deep=deep)
        if kind == "string":
            return self._string(parts)
        if kind in {"integer", "number"}:
            return self._number(parts, kind)
        return None if kind == "null" else choose.random() < 0.5

    def _flat(self, schemas: list[Any]) -> list[dict[str, Any]]:  # noqa: C901 - one case a keyword
        found: list[dict[str, Any]] = []
        pending = list(schemas)
        while pending and len(found) < 60:
            schema = pending.pop(0)
            if not isinstance(schema, dict):
                continue
            found.append(schema)
            for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
                pending += [self._target(schema[keyword])] if isinstance(schema.get(keyword), str) else []
            if isinstance(schema.get("allOf"), list):
                pending += schema["allOf"]
            for keyword in ("anyOf", "oneOf"):
                if isinstance(schema.get(keyword), list) and schema[keyword]:
                    pending.append(self.random.choice(schema[keyword]))
            if "if" in schema:
                if self.random.random() < 0.5:
                    pending += [schema["if"], schema.get("then", True)]
                else:
                    pending.append(schema.get("else", True))
            for keyword in ("dependentSchemas", "dependencies"):
                if isinstance(schema.get(keyword), dict) and self.random.random() < 0.4:
                    pending += [each for each in schema[keyword].values() if isinstance(each, dict)]
        return found

    def _target(self, reference: str) -> Any:
        fragment = unquote(reference.partition("#")[2])
        if fragment and not fragment.startswith("/"):
            return next((each for each in _objects(self.root) if fragment in _anchors(each)), True)
        current = self.root
        for token in fragment.split("/")[1:]:
            name = token.replace("~1", "/").replace("~0", "~")
            if isinstance(current, dict) and name in current:
                current = current[name]
            elif isinstance(current, list) and name.isdecimal() and int(name) < len(current):
                current = current[int(name)]
            else:
                return True
        return current

    def _type(self, parts: list[dict[str, Any]]) -> str:
        allowed = set(_TYPES)
        for part in parts:
            types = part.get("type")
            names = (
                {types} if isinstance(types, str) else {each for each in types or () if isinstance(each, str)}
            )
            if names & set(_TYPES):
                allowed &= names | ({"integer"} if "number" in names else set())
        if len(allowed) == len(_TYPES):
            hinted = [
                name
                for name, words in _HINTS.items()
                if any(word in part for part in parts for word in words)
            ]
            if hinted and self.random.random() < 0.9:
                return self.random.choice(hinted)
        return self.random.choice(sorted(allowed) or list(_TYPES))

    def _object(self, parts: list[dict[str, Any]], depth: int, *, deep: bool) -> dict[str, Any]:  # noqa: C901, PLR0912 - one case a keyword
        choose = self.random
        declared: dict[str, list[Any]] = {}
        for part in parts:
            for name, schema in _mapping(part, "properties").items():
                declared.setdefault(name, []).append(schema)
        needed = [name for part in parts for name in _names(part.get("required"))]
        density = 0.0 if deep else choose.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        most = min([part["maxProperties"] for part in parts if _is_count(part.get("maxProperties"))] or [12])
        names = list(dict.fromkeys(needed + [name for name in declared if choose.random() < density]))
        names = names[: max(int(most), len(needed))]
        for part in parts:
            for keyword in ("dependentRequired", "dependencies"):
                for name, wanted in _mapping(part, keyword).items():
                    if name in names and choose.random() < 0.9:
                        names += _names(wanted)
        if not deep and choose.random() < 0.3:
            patterns = [pattern for part in parts for pattern in _mapping(part, "patternProperties")]
            patterns += [
                each["pattern"]
                for part in parts
                if isinstance(each := part.get("propertyNames"), dict)
                and isinstance(each.get("pattern"), str)
            ]
            if patterns and choose.random() < 0.7:
                names.append(self.matching(choose.choice(patterns)))
            else:
                names.append(choose.choice(_EXTRA_NAMES))
        result = {}
        for name in dict.fromkeys(names):
            schemas = list(declared.get(name, ()))
            for part in parts:
                matched = [s for p, s in _mapping(part, "patternProperties").items() if _found(p, name)]
                schemas += matched
                if not matched and name not in _mapping(part, "properties"):
                    schemas.append(part.get("additionalProperties", part.get("unevaluatedProperties", True)))
            if any(each is False for each in schemas) and choose.random() < 0.9:
                continue
            result[name] = self._draw(schemas, depth + 1)
        return result

    def _array(self, parts: list[dict[str, Any]], depth: int, *, deep: bool) -> list[Any]:
        choose = self.random
        least = max([int(part["minItems"]) for part in parts if _is_count(part.get("minItems"))] or [0])
        prefixes = [_prefix(part) for part in parts]
        size = least + (0 if deep else choose.choice((0, 0, 1, 1, 2, 3)))
        longest = max(map(len, prefixes), default=0)
        if longest and choose.random() < 0.6 and not deep:
            size = max(size, longest)
        most = min([int(part["maxItems"]) for part in parts if _is_count(part.get("maxItems"))] or [12])
        size = min(size, max(most, least), 30)
        result = []
        for index in range(size):
            schemas = [
                prefix[index] if index < len(prefix) else _rest(part)
                for part, prefix in zip(parts, prefixes, strict=True)
            ]
            if index == 0 and choose.random() < 0.8:
                schemas += [part["contains"] for part in parts if "contains" in part]
            result.append(self._draw(schemas, depth + 1))
        return result

    def _string(self, parts: list[dict[str, Any]]) -> str:
        choose = self.random
        for part in parts:
            if isinstance(part.get("pattern"), str):
                return self.matching(part["pattern"])
            if part.get("format") in _FORMATS and choose.random() < 0.95:
                return _FORMATS[part["format"]]
        least = max([int(part["minLength"]) for part in parts if _is_count(part.get("minLength"))] or [0])
        most = min(
            [int(part["maxLength"]) for part in parts if _is_count(part.get("maxLength"))] or [least + 6]
        )
        size = least + choose.randint(0, max(0, min(most - least, 8)))
        alphabet = choose.choice((string.ascii_lowercase, "ab", "0123456789", "aé語😀 -/"))
        return "".join(choose.choice(alphabet) for _ in range(min(size, 300)))

    def _number(self, parts: list[dict[str, Any]], kind: str) -> float:
        choose = self.random
        low, high = -math.inf, math.inf
        step = None
        for part in parts:
            low = max(
                [low, *(part[key] for key in ("minimum", "exclusiveMinimum") if _is_number(part.get(key)))]
            )
            high = min(
                [high, *(part[key] for key in ("maximum", "exclusiveMaximum") if _is_number(part.get(key)))]
            )
            if _is_number(part.get("multipleOf")) and part["multipleOf"] > 0:
                step = part["multipleOf"]
        if low > high:
            return 0
        low, high = max(low, -1e300), min(high, 1e300)
        low = low if low > -1e300 else (min(high, 0) if high < 1e300 else 0) - 20
        high = high if high < 1e300 else low + 40
        value: float = choose.choice((low, high, choose.uniform(low, high), round(choose.uniform(low, high))))
        if step is not None and math.isfinite(value / step):
            value = round(value / step) * step
        if kind == "integer":
            value = int(value) if math.isfinite(value) else 0
        return value + choose.choice((0, 0, 0, 1, -1)) if abs(value) < 2**53 else value

    def matching(self, pattern: str) -> str:
        """Return a text that is likely to match a pattern."""
        try:
            text = self._sample(parser.parse(pattern))
        except (re.error, OverflowError, RecursionError, ValueError):
            return "a"
        return text if self.random.random() < 0.8 else f"{text}{self.random.choice('a0 ')}"

    def _sample(self, tree: Any) -> str:
        choose = self.random
        out = []
        for code, argument in tree:
            name = str(code)
            if name == "LITERAL":
                out.append(chr(argument))
            elif name == "ANY":
                out.append(choose.choice("ab0-"))
            elif name == "NOT_LITERAL":
                out.append("b" if argument == ord("a") else "a")
            elif name == "IN":
                out.append(self._member(argument))
            elif name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
                least, most, inner = argument
                count = least + choose.randint(0, max(0, min(int(most) - least, 3)))
                out += [self._sample(inner) for _ in range(min(count, 64))]
            elif name == "SUBPATTERN":
                out.append(self._sample(argument[-1]))
            elif name == "BRANCH":
                out.append(self._sample(choose.choice(argument[1])))
        return "".join(out)

    def _member(self, argument: Any) -> str:
        negated = str(argument[0][0]) == "NEGATE"
        if negated:
            return self.random.choice("aZ0é")
        code, value = self.random.choice(argument)
        name = str(code)
        if name == "LITERAL":
            return chr(value)
        if name == "RANGE":
            return chr(self.random.randint(*value))
        return {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "w"}.get(str(value), "a")


_HINTS = {
    "object": (
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
    ),
    "array": ("items", "prefixItems", "contains", "minItems", "maxItems"),
    "string": ("pattern", "minLength", "maxLength", "format"),
    "number": ("minimum", "maximum", "multipleOf"),
}


def _mapping(part: dict[str, Any], keyword: str) -> dict[str, Any]:
    value = part.get(keyword)
    return value if isinstance(value, dict) else {}


def _names(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _prefix(part: dict[str, Any]) -> list[Any]:
    if isinstance(part.get("prefixItems"), list):
        return part["prefixItems"]
    return part["items"] if isinstance(part.get("items"), list) else []


def _rest(part: dict[str, Any]) -> Any:
    items = part.get("items", True)
    return part.get("additionalItems", True) if isinstance(items, list) else items


def _found(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def _objects(root: Any) -> list[dict[str, Any]]:
    found, pending = [], [root]
    while pending:
        current = pending.pop()
        if isinstance(current, dict):
            found.append(current)
            pending += current.values()
        elif isinstance(current, list):
            pending += current
    return found


def _anchors(schema: dict[str, Any]) -> set[Any]:
    anchors = {schema.get("$anchor"), schema.get("$dynamicAnchor")}
    return {each for each in anchors if isinstance(each, str)} | {
        str(schema.get("$id", "")).removeprefix("#")
    }


def mutated(choose: random.Random, value: Any) -> Any:  # noqa: PLR0911 - one case a keyword
    """Return a value with one small change somewhere."""
    if isinstance(value, dict) and value and choose.random() < 0.8:
        name = choose.choice(list(value))
        change = choose.random()
        if change < 0.25:
            return {key: each for key, each in value.items() if key != name}
        if change < 0.4:
            return {**value, choose.choice(_EXTRA_NAMES): choose.choice((None, 1, "a", {}, []))}
        return {**value, name: mutated(choose, value[name])}
    if isinstance(value, list) and value and choose.random() < 0.8:
        index = choose.randrange(len(value))
        if choose.random() < 0.3:
            return value[:index] + value[index + 1 :]
        if choose.random() < 0.3:
            return [*value, value[index]]
        return [*value[:index], mutated(choose, value[index]), *value[index + 1 :]]
    if isinstance(value, bool):
        return choose.choice((not value, 0, 1, "true"))
    if isinstance(value, int | float):
        return choose.choice((value + 1, value - 1, -value, float(value), value / 2, str(value), True, None))
    if isinstance(value, str):
        return choose.choice((f"{value}a", value[:-1], "", value.upper(), 0, None, f"{value}\n"))
    return choose.choice((0, "", False, None, {}, []))
