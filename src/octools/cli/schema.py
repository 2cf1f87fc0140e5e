"""`octools schema`: the canonical schemas, as other languages read them."""

from __future__ import annotations

from difflib import get_close_matches

import click

from octools.cli.failures import usage_failure
from octools.cli.output import write_output
from octools.quoting import quote
from octools_contract.schemas import SCHEMA_NAMES, schema_text


@click.command("schema")
@click.argument("name", required=False)
@click.option("--list", "list_names", is_flag=True, help="Print the names instead.")
def command(name: str | None, list_names: bool) -> None:
    """Print the canonical JSON Schema called NAME, such as envelopes/tabular."""
    if list_names:
        if name is not None:
            raise usage_failure("--list takes no NAME", hint="leave out one of them")
        write_output("".join(f"{known}\n" for known in SCHEMA_NAMES), None)
        return
    if name is None:
        raise usage_failure("no NAME given", hint="octools schema --list prints the names")
    if name not in SCHEMA_NAMES:
        close = get_close_matches(name, SCHEMA_NAMES, n=1, cutoff=0.3)
        hint = f"did you mean {close[0]}? " if close else ""
        raise usage_failure(
            f"there is no schema {quote(name)}", hint=f"{hint}octools schema --list prints all"
        )
    text = schema_text(name)
    write_output(text if text.endswith("\n") else f"{text}\n", None)
