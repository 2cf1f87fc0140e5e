"""Judging schemas, against a bare walk over the same schemas."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks import data
from benchmarks.rows import Growth, Pair, Timed, Topic

if TYPE_CHECKING:
    from octools import OCTool


def judge(nodes: int) -> Pair:
    """strict_clean, against a recursive walk that visits the same subschemas and does nothing else."""
    from benchmarks import textbook
    from octools import strict_clean

    schema = data.schema(nodes)
    if strict_clean(schema):
        raise SystemExit("the schema to measure with is not strict-clean")
    return Pair(lambda: strict_clean(schema), lambda: textbook.walk(schema))


def growth(small: int, large: int) -> tuple[Pair, Pair]:
    """Two sizes of the same."""
    return judge(small), judge(large)


def provider(count: int) -> Pair:
    """validate_provider, against strict_clean of the input schemas alone."""
    from benchmarks import catalogues
    from octools import strict_clean, validate_provider

    class Provider:
        """A fixed listing."""

        def __init__(self) -> None:
            self.tools = catalogues.tools(count)

        def all_tools(self) -> list[OCTool]:
            """The same tools at each call."""
            return list(self.tools)

    tools = Provider()
    schemas = [tool.input_schema for tool in tools.tools]
    if validate_provider(tools):
        raise SystemExit("the tools to measure with are not valid")
    return Pair(lambda: validate_provider(tools), lambda: [strict_clean(schema) for schema in schemas])


TOPIC = Topic(
    "schemas",
    (
        Timed("strict_clean, 2,000 nodes", "a bare walk", 4.0, partial(judge, 2_000)),
        Growth(
            "strict_clean, 20,000 to 200,000 nodes",
            "the walk's growth",
            1.15,
            partial(growth, 20_000, 200_000),
        ),
        Timed("validate_provider, 1,000 tools", "strict_clean alone", 1.5, partial(provider, 1_000)),
    ),
)
