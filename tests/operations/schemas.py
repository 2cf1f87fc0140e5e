"""Judging and rewriting schemas."""

from __future__ import annotations

import octools
from tests.operations.inputs import Operation, findings, options

OPERATIONS: dict[str, Operation] = {
    "strict_clean": lambda given: findings(octools.strict_clean(given["schema"])),
    "strip_keys": lambda given: octools.strip_keys(given["schema"], **options(given, "keys", "prefixes")),
    "strip_titles": lambda given: octools.strip_titles(given["schema"]),
    "close_objects": lambda given: octools.close_objects(given["schema"]),
}
