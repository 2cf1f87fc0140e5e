"""What is wrong with an envelope: problems with their places, in an error whose text stays short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from octools.messages import message

__all__ = [
    "MAX_PROBLEMS",
    "Place",
    "custom_error",
    "more_problems",
    "problem",
    "quote",
    "raise_problems",
    "readable",
    "rule_error",
]

Place = tuple[int | str, ...]

# How many problems an error lists; the rest are counted.
MAX_PROBLEMS: Final = 10
_MAX_NAME: Final = 80
_MAX_DEPTH: Final = 20
_MAX_MESSAGE: Final = 500
_MORE: Final = "more_problems"
_TITLE: Final = "octools"


def rule_error(rule: str, /, *, variant: str = "default", **places: str | int) -> PydanticCustomError:
    """Return the pydantic form of a rule's error: its type is the rule, its text the rule's text."""
    return custom_error(rule, message(rule, variant, **places))


def quote(value: Any) -> str:
    """Show any value in one short line, as `octools.quoting.quote` does; it loads with the first problem."""
    from octools.quoting import quote as quote_value

    return quote_value(value)


def problem(
    rule: str, place: Place, value: Any, /, *, variant: str = "default", **places: str | int
) -> InitErrorDetails:
    """Return one problem of a value.

    Args:
        rule: Identifier of the broken rule.
        place: Keys and indexes that lead from the model to the value.
        value: The value itself.
        variant: Which of the rule's texts to use.
        places: What to put into the text.
    """
    return {"type": rule_error(rule, variant=variant, **places), "loc": place, "input": value}


def more_problems(more: int) -> list[InitErrorDetails]:
    """Return what stands for problems that are counted, not listed: one entry, or none for no problem."""
    if more <= 0:
        return []
    return [{"type": custom_error(_MORE, message(_MORE, more=more), {"more": more}), "input": None}]


def raise_problems(problems: Iterable[InitErrorDetails]) -> None:
    """Raise one error about all problems, if there are any; to be called inside a validator.

    Pydantic gives the error the title of the model, and puts the place of the model in front of each
    problem's own.

    Raises:
        ValidationError: There is a problem. The first ten are listed, the rest counted.
    """
    details = _shortened(problems)
    if details:
        raise ValidationError.from_exception_data(_TITLE, details)


def readable(error: ValidationError) -> ValidationError:
    """Return an error with the same first problems, whose text is a few kilobytes at most.

    Returns:
        The error itself where it is short enough already.
    """
    listed = error.errors(include_url=False)
    own = [each for each in listed if each["type"] != _MORE]
    if len(own) <= MAX_PROBLEMS and len(listed) - len(own) <= 1 and not any(map(_is_long, own)):
        return error
    details: list[InitErrorDetails] = [
        {
            "type": custom_error(each["type"], _clipped(each["msg"], _MAX_MESSAGE)),
            "loc": each["loc"],
            "input": each["input"],
        }
        for each in own[:MAX_PROBLEMS]
    ]
    counted = sum(each["ctx"]["more"] for each in listed if each["type"] == _MORE)
    details += more_problems(counted + len(own) - len(details))
    return ValidationError.from_exception_data(error.title, _shortened(details))


def custom_error(kind: str, text: str, context: dict[str, Any] | None = None) -> PydanticCustomError:
    """Return an error with exactly this type and text."""
    # Only the keys of a context are replaced in a template: without one, the text stands as it is.
    return PydanticCustomError(kind, text, context)


def _shortened(problems: Iterable[InitErrorDetails]) -> list[InitErrorDetails]:
    """Return the first problems with short places, and one more that counts the rest."""
    listed: list[InitErrorDetails] = []
    more = 0
    for each in problems:
        kind = each["type"]
        if isinstance(kind, PydanticCustomError) and kind.type == _MORE:
            more += (kind.context or {})["more"]
        elif len(listed) == MAX_PROBLEMS:
            more += 1
        else:
            listed.append({**each, "loc": tuple(map(_short_name, each["loc"][:_MAX_DEPTH]))})
    return listed + more_problems(more)


def _is_long(error: Mapping[str, Any]) -> bool:
    place = error["loc"]
    return (
        len(error["msg"]) > _MAX_MESSAGE
        or len(place) > _MAX_DEPTH
        or any(isinstance(name, str) and len(name) > _MAX_NAME for name in place)
    )


def _short_name(name: int | str) -> int | str:
    return _clipped(name, _MAX_NAME) if isinstance(name, str) else name


def _clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
