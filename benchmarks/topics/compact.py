"""The compact projection, against deep copies of what it reads."""

from __future__ import annotations

import copy
from functools import partial

from benchmarks import catalogues, data
from benchmarks.rows import Growth, Pair, Timed, Topic


def project(nodes: int) -> Pair:
    """compact_schema of one schema that needs no merging, against a deep copy."""
    from octools import compact_schema

    schema = data.schema(nodes, unions=False)
    return Pair(lambda: compact_schema(schema), lambda: copy.deepcopy(schema))


def project_with_unions(nodes: int) -> Pair:
    """compact_schema of one schema with a nullable union in each group, against a deep copy."""
    from octools import compact_schema

    schema = data.schema(nodes)
    return Pair(lambda: compact_schema(schema), lambda: copy.deepcopy(schema))


def project_each(count: int) -> Pair:
    """compact_schema of the input schema of each tool, against a deep copy of each."""
    from octools import compact_schema

    schemas = [tool["inputSchema"] for tool in catalogues.descriptors(count)]
    return Pair(
        lambda: [compact_schema(schema) for schema in schemas],
        lambda: [copy.deepcopy(schema) for schema in schemas],
    )


def catalogue(count: int) -> Pair:
    """compact_catalog, against a deep copy of the catalogue."""
    from octools import compact_catalog

    descriptors = catalogues.descriptors(count)
    return Pair(lambda: compact_catalog(descriptors), lambda: copy.deepcopy(descriptors))


TOPIC = Topic(
    "compact",
    (
        Timed("compact_schema, 100,000 nodes", "a deep copy", 2.0, partial(project, 100_000)),
        Timed(
            "compact_schema, 20,000 nodes with unions",
            "a deep copy",
            None,
            partial(project_with_unions, 20_000),
        ),
        Growth(
            "compact_schema, 4,000 to 40,000 nodes with unions",
            "the copy's growth",
            None,
            lambda: (project_with_unions(4_000), project_with_unions(40_000)),
        ),
        Growth(
            "compact_schema of 1,000 to 10,000 tools",
            "the copies' growth",
            None,
            lambda: (project_each(1_000), project_each(10_000)),
        ),
        Growth(
            "compact_catalog, 1,000 to 10,000 tools",
            "the copy's growth",
            1.15,
            lambda: (catalogue(1_000), catalogue(10_000)),
        ),
    ),
)
