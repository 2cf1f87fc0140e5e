"""No instance of a random schema is lost, with every keyword mixed; and no widening is silent."""

from __future__ import annotations

import pytest

from tests.compact.comparing import Tally, compare
from tests.compact.random_schemas import document

SCHEMAS, DRAWS = 250, 60


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
def test_random_schemas(part: int) -> None:
    tally = Tally()
    for seed in range(part * SCHEMAS, (part + 1) * SCHEMAS):
        compare(document(seed), seed, DRAWS, tally)
    assert tally.schemas == SCHEMAS
    assert tally.accepted > 6_000
    assert tally.exact > 100
    assert tally.rejected_by_both > 500
