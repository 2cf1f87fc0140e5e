"""`octools conformance`: checks any catalogue host from outside."""

from __future__ import annotations

import os
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import click

from octools.cli.failures import FAILED, usage_failure
from octools.cli.output import write_output
from octools.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octools.conformance import Outcome
    from octools.conformance.client import Client

_TOKEN_VARIABLES: Final = ("OCTOOLS_TOKEN", "OCTOOLS_SECOND_TOKEN")


@click.command(
    "conformance",
    short_help="Check a catalogue host against RFC 0112.",
    epilog="A token on the command line shows in process lists: better give them in the environment.",
)
@click.argument("url")
@click.option("--token", metavar="TOKEN", help=f"Bearer token of the caller (or {_TOKEN_VARIABLES[0]}).")
@click.option(
    "--second-token",
    metavar="TOKEN",
    help=f"Bearer token of a caller who sees other tools, for non-disclosure (or {_TOKEN_VARIABLES[1]}).",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    help="Seconds for each answer.",
)
@click.option(
    "--output-format", type=click.Choice(("text", "json", "junit")), default="text", show_default=True
)
@click.pass_context
def command(
    ctx: click.Context,
    url: str,
    token: str | None,
    second_token: str | None,
    timeout: float,
    output_format: str,
) -> None:
    """Check the catalogue host at URL, a line a check; exit with 1 when one fails.

    The checks read the catalogue, and send POST, PUT, PATCH and DELETE without a body to see them refused.
    """
    from octools.conformance import render_report, run_checks
    from octools.conformance.client import Client

    first, second = (
        given if given is not None else os.environ.get(variable)
        for given, variable in zip((token, second_token), _TOKEN_VARIABLES, strict=True)
    )
    for name, value in (("--token", first), ("--second-token", second)):
        if value is not None and not (value.isascii() and value.isprintable() and value.strip()):
            raise usage_failure(f"{name} holds a character that no header can carry")
    try:
        client = Client(url, first, timeout=timeout)
    except ValueError as problem:
        raise usage_failure(
            str(problem), hint="for example: octools conformance http://127.0.0.1:8000"
        ) from problem
    outcomes = run_checks(client, None if second is None else client.with_token(second))
    write_output(render_report(outcomes, output_format), None)
    if any(outcome.verdict == "fail" for outcome in outcomes):
        advice = _advice(client, first, outcomes)
        if advice is not None:
            say(advice)
        ctx.exit(FAILED)


def _advice(client: Client, token: str | None, outcomes: Sequence[Outcome]) -> str | None:
    """Say what to do where many checks fail for one reason."""
    from octools.conformance.client import UnreachableError

    if len({outcome.detail for outcome in outcomes}) == 1:
        return "the host answers nothing; see that it runs and that the URL is its base"
    try:
        status = client.get("/v1/tools").status
    except UnreachableError:
        return None
    if status not in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return None
    if token is None:
        return f"the host answers {status}; give the token of a caller: --token, or {_TOKEN_VARIABLES[0]}"
    return f"the host answers {status}; give the token of a caller whom it knows"
