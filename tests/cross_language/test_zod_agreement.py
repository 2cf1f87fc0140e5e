"""Every generated zod schema and its JSON Schema give the same verdict on the same drawn instance."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from octools_codegen.loading import load_contract
from octools_contract.bundles import BUNDLES
from tests.codegen.instances import Drawer, mutate, places
from tests.codegen.test_agreement import EXCEPTIONS, Validator

if TYPE_CHECKING:
    from tests.cross_language.bridge import Bridge

ROOT = Path(__file__).resolve().parents[2]
MODELS = [model.name for model in load_contract(ROOT / "schemas").models]
SEED = 31_337
PER_MODEL = 600
SAFE = 2**53 - 1
# zod has no field type for these either; the rules that cover them are the same.
COVERED = {row["keyword"]: row["models"] for row in EXCEPTIONS if row["cause"] == "covered"}


def instances_of(bundle: dict[str, Any], random: Random) -> list[Any]:
    """Distinct instances without numbers that JavaScript does not hold exactly."""
    drawer = Drawer(bundle, random)
    found: dict[str, Any] = {}
    for _ in range(PER_MODEL * 40):
        drawn = drawer.draw()
        for instance in (drawn, mutate(drawn, random)):
            if not any(is_wide(container[key]) for container, key in places([instance])):
                found.setdefault(json.dumps(instance, sort_keys=True), instance)
        if len(found) >= PER_MODEL:
            break
    return list(found.values())


def is_wide(value: Any) -> bool:
    """Whether a number is beyond the safe integers, which JavaScript refuses in integer fields."""
    return isinstance(value, int | float) and abs(value) > SAFE


def is_covered(title: str, errors: list[Any]) -> bool:
    """Whether only keywords refuse the instance that a rule covers instead of the model."""
    steps = [{str(step) for step in (*error.absolute_schema_path, error.validator)} for error in errors]
    allowed = {keyword for keyword, models in COVERED.items() if title in models}
    return bool(errors) and all(
        not allowed.isdisjoint(found | ({"if"} if "then" in found else set())) for found in steps
    )


@pytest.mark.parametrize("title", MODELS)
def test_zod_and_schema_agree(bridge: Bridge, title: str) -> None:
    bundle: dict[str, Any] = BUNDLES[title]
    validator = Validator(bundle)
    instances = instances_of(bundle, Random(f"{SEED} {title}"))
    verdicts = bridge.ask("model_verdicts", {"model": title, "instances": instances})["result"]
    assert len(verdicts) == len(instances) >= PER_MODEL / 2
    for instance, accepted in zip(instances, verdicts, strict=True):
        errors = list(validator.iter_errors(instance))
        if accepted != (not errors):
            assert accepted, ("zod refuses", instance)
            assert is_covered(title, errors), ("zod accepts", instance, errors)
    assert 50 <= sum(verdicts) <= len(verdicts) - 50
