"""What an import costs, in fresh processes: names of octools load on first use."""

from __future__ import annotations

import sys

from benchmarks.rows import Commands, Processes, Topic

MODEL = "from pydantic import BaseModel"
DEFERRED = """
from pydantic import BaseModel, Field
class Model(BaseModel, defer_build=True):
    value: int = Field(description="a value")
"""


def python(code: str) -> tuple[str, ...]:
    """A fresh interpreter that runs the code."""
    return (sys.executable, "-c", code)


TOPIC = Topic(
    "imports",
    (
        Processes(
            "import octools", MODEL, 0.6, lambda: Commands(ours=python("import octools"), other=python(MODEL))
        ),
        Processes(
            "from octools import TabularEnvelope",
            "BaseModel, Field and one deferred model",
            1.2,
            lambda: Commands(ours=python("from octools import TabularEnvelope"), other=python(DEFERRED)),
        ),
        Processes(
            "python -m octools --version",
            MODEL,
            0.8,
            lambda: Commands(ours=(sys.executable, "-m", "octools", "--version"), other=python(MODEL)),
        ),
    ),
)
