"""The strict subset of JSON Schema as plain sets, from the profile that `strict_clean` judges by."""

from __future__ import annotations

from typing import Final

from octools_contract.profiles import STRICT

STRICT_KEYWORDS: Final = frozenset(STRICT.keywords or ())
"""The keywords that a strict-clean schema may use."""

STRICT_TYPES: Final = frozenset(STRICT.types or ())
"""The types that `type` may name."""

STRICT_FORMATS: Final = frozenset(STRICT.formats or ())
"""The formats that `format` may name."""
