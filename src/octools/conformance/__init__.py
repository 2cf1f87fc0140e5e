"""Checks of any catalogue host, from outside, against the catalogue reads of RFC 0112.

Needs nothing but the standard library and the canonical schemas: the host may be octools' own or another's.
"""

from octools.conformance.checks import CHECKS
from octools.conformance.report import render_report
from octools.conformance.run import Outcome, run_checks

__all__ = ["CHECKS", "Outcome", "render_report", "run_checks"]
