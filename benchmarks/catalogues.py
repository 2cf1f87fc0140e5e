"""Tools to measure with: made from the seed, or real ones where OCTOOLS_CORPORA names their folder."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import data

if TYPE_CHECKING:
    from octools import OCTool

LISTINGS = "tools.jsonl.gz"


def tools(count: int, nodes: int = 20) -> list[OCTool]:
    """Library tools with strict-clean schemas of that many subschemas each."""
    from octools import OCTool

    def call(dependency: object, arguments: object) -> dict[str, object]:
        return {"dependency": dependency, "arguments": arguments}

    schema = data.schema(nodes)
    return [
        OCTool(
            name=f"tool_{number}",
            description="Reads the settings of one group. Use it before a change. It changes nothing.",
            input_schema=json.loads(json.dumps(schema)),
            func=call,
            access="local",
            read_only_hint=True,
            meta={"schema_escape": "the settings differ from group to group"},
        )
        for number in range(count)
    ]


def descriptors(count: int) -> list[dict[str, Any]]:
    """Catalogue descriptors with schemas of their own, none shared."""
    listed = real() or seeded()
    # Shuffled, so that a small catalogue holds the same mix as a large one.
    random.Random(data.SEED).shuffle(listed)
    texts = [json.dumps(tool) for tool in listed]
    catalogue = []
    for number in range(count):
        tool = json.loads(texts[number % len(texts)])
        catalogue.append(
            {"toolId": f"mcp:{tool['name']}-{number}", "source": "mcp", "safetyTier": "read", **tool}
        )
        del catalogue[-1]["name"]
    return catalogue


def servable(count: int) -> list[dict[str, Any]]:
    """Catalogue descriptors without a finding, as a host accepts them."""
    from octools import validate_catalog

    more = descriptors(count + count // 10)
    kept = [tool for tool in more if is_json(tool) and not validate_catalog([tool])]
    if len(kept) < count:
        raise SystemExit("too few of the tools can be served")
    return kept[:count]


def is_json(value: object) -> bool:
    """Whether JSON can say it: Python also reads numbers that are not finite."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def real() -> list[dict[str, Any]]:
    """Published tools, or nothing where there is no folder of them."""
    folder = os.environ.get("OCTOOLS_CORPORA")
    path = Path(folder) / LISTINGS if folder else None
    if path is None or not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        listed = [json.loads(line) for line in lines]
    kept = ("name", "title", "description", "inputSchema", "outputSchema")
    return [{key: tool[key] for key in kept if key in tool} for tool in listed]


def seeded() -> list[dict[str, Any]]:
    """Made-up tools of as many sizes as real ones have."""
    chance = random.Random(data.SEED)
    return [
        {
            "name": f"{chance.choice(data.WORDS)}_{number}",
            "description": f"{data.text(chance).capitalize()}. Reads one thing and changes nothing.",
            "inputSchema": data.schema(chance.choice((3, 5, 8, 15, 30, 90))),
        }
        for number in range(200)
    ]
