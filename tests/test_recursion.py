"""Which nodes of a graph reach themselves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octools.recursion import recursive_nodes

GRAPHS = st.dictionaries(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=3), max_size=9)


def reached(edges: Mapping[int, list[int]], starts: list[int]) -> set[int]:
    """Return what is reached from the starts, themselves included, by trying everything."""
    found: set[int] = set()
    pending = list(starts)
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending += edges.get(node, [])
    return found


@pytest.mark.parametrize(
    ("edges", "recursive"),
    [
        ({}, set()),
        ({1: []}, set()),
        ({1: [1]}, {1}),
        ({1: [2]}, set()),
        ({1: [2], 2: [1]}, {1, 2}),
        ({1: [2], 2: [3], 3: [2]}, {2, 3}),
        ({1: [2, 3], 2: [4], 3: [4], 4: []}, set()),
        ({1: [2], 2: [3], 3: [1], 4: [1], 5: [5, 6], 6: []}, {1, 2, 3, 5}),
        ({1: [2, 2], 2: []}, set()),
    ],
)
def test_small_graphs(edges: dict[int, list[int]], recursive: set[int]) -> None:
    assert recursive_nodes(edges) == recursive


@given(GRAPHS)
def test_by_trying_everything(edges: dict[int, list[int]]) -> None:
    assert recursive_nodes(edges) == {node for node in edges if node in reached(edges, edges[node])}


@given(GRAPHS, GRAPHS)
def test_containment_alone_is_no_recursion(
    references: dict[int, list[int]], containment: dict[int, list[int]]
) -> None:
    both = {
        node: references.get(node, []) + containment.get(node, []) for node in {*references, *containment}
    }
    expected = {
        node
        for node in both
        if any(
            source in reached(both, [node]) and node in reached(both, [target])
            for source, targets in references.items()
            for target in targets
        )
    }
    assert recursive_nodes(references, containment) == expected


@pytest.mark.slow
def test_a_long_chain_and_a_long_ring() -> None:
    chain = {number: [number + 1] for number in range(100_000)}
    assert recursive_nodes(chain) == set()
    assert recursive_nodes({**chain, 100_000: [0]}) == set(range(100_001))
