"""Compares a schema with its compact form on drawn instances."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from octools import compact_clean, compact_schema
from tests.compact.drawing import Drawer, mutated
from tests.compact.judging import compact_judge, original_judge

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Tally:
    """What a comparison counted."""

    schemas: int = 0
    accepted: int = 0
    rejected_by_both: int = 0
    exact: int = 0


def compare(schema: Any, seed: int | str, draws: int, tally: Tally) -> None:
    """Compare on instances drawn from both forms, some of them changed, and on the schema's own samples.

    Fails when the compact form rejects what the original accepts, and when it accepts more without saying so.
    """
    made = compact_schema(schema)
    assert compact_clean(made.schema) == []
    strict = original_judge(schema)
    if strict is None:
        return
    lenient = original_judge(schema, formats=False)
    compact = compact_judge(made.schema)
    tally.schemas += 1
    tally.exact += not made.changes
    # OpenAPI's reading of `nullable` is wider than JSON Schema's, where it means nothing; and the validator
    # lets the media type of a text assert, which only describes.
    text = json.dumps(schema)
    silent = not made.changes and '"nullable": true' not in text and '"contentMediaType"' not in text
    whole_floats_differ = "draft-04" in str(schema.get("$schema", "")) if isinstance(schema, dict) else False
    for instance in _instances(schema, made.schema, seed, draws):
        if not isinstance(instance, dict):
            continue
        try:
            accepted = strict.is_valid(instance)
        except ValueError:  # a pattern that the validator gives up on
            continue
        kept = compact.is_valid(instance)
        assert kept or not accepted, f"rejects {json.dumps(instance)[:2000]}\nof {json.dumps(schema)[:4000]}"
        tally.accepted += accepted
        tally.rejected_by_both += not (accepted or kept)
        if kept and not accepted and silent and not (whole_floats_differ and _has_whole_float(instance)):
            loose = lenient.is_valid(instance)
            assert loose, (
                f"silently accepts {json.dumps(instance)[:2000]}\nbeside {json.dumps(schema)[:4000]}"
            )


def _instances(schema: Any, compact: Any, seed: int | str, draws: int) -> Iterator[Any]:
    yield from samples(schema)
    original, projected, choose = Drawer(schema, seed), Drawer(compact, seed), random.Random(seed)
    for index in range(draws):
        instance = (original if index % 3 else projected).value()
        yield mutated(choose, instance) if index % 4 == 1 else instance


def samples(schema: Any) -> Iterator[Any]:
    """Yield what a schema's own examples and defaults give."""
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("examples"), list):
        yield from schema["examples"]
    yield schema.get("default")
    properties = schema.get("properties")
    if isinstance(properties, dict):
        known = {name: each for name, each in properties.items() if isinstance(each, dict)}
        yield {name: each["default"] for name, each in known.items() if "default" in each}
        yield {name: each["examples"][0] for name, each in known.items() if _listed(each.get("examples"))}


def _listed(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _has_whole_float(value: Any) -> bool:
    """Tell whether 1.0 stands somewhere, which draft 4 alone takes for no integer."""
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, float) and current.is_integer():
            return True
        pending += (
            current.values() if isinstance(current, dict) else current if isinstance(current, list) else []
        )
    return False
