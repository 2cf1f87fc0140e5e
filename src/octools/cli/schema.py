"""`octools schema`: the canonical schemas, as other languages read them."""

from __future__ import annotations

from difflib import get_close_matches

import click

from octools.cli.failures import usage_failure
from octools.cli.output import write_output
from octools.quoting import quote
from octools_contract.schemas import SCHEMA_NAMES, read_schema, schema_text


@click.command("schema")
@click.argument("name", required=False)
@click.option("--list", "list_names", is_flag=True, help="Print the names instead.")
def command(name: str | None, list_names: bool) -> None:
    """Print the canonical JSON Schema called NAME: its path, such as envelopes/tabular, or its title."""
    if list_names:
        if name is not None:
            raise usage_failure("--list takes no NAME", hint="leave out one of them")
        write_output("".join(f"{known}\n" for known in SCHEMA_NAMES), None)
        return
    if name is None:
        raise usage_failure("no NAME given", hint="octools schema --list prints the names")
    text = schema_text(_path(name))
    write_output(text if text.endswith("\n") else f"{text}\n", None)


def _path(name: str) -> str:
    """Return the path of a schema that is named by its path or by its title, such as TabularEnvelope."""
    if name in SCHEMA_NAMES:
        return name
    titled = {title: path for path in SCHEMA_NAMES if (title := read_schema(path).get("title"))}
    if name in titled:
        return titled[name]
    close = get_close_matches(name, [*SCHEMA_NAMES, *titled], n=1, cutoff=0.3)
    hint = f"did you mean {close[0]}? " if close else ""
    raise usage_failure(f"there is no schema {quote(name)}", hint=f"{hint}octools schema --list prints all")
