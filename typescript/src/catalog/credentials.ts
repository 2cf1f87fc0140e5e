// Credential material anywhere in a tool descriptor.

import { type Finding, finding, quote } from "../findings.js";
import { isPlainObject } from "../plain-objects.js";
import { type JsonObject, membersOf, type Place, placeBelow, POSITIONS, rootPlace } from "../schema-walk.js";
import { namesCredential, resemblesCredential, secretKind } from "./secrets.js";

const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];
/** Under these keywords of a schema stand samples of a value: of a property that names a credential, credentials. */
const SAMPLES: readonly string[] = ["default", "const", "examples"];

/** Under these stand names of properties, which promise nothing of each other. */
const NAMES: readonly string[] = ["required", "dependentRequired"];

type ReadAs = "schema" | "map" | "list" | "names" | "data";

/** One value to look at. */
interface Item {
  readonly value: unknown;
  readonly place: Place;
  /** What the value is: a schema, an object or list of schemas, names of properties, or data. */
  readonly as: ReadAs;
  /** The name that promises that this value is a credential. */
  readonly name: string | undefined;
  /** The nearest name of a property above, for the samples below it. */
  readonly label: string;
}

/**
 * Yield a finding for each text of a descriptor that looks like a credential.
 *
 * Every text is looked at for the forms that issuers give to their credentials. A name such as `apiKey` makes any text
 * suspect that stands under it as data, or as a default or an example of the property; a property that is only declared
 * is none. Each object is entered once.
 *
 * @param fields The descriptor's fields.
 * @param tool Its `toolId`, for the findings.
 * @param prefix JSON pointer of the descriptor in what the findings' paths are read against.
 */
export function* credentials(fields: JsonObject, tool: string | null, prefix: string): Generator<Finding> {
  const root = rootPlace(fields, prefix);
  const pending: Item[] = [...membersOf(fields)].map(([field, value]) => ({
    value,
    place: placeBelow(value, root, field),
    as: SCHEMAS.includes(field) ? "schema" : "data",
    name: promised(field),
    label: "",
  }));
  pending.reverse();
  const seen = new Set<object>();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, name, place } = item;
    if (typeof value === "string") {
      const kind = secretKind(value);
      if (kind !== null) {
        yield finding("credential_value", { kind }, { tool, path: place.path });
      } else if (name !== undefined && resemblesCredential(name, value)) {
        yield finding("credential_key", { key: quote(name) }, { tool, path: place.path });
      }
    } else if ((Array.isArray(value) || isPlainObject(value)) && !seen.has(value)) {
      seen.add(value);
      const below = Array.isArray(value) ? entriesOf(item, value) : membersBelow(item, value);
      for (const member of below.reverse()) pending.push(member);
    }
  }
}

function entriesOf({ as, place, name, label }: Item, list: readonly unknown[]): Item[] {
  const inner: ReadAs = as === "list" ? "schema" : as === "names" ? "names" : "data";
  return list.map((value, index) => ({
    value,
    place: placeBelow(value, place, String(index)),
    as: inner,
    name,
    label,
  }));
}

function membersBelow({ as, place, name, label }: Item, object: JsonObject): Item[] {
  return [...membersOf(object)].map(([key, value]): Item => {
    const below = { value, place: placeBelow(value, place, key) };
    if (as === "map") return { ...below, as: "schema", name: undefined, label: key };
    const holds = POSITIONS.get(key);
    if (as === "schema" && holds !== undefined) {
      const single = holds === "map" ? "map" : "schema";
      return { ...below, as: isPlainObject(value) ? single : "list", name: undefined, label };
    }
    if (as === "names" || (as === "schema" && NAMES.includes(key))) {
      return { ...below, as: "names", name: undefined, label };
    }
    if (as === "schema" && (SAMPLES.includes(key) || isOnlyValue(key, value))) {
      return { ...below, as: "data", name: promised(label), label };
    }
    return { ...below, as: "data", name: promised(key) ?? name, label };
  });
}

/** Return a name when it promises a credential. */
function promised(name: string): string | undefined {
  return namesCredential(name) ? name : undefined;
}

/** Tell whether a keyword allows one value alone, as `const` does; several are a choice of words. */
function isOnlyValue(key: string, value: unknown): boolean {
  return key === "enum" && Array.isArray(value) && value.length === 1;
}
