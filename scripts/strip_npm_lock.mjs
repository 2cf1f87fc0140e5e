// Takes what is no part of a lock out of typescript/package-lock.json: the addresses of sponsors and of downloads.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../typescript/package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
for (const entry of Object.values(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
