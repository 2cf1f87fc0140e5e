// `compactSchema`: any schema, brought into the compact subset.

import { quote, type Finding } from "../findings.js";
import { isPlainObject } from "../plain-objects.js";
import { type JsonObject, rootPlace } from "../schema-walk.js";
import { isWellFormed } from "../surrogates.js";
import { project } from "./conjunction.js";
import type { Schema } from "./dimensions.js";
import { acceptsObjects, USELESS_FOR_OBJECTS } from "./keywords.js";
import { Ledger } from "./ledger.js";
import { copyPlain } from "./plain.js";
import { indexOf } from "./references.js";
import { run } from "./trampoline.js";
import { isObject, normalise } from "./values.js";
import { Work } from "./work.js";

export const DEFAULT_MAX_NODES = 20_000;

/** A schema in the compact subset, and what it no longer says. */
export interface CompactSchema {
  /** The schema, an object schema with `properties`. */
  readonly schema: JsonObject;
  /** A `compact_widened` finding for each place of the original where the schema accepts more. */
  readonly changes: readonly Finding[];
}

/**
 * Bring a JSON Schema into the compact subset, so that it accepts every object that it accepted before.
 *
 * References are inlined, `allOf` is merged, `anyOf` and `oneOf` are joined, and what the subset cannot say is left out
 * and reported. Where the subset can say the same, the result accepts nothing more. `$schema` decides the dialect,
 * 2020-12 where it is absent. The same schema gives the same bytes, and the argument is never changed.
 *
 * @param schema A JSON Schema: any value, of any depth, that may even contain itself. What is no schema accepts
 *   everything.
 * @param options.maxNodes How many nodes inlining and merging may add to the schema's own (a schema is one node, and
 *   each value of its `enum`, `required` and the like is one). What goes beyond is left out and reported.
 * @returns The compact schema with its changes, in the order of the original.
 * @throws RangeError `maxNodes` is no integer, or is negative.
 */
export function compactSchema(
  schema: unknown,
  options: { readonly maxNodes?: number | undefined } = {},
): CompactSchema {
  const { maxNodes = DEFAULT_MAX_NODES } = options;
  if (!Number.isInteger(maxNodes) || maxNodes < 0) {
    throw new RangeError(`maxNodes is ${quote(maxNodes)}; it must be an integer that is not negative`);
  }
  return projectSchema(schema, new Ledger(maxNodes));
}

/** Bring a schema into the compact subset on an account of one's own; see `compactSchema`. */
export function projectSchema(schema: unknown, ledger: Ledger): CompactSchema {
  const copied = copyPlain(schema);
  return copied === null ? projectWhole(schema, ledger) : { schema: asRoot(copied), changes: [] };
}

/** Project a schema the whole way, whatever is in it. */
function projectWhole(schema: unknown, ledger: Ledger): CompactSchema {
  const document = normalise(schema);
  if (!isObject(document) && typeof document !== "boolean") {
    ledger.widened(document, rootPlace(document), undefined, "not_a_schema");
    return { schema: asRoot(true), changes: ledger.findings() };
  }
  const [index, root] = indexOf(document);
  const clean = run(project(new Work(index, ledger), [root]));
  return { schema: asRoot(clean.schema), changes: ledger.findings() };
}

/** Return an object schema with `properties` that accepts the same objects as a compact schema. */
function asRoot(schema: Schema): JsonObject {
  if (schema === true) return { type: "object", properties: {} };
  if (schema === false || !acceptsObjects(schema)) {
    return { type: "object", properties: {}, additionalProperties: false, minProperties: 1 };
  }
  // The model of a compact descriptor takes no keyword with lone surrogates.
  const kept = Object.entries(schema).filter(([keyword]) => !USELESS_FOR_OBJECTS.has(keyword) && isWellFormed(keyword));
  if (!kept.some(([keyword]) => keyword === "type")) kept.unshift(["type", "object"]);
  if (!kept.some(([keyword]) => keyword === "properties")) {
    kept.splice(kept.findIndex(([keyword]) => keyword === "type") + 1, 0, ["properties", {}]);
  }
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === "type") return [keyword, "object"];
      return [keyword, keyword === "enum" ? (value as unknown[]).filter((each) => isPlainObject(each)) : value];
    }),
  );
}
