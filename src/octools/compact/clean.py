"""Whether a schema stays in the compact subset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from octools.profiles.engine import ProfileEngine
from octools_contract.profiles import COMPACT

if TYPE_CHECKING:
    from octools.findings import Finding

COMPACT_ENGINE: Final = ProfileEngine(COMPACT)


def compact_clean(schema: Any) -> list[Finding]:
    """Report every way in which a schema leaves the compact subset (RFC 0112, The compact structural subset).

    The schema is never changed. Time and memory grow linearly with its size, whatever its depth; an object
    that stands in several places is judged at the first.

    Args:
        schema: The schema as Python objects; any value is taken.

    Returns:
        `compact_root` when the root is no object schema with `properties`, and `compact_keyword` for each
        banned keyword at any depth, in document order. Names of properties and values that are data are no
        keywords. Empty when the schema is in the subset.
    """
    return COMPACT_ENGINE.findings(schema)
