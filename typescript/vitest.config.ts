import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The suite runs on the newest zod and again, as `zod-floor`, on the oldest release of the peer range. */
const project = (name: string, zod: string, include: string[], exclude: string[] = []) => ({
  resolve: {
    alias: [
      { find: /^#contract\/(.*)$/, replacement: `${here("../generated/typescript/")}$1.ts` },
      { find: /^zod$/, replacement: here(`node_modules/${zod}/index.js`) },
    ],
  },
  test: { name, include, exclude, testTimeout: 60_000 },
});

export default defineConfig({
  test: {
    projects: [
      project("zod", "zod", ["tests/**/*.test.ts"]),
      // What has nothing to do with zod runs once.
      project(
        "zod-floor",
        "zod-floor",
        ["tests/*.test.ts"],
        ["tests/compact.test.ts", "tests/other-languages.test.ts"],
      ),
    ],
  },
});
