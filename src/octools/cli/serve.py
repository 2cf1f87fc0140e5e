"""`octools serve`: a catalogue over HTTP."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from octools.cli.catalog_input import CATALOG_HELP, read_descriptors
from octools.cli.failures import CommandFailure, described, usage_failure
from octools.terminal import one_line
from octools_contract.vocabularies import TOOL_SOURCES

if TYPE_CHECKING:
    from octools.host.server import Loaded
    from octools_contract.vocabularies import ToolSource


@click.command("serve", short_help="Serve a catalogue over HTTP (RFC 0112).", epilog=CATALOG_HELP)
@click.argument("catalogue", metavar="SPEC|FILE")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; others than loopback are reachable from outside.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option(
    "--tokens",
    metavar="FILE",
    help='JSON object of tool ids by bearer token, for example {"<token>": ["mcp:search", "connector:*"]}.',
)
@click.option("--no-compact", is_flag=True, help="Neither advertise nor honour view=compact.")
@click.option("--source", type=click.Choice(TOOL_SOURCES), help="Source of tools that name none.")
@click.option("--scope", metavar="SCOPE", help="Scope of the ids of tools that have none.")
def command(
    catalogue: str,
    host: str,
    port: int,
    tokens: str | None,
    no_compact: bool,
    source: ToolSource | None,
    scope: str | None,
) -> None:
    """Serve the tools of a provider or of a catalogue file until interrupted.

    SIGHUP reads the catalogue and the tokens again. Requests go on meanwhile, and when the new files cannot be
    used, the old catalogue stays.
    """
    try:
        from octools.host.server import Loaded, open_socket, serve
        from octools.host.tokens import TokensError, read_tokens
    except ModuleNotFoundError as missing:
        message = f"octools serve needs {missing.name}, which is not installed"
        raise CommandFailure(message, hint="pip install 'octools[host]'") from missing

    def load() -> Loaded:
        try:
            known = None if tokens is None else read_tokens(Path(tokens))
        except TokensError as problem:
            raise CommandFailure(str(problem)) from problem
        return Loaded(read_descriptors(catalogue, source=source, scope=scope), known)

    if catalogue == "-":
        raise usage_failure(
            "a catalogue from standard input cannot be read again", hint="name a file or a SPEC"
        )
    try:
        listening = open_socket(host, port)
    except OSError as problem:
        reason = problem.strerror or described(problem)
        hint = "choose another --host or --port"
        raise CommandFailure(
            f"cannot listen on {one_line(host)} port {port}: {reason}", hint=hint
        ) from problem
    with listening:
        first = load()
        address, bound, *_ = listening.getsockname()
        shown = f"[{address}]" if ":" in address else address

        def ready() -> None:
            _say(f"serving {_counted(first)} at http://{shown}:{bound}/v1/tools (stop with Ctrl-C)")
            if first.tokens is None:
                _say("no --tokens given: everything is visible to whoever reaches this port")

        def reloaded(outcome: Loaded | Exception) -> None:
            if isinstance(outcome, Exception):
                text = (
                    str(outcome) if isinstance(outcome, CommandFailure | ValueError) else described(outcome)
                )
                _say(f"the old catalogue stays: {text}")
            else:
                _say(f"serving {_counted(outcome)} from now on")

        try:
            serve(first, load, listening, compact_view=not no_compact, ready=ready, reloaded=reloaded)
        except ValueError as problem:
            raise CommandFailure(str(problem)) from problem


def _counted(loaded: Loaded) -> str:
    count = len(loaded.descriptors)
    callers = (
        ""
        if loaded.tokens is None
        else f" to {len(loaded.tokens)} token{'' if len(loaded.tokens) == 1 else 's'}"
    )
    return f"{count} tool{'' if count == 1 else 's'}{callers}"


def _say(text: str) -> None:
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"octools: {one_line(text)}\n")
        sys.stderr.flush()
