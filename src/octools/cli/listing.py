"""`octools list`: what a provider offers."""

from __future__ import annotations

import sys
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from octools.cli.loading import SPEC_HELP, foreign_code, load_provider
from octools.cli.output import check_destination, write_output
from octools_contract.vocabularies import ACCESS_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from octools_contract.vocabularies import Access, ListingStyle

_STYLES: Final[Mapping[str, ListingStyle]] = MappingProxyType(
    {"table": "table", "md": "md", "markdown": "md", "txt": "txt", "json": "json"}
)
_STYLE_BY_ENDING: Final[Mapping[str, ListingStyle]] = MappingProxyType(
    {".md": "md", ".markdown": "md", ".json": "json", ".txt": "txt"}
)


@click.command("list", epilog=SPEC_HELP)
@click.argument("spec")
@click.option("--access", type=click.Choice(ACCESS_KINDS), help="Keep the tools with this access only.")
@click.option(
    "-o", "--output", metavar="PATH|-", help="Write a file, replaced whole, or - for standard output."
)
@click.option(
    "--output-format",
    type=click.Choice(tuple(_STYLES)),
    help="How to write it; by default by the file's ending, else a table.",
)
@click.option(
    "--pretty/--no-pretty",
    default=None,
    help="Indent JSON, or write it on one line; by default it is indented on a terminal.",
)
def command(
    spec: str, access: Access | None, output: str | None, output_format: str | None, pretty: bool | None
) -> None:
    """List the tools of the provider that SPEC names."""
    from octools.render import render_listing

    output = check_destination(output)
    style = _STYLES[output_format] if output_format else _style_of(output)
    provider = load_provider(spec)
    with foreign_code(f"listing {spec}"):
        text = render_listing(
            provider, style=style, access=access, pretty=_on_terminal(output) if pretty is None else pretty
        )
    write_output(text, output)


def _style_of(output: str | None) -> ListingStyle:
    return _STYLE_BY_ENDING.get(PurePath(output or "").suffix.lower(), "table")


def _on_terminal(output: str | None) -> bool:
    return output is None and sys.stdout is not None and sys.stdout.isatty()
