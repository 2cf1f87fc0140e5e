"""What one projection has spent and lost: the budget of nodes, and the findings in the order they are met."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from octools.compact.values import weight
from octools.findings import Finding, placed_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools.places import Place

RULE: Final = "compact_widened"

# Merging what was merged before costs again; real schemas stay far below this, nested bombs end here.
_FREE_WORK: Final = 200_000
_WORK_PER_NODE: Final = 32


class Ledger:
    """The account of one projection.

    Args:
        max_nodes: How many nodes inlining and merging may add to the schema's own.
        tool: Name of the tool that the findings are about, or None.
        prefix: JSON pointer of the schema's root in what the findings' paths are read against.
    """

    def __init__(self, max_nodes: int, *, tool: str | None = None, prefix: str = "") -> None:
        self._tool = tool
        self._prefix = prefix
        self.max_nodes = max_nodes
        self._added = 0
        self._work = 0
        self._visited: set[int] = set()
        self._weights: dict[int, int] = {}
        self._silent = 0
        self._findings: dict[tuple[int, str, str], Finding] = {}

    def visit(self, schema: dict[str, Any], own: Any) -> bool:
        """Count a schema as visited. Its first visit is free, each later one adds to the schema's own nodes.

        Args:
            schema: The schema object.
            own: Gives the values of its keywords that hold no schemas, when asked.

        Returns:
            Whether the budget allows it.
        """
        identity = id(schema)
        if identity not in self._visited:
            self._visited.add(identity)
            return True
        cost = self._weights.get(identity)
        if cost is None:
            cost = self._weights[identity] = 1 + weight(own(schema))
        if self._added + cost > self.max_nodes:
            return False
        self._added += cost
        return True

    def work(self, amount: int) -> bool:
        """Count steps of merging; tell whether the limit, which grows with the schema, allows more."""
        self._work += amount
        return self._work <= _FREE_WORK + _WORK_PER_NODE * len(self._visited)

    def widened(
        self, owner: object, place: Place, keyword: str | None, variant: str, /, **places: str
    ) -> None:
        """Note that the compact form accepts more than a keyword of a schema does.

        A keyword of one schema object is noted once for each thing that is lost, however often it is inlined.

        Args:
            owner: The schema object that holds the keyword.
            place: Where it stands.
            keyword: The keyword; None for the schema as a whole.
            variant: Which of the rule's texts says what is lost.
            places: What the text needs.
        """
        key = (id(owner), keyword or "", variant)
        if self._silent or key in self._findings:
            return
        at = place if keyword is None else (None, place, keyword, None)
        self._findings[key] = placed_finding(
            RULE, at, variant, tool=self._tool, prefix=self._prefix, **places
        )

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Note nothing meanwhile: what is looked at decides a question and does not become a part."""
        self._silent += 1
        try:
            yield
        finally:
            self._silent -= 1

    def mark(self) -> int:
        """Return a point to go back to."""
        return len(self._findings)

    def back(self, mark: int) -> None:
        """Forget what was noted since a mark, since it no longer makes a difference to the result."""
        while len(self._findings) > mark:
            self._findings.popitem()

    def findings(self) -> list[Finding]:
        """Return the findings in the order they were met."""
        return list(self._findings.values())
