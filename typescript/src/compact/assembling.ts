// Writing a conjunction as one compact schema, keywords in the order of the original.

import { setMember } from "../frozen.js";
import type { JsonObject } from "../schema-walk.js";
import type { Items } from "./arrays.js";
import type { Condition } from "./gathering.js";
import { acceptsAll } from "./keywords.js";
import type { Merged } from "./merging.js";
import type { Members } from "./objects.js";
import type { Reading } from "./reading.js";
import { areAll, written } from "./types.js";

/** Where the keyword that a keyword turns into goes. */
const BECOMES: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  ["dependencies", ["dependentRequired"]],
  ["unevaluatedProperties", ["additionalProperties"]],
  ["patternProperties", ["additionalProperties"]],
  ["items", ["prefixItems", "items"]],
  ["minimum", ["minimum", "exclusiveMinimum"]],
  ["maximum", ["maximum", "exclusiveMaximum"]],
  ["enum", ["enum", "const"]],
  ["const", ["const", "enum"]],
]);

/**
 * Write one compact schema.
 *
 * @param readings The schemas that hold together, for the order of keywords.
 * @param merged Their merged keywords without sub-schemas.
 * @param members What they say of members of objects.
 * @param items What they say of items of arrays.
 * @param condition The condition that is kept, if any.
 */
export function assemble(
  readings: readonly Reading[],
  merged: Merged,
  members: Members,
  items: Items,
  condition: Condition | undefined,
): JsonObject {
  const found = new Map(merged);
  const add = (keyword: string, value: unknown): void => {
    if (value !== undefined) found.set(keyword, value);
  };
  add("properties", members.properties);
  add("additionalProperties", members.additional);
  if (members.names !== undefined && !acceptsAll(members.names)) add("propertyNames", members.names);
  add("prefixItems", items.prefix);
  add("items", items.items);
  found.delete("minContains");
  found.delete("maxContains");
  if (items.contains !== undefined) {
    add("contains", items.contains);
    add("minContains", items.least);
    add("maxContains", items.most);
  }
  if (condition !== undefined) {
    add("if", condition.test);
    if (!acceptsAll(condition.then)) add("then", condition.then);
    if (!acceptsAll(condition.otherwise)) add("else", condition.otherwise);
  }
  const types = found.get("type") as readonly string[] | undefined;
  if (types !== undefined) {
    if (areAll(types)) found.delete("type");
    else found.set("type", written(types));
  }
  const schema: JsonObject = {};
  for (const reading of readings) {
    const original = reading.site.schema;
    for (const keyword of Object.keys(original)) {
      for (const name of BECOMES.get(keyword) ?? [keyword]) {
        // What stands in the schema itself has a place of its own there.
        if (name !== keyword && Object.hasOwn(original, name)) continue;
        if (found.has(name) && !Object.hasOwn(schema, name)) setMember(schema, name, found.get(name));
      }
    }
  }
  for (const [name, value] of found) if (!Object.hasOwn(schema, name)) setMember(schema, name, value);
  return schema;
}
