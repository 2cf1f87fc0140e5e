"""The generator: a check of our own contract, and how its time grows with the contract."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.larger_contract import enlarge
from benchmarks.rows import Commands, Processes, Topic

GENERATOR = (sys.executable, "-m", "octools_codegen")
IMPORT_ALONE = "from datamodel_code_generator import generate, GenerateConfig"
SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
TIMES = 10


def check_ours() -> Commands:
    """The check of this repository's contract against the import of the model generator alone."""
    return Commands(ours=(*GENERATOR, "check"), other=(sys.executable, "-c", IMPORT_ALONE))


def check_larger() -> Commands:
    """The check of a contract ten times as large against the check of ours."""
    folder = Path(tempfile.mkdtemp(prefix="octools-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    enlarge(SCHEMAS, folder / "schemas", TIMES)
    larger = ("--contract", str(folder / "schemas"))
    subprocess.run((*GENERATOR, "generate", *larger), check=True, capture_output=True)
    return Commands(ours=(*GENERATOR, "check", *larger), other=(*GENERATOR, "check"))


TOPIC = Topic(
    "codegen",
    (
        Processes("octools-codegen check", "import of the model generator", 4.0, check_ours),
        Processes("octools-codegen check, ten times the contract", "our contract", 12.0, check_larger),
    ),
)
