"""The `octools` command line. One module a command; each loads when it is used."""

from __future__ import annotations

import sys
from typing import NoReturn

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line with the process's arguments, and exit with its code.

    Codes: 0, 1 (findings, or something could not be read or written), 2 (usage), 130 (interrupted).
    """
    # Nothing may be imported before this point: an interrupt while modules load ends quietly too.
    try:
        from octools.cli.running import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
