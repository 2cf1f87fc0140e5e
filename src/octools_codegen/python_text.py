"""Python source text for JSON values and type expressions."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from octools_codegen.model import (
    AnyType,
    ListType,
    LiteralType,
    MapType,
    ParameterType,
    ReferenceType,
    ScalarType,
    TypeExpr,
    UnionType,
)

__all__ = ["PYTHON_FILTERS", "docstring", "literal", "plain_type"]

WIDTH = 110
KEYWORDS = MappingProxyType({True: "True", False: "False", None: "None"})
SCALARS = MappingProxyType(
    {"string": "str", "integer": "int", "number": "int | float", "boolean": "bool", "null": "None"}
)


# White space, controls and marks that cannot be told apart in an editor, and lone surrogates: a fixed list,
# since what a Python calls printable depends on its Unicode version.
INVISIBLE = re.compile(
    "[\x7f-\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]"
)

UNPRINTED = re.compile(f"[\x00-\x1f]|{INVISIBLE.pattern}")


def text_literal(text: str) -> str:
    """A string literal in double quotes; characters that an editor does not show are escaped."""
    return INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def literal(value: Any) -> str:
    """A JSON value as a Python expression: objects as dicts, arrays as lists."""
    match value:
        case True | False | None:
            return KEYWORDS[value]
        case str():
            return text_literal(value)
        case Mapping():
            return "{" + ", ".join(f"{literal(key)}: {literal(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(literal, value)) + "]"
        case _:
            return repr(value)


def tuple_literal(values: Sequence[Any]) -> str:
    """A tuple expression of JSON values."""
    if len(values) == 1:
        return f"({literal(values[0])},)"
    return "(" + ", ".join(map(literal, values)) + ")"


def frozen_literal(value: Any) -> str:
    """A JSON value as an expression that nothing can change: tuples and read-only mappings."""
    match value:
        case Mapping():
            members = ", ".join(f"{literal(key)}: {frozen_literal(each)}" for key, each in value.items())
            return f"MappingProxyType({{{members}}})"
        case list() | tuple():
            members = ", ".join(map(frozen_literal, value))
            return f"({members},)" if len(value) == 1 else f"({members})"
        case _:
            return literal(value)


def _visible(text: str) -> str:
    """The text on one line, with escapes for what an editor does not show."""
    return UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", " ".join(text.split()))


def docstring(text: str, indent: int = 4) -> str:
    """A docstring with its quotes, wrapped; the lines after the first are indented by `indent`."""
    escaped = _visible(text.replace("\\", "\\\\"))
    if '"""' in escaped or escaped.endswith('"'):
        escaped = escaped.replace('"', '\\"')
    width = WIDTH - indent
    if len(escaped) + 6 <= width:
        return f'"""{escaped}"""'
    lines = textwrap.wrap(escaped, width - 3, break_long_words=False, break_on_hyphens=False)
    pad = "\n" + " " * indent
    return f'"""{pad.join(lines)}{pad}"""'


def prose(text: str) -> str:
    """A text as it stands within a docstring that goes on behind it."""
    return _visible(text.replace("\\", "\\\\")).replace('"""', '\\"\\"\\"')


def comment(lines: Sequence[str]) -> str:
    """Texts as comments, a line each."""
    return "\n".join(f"# {_visible(line)}" if line[:1] != " " else f"#   {_visible(line)}" for line in lines)


def plain_type(type_: TypeExpr) -> str:
    """The annotation of a plain, frozen dataclass field: arrays are tuples, objects are mappings."""
    match type_:
        case AnyType():
            return "Any"
        case ScalarType(name=name):
            return SCALARS[name]
        case LiteralType(values=values):
            return f"Literal[{', '.join(map(literal, values))}]"
        case ReferenceType(name=name) | ParameterType(name=name):
            return name
        case ListType(item=item):
            return f"tuple[{plain_type(item)}, ...]"
        case MapType(value=value):
            return f"Mapping[str, {plain_type(value)}]"
        case UnionType():
            return " | ".join(dict.fromkeys(_alternatives(type_)))


def _alternatives(type_: TypeExpr) -> list[str]:
    match type_:
        case UnionType(members=members):
            return [text for member in members for text in _alternatives(member)]
        case ScalarType(name="number"):
            return ["int", "float"]
        case _:
            return [plain_type(type_)]


PYTHON_FILTERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "py": literal,
        "py_comment": comment,
        "py_docstring": docstring,
        "py_frozen": frozen_literal,
        "py_prose": prose,
        "py_tuple": tuple_literal,
        "py_type": plain_type,
    }
)
