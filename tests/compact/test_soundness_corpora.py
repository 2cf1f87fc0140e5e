"""No instance of a real schema is lost; and no widening of one is silent."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from octools import compact_schema
from tests.compact.comparing import Tally, compare
from tests.compact.judging import compact_judge, original_judge
from tests.corpora import needs_corpora, records

# File, one record in so many, draws a schema, in how many parts, fewest accepted instances of a part.
FILES = [
    ("tools", 1, 40, 4, 9_000),
    ("bfcl_repaired", 2, 40, 3, 9_000),
    ("schemas_jsonschemabench_glaiveai2k", 2, 40, 2, 8_000),
    ("schemas_jsonschemabench_github_easy", 1, 40, 3, 9_000),
    ("schemas_jsonschemabench_github_trivial", 1, 40, 1, 5_000),
    ("schemas_jsonschemabench_github_medium", 2, 30, 3, 4_000),
    ("schemas_jsonschemabench_github_hard", 8, 20, 2, 400),
    ("schemas_jsonschemabench_github_ultra", 12, 10, 1, 50),
    ("schemas_jsonschemabench_jsonschemastore", 10, 15, 2, 80),
    ("schemas_jsonschemabench_kubernetes", 4, 20, 1, 1_000),
    ("schemas_jsonschemabench_snowplow", 1, 30, 1, 4_000),
    ("schemas_jsonschemabench_washingtonpost", 6, 15, 1, 60),
    ("schemas_schemastore", 12, 15, 2, 100),
    ("schemas_protocol", 1, 20, 1, 20),
    ("schemas_test_suite_2020_12", 1, 30, 1, 2_000),
]
PARTS = [
    (name, step, draws, part, parts, least)
    for name, step, draws, parts, least in FILES
    for part in range(parts)
]


def schema_of(record: dict[str, Any]) -> Any:
    return record["schema"] if "schema" in record else record["inputSchema"]


@needs_corpora
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "step", "draws", "part", "parts", "least"), PARTS, ids=[f"{each[0]}-{each[3]}" for each in PARTS]
)
def test_real_schemas(name: str, step: int, draws: int, part: int, parts: int, least: int) -> None:
    tally = Tally()
    for record in islice(records(name), part * step, None, step * parts):
        compare(schema_of(record), record["id"], draws, tally)
    assert tally.accepted >= least


@needs_corpora
def test_the_test_suite_of_json_schema() -> None:
    accepted = 0
    for record in records("schemas_test_suite_2020_12"):
        judge = original_judge(record["schema"])
        if judge is None:
            continue
        compact = compact_judge(compact_schema(record["schema"]).schema)
        for case in record["tests"]:
            if isinstance(case["data"], dict) and case["valid"] and judge.is_valid(case["data"]):
                accepted += 1
                assert compact.is_valid(case["data"]), (record["description"], case)
    assert accepted > 150
