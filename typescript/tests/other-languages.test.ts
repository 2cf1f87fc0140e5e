// What other languages' tools make of the schema files as they stand: no octools code is involved.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import { describe, expect, test } from "vitest";

type Json = Record<string, unknown>;

const SCHEMAS = fileURLToPath(new URL("../../schemas/", import.meta.url));
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const documents = new Map(
  readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => [path, JSON.parse(readFileSync(`${SCHEMAS}${path}`, "utf8")) as Json] as const),
);
const schemas = [...documents].filter(([, document]) => document["$schema"] === DIALECT);
const extensionKeywords = Object.keys((documents.get("meta/schema.json")?.["properties"] ?? {}) as Json);

describe("ajv in strict mode, but for the documented x- keywords", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(extensionKeywords);
  for (const [, document] of schemas) ajv.addSchema(document);

  test("the documented keywords all begin with x-, and the schema files use no other", () => {
    expect(extensionKeywords.length).toBeGreaterThan(5);
    for (const keyword of extensionKeywords) expect(keyword).toMatch(/^x-/);
    const bare = new Ajv2020({ strict: true });
    expect(() => bare.compile({ type: "string", "x-other": 1 })).toThrow(/unknown keyword/);
  });

  test.each(schemas.map(([path]) => path))("compiles %s", (path) => {
    const id = documents.get(path)?.["$id"] as string;
    expect(ajv.getSchema(id)).toBeTypeOf("function");
  });

  test("judges a table and a descriptor as the contract says", () => {
    const table = ajv.getSchema(idOf("envelopes/tabular.json"));
    expect(table?.({ columns: ["a"], rows: [[1], ["x"]], row_count: 2, truncated: false })).toBe(true);
    expect(table?.({ columns: ["a"], rows: [[{}]], row_count: 1, truncated: false })).toBe(false);
    const descriptor = ajv.getSchema(idOf("descriptors/tool-descriptor.json"));
    expect(descriptor?.({ toolId: "local:a", source: "mcp", safetyTier: "read" })).toBe(true);
    expect(descriptor?.({ toolId: "local:a", source: "mcp", safetyTier: "exec" })).toBe(false);
  });

  test("finds every data file right by the meta-schema that it names", () => {
    const named = [...documents].filter(([, document]) => String(document["$schema"]).includes("meta/"));
    expect(named.length).toBeGreaterThan(4);
    for (const [path, document] of named) {
      const meta = String(document["$schema"]).replace(/^(?:\.\.\/)*/, "");
      const validate = ajv.getSchema(idOf(meta));
      expect(validate?.(document), `${path}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
    }
  });
});

describe("quicktype", () => {
  const sources = [...documents.keys()].filter(
    (path) => /^(?:envelopes|descriptors)\//.test(path) && documents.get(path)?.["title"] !== undefined,
  );
  const titles = sources.map((path) => documents.get(path)?.["title"] as string);
  const languages = {
    go: "type TabularEnvelope struct",
    java: "class TabularEnvelope",
    csharp: "class TabularEnvelope",
    rust: "pub struct TabularEnvelope",
    swift: "struct TabularEnvelope",
  } as const;

  /** Gives quicktype the files by their `$id`, so that nothing is fetched. */
  class Files extends FetchingJSONSchemaStore {
    override async fetch(address: string): Promise<never> {
      const path = address.slice(BASE.length);
      const found = address.startsWith(BASE) ? documents.get(path) : undefined;
      if (found === undefined) throw new Error(`${address} is no schema file`);
      return found as never;
    }
  }

  test.each(Object.entries(languages))("makes %s types of the envelopes and descriptors", async (lang, declared) => {
    expect(sources.length).toBeGreaterThanOrEqual(8);
    const input = new JSONSchemaInput(new Files());
    for (const [index, path] of sources.entries()) {
      await input.addSource({ name: titles[index] as string, uris: [idOf(path)] });
    }
    const data = new InputData();
    data.addInput(input);
    const { lines } = await quicktype({ inputData: data, lang: lang as keyof typeof languages });
    const text = lines.join("\n");
    expect(text.includes(declared), declared).toBe(true);
    // Some languages write OCTool as OcTool.
    const missing = titles.filter((title) => !text.toLowerCase().includes(title.toLowerCase()));
    expect(missing).toEqual([]);
  });
});

const BASE = "https://opscogs.invalid/octools/schemas/1/";

function idOf(path: string): string {
  return `${BASE}${path}`;
}
