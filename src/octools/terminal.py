"""Text that is safe to print: control characters and lone surrogates made visible."""

from __future__ import annotations

import re
from typing import Final

from octools_contract.constants import LINE_BREAKS

# Controls, line and paragraph separators, direction overrides and lone surrogates. Joiners and marks that
# ordinary words and emoji are written with stay.
_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LINE_BREAK: Final = re.compile(f"\r\n|[{re.escape(LINE_BREAKS)}]")


def printable(text: str) -> str:
    r"""Return the text with all that could move or colour a terminal written as escapes (`\u001b`)."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def one_line(text: str) -> str:
    """Return the text as one printable line: each line break becomes a blank."""
    return printable(_LINE_BREAK.sub(" ", text))
