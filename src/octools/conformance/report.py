"""Outcomes as text, JSON or JUnit XML."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from octools.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from octools.conformance.run import Outcome

__all__ = ["REPORT_FORMATS", "render_report"]


def render_report(outcomes: Sequence[Outcome], output_format: str) -> str:
    """Write outcomes in one of `REPORT_FORMATS`; the text ends with one newline.

    Raises:
        KeyError: There is no such format.
    """
    return REPORT_FORMATS[output_format](outcomes)


def _text(outcomes: Sequence[Outcome]) -> str:
    width = max((len(each.check) for each in outcomes), default=0)
    lines = []
    for each in outcomes:
        lines.append(f"{each.verdict.upper():4}  {each.check:{width}}  {each.requirement}")
        if each.detail:
            lines.append(
                f"      {'':{width}}  {'why' if each.verdict == 'fail' else 'note'}: {printable(each.detail)}"
            )
    counts = Counter(each.verdict for each in outcomes)
    lines.append(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped")
    return "\n".join(lines) + "\n"


def _json(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(each.verdict for each in outcomes)
    report = {
        "passed": counts["pass"],
        "failed": counts["fail"],
        "skipped": counts["skip"],
        "checks": [asdict(each) for each in outcomes],
    }
    return json.dumps(report, indent=2) + "\n"


def _junit(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(each.verdict for each in outcomes)
    suite = ET.Element(
        "testsuite",
        name="octools conformance",
        tests=str(len(outcomes)),
        failures=str(counts["fail"]),
        skipped=str(counts["skip"]),
        errors="0",
    )
    for each in outcomes:
        case = ET.SubElement(suite, "testcase", classname=each.section, name=each.check)
        if each.verdict == "fail":
            ET.SubElement(case, "failure", message=printable(each.detail or each.requirement))
        elif each.verdict == "skip":
            ET.SubElement(case, "skipped", message=printable(each.detail or ""))
    ET.indent(suite)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + ET.tostring(suite, encoding="unicode") + "\n"


REPORT_FORMATS: Final[Mapping[str, Callable[[Sequence[Outcome]], str]]] = MappingProxyType(
    {"text": _text, "json": _json, "junit": _junit}
)
