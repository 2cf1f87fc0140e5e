"""What several checks expect of an answer or of the descriptors in it, and how they name these."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from octools.conformance.verdicts import ViolationError
from octools.model_errors import first_problem
from octools.quoting import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from octools.conformance.client import Answer

__all__ = [
    "by_tool_id",
    "difference",
    "expect_json",
    "expect_listing",
    "expect_shape",
    "expect_status",
    "ids_of",
    "tools_of",
]


def expect_status(answer: Answer, wanted: int, what: str) -> None:
    """Raise `ViolationError` when an answer has another status."""
    if answer.status != wanted:
        raise ViolationError(f"{what} was answered with status {answer.status}, not {wanted}")


def expect_json(answer: Answer, what: str) -> None:
    """Raise `ViolationError` when an answer is not JSON, or does not say that it is."""
    kind = (answer.header("content-type") or "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ViolationError(f"{what} has the content type {quote(kind)}, not application/json")
    if answer.json is None:
        raise ViolationError(f"{what} is not JSON")


def expect_shape(model: type[BaseModel], tools: list[dict[str, Any]], what: str) -> None:
    """Raise `ViolationError` at the first descriptor that the model refuses."""
    for index, each in enumerate(tools):
        try:
            model.model_validate(each)
        except ValidationError as error:
            place, text = first_problem(error)
            raise ViolationError(
                f"{what} /tools/{index}{place} ({quote(each.get('toolId'))}): {text}"
            ) from None


def tools_of(answer: Answer, what: str) -> list[dict[str, Any]]:
    """Return the descriptors of a listing.

    Raises:
        ViolationError: The answer is no listing.
    """
    if answer.status != HTTPStatus.OK:
        raise ViolationError(f"{what} was answered with status {answer.status}")
    tools = answer.json.get("tools") if isinstance(answer.json, dict) else None
    if not isinstance(tools, list) or not all(isinstance(each, dict) for each in tools):
        raise ViolationError(
            f"{what} gave no object with a list of descriptors under tools: {quote(answer.json)}"
        )
    return tools


def expect_listing(answer: Answer, path: str, what: str) -> None:
    """Raise `ViolationError` when an answer is not JSON with a list of descriptors and nothing else."""
    expect_json(answer, f"GET {path}")
    tools_of(answer, f"GET {path}")
    if set(answer.json) != {"tools"}:
        raise ViolationError(f"{what} has keys beside tools: {quote(sorted(answer.json))}")


def ids_of(tools: Iterable[dict[str, Any]]) -> list[str]:
    """Return the id of each descriptor; one that is no text stands as what it looks like."""
    return [str(each.get("toolId")) for each in tools]


def by_tool_id(tools: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return descriptors by their ids, written as `ids_of` does."""
    return {str(each.get("toolId")): each for each in tools}


def difference(first: Iterable[str], second: Iterable[str]) -> str:
    """Say which ids the second listing lacks, and which it adds: the first five of each, and how many."""
    left, right = set(first), set(second)
    missing, added = sorted(left - right), sorted(right - left)
    return f"missing {quote(missing[:5])} ({len(missing)}), added {quote(added[:5])} ({len(added)})"
