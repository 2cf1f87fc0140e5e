"""Reading vocabulary values of a newer release by their fallbacks."""

from __future__ import annotations

from typing import Any

from octools_contract.fallbacks import FIELD_VOCABULARIES, VOCABULARY_FALLBACKS

__all__ = ["degrade"]


def degrade(field: str, value: Any) -> Any:
    """Return a field's value with each unknown string of a vocabulary replaced by the fallback.

    A value of another JSON type stays, since no release will ever write it; the model refuses it.

    Args:
        field: Name of an envelope field with a vocabulary.
        value: The field's value, a string or a list of strings.
    """
    known = FIELD_VOCABULARIES[field]
    fallback = VOCABULARY_FALLBACKS[field]

    def read(each: Any) -> Any:
        return fallback if isinstance(each, str) and each not in known else each

    return [read(each) for each in value] if isinstance(value, list) else read(value)
