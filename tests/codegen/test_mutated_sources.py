"""Whatever stands in the files: a contract, or an error that lists problems. Never another exception."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from octools_codegen.loading import load_contract
from octools_codegen.problems import Problem, SourceError
from tests.codegen.instances import mutate, places

PARCELS = Path(__file__).resolve().parents[1] / "contracts" / "parcels"
DOCUMENTS = {
    path.relative_to(PARCELS).as_posix(): path.read_text("utf-8") for path in PARCELS.rglob("*.json")
}
ROUNDS = 60
SEED = 12
REPLACEMENTS: tuple[Any, ...] = (
    *(
        {},
        [],
        [[]],
        {"$ref": "#"},
        {"$ref": "#/"},
        {"$ref": "../x.json"},
        {"type": "object"},
        {"type": ["string"]},
    ),
    *(
        {"type": "array"},
        {"enum": []},
        {"enum": [{}]},
        {"enum": [1, "a"], "title": "Mixed"},
        {"const": {}},
        {"title": 3},
    ),
    *(
        {"anyOf": []},
        {"anyOf": [True]},
        {"properties": []},
        {"default": []},
        {"examples": 1},
        {"pattern": "("},
    ),
    *("", "\u0000", "#/$defs/Parcel", "a" * 300, "../..", "~1", True, False, None, 0, -1, 1.5, 10**400),
)


def _mutated(data: Any, random: Random) -> Any:
    """A copy with a few changes of both kinds: those of instances, and pieces of schemas in odd places."""
    data = mutate(data, random) if random.random() < 0.5 else copy.deepcopy(data)
    root = [data]
    for _ in range(random.choice((1, 1, 2))):
        container, key = random.choice(places(root))
        value = copy.deepcopy(random.choice(REPLACEMENTS))
        if isinstance(container[key], dict) and random.random() < 0.4:
            container[key][
                random.choice(("title", "x-generic", "x-covered-by", "properties", "$ref", "enum", "anyOf"))
            ] = value
        elif isinstance(value, dict) and isinstance(container[key], dict) and random.random() < 0.5:
            container[key].update(value)
        else:
            container[key] = value
    return root[0]


@pytest.mark.parametrize("file", sorted(DOCUMENTS))
def test_mutated_file(file: str, tmp_path: Path) -> None:
    for name, text in DOCUMENTS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    random = Random(f"{SEED} {file}")
    refused = 0
    for _ in range(ROUNDS):
        changed = _mutated(json.loads(DOCUMENTS[file]), random)
        (tmp_path / file).write_text(json.dumps(changed), "utf-8")
        problems = _problems(tmp_path)
        refused += bool(problems)
        assert all(len(str(problem)) < 2_000 for problem in problems)
    assert refused > ROUNDS // 3


def _problems(folder: Path) -> tuple[Problem, ...]:
    try:
        load_contract(folder)
    except SourceError as error:
        return error.problems
    return ()
