"""`octools catalog`: work on tool catalogues."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click

from octools.cli.catalog_input import (
    CATALOG_HELP,
    descriptor_fields,
    read_items,
    scope_option,
    source_option,
    tools_of,
)
from octools.cli.failures import FAILED, CommandFailure, usage_failure
from octools.cli.finding_formats import format_option, render_findings
from octools.cli.output import STANDARD_OUTPUT, write_output
from octools.quoting import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools_contract.vocabularies import ToolSource

_URL: Final = re.compile("https?://", re.IGNORECASE)
_LISTING: Final = "/v1/tools"
_ANSWERED: Final = 200
_FORMS: Final = "give the URL of a host, or of its listing"


@click.group("catalog", short_help="Work on tool catalogues.", no_args_is_help=False)
def command() -> None:
    """Work on tool catalogues."""


@command.command("check", short_help="Check a catalogue before it is published.", epilog=CATALOG_HELP)
@click.argument("catalogue", metavar="FILE|-|SPEC|URL")
@click.option(
    "--token", metavar="TOKEN", help="Bearer token for a URL (or OCTOOLS_TOKEN).", envvar="OCTOOLS_TOKEN"
)
@source_option
@scope_option
@format_option
@click.pass_context
def check(
    ctx: click.Context,
    catalogue: str,
    token: str | None,
    source: ToolSource | None,
    scope: str | None,
    output_format: str,
) -> None:
    """Check a catalogue: shapes, unique ids, tiers, schema roots, and that no credential stands in it.

    A URL is that of a host, whose listing is read, or of a document. Exits with 1 when there are findings.
    """
    from octools.catalog import validate_catalog

    items = _read_url(catalogue, token) if _URL.match(catalogue) else read_items(catalogue)
    findings = validate_catalog([descriptor_fields(item, source=source, scope=scope) for item in items])
    subject = "standard input" if catalogue == STANDARD_OUTPUT else catalogue
    write_output(render_findings(findings, output_format, subject=subject, tools=len(items)), None)
    if findings:
        ctx.exit(FAILED)


def _read_url(url: str, token: str | None) -> Sequence[Any]:
    from octools.conformance.client import Client, UnreachableError

    try:
        parts = urlsplit(url)
    except ValueError as problem:
        raise usage_failure("the URL has a malformed host") from problem
    path = parts.path if parts.path.strip("/") else _LISTING
    try:
        client = Client(f"{parts.scheme}://{parts.netloc}", token)
        answer = client.get(f"{path}?{parts.query}" if parts.query else path)
    except ValueError as problem:
        raise usage_failure(str(problem)) from problem
    except UnreachableError as problem:
        raise CommandFailure(str(problem)) from problem
    if answer.status != _ANSWERED:
        hint = "give a bearer token: --token" if answer.status in {401, 403} else None
        raise CommandFailure(f"{quote(url)} was answered with status {answer.status}", hint=hint)
    if answer.json is None:
        raise CommandFailure(f"{quote(url)} gave no JSON in UTF-8", hint=_FORMS)
    tools = tools_of(answer.json)
    if tools is None:
        raise CommandFailure(f"{quote(url)} holds no catalogue: {quote(answer.json)}", hint=_FORMS)
    return tools
