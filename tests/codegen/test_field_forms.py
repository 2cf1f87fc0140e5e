"""Every form that a field can take: schema, pydantic model and zod schema give the same verdict."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from octools_codegen.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
FORMS = REPOSITORY / "tests" / "contracts" / "shapes"
TYPESCRIPT = REPOSITORY / "typescript"
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 1.0, 2, 3, 4.0, 0.4, 0.5, 2.4, 2.5, -1),
    *("", "a", "ab", "abc", "abcd", "\U0001f600", "\U0001f600" * 3, "red", "*/ ${x} `", "\u2028\"/'/\u2029`"),
    *([], [None], ["red"], ["a"], [1], [[]], [[1]], [[1, 2, 3]], [["a"]]),
    *({}, {"a": 1}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}, {"a": None}, {"a": "x"}),
    *({"value": 1}, {"value": "a"}, {"value": None}, {"value": True}, {"value": "red"}),
    *({"a": {"value": 1}}, {"a": {"value": 2}}, [{"a": {"value": 1}}], [{"a": {}}], {"value": {"value": {}}}),
)
INSTANCES = [{}, *({"value": value} for value in VALUES), {"value": "a", "other": 1}]
OPEN = [{}, *({"label": "x", "other": value} for value in VALUES), {"label": 1}, {"other": {"value": 1.0}}]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shapes")
    shutil.copytree(FORMS, root / "contract")
    result = CliRunner().invoke(main, ["generate", "--contract", str(root / "contract")])
    assert result.exit_code == 0, result.output
    return root / "out"


@pytest.fixture(scope="module")
def package(output: Path) -> Iterator[Any]:
    sys.path.insert(0, str(output / "python"))
    yield importlib.import_module("shapes_contract")
    sys.path.remove(str(output / "python"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "shapes_contract"]:
        del sys.modules[name]


def _verdicts(package: Any) -> dict[str, list[bool]]:
    """The schema's verdict on each instance of each type."""
    return {
        name: [Draft202012Validator(schema).is_valid(instance) for instance in _instances(schema)]
        for name, schema in package.BUNDLES.items()
    }


def _instances(schema: dict[str, Any]) -> list[Any]:
    return INSTANCES if schema["additionalProperties"] is False else OPEN


def test_models_judge_as_their_schemas(package: Any) -> None:
    differences = []
    accepted = 0
    for name, verdicts in _verdicts(package).items():
        model = getattr(package, name)
        for instance, verdict in zip(_instances(package.BUNDLES[name]), verdicts, strict=True):
            accepted += verdict
            for validate, given in (
                (model.model_validate, instance),
                (model.model_validate_json, json.dumps(instance)),
            ):
                try:
                    # Pydantic 2.12.0 warns of members of a union that leave fields out, and dumps them right.
                    dump = validate(given).model_dump(mode="json", warnings=False)
                except ValueError:
                    taken = False
                else:
                    taken = True
                    assert Draft202012Validator(package.BUNDLES[name]).is_valid(dump), (name, instance, dump)
                if taken != verdict:
                    differences.append((name, instance, verdict))
    assert differences == []
    assert accepted > 200


def test_data_classes_hold_each_other_and_themselves(package: Any) -> None:
    records = importlib.import_module("shapes_contract.records")
    inner = records.KnotFields(nothing=None, mixed=("a",))
    knot = records.KnotFields(knots=(inner,), strand=(records.StrandFields(inner),), plain={"value": "a"})
    assert knot.strand[0].label == "none"
    assert get_type_hints(records.KnotFields)["strand"] == tuple[records.StrandFields, ...] | None


def test_every_named_type_is_exported(package: Any) -> None:
    contract = json.loads((FORMS / "shapes" / "forms.json").read_text("utf-8"))
    assert set(contract["$defs"]) <= set(package.__all__)


CHECK = """
import { readFileSync } from "node:fs";
import * as shapes from "./typescript/shapes.js";
const given = JSON.parse(readFileSync(0, "utf8"));
const verdicts = Object.entries(given).map(([name, instances]) => [
  name,
  instances.map((instance) => shapes[name].safeParse(instance).success),
]);
console.log(JSON.stringify(Object.fromEntries(verdicts)));
"""


@pytest.mark.slow
def test_zod_schemas_judge_as_the_schemas(package: Any, output: Path) -> None:
    node = shutil.which("node")
    compiler = TYPESCRIPT / "node_modules/typescript/bin/tsc"
    if node is None or not compiler.is_file():
        reason = "needs Node and the installed packages of typescript/ (run `npm ci` there)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    (output / "node_modules").symlink_to(TYPESCRIPT / "node_modules")
    (output / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (output / "check.mjs").write_text(CHECK, encoding="utf-8")
    options = "--strict --noUnusedLocals --exactOptionalPropertyTypes --skipLibCheck --module NodeNext"
    sources = [str(path) for path in sorted((output / "typescript").glob("*.ts"))]
    compiled = subprocess.run(
        [node, compiler, *options.split(), "--target", "ES2022", *sources],
        cwd=output,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    instances = {name: _instances(schema) for name, schema in package.BUNDLES.items()}
    ran = subprocess.run(
        [node, "check.mjs"],
        cwd=output,
        input=json.dumps(instances),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == _verdicts(package)


def test_pages_stay_tables(output: Path) -> None:
    lines = (output / "docs" / "shapes.md").read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert rows
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows)
