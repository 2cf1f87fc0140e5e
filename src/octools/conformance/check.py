"""What a check is, and how a module collects its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from octools.conformance.host import Host

__all__ = ["CAPABILITY", "COMPACT_DESCRIPTOR", "ENDPOINT", "NORMATIVE", "SUBSET", "Check", "Checks"]

CAPABILITY: Final = "RFC 0112, Capability"
ENDPOINT: Final = "RFC 0112, Endpoint change"
COMPACT_DESCRIPTOR: Final = "RFC 0112, CompactToolDescriptor"
SUBSET: Final = "RFC 0112, The compact structural subset"
NORMATIVE: Final = "RFC 0112, Normative requirements"


@dataclass(frozen=True, slots=True)
class Check:
    """One requirement and the function that checks it.

    The function reads through `Host`. It returns when the requirement holds, raises `ViolationError` with
    what it saw when it does not, and `NotApplicableError` where the host does not offer what the check is
    about.
    """

    id: str
    requirement: str
    section: str
    run: Callable[[Host], None]


class Checks:
    """The checks of one subject, in the order in which their functions stand in the module."""

    def __init__(self) -> None:
        self._collected: list[Check] = []

    def check(
        self, name: str, requirement: str, section: str
    ) -> Callable[[Callable[[Host], None]], Callable[[Host], None]]:
        """Add the decorated function as the check of a requirement.

        Args:
            name: The id of the check in reports.
            requirement: What must hold, in one line.
            section: Where the specification requires it.
        """

        def collect(run: Callable[[Host], None]) -> Callable[[Host], None]:
            self._collected.append(Check(name, requirement, section, run))
            return run

        return collect

    def __iter__(self) -> Iterator[Check]:
        return iter(self._collected)
