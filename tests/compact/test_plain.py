"""The short way gives what the whole projection gives."""

from __future__ import annotations

import pytest

from octools.compact.ledger import Ledger
from octools.compact.plain import copy_plain
from octools.compact.projection import _as_root, _project
from tests.compact.random_schemas import document
from tests.compact.test_soundness_corpora import schema_of
from tests.corpora import needs_corpora, records


def agrees(schema: object) -> bool:
    """Compare the two ways; False when the short one does not take the schema."""
    copied = copy_plain(schema)
    if copied is None:
        return False
    whole = _project(schema, Ledger(20_000))
    assert whole.changes == []
    # Text, since the order of keywords counts too.
    assert str(whole.schema) == str(_as_root(copied))
    return True


def test_random_schemas() -> None:
    assert sum(agrees(document(seed)) for seed in range(1_500)) > 100


@needs_corpora
@pytest.mark.parametrize("name", ["tools", "schemas_jsonschemabench_glaiveai2k", "bfcl_repaired"])
def test_real_schemas(name: str) -> None:
    assert sum(agrees(schema_of(record)) for record in records(name)) > 1_000
