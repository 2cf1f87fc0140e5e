"""The corpora of real tools and schemas, for tests that read them when they are there."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = os.environ.get("OCTOOLS_CORPORA", "")
needs_corpora = pytest.mark.skipif(
    not FOLDER or not Path(FOLDER).is_dir(),
    reason="OCTOOLS_CORPORA names no folder with the corpora of real tools",
)


def records(name: str) -> Iterator[dict[str, Any]]:
    """Yield the records of one file of the corpora."""
    with gzip.open(Path(FOLDER) / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
