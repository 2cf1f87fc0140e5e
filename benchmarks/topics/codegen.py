"""The generator: a check of our own contract, and how its time grows with the contract."""

from __future__ import annotations

import sys

from benchmarks.rows import Commands, Processes, Topic

GENERATOR = (sys.executable, "-m", "octools_codegen")
IMPORT_ALONE = "from datamodel_code_generator import generate, GenerateConfig"


def check_ours() -> Commands:
    """The check of this repository's contract against the import of the model generator alone."""
    return Commands(ours=(*GENERATOR, "check"), other=(sys.executable, "-c", IMPORT_ALONE))


TOPIC = Topic(
    "codegen",
    (Processes("octools-codegen check", "import of the model generator", 4.0, check_ours),),
)
