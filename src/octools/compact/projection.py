"""`compact_schema`: any schema, brought into the compact subset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from octools.compact.conjunction import project
from octools.compact.keywords import USELESS_FOR_OBJECTS, accepts_objects
from octools.compact.ledger import Ledger
from octools.compact.plain import copy_plain
from octools.compact.references import index_of
from octools.compact.trampoline import run
from octools.compact.values import normalise
from octools.compact.work import Work
from octools.surrogates import has_surrogates

if TYPE_CHECKING:
    from octools.findings import Finding

__all__ = ["DEFAULT_MAX_NODES", "CompactSchema", "compact_schema"]

DEFAULT_MAX_NODES: Final = 20_000


@dataclass(frozen=True, slots=True)
class CompactSchema:
    """A schema in the compact subset, and what it no longer says.

    Attributes:
        schema: The schema, an object schema with `properties`.
        changes: A `compact_widened` finding for each place of the original where the schema accepts more.
    """

    schema: dict[str, Any]
    changes: list[Finding]


def compact_schema(schema: Any, *, max_nodes: int = DEFAULT_MAX_NODES) -> CompactSchema:
    """Bring a JSON Schema into the compact subset, so that it accepts every object that it accepted before.

    References are inlined, `allOf` is merged, `anyOf` and `oneOf` are joined, and what the subset cannot say
    is left out and reported. Where the subset can say the same, the result accepts nothing more. `$schema`
    decides the dialect, 2020-12 where it is absent. The same schema gives the same bytes, and the argument is
    never changed.

    Args:
        schema: A JSON Schema: any Python value, of any depth, that may even contain itself. What is no schema
            accepts everything.
        max_nodes: How many nodes inlining and merging may add to the schema's own (a schema is one node, and
            each value of its `enum`, `required` and the like is one). What goes beyond is left out and
            reported.

    Returns:
        The compact schema with its changes, in the order of the original.

    Raises:
        ValueError: `max_nodes` is no integer, or is negative.

    Source: RFC 0112, The compact structural subset.
    """
    if type(max_nodes) is not int or max_nodes < 0:
        raise ValueError("max_nodes must be an integer that is not negative")
    return project_schema(schema, Ledger(max_nodes))


def project_schema(schema: Any, ledger: Ledger) -> CompactSchema:
    """Bring a schema into the compact subset on an account of one's own; see `compact_schema`."""
    copied = copy_plain(schema)
    return _project(schema, ledger) if copied is None else CompactSchema(_as_root(copied), [])


def _project(schema: Any, ledger: Ledger) -> CompactSchema:
    """Project a schema the whole way, whatever is in it."""
    document = normalise(schema)
    if type(document) not in {dict, bool}:
        ledger.widened(document, (document, None, None, None), None, "not_a_schema")
        return CompactSchema(_as_root(True), ledger.findings())
    index, root = index_of(document)
    clean = run(project(Work(index, ledger), [root]))
    return CompactSchema(_as_root(clean.schema), ledger.findings())


def _as_root(schema: Any) -> dict[str, Any]:
    """Return an object schema with `properties` that accepts the same objects as a compact schema."""
    if schema is True:
        return {"type": "object", "properties": {}}
    if schema is False or not accepts_objects(schema):
        return {"type": "object", "properties": {}, "additionalProperties": False, "minProperties": 1}
    # The model of a compact descriptor takes no keyword with lone surrogates.
    root = {
        keyword: value
        for keyword, value in schema.items()
        if keyword not in USELESS_FOR_OBJECTS and not has_surrogates(keyword)
    }
    if "enum" in root:
        root["enum"] = [value for value in root["enum"] if type(value) is dict]
    if "type" not in root:
        root = {"type": "object", **root}
    root["type"] = "object"
    if "properties" not in root:
        position = list(root).index("type") + 1
        entries = list(root.items())
        root = dict([*entries[:position], ("properties", {}), *entries[position:]])
    return root
