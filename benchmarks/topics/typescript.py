"""The npm package: reading against JSON.parse, checking cells against a plain predicate a cell."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from benchmarks.rows import Reported, Topic

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "benchmarks" / "typescript" / "run.mjs"
BUILT = ROOT / "typescript" / "dist" / "index.js"
GOALS = {
    "readEnvelope, 100,000 x 6": 3.0,
    "validateTabular, 100,000 rows of every kind": 0.7,
}


def unavailable() -> str | None:
    """Why the package cannot be measured on this machine, or None."""
    if shutil.which("node") is None:
        return "needs Node"
    if not BUILT.exists():
        return "the package is not built: run npm ci and npm run build in typescript/"
    return None


TOPIC = Topic(
    "typescript",
    (Reported("typescript", ("node", "--expose-gc", str(SCRIPT), sys.executable), GOALS, unavailable),),
)
