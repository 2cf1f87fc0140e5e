// Compiles the generated contract and the hand-written half into dist/, and copies the licence.
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
for (const project of ["tsconfig.contract.json", "tsconfig.build.json"]) {
  execFileSync(process.execPath, [compiler, "-p", project], { cwd: root, stdio: "inherit" });
}
copyFileSync(`${root}../LICENSE`, `${root}LICENSE`);
