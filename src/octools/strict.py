"""Whether an input schema stays in the subset that strict tool calling takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from octools.profiles.engine import ProfileEngine
from octools_contract.profiles import STRICT

if TYPE_CHECKING:
    from octools.findings import Finding

STRICT_ENGINE: Final = ProfileEngine(STRICT)


def strict_clean(schema: Any) -> list[Finding]:
    """Report every way in which a schema leaves the strict subset (octools descriptor specification).

    The schema is never changed. Time and memory grow linearly with its size, whatever its depth; an object
    that stands in several places is judged at the first.

    Args:
        schema: The schema as Python objects; any value is taken.

    Returns:
        The findings in document order, each with a JSON pointer that resolves in the schema; empty when the
        schema is strict-clean. Of a root that is no object schema, or of `$defs` that is no mapping, nothing
        else is said.
    """
    return STRICT_ENGINE.findings(schema)
