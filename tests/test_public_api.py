"""The public names: listed, documented and typed are the same, and nothing loads before its use."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import octools

ROOT = Path(__file__).parent.parent
INIT = ROOT / "src" / "octools" / "__init__.py"

# The list of the octools descriptor specification, with the names of the compact projection (RFC 0112).
SPECIFIED = [
    "ACCESS_FALLBACK",
    "ACCESS_KINDS",
    "ALIAS_OF_KEY",
    "ANTHROPIC_NAME_RE",
    "COLUMN_KINDS",
    "COLUMN_KIND_FALLBACK",
    "COLUMN_SCALES",
    "COLUMN_SCALE_FALLBACK",
    "LISTING_STYLES",
    "MAX_SENTENCES",
    "MCP_META_NAMESPACE",
    "MCP_NAME_RE",
    "MIN_SENTENCES",
    "NAMESPACE_RE",
    "NAME_RE",
    "RESULT_KINDS",
    "RESULT_KIND_FALLBACK",
    "SCHEMA_DIALECT",
    "SCHEMA_ESCAPE_KEY",
    "SENSITIVITY_FALLBACK",
    "SPEC_VERSION",
    "STRICT_FORMATS",
    "STRICT_KEYWORDS",
    "STRICT_TYPES",
    "TABULAR_DEF_NAME",
    "TOOL_TAGS",
    "VOCABULARY_FALLBACKS",
    "__version__",
    "Access",
    "ArtifactEnvelope",
    "ArtifactRef",
    "Cell",
    "ColumnKind",
    "ColumnScale",
    "Finding",
    "InputSummary",
    "ListingStyle",
    "NoTitleGenerator",
    "OCTool",
    "OCToolError",
    "RecordsEnvelope",
    "ResultKind",
    "Sensitivity",
    "SourceRef",
    "TabularEnvelope",
    "ToolProvider",
    "ToolSummary",
    "artifact_schema",
    "check_tool_listing",
    "close_objects",
    "count_sentences",
    "from_mcp_tool",
    "input_schema_for",
    "merge_providers",
    "output_schema_for",
    "prefix_tools",
    "read_envelope",
    "records_schema",
    "render_listing",
    "render_markdown_table",
    "schema_for",
    "select_tools",
    "strict_clean",
    "strip_keys",
    "strip_titles",
    "summarize_provider",
    "summarize_tool",
    "tabular_from_models",
    "tabular_schema",
    "to_anthropic_tool",
    "to_mcp_tool",
    "validate_namespace",
    "validate_provider",
    "validate_tabular",
    "validate_tags",
    "validate_tool",
    "CompactCatalog",
    "CompactSchema",
    "CompactToolDescriptor",
    "ToolDescriptor",
    "compact_catalog",
    "compact_clean",
    "compact_schema",
    "compact_tool",
    "to_tool_descriptor",
    "tool_descriptor_from_mcp",
    "validate_catalog",
]


def typed_names() -> dict[str, str]:
    """Return the module of each name that a type checker sees."""
    tree = ast.parse(INIT.read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: str(node.module)
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_the_names_are_those_of_the_specification() -> None:
    assert sorted(octools.__all__) == sorted(SPECIFIED)
    assert len(set(octools.__all__)) == len(octools.__all__)


def test_the_reference_page_names_them_all() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*) \|", page, flags=re.MULTILINE)
    assert sorted(re.findall(r"`([^`]*)`", " ".join(rows))) == sorted(SPECIFIED)


def test_type_checkers_see_what_is_loaded() -> None:
    assert typed_names() == octools._HOMES
    assert {*octools._HOMES, "__version__"} == set(octools.__all__)


@pytest.mark.parametrize("name", sorted(set(SPECIFIED) - {"__version__"}))
def test_a_name_loads_from_its_module(name: str) -> None:
    home = octools._HOMES[name]
    assert getattr(octools, name) is getattr(importlib.import_module(home), name)


@pytest.mark.parametrize("name", sorted(set(SPECIFIED)))
def test_functions_and_classes_have_docstrings(name: str) -> None:
    value = getattr(octools, name)
    if callable(value) and name in vars(sys.modules[getattr(value, "__module__", "octools")]):
        assert value.__doc__
        assert len(value.__doc__) > 20


def test_star_import_and_dir() -> None:
    scope: dict[str, object] = {}
    exec("from octools import *", scope)
    assert set(SPECIFIED) <= set(scope)
    assert set(SPECIFIED) <= set(dir(octools))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'octools' has no attribute 'frobnicate'"):
        octools.frobnicate  # type: ignore[attr-defined]  # noqa: B018


def loaded_by(code: str) -> set[str]:
    listing = f"{code}\nimport sys\nprint(*sorted(sys.modules))"
    result = subprocess.run([sys.executable, "-c", listing], check=True, capture_output=True, text=True)
    return set(result.stdout.split())


def test_importing_the_package_loads_next_to_nothing() -> None:
    baseline = loaded_by("import typing")
    assert loaded_by("import octools") - baseline == {"octools", "octools._version"}


@pytest.mark.parametrize(
    "name",
    [
        "OCTool",
        "merge_providers",
        "to_mcp_tool",
        "render_listing",
        "strict_clean",
        "validate_provider",
        "NAME_RE",
    ],
)
def test_descriptors_and_listings_need_no_pydantic(name: str) -> None:
    assert not {"pydantic", "click", "starlette"} & loaded_by(f"from octools import {name}")


def test_the_command_line_loads_a_command_when_it_runs() -> None:
    loaded = loaded_by("import sys\nfrom octools.cli.running import run\nrun(['--version'])")
    assert not {
        name for name in loaded if name.startswith(("pydantic", "octools.cli.listing", "octools.render"))
    }
