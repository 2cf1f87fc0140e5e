"""Both languages project random schemas and catalogues of every draft alike, and find the same in them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.compact.random_schemas import DIALECTS, Maker
from tests.cross_language.bridge import Bridge
from tests.cross_language.comparing import answer, assert_same, plain

SEEDS = range(60)
TEXTS = (
    "Finds racks. Then some more words without an end",
    "😀" * 90,
    "sk-ant-REPLACE",
    "ghp_" + "a1B2" * 9,
    "AKIAQ3EGRWM7AZJ2K4LP",
    "postgres://reader:hunter2x@db.invalid/x",
    "<token>",
    "",
    " a b ",
)
NAMES = ("apiKey", "api_key_name", "password", "max_tokens", "client-secret", "note", "__proto__", "auth")
VALUES: tuple[Any, ...] = (
    None,
    True,
    1,
    "mcp",
    "exec",
    "host-extension",
    "local",
    [],
    ["a", "a", 1],
    {},
    {"scopes": ["x", "x"]},
    "",
)
FIELDS = (
    "toolId", "source", "safetyTier", "title", "description", "inputSchema", "outputSchema", "auth", "egress",
    "approval", "replayPolicy", "costHint", "latencyHint", "extra",
)  # fmt: skip


def schema_of(seed: int, draft: int) -> Any:
    """A random schema as JSON text gives it: no number in it is beyond what both languages hold."""
    return json.loads(json.dumps(Maker(f"both-{seed}", draft).document()))


def descriptor_of(choose: random.Random) -> Any:
    """A random descriptor, often with something wrong."""
    if choose.random() < 0.05:
        return choose.choice(VALUES)
    made: dict[str, Any] = {"toolId": f"local:t{choose.randrange(9)}", "source": "mcp", "safetyTier": "read"}
    for field in FIELDS:
        if choose.random() < 0.2:
            made[field] = choose.choice(VALUES + TEXTS)
    if choose.random() < 0.7:
        made["description"] = " ".join(choose.choices(TEXTS, k=3))
    if choose.random() < 0.7:
        made["inputSchema"] = {
            "type": "object",
            "properties": {
                name: {"type": "string", "default": choose.choice(TEXTS), "description": choose.choice(TEXTS)}
                for name in choose.sample(NAMES, 3)
            },
            "examples": [{choose.choice(NAMES): choose.choice(TEXTS)}],
        }
    return made


@pytest.mark.parametrize("draft", DIALECTS)
def test_schemas_of_every_draft(bridge: Bridge, draft: int) -> None:
    for seed in SEEDS:
        given: dict[str, Any] = {"schema": schema_of(seed, draft)}
        if seed % 5 == 0:
            given["max_nodes"] = seed
        ours, theirs = answer("compact_schema", given), bridge.ask("compact_schema", given)
        assert_same(ours, theirs)
        assert json.dumps(plain(ours["result"]["schema"])) == json.dumps(plain(theirs["result"]["schema"]))
        assert_same(answer("compact_clean", given), bridge.ask("compact_clean", given))


def test_catalogues(bridge: Bridge) -> None:
    choose = random.Random("catalogues")
    for _ in range(200):
        given = {"descriptors": [descriptor_of(choose) for _ in range(3)]}
        assert_same(answer("validate_catalog", given), bridge.ask("validate_catalog", given))
        limits = {"max_description": choose.choice([None, 1, 20, 256]), "max_property_description": 12}
        assert_same(answer("compact_catalog", given | limits), bridge.ask("compact_catalog", given | limits))
        one = {"descriptor": given["descriptors"][0]}
        assert_same(answer("compact_tool", one), bridge.ask("compact_tool", one))


def test_descriptors_of_mcp_tools(bridge: Bridge) -> None:
    choose = random.Random("mcp")
    for _ in range(200):
        data: Any = {"name": choose.choice(["find", " ", "a b", 1])}
        for key in ("title", "description", "inputSchema", "outputSchema", "annotations", "_meta"):
            if choose.random() < 0.4:
                data[key] = choose.choice(VALUES + TEXTS)
        if choose.random() < 0.4:
            data["annotations"] = {
                "readOnlyHint": choose.choice([True, False, 1]),
                "title": choose.choice(VALUES),
            }
        if choose.random() < 0.3:
            data["_meta"] = {"com.opscogs.octools/access": choose.choice(["local", "remote", "else", None])}
        facts = {
            name: choose.choice(VALUES)
            for name in ("source", "safety_tier", "egress", "auth", "cost_hint")
            if choose.random() < 0.15
        }
        given = {"data": data, **facts}
        assert_same(answer("tool_descriptor_from_mcp", given), bridge.ask("tool_descriptor_from_mcp", given))
