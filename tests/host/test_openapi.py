"""The host against its own OpenAPI document: drawn requests, and answers held against their schemas."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings

from octools.host import create_app
from tests.hosting import authorize, per_principal

SEEN = {"Authorization": "Bearer whole"}

api = schemathesis.openapi.from_asgi("/openapi.json", create_app(per_principal, authorize=authorize))


@api.parametrize()
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_drawn_requests_are_answered_as_the_document_says(case: Any) -> None:
    case.call_and_validate(headers=SEEN)
