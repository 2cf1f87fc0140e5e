// Finding what a reference points to: addresses, anchors, pointers and dynamic scope.

import { tokens } from "../pointers.js";
import { type JsonObject, membersOf, type Place, placeBelow, POSITIONS, rootPlace } from "../schema-walk.js";
import { resolved, splitFragment, unquoted } from "./addresses.js";
import { addressKeyword, DRAFT_2019, DRAFT_2020, DRAFT_7, draftOf, refStandsAlone } from "./drafts.js";
import { isObject } from "./values.js";

const INDEX = /^[0-9]{1,18}$/;

interface Anchored {
  readonly value: unknown;
  readonly place: Place;
}

/** A schema with an address: the document itself, or one inside it that has an address of its own. */
export interface Resource {
  address: string;
  readonly root: unknown;
  readonly place: Place;
  readonly draft: number;
  readonly anchors: Map<string, Anchored>;
  readonly dynamicAnchors: Map<string, Anchored>;
  recursive: boolean;
}

/** The resource that a schema belongs to, and the resources through which it was reached. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** Return a resource without anchors. */
export function newResource(address: string, root: unknown, place: Place, draft: number): Resource {
  return { address, root, place, draft, anchors: new Map(), dynamicAnchors: new Map(), recursive: false };
}

/** A schema with all that its meaning depends on: its value, its scope, and its place in the document. */
export class Site {
  readonly value: unknown;
  readonly scope: Scope;
  readonly place: Place;

  constructor(value: unknown, scope: Scope, place: Place) {
    this.value = value;
    this.scope = scope;
    this.place = place;
  }

  /** The schema as an object; only to be asked of one. */
  get schema(): JsonObject {
    return this.value as JsonObject;
  }

  /** Whether it plainly accepts everything. */
  get free(): boolean {
    return this.value === true || (isObject(this.value) && Object.keys(this.value).length === 0);
  }

  /** Return a schema that stands below this one: as a keyword's value, or by name or index in it. */
  below(value: unknown, keyword: string, name?: string): Site {
    return new Site(value, this.scope, placeBelow(value, this.place, keyword, name));
  }
}

/** The addresses and anchors of one document, found in one walk. */
export class Index {
  readonly byAddress = new Map<string, Resource>();
  readonly byRoot = new Map<unknown, Resource>();
  /** Whether there are dynamic references. Without them the way to a resource does not matter and is not kept. */
  dynamic = false;
  /** Whether some part of the document is of a draft under which a text must have its format. */
  formatsAssert = false;

  /** Return the schema in the scope of the resource that begins with it, where one does. */
  entered(site: Site): Site {
    const resource = this.byRoot.get(site.value);
    if (resource === undefined || resource === site.scope.resource) return site;
    return new Site(site.value, this.#scope(resource, site.scope), site.place);
  }

  #scope(resource: Resource, outer: Scope): Scope {
    return resource === outer.resource ? outer : { resource, outer: this.dynamic ? outer : undefined };
  }

  /**
   * Return what a reference of a schema points to, or null when that is not in the document.
   *
   * @param keyword `$ref`, `$dynamicRef` or `$recursiveRef`.
   * @param reference Its value.
   * @param site The schema that holds it.
   */
  follow(keyword: string, reference: string, site: Site): Site | null {
    let { resource } = site.scope;
    const [address, encoded] = splitFragment(reference);
    if (address !== "") {
      const found = this.byAddress.get(resolved(resource.address, address));
      if (found === undefined) return null;
      resource = found;
    }
    const fragment = unquoted(encoded);
    const scope = this.#scope(resource, site.scope);
    if (keyword === "$recursiveRef") return this.#recursive(resource, scope);
    if (fragment === "" || fragment.startsWith("/")) return this.#pointed(resource, fragment, site.scope);
    if (keyword === "$dynamicRef" && resource.dynamicAnchors.has(fragment)) return dynamicSite(fragment, scope);
    const anchored = resource.anchors.get(fragment);
    return anchored === undefined ? null : this.entered(new Site(anchored.value, scope, anchored.place));
  }

  /** Follow a pointer. Resources that it only passes through are not entered. */
  #pointed(start: Resource, fragment: string, outer: Scope): Site | null {
    const path = tokens(fragment);
    if (path === null) return null;
    let resource = start;
    let value: unknown = resource.root;
    let { place } = resource;
    for (const token of path) {
      if (isObject(value) && Object.hasOwn(value, token)) value = value[token];
      else if (Array.isArray(value) && INDEX.test(token) && Number(token) < value.length) value = value[Number(token)];
      else return null;
      place = placeBelow(value, place, token);
      resource = this.byRoot.get(value) ?? resource;
    }
    return new Site(value, this.#scope(resource, outer), place);
  }

