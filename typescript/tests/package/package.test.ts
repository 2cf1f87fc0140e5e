// The packed package, used from outside: installed into an empty project, type-checked, run, and bundled.

import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");
const project = mkdtempSync(join(tmpdir(), "octools-package-"));
const installed = join(project, "node_modules/@opscogs/octools");

const run = (command: string, ...parameters: string[]): string =>
  execFileSync(command, parameters, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const files = (): string[] =>
  readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((path) => /\.[a-z]+$|LICENSE$/.test(path));

/** Copies what makes the package beside the empty project, so that its build meets no other one. */
function workspace(): string {
  const folder = join(project, "workspace/typescript");
  for (const path of ["LICENSE", "generated/typescript"]) {
    cpSync(join(ROOT, "..", path), join(project, "workspace", path), { recursive: true });
  }
  for (const path of ["package.json", "README.md", "scripts", "src"]) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  for (const name of readdirSync(ROOT).filter((each) => each.startsWith("tsconfig"))) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

beforeAll(() => {
  const folder = workspace();
  execFileSync(process.execPath, [join(folder, "scripts/build.mjs")]);
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}');
  // zod comes from the packages that are already here, so that nothing is fetched.
  const options = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm", "install", ...options, filename, join(ROOT, "node_modules/zod"));
}, 180_000);

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

describe("the tarball", () => {
  test("holds the code, its types and source maps, and nothing else", () => {
    const kinds = new Set(
      files().map((path) => path.replace(/^.*?(\.d\.ts|\.js\.map|\.js|\.json|\.md|LICENSE)$/, "$1")),
    );
    expect([...kinds].sort()).toEqual([".d.ts", ".js", ".js.map", ".json", ".md", "LICENSE"]);
    expect(files().some((path) => path.includes("test"))).toBe(false);
    for (const path of files().filter((each) => each.endsWith(".js"))) {
      expect(existsSync(join(installed, path.replace(/\.js$/, ".d.ts"))), path).toBe(true);
      const map = JSON.parse(readFileSync(join(installed, `${path}.map`), "utf8")) as { sourcesContent: string[] };
      expect(
        map.sourcesContent.every((source) => source.length > 0),
        path,
      ).toBe(true);
    }
  });

  test("exports by name, depends on zod alone, and has the version of the Python package", async () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
    expect(manifest["peerDependencies"]).toEqual({ zod: "^4.4.0" });
    expect(manifest["dependencies"]).toBeUndefined();
    expect(manifest["sideEffects"]).toBe(false);
    const python = readFileSync(join(ROOT, "../src/octools/_version.py"), "utf8");
    expect(python).toContain(`"${String(manifest["version"])}"`);
    const octools = (await import(join(installed, "dist/index.js"))) as object;
    expect(octools).not.toHaveProperty("default");
    expect(octools).toHaveProperty("OCTool");
    const deep =
      'import("@opscogs/octools/dist/quoting.js").then(() => console.log("open"), (e) => console.log(e.code))';
    expect(run(process.execPath, "--input-type=module", "-e", deep).trim()).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  test("has no `any` in its types", () => {
    const code = (path: string): string =>
      readFileSync(join(installed, path), "utf8")
        .replace(/\/\*[^]*?\*\//g, "")
        .replace(/"(?:[^"\\]|\\.)*"/g, '""')
        .replace(/\bany: \{/g, "");
    const types = files().filter((path) => path.endsWith(".d.ts"));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((path) => /\bany\b/.test(code(path)))).toEqual([]);
  });
});

test("nothing of Node is used, so a browser runs it", () => {
  const code = files().filter((path) => path.endsWith(".js"));
  const used = /from "node:|\b(?:process|Buffer|__dirname)\b\s*[.[]|\brequire\(/;
  expect(code.filter((path) => used.test(readFileSync(join(installed, path), "utf8")))).toEqual([]);
});

describe("a project that uses it", () => {
  beforeAll(() => {
    mkdirSync(join(project, "src"), { recursive: true });
    copyFileSync(join(ROOT, "tests/package/consumer.ts.txt"), join(project, "src/consumer.ts"));
  });

  const configured = (module: string, moduleResolution: string, outDir: string): void => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      target: "ES2022",
      lib: ["ES2022", "DOM"],
      types: [],
      rootDir: "src",
      module,
      moduleResolution,
      outDir,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  };

  test.each([
    ["ESNext", "bundler"],
    ["Node16", "node16"],
    ["NodeNext", "nodenext"],
  ])("type-checks with module %s and moduleResolution %s, and runs", (module, moduleResolution) => {
    configured(module, moduleResolution, moduleResolution);
    run(process.execPath, COMPILER, "-p", ".");
    expect(JSON.parse(run(process.execPath, join(moduleResolution, "consumer.js")))).toEqual({
      findings: [],
      cores: 2,
      cells: [],
      compact: [],
      listing: "rack_table  local  read  Lists the hosts of a rack.\n",
      mcp: "rack_table",
      refused: "field_missing",
    });
  });
});

describe("a browser bundle", () => {
  const bundled = async (source: string): Promise<{ bytes: number; inputs: string[] }> => {
    const result = await build({
      stdin: { contents: source, resolveDir: project, loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    const [output] = Object.values(result.metafile.outputs);
    const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const text = result.outputFiles[0]?.text ?? "";
    return { bytes: Buffer.byteLength(text), inputs: used.map(([path]) => path) };
  };

  test("holds only what is imported, and says how much that is", async () => {
    const sizes: Record<string, number> = {};
    const measure = async (names: string): Promise<string[]> => {
      const { bytes, inputs } = await bundled(`export { ${names} } from "@opscogs/octools";`);
      sizes[names] = bytes;
      return inputs;
    };
    expect((await bundled('import "@opscogs/octools";')).bytes).toBeLessThan(10);
    expect(await measure("NAME_RE")).toHaveLength(1);
    expect((await measure("countSentences")).some((path) => path.includes("zod"))).toBe(false);
    expect((await measure("strictClean")).some((path) => path.includes("zod"))).toBe(false);
    await measure("readEnvelope, TabularEnvelope");
    const all = await bundled('export * from "@opscogs/octools";');
    sizes["everything"] = all.bytes;
    console.log(`Bytes of a minified browser bundle: ${JSON.stringify(sizes)}`);
    expect(sizes["NAME_RE"]).toBeLessThan(200);
    expect(sizes["strictClean"]).toBeLessThan(40_000);
    expect(sizes["readEnvelope, TabularEnvelope"]).toBeLessThan(160_000);
    // zod has messages in fifty languages; a bundle takes the one that it uses.
    expect(sizes["everything"]).toBeLessThan(300_000);
    expect(all.inputs.filter((path) => path.includes("zod/v4/locales/")).length).toBeLessThan(3);
  });
});
