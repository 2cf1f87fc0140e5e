// Reading envelopes that another process wrote, perhaps with a newer release.

import * as z from "zod";
import { isEnvelope, tolerated } from "./envelopes/tolerance.js";
import { markOf } from "./envelopes/marks.js";
import { type Issue, problem } from "./envelopes/problems.js";
import { OCToolError } from "./errors.js";
import { message, quote } from "./findings.js";
import { parseJson } from "./json-text.js";

const EXPECTED = "a JSON object, as a mapping, a text or bytes";

/**
 * Read an envelope that this process did not make.
 *
 * Validates as `model.parse` does, and tolerates what a newer producer may send: unknown keys are dropped, in the
 * envelope and in the octools models inside it (not inside `records`, which belong to the caller's schema); unknown
 * vocabulary values read as their fallbacks; a scale on a column without a numeric kind reads as null; a malformed
 * `source` or `column_descriptions` reads as absent. octools descriptor specification, "Reading envelopes from another
 * process".
 *
 * @param model `TabularEnvelope`, `ArtifactEnvelope`, or a schema that `RecordsEnvelope(item)` returned.
 * @param data An object, or a JSON object as text or as bytes (UTF-8, UTF-16 or UTF-32, with or without a byte order
 *   mark). Nothing of an object is kept.
 * @returns The written form of the envelope, as `model.parse` gives it.
 * @throws TypeError The model is no envelope.
 * @throws ZodError The data breaks a rule of the envelope, or is no JSON text: malformed, nested more than 200 levels
 *   deep, with `NaN`, `Infinity` or an integer of more than 4,300 digits. An issue of ours has the rule in
 *   `params.rule`; at most ten are listed.
 */
export function readEnvelope<O>(model: z.ZodType<O>, data: unknown): O {
  const mark = markOf(model);
  if (mark === null || !isEnvelope(mark.name)) {
    throw new TypeError(message("not_an_envelope", { model: quote(model) }));
  }
  const value = typeof data === "string" || data instanceof Uint8Array ? parsed(data) : data;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused(problem("wrong_json_type", [], { value: quote(value), expected: EXPECTED }));
  }
  return model.parse(tolerated(mark.name, value as Readonly<Record<string, unknown>>));
}

function parsed(data: string | Uint8Array): unknown {
  try {
    return parseJson(data);
  } catch (error) {
    if (!(error instanceof OCToolError)) throw error;
    throw refused({
      code: "custom",
      path: [],
      message: error.message,
      params: { rule: error.rule },
      input: undefined,
    });
  }
}

function refused(issue: Issue): z.ZodError {
  return new z.ZodRealError([issue]);
}
