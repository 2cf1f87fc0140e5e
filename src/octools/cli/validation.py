"""`octools validate`: what a provider should get right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from octools.cli.failures import FAILED
from octools.cli.finding_formats import format_option, render_findings
from octools.cli.loading import SPEC_HELP, foreign_code, load_provider
from octools.cli.output import write_output

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command("validate", epilog=SPEC_HELP)
@click.argument("spec")
@click.option(
    "--tags",
    multiple=True,
    metavar="TAG,...",
    help="Report unknown tags too: each but the well-known ones and those named here ('' names none).",
)
@click.option("--namespace", metavar="NAME", help="Report names outside this namespace too.")
@format_option
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
    text = render_findings(findings, output_format, subject=provider.spec, tools=provider.listed)
    write_output(text, None)
    if findings:
        ctx.exit(FAILED)


def _names(values: Iterable[str]) -> list[str]:
    return [name for value in values for name in map(str.strip, value.split(",")) if name]
