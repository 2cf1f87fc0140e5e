"""Finding what a reference points to: addresses, anchors, pointers and dynamic scope."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from octools.compact.drafts import (
    DRAFT_7,
    DRAFT_2019,
    DRAFT_2020,
    address_keyword,
    draft_of,
    ref_stands_alone,
)
from octools.pointers import tokens
from octools.schema_walk import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from octools.places import Place

__all__ = ["Index", "Resource", "Scope", "Site", "index_of"]

_INDEX: Final = re.compile(r"0|[1-9][0-9]*")
_INDEX_DIGITS: Final = 18


@dataclass(slots=True, eq=False)
class Resource:
    """A schema with an address: the document itself, or one inside it that has an address of its own."""

    address: str
    root: Any
    place: Place
    draft: int
    anchors: dict[str, tuple[Any, Place]] = field(default_factory=dict)
    dynamic_anchors: dict[str, tuple[Any, Place]] = field(default_factory=dict)
    recursive: bool = False


class Scope(NamedTuple):
    """The resource that a schema belongs to, and the resources through which it was reached."""

    resource: Resource
    outer: Scope | None


class Site(NamedTuple):
    """A schema with all that its meaning depends on: its value, its scope, and its place in the document."""

    value: Any
    scope: Scope
    place: Place

    @property
    def free(self) -> bool:
        """Whether it plainly accepts everything."""
        return self.value is True or self.value == {}

    def below(self, value: Any, keyword: str, name: str | None = None) -> Site:
        """Return a schema that stands below this one: as a keyword's value, or by name or index in it."""
        return Site(value, self.scope, (value, self.place, keyword, name))


class Index:
    """The addresses and anchors of one document, found in one walk."""

    def __init__(self) -> None:
        self.by_address: dict[str, Resource] = {}
        self.by_root: dict[int, Resource] = {}
        self.dynamic = False
        # Whether some part of the document is of a draft under which a text must have its format.
        self.formats_assert = False

    def entered(self, site: Site) -> Site:
        """Return the schema in the scope of the resource that begins with it, where one does."""
        resource = self.by_root.get(id(site.value))
        if resource is None or resource is site.scope.resource:
            return site
        return Site(site.value, self._scope(resource, site.scope), site.place)

    def _scope(self, resource: Resource, outer: Scope) -> Scope:
        """Enter a resource. Without dynamic references the way to it does not matter and is not kept."""
        if resource is outer.resource:
            return outer
        return Scope(resource, outer if self.dynamic else None)

    def follow(self, keyword: str, reference: str, site: Site) -> Site | None:
        """Return what a reference of a schema points to, or None when that is not in the document.

        Args:
            keyword: `$ref`, `$dynamicRef` or `$recursiveRef`.
            reference: Its value.
            site: The schema that holds it.
        """
        resource = site.scope.resource
        address, _, fragment = reference.partition("#")
        if address:
            found = self.by_address.get(_join(resource.address, address))
            if found is None:
                return None
            resource = found
        fragment = unquote(fragment) if "%" in fragment else fragment
        if keyword == "$recursiveRef":
            return self._recursive(resource, self._scope(resource, site.scope))
        if not fragment or fragment.startswith("/"):
            return self._pointed(resource, fragment, site.scope)
        scope = self._scope(resource, site.scope)
        if keyword == "$dynamicRef" and fragment in resource.dynamic_anchors:
            return self._dynamic(fragment, scope)
        anchored = resource.anchors.get(fragment)
        return None if anchored is None else self.entered(Site(anchored[0], scope, anchored[1]))

    def _pointed(self, resource: Resource, fragment: str, outer: Scope) -> Site | None:
        """Follow a pointer. Resources that it only passes through are not entered."""
        path = tokens(fragment)
        if path is None:
            return None
        value, place = resource.root, resource.place
        for token in path:
            if type(value) is dict and token in value:
                value = value[token]
            elif type(value) is list and len(token) <= _INDEX_DIGITS and _INDEX.fullmatch(token):
                position = int(token)
                if position >= len(value):
                    return None
                value = value[position]
            else:
                return None
            place = (value, place, token, None)
            resource = self.by_root.get(id(value), resource)
        return Site(value, self._scope(resource, outer), place)

    def _dynamic(self, name: str, scope: Scope) -> Site:
        """Look a name up in the outermost resource on the way here that has it."""
        chain: list[Scope] = []
        current: Scope | None = scope
        while current is not None:
            chain.append(current)
            current = current.outer
        outermost = next(each for each in reversed(chain) if name in each.resource.dynamic_anchors)
        value, place = outermost.resource.dynamic_anchors[name]
        return Site(value, Scope(outermost.resource, scope), place)

    def _recursive(self, resource: Resource, scope: Scope) -> Site:
        """Go to the resource's root, or to the outermost one on the way here when roots say so."""
        target = resource
        if resource.recursive:
            current: Scope | None = scope
            while current is not None:
                if current.resource.recursive:
                    target = current.resource
                current = current.outer
        return Site(target.root, self._scope(target, scope), target.place)


