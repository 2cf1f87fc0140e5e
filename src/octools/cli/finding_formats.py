"""How a command writes findings: for people, as JSON, or as annotations of a workflow."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from octools.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from octools.findings import Finding

__all__ = ["FORMATS", "counted", "finding_line", "format_option", "render_findings"]


def render_findings(findings: Sequence[Finding], output_format: str, *, subject: str, tools: int) -> str:
    """Write findings in one of `FORMATS`.

    Args:
        findings: What was found.
        output_format: `text`, `json` or `github`.
        subject: What was checked: a SPEC, a file or a URL.
        tools: How many tools it has.
    """
    return _WRITERS[output_format](findings, subject, tools)


def finding_line(finding: Finding) -> str:
    """Return a finding as one printable line: tool, rule, message and place."""
    place = "" if finding.path is None else f" (at {finding.path or 'the root'})"
    return one_line(
        ": ".join([*([finding.tool] if finding.tool else []), finding.rule, finding.message + place])
    )


def counted(count: int, noun: str) -> str:
    """Return a number of things in words, such as `no tools` or `1 finding`."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _text(findings: Sequence[Finding], subject: str, tools: int) -> str:
    lines = [f"{finding_line(finding)}\n" for finding in findings]
    return "".join(
        [*lines, f"{one_line(subject)}: {counted(tools, 'tool')}, {counted(len(findings), 'finding')}\n"]
    )


def _json(findings: Sequence[Finding], _subject: str, _tools: int) -> str:
    indent = 2 if sys.stdout is not None and sys.stdout.isatty() else None
    return f"{json.dumps([asdict(finding) for finding in findings], indent=indent)}\n"


def _github(findings: Sequence[Finding], subject: str, _tools: int) -> str:
    """Write workflow commands, which show as annotations."""
    return "".join(
        f"::error title={_escaped(f'octools {finding.rule}', _PROPERTY)}"
        f"::{_escaped(f'{one_line(subject)}: {finding_line(finding)}', _DATA)}\n"
        for finding in findings
    )


_DATA: Final = MappingProxyType({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY: Final = MappingProxyType({**_DATA, ":": "%3A", ",": "%2C"})


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)


_WRITERS: Final[Mapping[str, Callable[[Sequence[Finding], str, int], str]]] = MappingProxyType(
    {"text": _text, "json": _json, "github": _github}
)
FORMATS: Final = tuple(_WRITERS)
format_option: Final = click.option(
    "--output-format", type=click.Choice(FORMATS), default="text", show_default=True
)
