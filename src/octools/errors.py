"""The one error type of the library."""

from __future__ import annotations


class OCToolError(ValueError):
    """A descriptor, a schema or an argument breaks a rule of the octools descriptor specification.

    A `ValueError`, so that callers who map bad input by that type need not know this class. The text says
    what is wrong, where, and what to do about it; it never grows with the input.

    Attributes:
        rule: Identifier of the broken rule (a key of `octools_contract.rules.RULES`), or None where the
            specification gives the failure no rule of its own.
    """

    rule: str | None

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
