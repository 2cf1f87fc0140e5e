"""Reading vocabulary values of a newer release by their fallbacks."""

from __future__ import annotations

from typing import Any

from octools_contract.fallbacks import FIELD_VOCABULARIES, VOCABULARY_FALLBACKS

__all__ = ["degrade", "degrade_each"]


def degrade(field: str, value: Any) -> Any:
    """Return the fallback in the place of a text that the field's vocabulary does not know.

    A value of another JSON type stays, since no release will ever write it; the model refuses it.

    Args:
        field: Name of an envelope field with a vocabulary.
        value: The value as it was read.
    """
    unknown = isinstance(value, str) and value not in FIELD_VOCABULARIES[field]
    return VOCABULARY_FALLBACKS[field] if unknown else value


def degrade_each(field: str, values: Any) -> Any:
    """Return a list with each item degraded; what is no list stays, for the model to refuse."""
    return [degrade(field, each) for each in values] if isinstance(values, list) else values
