"""`octools serve`: a catalogue over HTTP."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from octools.cli import INTERRUPTED
from octools.cli.catalog_input import CATALOG_HELP, read_descriptors, scope_option, source_option
from octools.cli.failures import CommandFailure, described, usage_failure
from octools.cli.output import STANDARD_OUTPUT
from octools.cli.streams import say
from octools.terminal import one_line

if TYPE_CHECKING:
    import socket

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
@source_option
@scope_option
@click.pass_context
def command(
    ctx: click.Context,
    catalogue: str,
    host: str,
    port: int,
    tokens: str | None,
    no_compact: bool,
    source: ToolSource | None,
    scope: str | None,
) -> None:
    """Serve the tools of a provider or of a catalogue file until interrupted.

    SIGHUP reads the catalogue and the tokens again. Requests go on meanwhile, and when the new files cannot
    be used, the old catalogue stays.
    """
    if catalogue == STANDARD_OUTPUT:
        raise usage_failure(
            "a catalogue from standard input cannot be read again", hint="name a file or a SPEC"
        )
    _check_installed()
    from octools.host.server import Loaded, serve
    from octools.host.tokens import TokensError, read_tokens

    def load() -> Loaded:
        try:
            known = None if tokens is None else read_tokens(Path(tokens))
        except TokensError as problem:
            raise CommandFailure(str(problem)) from problem
        return Loaded(read_descriptors(catalogue, source=source, scope=scope), known)

    with _listening(host, port) as listening:
        first = load()

        def ready() -> None:
            say(f"serving {_counted(first)} at {_address(listening)}/v1/tools (stop with Ctrl-C)")
            if first.tokens is None:
                say("no --tokens given: everything is visible to whoever reaches this port")

        try:
            serve(first, load, listening, compact_view=not no_compact, ready=ready, reloaded=_tell_reload)
        except ValueError as problem:
            hint = f"octools catalog check {shlex.quote(one_line(catalogue))} shows every finding"
            raise CommandFailure(str(problem), hint=hint) from problem
        except KeyboardInterrupt:  # as it was told to: no failure
            say("stopped")
            ctx.exit(INTERRUPTED)


def _check_installed() -> None:
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as missing:
        message = f"octools serve needs {missing.name}, which is not installed"
        raise CommandFailure(message, hint="pip install 'octools[host]'") from missing


def _listening(host: str, port: int) -> socket.socket:
    from octools.host.server import open_socket

    try:
        return open_socket(host, port)
    except (OSError, UnicodeError) as problem:
        reason = getattr(problem, "strerror", None) or described(problem)
        hint = "choose another --host or --port"
        raise CommandFailure(
            f"cannot listen on {one_line(host)} port {port}: {reason}", hint=hint
        ) from problem


def _address(listening: socket.socket) -> str:
    address, port, *_ = listening.getsockname()
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def _tell_reload(outcome: Loaded | Exception) -> None:
    if isinstance(outcome, Exception):
        text = str(outcome) if isinstance(outcome, CommandFailure | ValueError) else described(outcome)
        say(f"the old catalogue stays: {text}")
    else:
        say(f"serving {_counted(outcome)} from now on")


def _counted(loaded: Loaded) -> str:
    count = len(loaded.descriptors)
    tools = f"{count} tool{'' if count == 1 else 's'}"
    if loaded.tokens is None:
        return tools
    return f"{tools} to {len(loaded.tokens)} token{'' if len(loaded.tokens) == 1 else 's'}"
