// The table of names in the documentation is about what the package exports: all of it, and nothing else.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as octools from "../../src/index.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ROW = /^\| (?<python>`\w+`)? *\| (?<typescript>`\w+`)? *\| (?<note>.*?) *\|$/;
const EXPORTS = /^export (type )?\{([^}]*)\}/gm;

const page = readFileSync(here("../../../docs/typescript.md"), "utf8");
const table = page.slice(page.indexOf("<!-- names -->"), page.indexOf("<!-- /names -->"));
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => ROW.exec(line)?.groups as { python?: string; typescript?: string; note: string });

/** Names that are exported, types included, from the text of the root module. */
const exported = [...readFileSync(here("../../src/index.ts"), "utf8").matchAll(EXPORTS)].flatMap(([, , names = ""]) =>
  names
    .split(",")
    .map((name) => name.trim().replace(/^type /, ""))
    .filter((name) => name !== ""),
);

test("every row of the table is read", () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows).not.toContain(undefined);
});

test("every exported name stands in the table, once", () => {
  const listed = rows.flatMap(({ typescript }) => (typescript === undefined ? [] : [typescript.slice(1, -1)]));
  expect([...listed].sort()).toEqual([...exported].sort());
  expect(exported).toEqual(expect.arrayContaining(Object.keys(octools)));
});

test("a row without a name on one side says why", () => {
  for (const { python, typescript, note } of rows) {
    expect(python ?? typescript).toBeDefined();
    if (python === undefined || typescript === undefined) expect(note).toMatch(/\w.*\.$/);
  }
});

test("names are the same but for their spelling", () => {
  for (const { python, typescript } of rows) {
    if (python === undefined || typescript === undefined) continue;
    const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
    expect(plain(typescript)).toBe(plain(python));
  }
});
