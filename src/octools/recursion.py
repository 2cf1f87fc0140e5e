"""Which definitions reach themselves through references."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


def recursive_nodes(
    references: Mapping[Node, Sequence[Node]], containment: Mapping[Node, Sequence[Node]] | None = None
) -> set[Node]:
    """Return the nodes that reach themselves on a way with at least one reference.

    Linear in the number of edges, and without recursion, so that a chain may have any length.

    Args:
        references: For each node the nodes that it refers to.
        containment: For each node the nodes that it contains; containment alone makes nothing recursive.
    """
    contained = containment or {}
    component = _components(references, contained)
    looping = {
        component[source]
        for source, targets in references.items()
        if any(component[target] == component[source] for target in targets)
    }
    return {node for node, number in component.items() if number in looping}


def _components(
    references: Mapping[Node, Sequence[Node]], containment: Mapping[Node, Sequence[Node]]
) -> dict[Node, int]:
    """Number the strongly connected components (Tarjan's algorithm, as a loop)."""
    search = _Search(references, containment)
    for table in (references, containment):
        for node in table:
            search.from_node(node)
    return search.component


class _Search(Generic[Node]):
    """A depth-first search for components; `lowest` is the first node of the search that a node reaches."""

    def __init__(self, *edges: Mapping[Node, Sequence[Node]]) -> None:
        self.component: dict[Node, int] = {}
        self._edges = edges
        self._order: dict[Node, int] = {}
        self._lowest: dict[Node, int] = {}
        self._waiting: list[Node] = []

    def from_node(self, start: Node) -> None:
        """Search from one node, unless the search has been there."""
        if start in self._order:
            return
        frames = [self._begin(start)]
        while frames:
            node, rest = frames[-1]
            entered = self._enter(node, rest)
            if entered is not None:
                frames.append(entered)
                continue
            frames.pop()
            if frames:
                self._reaches(frames[-1][0], self._lowest[node])
            if self._lowest[node] == self._order[node]:
                self._close(node)

    def _begin(self, node: Node) -> tuple[Node, Iterator[Node]]:
        self._order[node] = self._lowest[node] = len(self._order)
        self._waiting.append(node)
        return node, (target for table in self._edges for target in table.get(node, ()))

    def _enter(self, node: Node, rest: Iterator[Node]) -> tuple[Node, Iterator[Node]] | None:
        """Begin the next node below, or return None when there is none left."""
        for target in rest:
            if target not in self._order:
                return self._begin(target)
            if target not in self.component:
                self._reaches(node, self._order[target])
        return None

    def _reaches(self, node: Node, order: int) -> None:
        self._lowest[node] = min(self._lowest[node], order)

    def _close(self, node: Node) -> None:
        """Give the nodes that wait down to this one the number of their first as component."""
        number = self._order[node]
        while True:
            member = self._waiting.pop()
            self.component[member] = number
            if member == node:
                return
