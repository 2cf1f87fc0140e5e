"""What an operation gives in Python, in the form of the TypeScript side, and when both are the same."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from octools import OCToolError
from octools_contract.rules import RULES
from tests.operations.table import OPERATIONS


def answer(operation: str, given: dict[str, Any]) -> dict[str, Any]:
    """Do an operation, and return its result or what is known of its error."""
    try:
        return {"result": OPERATIONS[operation](given)}
    except OCToolError as error:
        return {"error": "OCToolError", "rule": error.rule, "message": str(error)}
    except ValidationError as error:
        problems = [
            {
                "path": list(each["loc"]),
                "rule": each["type"] if each["type"] in RULES else None,
                "message": each["msg"],
            }
            for each in error.errors(include_url=False, include_input=False, include_context=False)
        ]
        return {"error": "ValueError", "problems": problems}


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Compare value for value: exact JSON types, keys in any order, and numbers as JSON readers see them.

    Of a refused envelope, TypeScript lists each problem that Python lists; pydantic ends at the first layer
    of models with a problem. The words of pydantic and zod about a wrong type differ, as does what else is
    said beside one.
    """
    if "problems" not in ours:
        assert exact(ours) == exact(theirs)
        return
    assert theirs["error"] == ours["error"]
    if all(each["rule"] is not None for each in (*ours["problems"], *theirs["problems"])):
        listed = [exact(each) for each in theirs["problems"]]
        assert all(exact(each) in listed for each in ours["problems"])


def exact(value: Any) -> str:
    """Write a value so that 1 and true differ, and 1 and 1.0 do not."""
    return json.dumps(plain(value), sort_keys=True, indent=1)


def plain(value: Any) -> Any:
    """Return a JSON value with whole floats as integers, as every JavaScript number is read."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
