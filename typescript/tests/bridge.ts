// Answers on standard output what the operations of the shared fixtures give: a JSON line in, a JSON line out. The
// Python tests bundle and drive it, to compare both languages on data that is made afresh.

import { createInterface } from "node:readline";
import { answer } from "./answers.js";
import type { Json } from "./fixture-operations.js";
import { randomExamples } from "./random-examples.js";

interface Request {
  readonly operation: string;
  readonly input: Json;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { operation, input } = JSON.parse(line) as Request;
  // The other direction: this side makes the data, and says what it makes of it.
  const answered = operation === "random_examples" ? { result: randomExamples(input) } : answer(operation, input);
  process.stdout.write(`${JSON.stringify(answered)}\n`);
}
