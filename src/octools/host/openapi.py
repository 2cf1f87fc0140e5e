"""The canonical OpenAPI document of the catalogue reads."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

__all__ = ["openapi_document"]


def openapi_document() -> dict[str, Any]:
    """Return the self-contained OpenAPI 3.1 document, generated from the schema files."""
    document: dict[str, Any] = json.loads(files("octools_contract").joinpath("openapi.json").read_bytes())
    return document