  /** Go to the resource's root, or to the outermost one on the way here when roots say so. */
  #recursive(resource: Resource, scope: Scope): Site {
    let target = resource;
    if (resource.recursive) {
      for (let current: Scope | undefined = scope; current !== undefined; current = current.outer) {
        if (current.resource.recursive) target = current.resource;
      }
    }
    return new Site(target.root, this.#scope(target, scope), target.place);
  }
}

/** Look a name up in the outermost resource on the way here that has it. */
function dynamicSite(name: string, scope: Scope): Site | null {
  let outermost: Scope | undefined;
  for (let current: Scope | undefined = scope; current !== undefined; current = current.outer) {
    if (current.resource.dynamicAnchors.has(name)) outermost = current;
  }
  const anchored = outermost?.resource.dynamicAnchors.get(name);
  if (outermost === undefined || anchored === undefined) return null;
  return new Site(anchored.value, { resource: outermost.resource, outer: scope }, anchored.place);
}

/**
 * Walk a document once and return its index with its root.
 *
 * @param root A normalised schema; each object is entered once, whether or not it contains itself.
 */
export function indexOf(root: unknown): readonly [index: Index, root: Site] {
  const index = new Index();
  const start = rootPlace(root);
  const document = newResource("", root, start, isObject(root) ? draftOf(root) : DRAFT_2020);
  index.byRoot.set(root, document);
  index.byAddress.set("", document);
  index.formatsAssert = document.draft <= DRAFT_7;
  const seen = new Set<object>();
  const pending: [schema: unknown, resource: Resource, place: Place][] = [[root, document, start]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [schema, above, place] = next;
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const resource = register(index, schema, above, place);
    for (const [keyword, value] of membersOf(schema)) {
      const holds = POSITIONS.get(keyword);
      if (holds === undefined) continue;
      if (Array.isArray(value)) {
        for (const [at, item] of value.entries()) pending.push([item, resource, placeBelow(item, place, keyword, at)]);
      } else if (isObject(value) && holds === "map") {
        for (const [name, item] of membersOf(value)) {
          pending.push([item, resource, placeBelow(item, place, keyword, name)]);
        }
      } else if (isObject(value)) {
        pending.push([value, resource, placeBelow(value, place, keyword)]);
      }
    }
  }
  return [index, new Site(root, { resource: document, outer: undefined }, start)];
}

/** Note the addresses and anchors of one schema; return the resource that it belongs to. */
function register(index: Index, schema: JsonObject, above: Resource, place: Place): Resource {
  if (schema["$dynamicRef"] !== undefined || schema["$recursiveRef"] !== undefined) index.dynamic = true;
  let resource = above;
  const address = schema[addressKeyword(draftOf(schema, above.draft))];
  if (typeof address === "string" && !(schema["$ref"] !== undefined && refStandsAlone(above.draft))) {
    resource = addressed(index, schema, address, above, place);
  }
  const anchored = { value: schema, place };
  const anchor = schema["$anchor"];
  if (typeof anchor === "string" && resource.draft >= DRAFT_2019) setDefault(resource.anchors, anchor, anchored);
  const dynamic = schema["$dynamicAnchor"];
  if (typeof dynamic === "string" && resource.draft >= DRAFT_2020) {
    setDefault(resource.anchors, dynamic, anchored);
    setDefault(resource.dynamicAnchors, dynamic, anchored);
  }
  if (schema["$recursiveAnchor"] === true && schema === resource.root) resource.recursive = true;
  return resource;
}

function addressed(index: Index, schema: JsonObject, address: string, above: Resource, place: Place): Resource {
  let resource = above;
  const [relative, fragment] = splitFragment(address);
  if (relative !== "" || fragment === "") {
    const absolute = resolved(resource.address, relative);
    if (schema === resource.root) {
      resource.address = absolute;
    } else {
      resource = newResource(absolute, schema, place, draftOf(schema, resource.draft));
      index.byRoot.set(schema, resource);
      index.formatsAssert ||= resource.draft <= DRAFT_7;
    }
    setDefault(index.byAddress, absolute, resource);
  }
  if (fragment !== "" && !fragment.startsWith("/") && refStandsAlone(resource.draft)) {
    setDefault(resource.anchors, fragment, { value: schema, place });
  }
  return resource;
}

function setDefault<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
