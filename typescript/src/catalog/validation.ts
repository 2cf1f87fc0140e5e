// What a tool catalogue must not hold before it is published.

import { ToolAuth, ToolDescriptor } from "#contract/descriptors";
import { type Finding, finding, quote } from "../findings.js";
import { isPlainObject } from "../plain-objects.js";
import { child } from "../pointers.js";
import { type JsonObject, membersOf } from "../schema-walk.js";
import { credentials } from "./credentials.js";
import { EXECUTION, HOST_SOURCE, isToolId, itemsOf, NO_SURROGATES, VOCABULARIES } from "./fields.js";

const TEXTS: readonly string[] = ["title", "description"];
const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];

/**
 * Report what must not be published in a tool catalogue (RFC 0112).
 *
 * @param descriptors The catalogue's items: tool descriptors as objects; any value is taken.
 * @returns Findings in listing order, `tool` set to the `toolId` and `path` a JSON pointer into the descriptor; of an
 *   item without a readable `toolId`, `path` begins with its index. Rules: `bad_descriptor`, `unknown_descriptor_key`,
 *   `duplicate_tool_id`, `exec_source`, `schema_root`, `scope_repeated`, `credential_key`, `credential_value`.
 * @throws OCToolError The value is no list of items (`not_a_catalog`).
 */
export function validateCatalog(descriptors: Iterable<unknown>): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let index = -1;
  for (const item of itemsOf(descriptors)) {
    index += 1;
    if (!isPlainObject(item)) {
      findings.push(finding("bad_descriptor", { value: quote(item) }, { variant: "item", path: `/${index}` }));
      continue;
    }
    const { toolId } = item;
    const tool = isToolId(toolId) ? toolId : null;
    for (const found of judge(item, tool, tool === null ? `/${index}` : "")) findings.push(found);
    if (tool === null) continue;
    if (seen.has(tool)) {
      findings.push(finding("duplicate_tool_id", { value: quote(tool) }, { tool, path: "/toolId" }));
    }
    seen.add(tool);
  }
  return findings;
}

/** Yield the findings on one descriptor, in the order of its schema's fields, then its credentials. */
function* judge(fields: JsonObject, tool: string | null, prefix: string): Generator<Finding> {
  for (const [key] of membersOf(fields)) {
    if (!Object.hasOwn(ToolDescriptor.shape, key)) {
      yield finding("unknown_descriptor_key", { key: quote(key) }, { tool, path: child(prefix, key) });
    }
  }
  for (const [field, schema] of Object.entries(ToolDescriptor.shape)) {
    const path = `${prefix}/${field}`;
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (value === undefined) {
      if (!schema.safeParse(undefined).success) {
        const places = { field, expected: expected(field) };
        yield finding("bad_descriptor", places, { variant: "missing", tool, path: prefix });
      }
    } else if (!fits(field, value)) {
      const places = { field, value: quote(value), expected: expected(field, value) };
      yield finding("bad_descriptor", places, { tool, path });
    } else if (SCHEMAS.includes(field)) {
      yield* rootFindings(value as JsonObject, field, tool, path);
    } else if (field === "auth") {
      yield* authFindings(value as JsonObject, tool, path);
    }
  }
  const { safetyTier, source } = fields;
  if (safetyTier === EXECUTION && source !== HOST_SOURCE && fits("source", source)) {
    yield finding("exec_source", { value: quote(source) }, { tool, path: `${prefix}/source` });
  }
  yield* credentials(fields, tool, prefix);
}

function fits(field: string, value: unknown): boolean {
  const vocabulary = VOCABULARIES.get(field);
  if (vocabulary !== undefined) return typeof value === "string" && vocabulary.includes(value);
  if (field === "toolId") return isToolId(value);
  return TEXTS.includes(field) ? typeof value === "string" : isPlainObject(value);
}

function expected(field: string, value?: unknown): string {
  const vocabulary = VOCABULARIES.get(field);
  if (vocabulary !== undefined) return `one of ${vocabulary.join(", ")}`;
  if (field === "toolId")
    return typeof value === "string" && value !== "" ? NO_SURROGATES : "a string that is not empty";
  return TEXTS.includes(field) ? "a string" : "an object";
}

function* rootFindings(schema: JsonObject, field: string, tool: string | null, path: string): Generator<Finding> {
  const { type } = schema;
  if (type === undefined) yield finding("schema_root", { field }, { variant: "missing", tool, path });
  else if (type !== "object") yield finding("schema_root", { field, type: quote(type) }, { tool, path });
}

function* authFindings(auth: JsonObject, tool: string | null, path: string): Generator<Finding> {
  for (const [key, value] of membersOf(auth)) {
    const below = child(path, key);
    const bad = (shape: string): Finding =>
      finding("bad_descriptor", { field: `auth.${key}`, value: quote(value), expected: shape }, { tool, path: below });
    if (!Object.hasOwn(ToolAuth.shape, key)) {
      yield finding("unknown_descriptor_key", { key: quote(key) }, { variant: "auth", tool, path: below });
    } else if (key === "credentialRef") {
      if (typeof value !== "boolean") yield bad("true or false");
    } else if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
      yield bad("a list of strings");
    } else {
      const seen = new Set<unknown>();
      for (const [index, scope] of value.entries()) {
        if (seen.has(scope)) {
          yield finding("scope_repeated", { value: quote(scope) }, { tool, path: `${below}/${index}` });
        }
        seen.add(scope);
      }
    }
  }
}
