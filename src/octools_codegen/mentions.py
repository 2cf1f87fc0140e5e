"""Which named types a type or a definition mentions, and the order in which definitions can stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from octools_codegen.model import (
    Alias,
    Contract,
    ListType,
    MapType,
    Model,
    Named,
    ReferenceType,
    TypeExpr,
    UnionType,
    Vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["after_mentioned", "class_aliases", "mentioned", "mentioned_by"]

Definition = TypeVar("Definition", bound=Alias | Model)


def mentioned(type_: TypeExpr, target: str | None = None) -> Iterator[str]:
    """The names of the types that a type refers to, at any depth, in the order in which they are written.

    Args:
        type_: Any type.
        target: What the types must be, such as `vocabulary`; None for all of them.
    """
    waiting = [type_]
    while waiting:
        match waiting.pop():
            case ReferenceType(name=name, target=kind):
                if target in {None, kind}:
                    yield name
            case ListType(item=inner) | MapType(value=inner):
                waiting.append(inner)
            case UnionType(members=members):
                waiting += reversed(members)
            case _:
                pass


def mentioned_by(named: Named) -> Iterator[str]:
    """The names of the types that a definition mentions: in its fields, and for its unknown members."""
    if isinstance(named, Vocabulary):
        return
    if isinstance(named, Alias):
        yield from mentioned(named.type)
        return
    for each in named.fields:
        yield from mentioned(each.type)
    if named.rest is not None:
        yield from mentioned(named.rest)


def after_mentioned(definitions: Sequence[Definition]) -> list[Definition]:
    """The definitions so that each follows those that it mentions; a cycle keeps the order given."""
    known = {each.name: each for each in definitions}
    ordered: dict[str, Definition] = {}
    entered: set[str] = set()
    waiting: list[tuple[Definition, bool]] = [(each, False) for each in reversed(definitions)]
    while waiting:
        each, ready = waiting.pop()
        if ready:
            ordered[each.name] = each
        elif each.name not in entered:
            entered.add(each.name)
            waiting.append((each, True))
            waiting += [(known[name], False) for name in reversed(list(mentioned_by(each))) if name in known]
    return list(ordered.values())


def class_aliases(contract: Contract) -> frozenset[str]:
    """The aliases that mention a class, themselves or through other aliases."""
    found = {alias.name for alias in contract.aliases if any(mentioned(alias.type, "model"))}
    for alias in after_mentioned(contract.aliases):
        if not found.isdisjoint(mentioned(alias.type, "alias")):
            found.add(alias.name)
    return frozenset(found)
