"""The operations of tests/fixtures by name.

Each module of this folder adds its `OPERATIONS`, and may add `EXPECTATIONS`: how a result that a case expects
is read, where the case may leave something out.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.operations.inputs import Operation

_NO_AREA = {"table", "inputs"}


def _areas() -> list[Any]:
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    return [importlib.import_module(f"tests.operations.{name}") for name in names if name not in _NO_AREA]


def _merged(attribute: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for area in _areas():
        table = getattr(area, attribute, {})
        if repeated := merged.keys() & table.keys():
            raise ValueError(f"{area.__name__} repeats {sorted(repeated)}")
        merged |= table
    return merged


OPERATIONS: dict[str, Operation] = _merged("OPERATIONS")
EXPECTATIONS: dict[str, Callable[[Any], Any]] = _merged("EXPECTATIONS")
