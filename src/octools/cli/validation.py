"""`octools validate`: what a provider should get right."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from octools.cli.failures import FAILED
from octools.cli.loading import SPEC_HELP, LoadedProvider, foreign_code, load_provider
from octools.cli.output import write_output
from octools.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from octools.findings import Finding


@click.command("validate", epilog=SPEC_HELP)
@click.argument("spec")
@click.option(
    "--tags",
    multiple=True,
    metavar="TAG,...",
    help="Report unknown tags too: each but the well-known ones and those named here ('' names none).",
)
@click.option("--namespace", metavar="NAME", help="Report names outside this namespace too.")
@click.option(
    "--output-format", type=click.Choice(("text", "json", "github")), default="text", show_default=True
)
@click.pass_context
def command(
    ctx: click.Context, spec: str, tags: tuple[str, ...], namespace: str | None, output_format: str
) -> None:
    """Check the provider that SPEC names; exit with 1 when there are findings."""
    from octools.validators import validate_namespace, validate_provider, validate_tags

    provider = load_provider(spec)
    with foreign_code(f"listing {spec}"):
        findings = list(validate_provider(provider))
        if tags:
            findings += validate_tags(provider, allowed=_names(tags))
        if namespace is not None:
            findings += validate_namespace(provider, namespace)
    write_output(_FORMATS[output_format](provider, findings), None)
    if findings:
        ctx.exit(FAILED)


def _names(values: Iterable[str]) -> list[str]:
    return [name for value in values for name in map(str.strip, value.split(",")) if name]


def _text(provider: LoadedProvider, findings: Sequence[Finding]) -> str:
    lines = [f"{one_line(': '.join(_parts(finding)))}\n" for finding in findings]
    tools = _counted(provider.listed, "tool")
    return "".join([*lines, f"{provider.spec}: {tools}, {_counted(len(findings), 'finding')}\n"])


def _parts(finding: Finding) -> list[str]:
    place = (
        f"{finding.message} (at {finding.path or 'the root'})"
        if finding.path is not None
        else finding.message
    )
    return [*([finding.tool] if finding.tool else []), finding.rule, place]


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _json(_provider: LoadedProvider, findings: Sequence[Finding]) -> str:
    indent = 2 if sys.stdout is not None and sys.stdout.isatty() else None
    return f"{json.dumps([asdict(finding) for finding in findings], indent=indent)}\n"


def _github(provider: LoadedProvider, findings: Sequence[Finding]) -> str:
    """Write workflow commands, which show as annotations."""
    return "".join(
        f"::error title={_escaped(f'octools {finding.rule}', _PROPERTY)}"
        f"::{_escaped(one_line(': '.join([provider.spec, *_parts(finding)])), _DATA)}\n"
        for finding in findings
    )


_DATA: Final = MappingProxyType({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY: Final = MappingProxyType({**_DATA, ":": "%3A", ",": "%2C"})


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)


_FORMATS: Final[Mapping[str, Callable[[LoadedProvider, Sequence[Finding]], str]]] = MappingProxyType(
    {"text": _text, "json": _json, "github": _github}
)
