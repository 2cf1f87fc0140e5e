// Every TypeScript block of the documentation type-checks under `strict` and runs.
//
// The blocks of a page are one module, in their order. A block whose first line is a comment with a file name is a module
// of its own, which the others import.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const FENCE = /^```ts\n(.*?)^```$/gms;
const FILE_NAME = /^\/\/ ([a-z-]+\.ts)\n/;
const MAIN = "main.ts";

const pages = [
  here("../../../README.md"),
  here("../../README.md"),
  ...readdirSync(here("../../../docs/")).map((name) => here(`../../../docs/${name}`)),
].filter((path) => path.endsWith(".md"));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Return the modules of a page by file name. */
function modulesOf(page: string): Map<string, string> {
  const modules = new Map<string, string>();
  for (const [, text = ""] of readFileSync(page, "utf8").matchAll(FENCE)) {
    const name = FILE_NAME.exec(text)?.[1] ?? MAIN;
    modules.set(name, (modules.get(name) ?? "") + text);
  }
  return modules;
}

function written(modules: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "octools-docs-"));
  folders.push(folder);
  for (const [name, text] of modules) writeFileSync(join(folder, name), text);
  const project = {
    extends: here("../../tsconfig.json"),
    compilerOptions: {
      noUnusedLocals: false,
      typeRoots: [here("../../node_modules/@types")],
      paths: {
        "@opscogs/octools": [here("../../src/index.ts")],
        "@opscogs/octools/example": [here("../../src/example.ts")],
        "#contract/*": [here("../../../generated/typescript/*.ts")],
        zod: [here("../../node_modules/zod/index.d.ts")],
        "*": [here("../../node_modules/*")],
      },
    },
    include: [],
    files: [...modules.keys()],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  return folder;
}

const documented = pages.map(
  (page) => [page.endsWith("typescript/README.md") ? "package" : basename(page), modulesOf(page)] as const,
);

test("there are blocks to run", () => {
  expect(documented.filter(([, modules]) => modules.size > 0).length).toBeGreaterThan(0);
  expect(FENCE.test("```ts\nconst a = 1;\n```\n")).toBe(true);
});

describe.each(documented.filter(([, modules]) => modules.size > 0))("%s", (_, modules) => {
  const folder = written(modules);

  test("type-checks", () => {
    const checked = spawnSync(process.execPath, [here("../../node_modules/typescript/bin/tsc"), "-p", folder]);
    expect(checked.stdout.toString()).toBe("");
    expect(checked.status).toBe(0);
  });

  test("runs", async () => {
    const outfile = join(folder, "main.mjs");
    await build({
      entryPoints: [join(folder, modules.has(MAIN) ? MAIN : ([...modules.keys()][0] ?? MAIN))],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
      tsconfigRaw: {},
      nodePaths: [here("../../node_modules")],
      alias: {
        "@opscogs/octools/example": here("../../src/example.ts"),
        "@opscogs/octools": here("../../src/index.ts"),
        "#contract": here("../../../generated/typescript"),
        zod: here("../../node_modules/zod/index.js"),
      },
    });
    execFileSync(process.execPath, [outfile]);
  });
});
