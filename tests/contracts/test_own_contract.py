"""A contract that is not ours goes through the same code and templates, imports, and validates."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from octools_codegen.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
PARCELS = Path(__file__).parent / "parcels"
PARCEL = {"code": "XQ20417", "grams": 250, "side": 300}
PAGE = REPOSITORY / "docs" / "own-contract.md"


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("parcels")
    shutil.copytree(PARCELS, root / "contract")
    result = CliRunner().invoke(main, ["generate", "--contract", str(root / "contract")])
    assert result.exit_code == 0, result.output
    return root / "out"


@pytest.fixture
def package(output: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(output / "python"))
    import parcels_contract

    yield parcels_contract
    for name in [name for name in sys.modules if name.partition(".")[0] == "parcels_contract"]:
        del sys.modules[name]


def test_envelope_validates_and_dumps(package: Any) -> None:
    page = package.ParcelPage[package.Parcel].model_validate({"parcels": [PARCEL], "count": 1.0})
    assert page.parcels[0].state == "booked"
    assert page.model_dump(mode="json") == {
        "parcels": [{**PARCEL, "state": "booked", "inside": []}],
        "count": 1,
    }
    assert package.ParcelPage.model_validate_json(page.model_dump_json()).count == 1


@pytest.mark.parametrize(
    "change",
    [
        {"code": "xq20417"},
        {"code": "XQ20417\n"},
        {"state": "lost"},
        {"grams": 0},
        {"grams": float("nan")},
        {"grams": True},
        {"grams": "250"},
        {"side": "x"},
        {"side": 5001},
        {"urgent": None},
        {"urgent": 1},
        {"inside": [{"code": "XQ1"}]},
        {"inside": ()},
        {"colour": "red"},
    ],
    ids=str,
)
def test_envelope_refuses(package: Any, change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        package.Parcel.model_validate(PARCEL | change)


def test_descriptor_profile_vocabulary_and_constants(package: Any) -> None:
    carrier = package.Carrier.model_validate({"name": "North", "kind": "carrier", "regions": {"N": 450}})
    assert carrier.model_dump() == {
        "name": "North",
        "priority": 5,
        "kind": "carrier",
        "regions": {"N": 450},
        "contact": None,
    }
    assert package.PARCEL_STATES == ("booked", "moving", "delivered")
    assert package.PARCEL_STATE_FALLBACK == "moving"
    assert package.VOCABULARY_FALLBACKS == {"state": "moving"}
    assert package.LABEL.keywords == ("type", "properties", "required", "description", "maxLength")
    assert package.LABEL.limits == {"maxLength": (8, 16, 32)}
    assert (
        package.RULES[package.LABEL.rules["root"]]
        .messages["default"]
        .format_map({"value": "[]"})
        .startswith("the root")
    )
    assert package.LABEL_RE.fullmatch("XQ20417")
    assert package.LABEL_SIZES == ("small", "large")


def test_records_are_plain_data_classes(package: Any) -> None:
    from parcels_contract.records import CarrierFields  # type: ignore[import-not-found]

    fields = CarrierFields(name="North", kind="carrier")
    assert (fields.priority, fields.contact) == (5, None)
    with pytest.raises(AttributeError):
        fields.name = "South"


def test_schemas_are_published_word_for_word(package: Any) -> None:
    assert "contract" not in package.SCHEMA_NAMES
    for name in package.SCHEMA_NAMES:
        assert package.schema_text(name) == (PARCELS / f"{name}.json").read_text("utf-8")
        assert package.read_schema(name) == json.loads(package.schema_text(name))
    with pytest.raises(KeyError):
        package.schema_text("contract")


def test_typescript_and_pages_are_printed(output: Path) -> None:
    assert "PARCEL_STATES" in (output / "typescript" / "vocabularies.ts").read_text("utf-8")
    assert "export const Parcel = " in (output / "typescript" / "envelopes.ts").read_text("utf-8")
    assert "| `moving` |" in (output / "docs" / "vocabularies.md").read_text("utf-8")


def test_nothing_of_our_contract_is_in_the_outputs(output: Path) -> None:
    for path in output.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            text = path.read_text("utf-8").replace("octools-codegen", "")
            assert "octools" not in text, path
            assert "ColumnKind" not in text, path


@pytest.mark.slow
def test_the_package_is_strictly_typed(output: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.ini").write_text("[mypy]\n", "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(tmp_path / "empty.ini")]
    command += ["--cache-dir", str(tmp_path / "cache"), "parcels_contract"]
    done = subprocess.run(command, cwd=output / "python", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_page_for_own_contracts_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file of the page is written as it stands there, and its commands and its Python run."""
    text = PAGE.read_text("utf-8")
    files = re.findall(r"^`([a-z./-]+)`:\n\n```json\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    assert next(name for name, _ in files).endswith("contract.json")
    for name, content in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^octools-codegen (.*)$", text, re.MULTILINE)
    assert {command.split()[0] for command in commands} == {"generate", "check"}
    for command in commands:
        result = CliRunner().invoke(main, command.split())
        assert result.exit_code == 0, result.output
    [program] = re.findall(r"```py\n(.*?)```", text, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    [(template, source)] = re.findall(r"^`([a-z./]+)`:\n\n```jinja\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "templates").mkdir()
    (tmp_path / template).write_text(source, "utf-8")
    manifest = tmp_path / "schemas" / "contract.json"
    [(folder, row)] = re.findall(
        r"^`(\"templates\": .*?)`.*^With the row `(.*?)`", text, re.MULTILINE | re.DOTALL
    )
    written = json.loads(manifest.read_text("utf-8"))
    written |= json.loads(f"{{{folder}}}")
    written["outputs"].append(json.loads(row))
    manifest.write_text(json.dumps(written), "utf-8")
    result = CliRunner().invoke(main, ["generate"])
    assert result.exit_code == 0, result.output
    [expected] = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    printed = (tmp_path / "generated" / "fields.txt").read_text("utf-8")
    assert printed.partition("\n\n")[2] == expected


def test_the_page_lists_every_builder_and_every_keyword_of_ours() -> None:
    from octools_codegen.builders import BUILDERS

    text = PAGE.read_text("utf-8")
    keywords = json.loads((REPOSITORY / "schemas" / "meta" / "schema.json").read_text("utf-8"))["properties"]
    for name in (*BUILDERS, *keywords):
        assert f"`{name}`" in text or f"`{name}:" in text, name
