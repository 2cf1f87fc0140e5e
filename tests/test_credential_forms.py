"""The forms of credentials: their markers are in every match, and what matches is told by its kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octools.catalog.secrets import secret_kind
from octools_contract.constants import CREDENTIAL_FORMS

KINDS = {form["kind"] for form in CREDENTIAL_FORMS}


@pytest.mark.parametrize("form", CREDENTIAL_FORMS, ids=lambda form: form["markers"][0])
@settings(max_examples=20)
@given(data=st.data())
def test_every_match_has_a_marker_and_a_kind(form: Mapping[str, Any], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(form["pattern"], re.ASCII), fullmatch=True))
    assert any(marker in text for marker in form["markers"])
    # A made-up one may look like an example, or hold another form's credential.
    assert secret_kind(f"before {text} behind") in {*KINDS, None}


@pytest.mark.parametrize("border", ["none", "before", "both"])
def test_letters_of_any_script_keep_a_form_from_beginning_or_ending(border: str) -> None:
    samples = {
        "none": "-----BEGIN RSA PRIVATE KEY-----",
        "before": f"glpat-{'a1b2c3d4' * 4}",
        "both": f"npm_{'a1b2c3d4e5f6' * 3}",
    }
    sample = samples[border]
    kind = secret_kind(f"({sample})")
    assert kind is not None
    assert next(form["border"] for form in CREDENTIAL_FORMS if form["kind"] == kind) == border
    assert (secret_kind(f"é{sample}") is None) == (border != "none")
    assert (secret_kind(f"{sample}é") is None) == (border == "both")
