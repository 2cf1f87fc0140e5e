"""The contract's own files: complete, valid for others' tools as they stand, documented."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octools_codegen.loading import load_contract
from octools_codegen.reading import DIALECT_URI
from octools_codegen.walk import walk

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
BASE = "https://opscogs.invalid/octools/schemas/1/"
FILES = sorted(SCHEMAS.rglob("*.json"))
SCHEMA_FILES = [path for path in FILES if json.loads(path.read_text("utf-8")).get("$schema") == DIALECT_URI]
META = ("constants", "contract", "dialect", "profile", "rules", "schema")


def test_check_jsonschema_accepts_every_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--check-metaschema", *map(str, SCHEMA_FILES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(SCHEMA_FILES) >= 35


@pytest.mark.parametrize("kind", [kind for kind in META if kind != "schema"])
def test_check_jsonschema_accepts_every_data_file(kind: str) -> None:
    """Data files name their meta-schema in `$schema`; other tools judge by it as we do."""
    files = [path for path in FILES if str(_read(path).get("$schema", "")).endswith(f"meta/{kind}.json")]
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--schemafile",
        str(SCHEMAS / "meta" / f"{kind}.json"),
    ]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert files


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SCHEMA_FILES, ids=lambda path: path.relative_to(SCHEMAS).as_posix())
def test_schema_files_have_an_address_and_relative_references(path: Path) -> None:
    data = _read(path)
    assert data["$id"] == BASE + path.relative_to(SCHEMAS).as_posix()
    for place in walk(data):
        reference = place.schema.get("$ref", "") if isinstance(place.schema, dict) else ""
        assert not reference.startswith(("/", "http")) or reference == DIALECT_URI


def test_every_file_says_what_it_is() -> None:
    for path in FILES:
        data = _read(path)
        assert data.get("$schema", "").endswith(
            ("meta/profile.json", DIALECT_URI, *(f"meta/{kind}.json" for kind in META))
        ) or (data.get("openapi") == "3.1.0"), path


def test_our_keywords_are_documented_and_used() -> None:
    documented = _read(SCHEMAS / "meta" / "schema.json")["properties"]
    used = {
        keyword
        for path in SCHEMA_FILES
        if path.parent.name != "meta"
        for place in walk(_read(path))
        if isinstance(place.schema, dict)
        for keyword in place.schema
        if keyword.startswith("x-")
    }
    assert used == documented.keys()
    assert all(description["description"].endswith(".") for description in documented.values())


def test_the_contract_is_whole() -> None:
    contract = load_contract(SCHEMAS)
    vocabularies = {vocabulary.constant for vocabulary in contract.vocabularies}
    assert vocabularies == {
        *("ACCESS_KINDS", "APPROVAL_KINDS", "CATALOG_VIEWS", "COLUMN_KINDS", "COLUMN_SCALES", "COST_HINTS"),
        *("EGRESS_KINDS", "LATENCY_HINTS", "LISTING_STYLES", "RECORD_SENSITIVITIES", "REPLAY_POLICIES"),
        *("RESULT_KINDS", "SAFETY_TIERS", "SENSITIVITIES", "TOOL_SOURCES", "TOOL_TAGS"),
    }
    models = {model.name for model in contract.models}
    assert models >= {"RecordsEnvelope", "TabularEnvelope", "ArtifactEnvelope", "ArtifactRef", "SourceRef"}
    assert models >= {"OCToolDescriptor", "ToolDescriptor", "CompactToolDescriptor", "ToolAuth"}
    assert models >= {"Finding", "ToolSummary", "InputSummary", "ToolCatalogCapability"}
    assert [profile.name for profile in contract.profiles] == ["compact", "strict"]
    assert contract.dialect is not None
    assert [document.path for document in contract.of_kind("openapi")] == ["catalog/openapi.json"]
    computed = {model.name for model in contract.models for field in model.fields if field.computed}
    assert computed == {"RecordsEnvelope", "TabularEnvelope"}


@pytest.mark.parametrize("name", ["RecordsEnvelope", "TabularEnvelope", "ArtifactEnvelope"])
def test_envelopes_stay_inside_the_strict_profile(name: str) -> None:
    """Envelopes nest into input schemas, so that their bundles hold no keyword of others."""
    contract = load_contract(SCHEMAS)
    strict = next(profile for profile in contract.profiles if profile.name == "strict").data
    bundle = next(bundle for bundle in contract.bundles if bundle.name == name)
    for place in walk(dict(bundle.schema)):
        keywords = set(place.schema) if isinstance(place.schema, dict) else set()
        assert keywords <= set(strict["keywords"]), place.pointer
