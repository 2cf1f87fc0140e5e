"""The TypeScript package over floors of its own language; benchmarks/typescript.mjs measures."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks import data
from benchmarks.rows import Reported, Topic
from benchmarks.topics.cells import GOALS as KINDS

FOLDER = Path(__file__).resolve().parents[1]
PACKAGE = FOLDER.parent / "typescript"
ROWS = 100_000
BAD = 0.01


def unavailable() -> str | None:
    """Why it cannot be measured here, if so."""
    return None if shutil.which("npm") else "needs Node 20.19+"


def build() -> None:
    """Builds the package as a checkout needs it once; `make test` does the same."""
    npm = shutil.which("npm") or "npm"
    if not (PACKAGE / "node_modules/zod").is_dir():
        subprocess.run((npm, "ci", "--no-audit", "--no-fund"), cwd=PACKAGE, check=True, capture_output=True)
    subprocess.run((npm, "run", "build"), cwd=PACKAGE, check=True, capture_output=True)


def command() -> tuple[str, ...]:
    """The program with its three tables, which go when this process ends."""
    build()
    folder = Path(tempfile.mkdtemp(prefix="octools-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    tables = {
        "table": data.table(ROWS),
        "every-kind": data.table(ROWS, tuple(KINDS)),
        "bad": data.table(ROWS // 10, tuple(KINDS), bad=BAD),
    }
    for name, table in tables.items():
        (folder / f"{name}.json").write_text(data.to_text(table), encoding="utf-8")
    files = (str(folder / f"{name}.json") for name in tables)
    return ("node", "--expose-gc", str(FOLDER / "typescript.mjs"), *files)


TOPIC = Topic(
    "typescript",
    (
        Reported(
            "the npm package",
            command,
            goals={
                "readEnvelope(TabularEnvelope, text), 100,000 x 6": 3.0,
                "validateTabular, 100,000 rows of every kind": 0.7,
            },
            unavailable=unavailable,
        ),
    ),
)
