"""The first problem of a pydantic error, in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from octools.model_errors import first_problem


class Rack(BaseModel):
    model_config = ConfigDict(extra="forbid")

    slots: list[int]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"slots": [1, "two"]}, "/slots/1"),
        ({"slots": [], "a/b~c": 1}, "/a~1b~0c"),
        ({"slots": [], "line\nbreak": 1}, "/line\\nbreak"),
        ({"slots": [], "x" * 1000: 1}, "/" + "x" * 80),
        (None, ""),
    ],
)
def test_the_place_is_a_short_visible_pointer(data: Any, place: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Rack.model_validate(data)
    found, text = first_problem(refused.value)
    assert found == place
    assert text == refused.value.errors()[0]["msg"]
