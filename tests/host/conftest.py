"""The host in process, and a client that sees its whole catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from octools.host import create_app
from tests.hosting import authorize, per_principal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp


@pytest.fixture
def app() -> ASGIApp:
    return create_app(per_principal, authorize=authorize)


@pytest.fixture
def client(app: ASGIApp) -> Iterator[TestClient]:
    with TestClient(app, headers={"Authorization": "Bearer whole", "Accept-Encoding": "identity"}) as found:
        yield found
