"""Every generated model and its bundled schema give the same verdict on the same instance."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from octools_codegen.loading import load_contract
from octools_codegen.model import Contract, Model
from tests.codegen.instances import Drawer, mutate, places

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
EXCEPTIONS = json.loads((Path(__file__).parent / "agreement.json").read_text("utf-8"))["exceptions"]
SEED = 20_251
PER_MODEL = 1_000
LEAST = 20_000
SAFE = 2.0**53


def _whole_pattern(_validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """Patterns describe the whole string: Python's own `$` would take a line break behind it."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


Validator: Any = extend(Draft202012Validator, {"pattern": _whole_pattern})  # type: ignore[no-untyped-call]


@cache
def _contract(name: str) -> Contract:
    folder = "schemas" if name == "octools" else f"tests/contracts/{name}"
    return load_contract(REPOSITORY / folder)


MODELS = [(name, model.name) for name in ("octools", "parcels") for model in _contract(name).models]


@pytest.fixture(scope="module", autouse=True)
def _parcels_package(generated_parcels: Path) -> Iterator[None]:
    """The small contract's package is importable while these tests run."""
    folder = str(generated_parcels / "out" / "python")
    sys.path.insert(0, folder)
    yield
    sys.path.remove(folder)
    for name in [name for name in sys.modules if name.partition(".")[0] == "parcels_contract"]:
        del sys.modules[name]


def _model_class(name: str, model: Model) -> Any:
    package = importlib.import_module(_contract(name).manifest.package)
    found = getattr(package, model.name)
    if model.generic:
        field = next(field for field in model.fields if field.name == model.generic.field)
        items = field.schema["items"]["$ref"].rpartition("/")[2]
        named = _contract(name).named[items]
        return found[getattr(package, items) if isinstance(named, Model) else dict[str, Any]]
    return found


def _bundle(name: str, model: Model) -> dict[str, Any]:
    package = importlib.import_module(f"{_contract(name).manifest.package}.bundles")
    bundle: dict[str, Any] = package.BUNDLES[model.name]
    return bundle


class Judge:
    """The two verdicts on an instance, and the known reasons for which they may differ."""

    def __init__(self, name: str, model: Model) -> None:
        self.model = model
        self.model_class = _model_class(name, model)
        self.validator = Validator(_bundle(name, model))
        self.rows = [row for row in EXCEPTIONS if row["models"] == "all" or model.name in row["models"]]
        self.used: set[tuple[str, str]] = set()

    def accepts(self, instance: Any) -> bool:
        """The model's verdict, the same from Python values and from JSON text."""
        try:
            self.model_class.model_validate(instance)
        except ValueError:
            accepted = False
        else:
            accepted = True
        try:
            self.model_class.model_validate_json(json.dumps(instance))
        except ValueError:
            assert not accepted, ("JSON text refused, values taken", instance)
        else:
            assert accepted, ("JSON text taken, values refused", instance)
        return accepted

    def judge(self, instance: Any) -> bool:
        """Whether both accept; a difference without a row fails."""
        errors = list(self.validator.iter_errors(instance))
        accepted = self.accepts(instance)
        if accepted == (not errors):
            return accepted
        if accepted:
            assert self._covered(errors), ("the model accepts", instance, errors)
        else:
            repaired = self._repaired(instance)
            assert self.accepts(repaired) == self.validator.is_valid(repaired), (
                "the model refuses",
                instance,
            )
            assert repaired != instance or json.dumps(repaired) != json.dumps(instance), (
                "no reason",
                instance,
            )
        return False

    def _covered(self, errors: list[Any]) -> bool:
        keywords = {row["keyword"] for row in self.rows if row["cause"] == "covered"}
        found = {_keyword(error) for error in errors}
        self.used |= {("covered", keyword) for keyword in found}
        return found <= keywords

    def _repaired(self, instance: Any) -> Any:
        """The instance without what rows say that the model refuses though the schema accepts it."""
        root = [json.loads(json.dumps(instance))]
        causes = {row["cause"] for row in self.rows}
        computed = {field.name for field in self.model.fields if field.computed}
        for container, key in places(root):
            value = container[key]
            if "computed" in causes and container is root[0] and key in computed:
                del container[key]
                self.used.add(("computed", ""))
            elif "wide_float" in causes and isinstance(value, float) and abs(value) > SAFE:
                container[key] = int(value)
                self.used.add(("wide_float", ""))
        return root[0]


def _keyword(error: Any) -> str:
    """The keyword that an error comes from: of conditions and tests of names, the outer one."""
    path = list(error.absolute_schema_path)
    outer = {"then": "if", "else": "if", "propertyNames": "propertyNames"}
    return next((outer[step] for step in path if step in outer), str(error.validator))


def _instances(judge: Judge, bundle: dict[str, Any], random: Random) -> Iterator[Any]:
    """Distinct instances, about half of them drawn valid and the rest mutated from those."""
    drawer, seen = Drawer(bundle, random), set[str]()
    for _ in range(PER_MODEL * 40):
        drawn = drawer.draw()
        for instance in (drawn, mutate(drawn, random)):
            text = json.dumps(instance, sort_keys=True)
            if text not in seen:
                seen.add(text)
                yield instance
            if len(seen) == PER_MODEL:
                return


@cache
def _judged(name: str, title: str) -> tuple[int, int, frozenset[tuple[str, str]]]:
    """How many instances of a model were accepted and refused, and the exceptions that were met."""
    model = next(model for model in _contract(name).models if model.name == title)
    judge = Judge(name, model)
    accepted = refused = 0
    for instance in _instances(judge, _bundle(name, model), Random(f"{SEED} {title}")):
        if judge.judge(instance):
            accepted += 1
            dumped = json.loads(judge.model_class.model_validate(instance).model_dump_json())
            assert judge.validator.is_valid(dumped), (instance, dumped)
        else:
            refused += 1
    return accepted, refused, frozenset(judge.used)


@pytest.mark.parametrize(("name", "title"), MODELS, ids=[title for _, title in MODELS])
def test_model_and_schema_agree(name: str, title: str) -> None:
    accepted, refused, _ = _judged(name, title)
    assert accepted >= 100
    assert refused >= 100


# Tests that run in parallel may each have judged some models only: what is missing is judged here.


def test_enough_instances_were_judged() -> None:
    assert sum(sum(_judged(*model)[:2]) for model in MODELS) >= LEAST


def test_every_exception_is_needed() -> None:
    used = {(model[1], *each) for model in MODELS for each in _judged(*model)[2]}
    causes = {(cause, keyword) for _, cause, keyword in used}
    for row in EXCEPTIONS:
        assert (row["cause"], row.get("keyword", "")) in causes, row
        for title in () if row["models"] == "all" else row["models"]:
            assert (title, row["cause"], row.get("keyword", "")) in used, (title, row)


def test_exceptions_follow_what_the_schemas_declare() -> None:
    """A keyword that no model checks is declared where it stands; so is each row here."""
    declared = {
        keyword
        for name in ("octools", "parcels")
        for model in _contract(name).models
        for keyword in _declared(model.schema)
    }
    assert {row["keyword"] for row in EXCEPTIONS if row["cause"] == "covered"} == declared
    assert all(len(row["reason"]) > 40 for row in EXCEPTIONS)


def _declared(schema: Any) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            yield from value.get("x-covered-by", ())
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
