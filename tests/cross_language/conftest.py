"""The Node process that a module's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cross_language.bridge import Bridge, unavailable


@pytest.fixture(scope="session")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """The TypeScript side; skips where there is none."""
    reason = unavailable()
    if reason is not None:
        pytest.skip(reason)
    made = Bridge(tmp_path_factory.mktemp("bridge"))
    yield made
    made.close()
