"""Tools put under a provider's namespace, with what their texts say about each other."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from octools.aliases import alias_of
from octools.descriptor import OCTool
from octools.findings import error, quote
from octools.scalars import plain_text
from octools_contract.constants import ALIAS_OF_KEY, NAME_RE, NAMESPACE_RE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NAME_RUN: Final = re.compile(r"[a-z0-9_]+")
_BACKQUOTES: Final = re.compile(r"`+")


def prefix_tools(tools: Iterable[OCTool], namespace: str) -> tuple[OCTool, ...]:
    """Return new descriptors named `<namespace>_<name>`, in the same order.

    Descriptions that name a tool of the same listing are rewritten, where the name stands as a whole word:
    not next to a letter, a digit or an underscore. A name without an underscore may be an ordinary word, so
    it is rewritten inside backquotes only. A `meta["alias_of"]` that names such a tool follows too. The texts
    inside the schemas stay as they are.

    Args:
        tools: Descriptors under their short names; they are not changed.
        namespace: The product's name: at most 16 lower-case letters and digits, a letter first.

    Raises:
        OCToolError: The namespace or a resulting name breaks its pattern, or an item is no `OCTool`.
    """
    namespace = _checked_namespace(namespace)
    listed = tuple(tools)
    for tool in listed:
        if not isinstance(tool, OCTool):
            raise error("not_octool", value=quote(tool))
    names = {_own_name(tool): f"{namespace}_{tool.name}" for tool in listed}
    for name in names.values():
        if not NAME_RE.fullmatch(name):
            raise error("name_pattern", name=quote(name), pattern=NAME_RE.pattern)
    return tuple(_renamed(tool, names) for tool in listed)


def _own_name(tool: OCTool) -> str:
    name: object = tool.name  # anything, when it was set past construction
    if not isinstance(name, str):
        raise error("field_type", field="name", value=quote(name), expected="a string")
    return name


def _checked_namespace(namespace: object) -> str:
    if not isinstance(namespace, str) or not NAMESPACE_RE.fullmatch(namespace):
        raise error("namespace_pattern", namespace=quote(namespace), pattern=NAMESPACE_RE.pattern)
    return plain_text(namespace)


def _renamed(tool: OCTool, names: dict[str, str]) -> OCTool:
    target = alias_of(tool)
    meta = tool.meta if target is None or target not in names else {**tool.meta, ALIAS_OF_KEY: names[target]}
    text: object = tool.description  # anything, when it was set past construction
    description: Any = rewrite_names(text, names) if isinstance(text, str) else text
    return replace(tool, name=names[tool.name], description=description, meta=meta)


def rewrite_names(text: str, names: dict[str, str]) -> str:
    """Return the text with each tool name that stands as a whole word replaced.

    Args:
        text: Any text.
        names: New name by old name. One without an underscore is replaced inside backquotes only.
    """
    spans = _code_spans(text)
    span = next(spans, None)
    pieces: list[str] = []
    end = 0
    for run in _NAME_RUN.finditer(text):
        name = names.get(run.group())
        if (
            name is None
            or _is_word(text[run.start() - 1 : run.start()])
            or _is_word(text[run.end() : run.end() + 1])
        ):
            continue
        while span is not None and span[1] <= run.start():
            span = next(spans, None)
        if "_" in run.group() or (span is not None and span[0] < run.start()):
            pieces += (text[end : run.start()], name)
            end = run.end()
    return "".join((*pieces, text[end:]))


def _is_word(character: str) -> bool:
    """Tell whether a character (none at the ends of a text) is a letter, a digit or an underscore."""
    return character == "_" or (character != "" and unicodedata.category(character)[0] in "LN")


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where code spans begin and end: between two runs of equally many backquotes, as in Markdown."""
    runs = [match.span() for match in _BACKQUOTES.finditer(text)]
    by_length: dict[int, list[int]] = {}
    for index in reversed(range(len(runs))):
        by_length.setdefault(runs[index][1] - runs[index][0], []).append(index)
    index = 0
    while index < len(runs):
        same = by_length[runs[index][1] - runs[index][0]]
        while same and same[-1] <= index:
            same.pop()
        if same:
            yield runs[index][0], runs[same[-1]][1]
            index = same[-1] + 1
        else:
            index += 1