def index_of(root: Any) -> tuple[Index, Site]:
    """Walk a document once and return its index with its root.

    Args:
        root: A normalised schema; each object is entered once, whether or not it contains itself.
    """
    index = Index()
    start: Place = (root, None, None, None)
    document = Resource("", root, start, draft_of(root) if type(root) is dict else DRAFT_2020)
    index.by_root[id(root)] = index.by_address[""] = document
    index.formats_assert = document.draft <= DRAFT_7
    seen: set[int] = set()
    pending: list[tuple[Any, Resource, Place]] = [(root, document, start)]
    while pending:
        schema, resource, place = pending.pop()
        if type(schema) is not dict or id(schema) in seen:
            continue
        seen.add(id(schema))
        resource = _register(index, schema, resource, place)
        for keyword, value in schema.items():
            holds = POSITIONS.get(keyword)
            if holds is None:
                continue
            if type(value) is dict:
                if holds == "map":
                    pending += [
                        (item, resource, (item, place, keyword, name)) for name, item in value.items()
                    ]
                else:
                    pending.append((value, resource, (value, place, keyword, None)))
            elif type(value) is list:
                pending += [(item, resource, (item, place, keyword, str(i))) for i, item in enumerate(value)]
    return index, Site(root, Scope(document, None), start)


def _register(index: Index, schema: Mapping[str, Any], resource: Resource, place: Place) -> Resource:
    """Note the addresses and anchors of one schema; return the resource that it belongs to."""
    if "$dynamicRef" in schema or "$recursiveRef" in schema:
        index.dynamic = True
    address = schema.get(address_keyword(_own_draft(schema, resource)))
    if isinstance(address, str) and not ("$ref" in schema and ref_stands_alone(resource.draft)):
        resource = _addressed(index, schema, address, resource, place)
    anchor = schema.get("$anchor")
    if isinstance(anchor, str) and resource.draft >= DRAFT_2019:
        resource.anchors.setdefault(anchor, (schema, place))
    anchor = schema.get("$dynamicAnchor")
    if isinstance(anchor, str) and resource.draft >= DRAFT_2020:
        resource.anchors.setdefault(anchor, (schema, place))
        resource.dynamic_anchors.setdefault(anchor, (schema, place))
    if schema.get("$recursiveAnchor") is True and schema is resource.root:
        resource.recursive = True
    return resource


def _own_draft(schema: Mapping[str, Any], resource: Resource) -> int:
    return draft_of(schema, resource.draft)


def _addressed(
    index: Index, schema: Mapping[str, Any], address: str, resource: Resource, place: Place
) -> Resource:
    absolute, fragment = urldefrag(address)
    if absolute or not fragment:
        absolute = _join(resource.address, absolute)
        if schema is resource.root:
            resource.address = absolute
        else:
            resource = Resource(absolute, schema, place, _own_draft(schema, resource))
            index.by_root[id(schema)] = resource
            index.formats_assert = index.formats_assert or resource.draft <= DRAFT_7
        index.by_address.setdefault(absolute, resource)
    if fragment and not fragment.startswith("/") and ref_stands_alone(resource.draft):
        resource.anchors.setdefault(fragment, (schema, place))
    return resource


def _join(base: str, address: str) -> str:
    """Resolve an address against the one above it; one that cannot be read stays as it is."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address
