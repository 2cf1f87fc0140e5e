"""Every tool of the corpora has a compact view that the canonical schema and the subset accept."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from octools import compact_catalog, compact_clean, tool_descriptor_from_mcp, validate_catalog
from octools_contract.bundles import BUNDLES
from tests.corpora import needs_corpora, records

FILES = ["tools", "tools_malformed", "bfcl_raw", "bfcl_repaired"]
# How many tools of each file accept more than before, as docs/compact.md tells of the first three.
WIDENED = {"tools": 7, "tools_malformed": 57, "bfcl_raw": 0, "bfcl_repaired": 0}


def listed(name: str) -> list[dict[str, Any]]:
    """Return the tools of a file, under their ids, since several servers name a tool alike."""
    return [
        {**record, "name": record["id"], "inputSchema": record.get("inputSchema", record.get("parameters"))}
        for record in records(name)
    ]


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


@needs_corpora
@pytest.mark.parametrize("name", FILES)
def test_every_tool_projects(name: str) -> None:
    descriptors = [tool_descriptor_from_mcp(tool) for tool in listed(name)]
    catalog = compact_catalog(descriptors)
    short = compact_catalog(descriptors, max_property_description=80)
    canonical = Draft202012Validator(BUNDLES["CompactToolDescriptor"])
    assert [tool.toolId for tool in catalog.tools] == [each.toolId for each in descriptors]
    sizes: Counter[str] = Counter()
    for whole, *views in zip(descriptors, catalog.tools, short.tools, strict=True):
        sizes["standard"] += size(whole.model_dump(mode="json"))
        for label, tool in zip(("compact", "compact, descriptions at 80"), views, strict=True):
            written = tool.model_dump(mode="json")
            sizes[label] += size(written)
            assert canonical.is_valid(written), written["toolId"]
            assert compact_clean(written["inputSchema"]) == []
            assert len(written.get("description", "")) <= 256
    assert sizes["compact, descriptions at 80"] <= sizes["compact"] < sizes["standard"]
    assert {change.rule for change in catalog.changes} <= {"compact_widened"}
    assert len({change.tool for change in catalog.changes}) == WIDENED[name]


# A password that is really there, as the default of a parameter.
REAL = {"mcp:bfcl#add_postgres_server~9", "mcp:bfcl#add_postgres_server~17"}


@needs_corpora
@pytest.mark.parametrize("name", FILES)
def test_no_false_alarm_about_credentials(name: str) -> None:
    findings = validate_catalog([tool_descriptor_from_mcp(tool) for tool in listed(name)])
    alarms = {each.tool for each in findings if each.rule.startswith("credential")}
    assert alarms == (REAL if name.startswith("bfcl") else set())
