"""Lone surrogates: halves of characters, which a text can hold and no encoding can write."""

from __future__ import annotations

__all__ = ["has_surrogates"]


def has_surrogates(text: str) -> bool:
    """Tell whether a text holds lone surrogates."""
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
