// The envelope of a produced file, and the reference to one.

import { ARTIFACT_ENVELOPE_BUNDLE, ARTIFACT_REF_BUNDLE, type JsonSchema } from "#contract/bundles";
import * as contract from "#contract/envelopes";
import type * as z from "zod";
import { quote } from "../findings.js";
import { thaw } from "../frozen.js";
import { closedModel, type Written, written } from "./closed.js";
import { type Issue, problem } from "./problems.js";
import { type SourceRef, writtenSource } from "./source.js";

/** One produced file, by the reference that the sink returned. */
export interface ArtifactRef extends Written<contract.ArtifactRef, "ArtifactRef"> {}

/**
 * The zod schema of an `ArtifactRef`; a parse gives the written form, without what is unset.
 *
 * `bytes`, `width` and `height` (pixels) are integers that are not negative. octools descriptor specification, "Result
 * envelopes".
 */
export const ArtifactRef: z.ZodType<ArtifactRef, z.input<typeof contract.ArtifactRef>> = /* @__PURE__ */ closedModel(
  contract.ArtifactRef,
  {
    mark: { name: "ArtifactRef", schema: () => thaw(ARTIFACT_REF_BUNDLE) },
    problems: (fields) => referenceProblems(fields, []),
    write: (fields) => written("ArtifactRef", fields),
  },
);

/** The result of a tool that produces files: the file that was asked for, and further ones beside it. */
export interface ArtifactEnvelope extends Omit<
  Written<contract.ArtifactEnvelope, "ArtifactEnvelope">,
  "artifact" | "artifacts" | "source"
> {
  artifact: ArtifactRef;
  artifacts: ArtifactRef[];
  source?: SourceRef | undefined;
}

/**
 * The zod schema of an `ArtifactEnvelope`; a parse gives the written form.
 *
 * `artifacts`, `warnings` and `sensitivity` are always written, `source` only when set. octools descriptor
 * specification, "Result envelopes".
 */
export const ArtifactEnvelope: z.ZodType<
  ArtifactEnvelope,
  z.input<typeof contract.ArtifactEnvelope>
> = /* @__PURE__ */ closedModel(contract.ArtifactEnvelope, {
  mark: { name: "ArtifactEnvelope", schema: artifactSchema },
  problems: envelopeProblems,
  write: writtenEnvelope,
});

/** Return the JSON Schema of `ArtifactEnvelope` in its written form. */
export function artifactSchema(): JsonSchema {
  return thaw(ARTIFACT_ENVELOPE_BUNDLE);
}

function* envelopeProblems(fields: contract.ArtifactEnvelope): Generator<Issue> {
  yield* referenceProblems(fields.artifact, ["artifact"]);
  for (const [index, reference] of fields.artifacts.entries()) {
    yield* referenceProblems(reference, ["artifacts", index]);
  }
}

function* referenceProblems(reference: contract.ArtifactRef, path: readonly PropertyKey[]): Generator<Issue> {
  for (const [field, value] of Object.entries(reference)) {
    if (typeof value === "number" && value < 0) {
      yield problem("negative_number", [...path, field], { field, value: quote(value) });
    }
  }
}

function writtenEnvelope(fields: contract.ArtifactEnvelope): object {
  return {
    ...written("ArtifactEnvelope", fields),
    artifact: written("ArtifactRef", fields.artifact),
    artifacts: fields.artifacts.map((reference) => written("ArtifactRef", reference)),
    ...(fields.source ? { source: writtenSource(fields.source) } : {}),
  };
}
