// Answers on standard output what the operations of the shared fixtures give: a JSON line in, a JSON line out. The
// Python tests bundle and drive it, to compare both languages on data that is made afresh.

import { createInterface } from "node:readline";
import { answer } from "./answers.js";
import type { Json } from "./fixture-operations.js";
import { modelVerdicts } from "./model-verdicts.js";
import { randomExamples } from "./random-examples.js";

interface Request {
  readonly operation: string;
  readonly input: Json;
}

/** What is no operation of the package. */
const SPECIAL: Readonly<Record<string, (input: Json) => unknown>> = {
  // The other direction: this side makes the data, and says what it makes of it.
  random_examples: randomExamples,
  model_verdicts: modelVerdicts,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { operation, input } = JSON.parse(line) as Request;
  const special = SPECIAL[operation];
  const answered = special === undefined ? answer(operation, input) : { result: special(input) };
  process.stdout.write(`${JSON.stringify(answered)}\n`);
}
