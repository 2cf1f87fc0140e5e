"""Judging tools and providers."""

from __future__ import annotations

import octools
from tests.operations.inputs import Listed, Operation, findings, options, tool

OPERATIONS: dict[str, Operation] = {
    "validate_tool": lambda given: findings(octools.validate_tool(tool(given["tool"]))),
    "validate_provider": lambda given: findings(octools.validate_provider(Listed(given["provider"]))),
    "check_tool_listing": lambda given: findings(octools.check_tool_listing(Listed(given["provider"]))),
    "validate_tags": lambda given: findings(
        octools.validate_tags(Listed(given["provider"]), **options(given, "allowed"))
    ),
    "validate_namespace": lambda given: findings(
        octools.validate_namespace(Listed(given["provider"]), given["namespace"])
    ),
}
