"""TypeScript makes 2,000 random descriptors, listings and envelopes; Python makes the same of each."""

from __future__ import annotations

import pytest

from tests.cross_language.bridge import Bridge
from tests.cross_language.comparing import answer, assert_same

BATCHES = 20
EXAMPLES = 100


@pytest.mark.parametrize("seed", range(BATCHES))
def test_python_makes_the_same_of_what_typescript_made(bridge: Bridge, seed: int) -> None:
    made = bridge.ask("random_examples", {"seed": seed, "count": EXAMPLES})["result"]
    assert len(made) >= EXAMPLES
    for example in made:
        assert_same(answer(example["operation"], example["input"]), example["answer"])
