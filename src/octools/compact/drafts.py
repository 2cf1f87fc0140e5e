"""The drafts of JSON Schema: which one a document is written in, and what each of them knows."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

DRAFT_4: Final = 4
DRAFT_6: Final = 6
DRAFT_7: Final = 7
DRAFT_2019: Final = 2019
DRAFT_2020: Final = 2020

# By the part of `$schema` that tells the draft. Draft 3 is read as draft 4, its nearest kin.
_MARKS: Final = (
    ("draft-03", DRAFT_4),
    ("draft-04", DRAFT_4),
    ("draft-06", DRAFT_6),
    ("draft-07", DRAFT_7),
    ("draft/2019-09", DRAFT_2019),
    ("draft/2020-12", DRAFT_2020),
)

# The first and the last draft that give a keyword its meaning; a keyword that is not here has it in all of
# them.
_MEANT: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "const": (DRAFT_6, DRAFT_2020),
        "contains": (DRAFT_6, DRAFT_2020),
        "propertyNames": (DRAFT_6, DRAFT_2020),
        "if": (DRAFT_7, DRAFT_2020),
        "then": (DRAFT_7, DRAFT_2020),
        "else": (DRAFT_7, DRAFT_2020),
        "minContains": (DRAFT_2019, DRAFT_2020),
        "maxContains": (DRAFT_2019, DRAFT_2020),
        "dependentRequired": (DRAFT_2019, DRAFT_2020),
        "dependentSchemas": (DRAFT_2019, DRAFT_2020),
        "unevaluatedProperties": (DRAFT_2019, DRAFT_2020),
        "unevaluatedItems": (DRAFT_2019, DRAFT_2020),
        "$recursiveRef": (DRAFT_2019, DRAFT_2019),
        "$dynamicRef": (DRAFT_2020, DRAFT_2020),
        "prefixItems": (DRAFT_2020, DRAFT_2020),
    }
)


def draft_of(schema: Mapping[str, Any], default: int = DRAFT_2020) -> int:
    """Return the draft that `$schema` names.

    Args:
        schema: A document's root, or the root of a schema with an address of its own inside it.
        default: What a missing or unknown `$schema` means.
    """
    address = schema.get("$schema")
    if isinstance(address, str):
        for mark, draft in _MARKS:
            if mark in address:
                return draft
    return default


def means(keyword: str, draft: int) -> bool:
    """Tell whether a draft gives a keyword a meaning; where it does not, validators pass over it."""
    span = _MEANT.get(keyword)
    return span is None or span[0] <= draft <= span[1]


def ref_stands_alone(draft: int) -> bool:
    """Tell whether the siblings of `$ref` mean nothing."""
    return draft <= DRAFT_7


def address_keyword(draft: int) -> str:
    """Return the keyword that gives a schema its address."""
    return "id" if draft == DRAFT_4 else "$id"
