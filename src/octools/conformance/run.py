"""Running the checks and keeping what each gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from octools.conformance.checks import CHECKS
from octools.conformance.client import Client, UnreachableError
from octools.conformance.host import Host
from octools.conformance.verdicts import NotApplicableError, ViolationError

if TYPE_CHECKING:
    from octools.conformance.check import Check

__all__ = ["Outcome", "run_checks"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check gave; `detail` says what is wrong, or why the check does not apply."""

    check: str
    requirement: str
    section: str
    verdict: Literal["pass", "fail", "skip"]
    detail: str | None = None


def run_checks(client: Client, second: Client | None = None) -> list[Outcome]:
    """Check a host.

    Args:
        client: Reads on behalf of the first caller.
        second: Reads on behalf of a caller who may see other tools; without it non-disclosure is checked with
            unknown ids alone.

    Returns:
        One outcome a check, in the order of `CHECKS`; never raises for what a host answers.
    """
    host = Host(client, second)
    silence = _silence(host)
    if silence is not None:
        return [Outcome(each.id, each.requirement, each.section, "fail", silence) for each in CHECKS]
    return [_run(check, host) for check in CHECKS]


def _silence(host: Host) -> str | None:
    """Why neither of the two basic reads is answered; every check would wait for the same in vain."""
    reason = None
    for read in ("discovery", "standard"):
        try:
            getattr(host, read)
        except UnreachableError as error:
            reason = str(error)
        else:
            return None
    return reason


def _run(check: Check, host: Host) -> Outcome:
    try:
        check.run(host)
    except NotApplicableError as reason:
        return Outcome(check.id, check.requirement, check.section, "skip", str(reason))
    except (ViolationError, UnreachableError) as reason:
        return Outcome(check.id, check.requirement, check.section, "fail", str(reason))
    return Outcome(check.id, check.requirement, check.section, "pass")
