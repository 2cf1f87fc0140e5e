"""Running one command: from arguments to an exit code, with every failure told in one sentence."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from octools import __version__
from octools.cli import INTERRUPTED
from octools.cli.failures import (
    FAILED,
    CommandFailure,
    ReaderGone,
    described,
    report,
    usage_failure,
    wants_json,
)
from octools.cli.streams import abandon_stdout, flush_stdout

if TYPE_CHECKING:
    from collections.abc import Sequence

# The module of each command and what a help page says of it, so that the page loads none of them.
_COMMANDS: Final = MappingProxyType(
    {
        "list": ("octools.cli.listing", "List the tools of a provider."),
        "validate": ("octools.cli.validation", "Check the tools of a provider."),
        "schema": ("octools.cli.schema", "Print a canonical JSON Schema."),
        "compact": ("octools.cli.compact", "Make a tool catalogue lean."),
        "catalog": ("octools.cli.catalog", "Check a tool catalogue."),
        "serve": ("octools.cli.serve", "Serve a tool catalogue over HTTP."),
        "conformance": ("octools.cli.conformance", "Check a catalogue host."),
    }
)


class LazyGroup(click.Group):
    """A group whose commands are modules with a `command`, imported when one of them runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        """Return the names in the order of the table."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Import the command of that name."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(_COMMANDS[cmd_name][0]).command
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; click would tell an interrupt with an empty line first, which is no JSON."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as problem:
            raise click.Abort from problem

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands' section of the help page from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    name="octools",
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="octools", message="%(prog)s %(version)s")
def octools() -> None:
    """Define, check, list and serve tools for agent runtimes."""


def run(arguments: Sequence[str]) -> int:
    """Run the command line.

    Args:
        arguments: What follows the program's name.

    Returns:
        The exit code. Every failure is told on standard error, in one sentence and without a traceback.
    """
    as_json = wants_json(arguments)
    try:
        result = octools.main(list(arguments), prog_name="octools", standalone_mode=False)
        flush_stdout()
    except (ReaderGone, BrokenPipeError):
        abandon_stdout()
        return FAILED
    except SystemExit as ended:  # how click ends when the reader of a help page is gone
        return ended.code if isinstance(ended.code, int) else FAILED
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 - told, not hidden
        failure = _failure(problem)
        if isinstance(problem, OSError):
            abandon_stdout()
        report(failure.message, exit_code=failure.exit_code, hint=failure.hint, as_json=as_json)
        return failure.exit_code
    return result if isinstance(result, int) else 0


def _failure(problem: BaseException) -> CommandFailure:
    """Return the failure that tells of any exception."""
    if isinstance(problem, CommandFailure):
        return problem
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        return CommandFailure("interrupted", exit_code=INTERRUPTED)
    if isinstance(problem, click.UsageError):
        path = problem.ctx.command_path if problem.ctx else "octools"
        return usage_failure(problem.format_message(), hint=f"see {path} --help")
    if isinstance(problem, click.ClickException):
        return CommandFailure(problem.format_message())
    if isinstance(problem, OSError):
        return CommandFailure(described(problem))
    hint = "this is a fault of octools; please report it with the command that you ran"
    return CommandFailure(described(problem), hint=hint)
