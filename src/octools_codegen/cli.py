"""The command line: `octools-codegen generate` and `octools-codegen check`."""

from __future__ import annotations

import sys
import time
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from octools_codegen.problems import CodegenError
from octools_codegen.reading import CONTRACT_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["main"]

SCHEMAS = "schemas"
# The packages of the extra `codegen`; a plain installation of octools has none of them.
EXTRA = frozenset({"datamodel_code_generator", "jinja2", "jsonschema", "referencing"})

contract_option = click.option(
    "--contract",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help=f"The folder that holds {CONTRACT_FILE}. Default: the nearest {SCHEMAS}/ here or above.",
)


def _reported(command: Callable[..., None]) -> Callable[..., None]:
    """Print what the generator raises, and exit with 1."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except CodegenError as error:
            click.echo(str(error), err=True)
            sys.exit(1)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] not in EXTRA:
                raise
            click.echo(f"{error.name} is not installed; run `pip install 'octools[codegen]'`.", err=True)
            sys.exit(1)
        except BrokenPipeError:  # whoever read the output has seen enough
            raise
        except OSError as error:
            click.echo(f"{error.filename or 'A file'}: {error.strerror}.", err=True)
            sys.exit(1)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="octools", message="octools-codegen %(version)s")
def main() -> None:
    """Generate code and pages from a contract: a folder of JSON Schema files with a manifest."""


@main.command(short_help="Write every output that differs.")
@contract_option
@_reported
def generate(folder: Path | None) -> None:
    """Check the sources, and write every output that differs."""
    from octools_codegen.running import run_build
    from octools_codegen.verifying import verify_python
    from octools_codegen.writing import apply_changes

    started = time.perf_counter()
    result = run_build(_contract_folder(folder))
    changes = result.changes
    if any(path.endswith(".py") for path in changes.written):
        verify_python(changes.texts, result.contract.manifest.package)
    apply_changes(changes)
    rows = [
        ("schemas checked", str(len(result.contract.documents))),
        ("files written", str(len(changes.written))),
        ("files unchanged", str(len(changes.unchanged))),
        ("files removed", str(len(changes.removed))),
        ("time", f"{time.perf_counter() - started:.1f} s"),
    ]
    for label, value in rows:
        click.echo(f"{label:<16}{value:>7}")
    if not changes.any:
        click.echo("Nothing changed: every output is up to date.")


@main.command(short_help="Compare the outputs with what the sources say.")
@contract_option
@_reported
def check(folder: Path | None) -> None:
    """Print the difference between the outputs and what the sources say; exit with 1 when there is one."""
    from octools_codegen.running import run_build
    from octools_codegen.writing import diff

    result = run_build(_contract_folder(folder))
    changes = result.changes
    if not changes.any:
        click.echo(f"{len(changes.unchanged)} files are up to date.")
        return
    for line in diff(changes):
        click.echo(line)
    count = len(changes.written) + len(changes.removed)
    noun = "file differs" if count == 1 else "files differ"
    command = "octools-codegen generate" + (f" --contract {folder}" if folder else "")
    click.echo(f"{count} {noun} from what the sources say. Run: {command}", err=True)
    sys.exit(1)


def _contract_folder(given: Path | None) -> Path:
    if given is not None:
        return given
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / SCHEMAS / CONTRACT_FILE).is_file():
            return folder / SCHEMAS
    raise CodegenError(
        f"There is no {SCHEMAS}/{CONTRACT_FILE} here or above; name the contract's folder: --contract DIR."
    )
