"""The generated Python package by itself: what it exports, what it loads, what it holds."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

import pytest

import octools_contract
from octools_codegen.loading import load_contract
from octools_codegen.walk import walk
from octools_contract import bundles, constants, fallbacks, profiles, records, rules, schemas, vocabularies

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "generated" / "python" / "octools_contract"
CONTRACT = load_contract(REPOSITORY / "schemas")
PLAIN = (
    "bundles",
    "constants",
    "dialect",
    "fallbacks",
    "profiles",
    "records",
    "rules",
    "schemas",
    "vocabularies",
)
MODULES = sorted(module.name for module in pkgutil.iter_modules([str(PACKAGE)]))


def _loaded(program: str) -> set[str]:
    """The modules that a program loads in an interpreter of its own."""
    command = [
        sys.executable,
        "-I",
        "-c",
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {program}; print(*sys.modules)",
    ]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_none_of_its_modules() -> None:
    loaded = _loaded("import octools_contract")
    assert {name for name in loaded if name.startswith("octools_contract.")} == set()
    assert "octools" not in loaded


@pytest.mark.parametrize("name", PLAIN)
def test_plain_modules_do_not_load_pydantic(name: str) -> None:
    loaded = _loaded(f"import octools_contract.{name}")
    assert "pydantic" not in loaded
    assert "octools" not in loaded


@pytest.mark.parametrize("name", MODULES)
def test_every_module_loads_alone(name: str) -> None:
    assert f"octools_contract.{name}" in _loaded(f"import octools_contract.{name}")


def test_models_are_built_on_first_use() -> None:
    program = (
        "from octools_contract.envelopes import TabularEnvelope; "
        "assert not TabularEnvelope.__pydantic_complete__"
    )
    assert "octools_contract.envelopes" in _loaded(program)


def test_all_is_complete_and_every_name_loads() -> None:
    exported = {
        name
        for module in MODULES
        if module not in {"base", "records"}
        for name in importlib.import_module(f"octools_contract.{module}").__all__
    }
    listed = set(octools_contract.__all__)
    inner = {"FIELD_VOCABULARIES", "Holds", "Item", "Keyword", "Shape"}
    assert exported - listed <= inner
    assert listed - exported == {"ContractModel"}
    for name in octools_contract.__all__:
        assert getattr(octools_contract, name) is not None or name.endswith("_FALLBACK")
    assert listed <= set(dir(octools_contract))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        octools_contract.nothing  # noqa: B018


def test_imports_go_one_way() -> None:
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not {name.partition(".")[0] for name in names} & {"octools", "octools_codegen"}, path


@pytest.mark.parametrize("vocabulary", CONTRACT.vocabularies, ids=lambda vocabulary: vocabulary.name)
def test_vocabularies(vocabulary: Any) -> None:
    values = getattr(vocabularies, vocabulary.constant)
    assert values == vocabulary.strings
    assert get_args(getattr(vocabularies, vocabulary.name)) == values
    assert getattr(fallbacks, vocabulary.fallback_constant) == vocabulary.fallback


def test_fallbacks_by_field() -> None:
    expected = {"column_kinds": "text", "column_scales": None, "sensitivity": "inherits_input"}
    assert expected == fallbacks.VOCABULARY_FALLBACKS
    assert fallbacks.FIELD_VOCABULARIES["column_kinds"] == vocabularies.COLUMN_KINDS
    assert fallbacks.FIELD_VOCABULARIES.keys() == expected.keys()
    assert isinstance(fallbacks.VOCABULARY_FALLBACKS, MappingProxyType)


def test_constants() -> None:
    assert constants.SPEC_VERSION == "1.3"
    assert constants.MAX_SAFE_INTEGER == 2**53 - 1
    assert constants.NAME_RE.fullmatch("a" * 48)
    assert not constants.NAME_RE.fullmatch("a" * 49)
    assert constants.TABULAR_DEF_NAME == "TabularEnvelope"
    for constant in CONTRACT.constants:
        value = getattr(constants, constant.name)
        match constant.type:
            case "pattern":
                assert value.pattern == constant.value
            case "strings":
                assert value == tuple(constant.value)
            case "string_set":
                assert value == frozenset(constant.value)
            case "table":
                assert json.loads(json.dumps([dict(row) for row in value])) == constant.value
                assert all(isinstance(row, MappingProxyType) for row in value)
            case _:
                assert value == constant.value


def test_rules_render_with_their_places() -> None:
    assert list(rules.RULES) == [rule.id for rule in CONTRACT.rules]
    for rule in rules.RULES.values():
        for text in rule.messages.values():
            filled = text.format_map({place: f"<{place}>" for place in rule.places})
            assert "{" not in filled.replace("{}", "")
            assert filled


def test_profiles_hold_their_files_read_only() -> None:
    for profile in CONTRACT.profiles:
        generated = profiles.PROFILES[profile.name]
        assert generated is getattr(profiles, profile.constant)
        for member, value in profile.data.items():
            assert getattr(generated, member) == _frozen(value)
        with pytest.raises(AttributeError):
            generated.name = "other"  # type: ignore[misc]
        with pytest.raises(TypeError):
            generated.rules["root"] = "other"  # type: ignore[index]


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(each) for key, each in value.items()} if isinstance(value, dict) else value


def test_records_are_frozen_and_plain() -> None:
    finding = records.Finding("rule", "text")
    assert (finding.tool, finding.path) == (None, None)
    with pytest.raises(AttributeError):
        finding.rule = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        records.OCToolFields("name")  # type: ignore[call-arg, misc]
    fields = records.OCToolFields(name="n", description="d", input_schema={}, access="local")
    assert (fields.result_kind, fields.meta, fields.tags, fields.read_only_hint) == ("records", {}, (), True)
    assert (
        fields.meta
        is not records.OCToolFields(name="n", description="d", input_schema={}, access="local").meta
    )


def test_schema_files_are_package_data() -> None:
    for name in schemas.SCHEMA_NAMES:
        source = REPOSITORY / "schemas" / f"{name}.json"
        assert schemas.schema_text(name) == source.read_text("utf-8")
        assert schemas.read_schema(name) == json.loads(source.read_text("utf-8"))
    assert schemas.read_schema("rules") is not schemas.read_schema("rules")
    files = {
        path.relative_to(REPOSITORY / "schemas").with_suffix("").as_posix()
        for path in (REPOSITORY / "schemas").rglob("*.json")
    }
    assert files == {*schemas.SCHEMA_NAMES, "contract"}
    for name in ("contract", "../base", "rules.json", ""):
        with pytest.raises(KeyError):
            schemas.schema_text(name)


def test_bundles_are_self_contained_and_bare() -> None:
    assert set(bundles.BUNDLES) == {model.name for model in CONTRACT.models}
    for name, bundle in bundles.BUNDLES.items():
        for place in walk(bundle):
            if not isinstance(place.schema, dict):
                continue
            assert not {"$id", "$schema", "title", "$comment"} & place.schema.keys(), (name, place.pointer)
            assert not [keyword for keyword in place.schema if keyword.startswith("x-")], (
                name,
                place.pointer,
            )
            if "$defs" in place.schema:
                assert place.pointer == ""
            if "$ref" in place.schema:
                prefix, _, definition = place.schema["$ref"].rpartition("/")
                assert prefix == "#/$defs"
                assert definition in bundle["$defs"]


@pytest.mark.parametrize("name", MODULES)
def test_each_module_names_its_sources_and_warns_of_edits(name: str) -> None:
    text = (PACKAGE / f"{name}.py").read_text("utf-8")
    assert text.startswith("# Generated by octools-codegen. Do not edit: change the sources and run ")
    assert "\n# Sources: " in text
    assert "\n# Digest: sha256:" in text


def test_fields_and_classes_are_described() -> None:
    for model in CONTRACT.models:
        generated = getattr(octools_contract, model.name)
        assert " ".join(generated.__doc__.split()) == model.description
        assert list(generated.model_fields) == [field.name for field in model.model_fields]
        for field in model.model_fields:
            assert generated.model_fields[field.name].description == field.description
