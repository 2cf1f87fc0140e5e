// What a tolerant reader makes of foreign data before the strict model reads it.

import * as contract from "#contract/envelopes";
import { FIELD_VOCABULARIES, VOCABULARY_FALLBACKS } from "#contract/fallbacks";
import type * as z from "zod";
import { memberOf } from "../members.js";
import { isPlainObject } from "../plain-objects.js";
import type { ModelName } from "./marks.js";
import { takesScale } from "./scales.js";

type Fields = Record<string, unknown>;

/** How each envelope is made readable; the names are the keys of what a newer producer may have changed. */
const TOLERANCE: Readonly<Partial<Record<ModelName, (data: Readonly<Fields>) => Fields>>> = {
  RecordsEnvelope: (data) => withSource(known(data, recordsFields())),
  TabularEnvelope: (data) => withHints(withSource(known(data, contract.TabularEnvelope.shape))),
  ArtifactEnvelope: (data) => {
    const fields = withSource(known(data, contract.ArtifactEnvelope.shape));
    replace(fields, "sensitivity", (value) => degraded("sensitivity", value));
    replace(fields, "artifact", knownReference);
    replace(fields, "artifacts", (value) => (Array.isArray(value) ? value.map(knownReference) : value));
    return fields;
  },
};

/**
 * Return foreign data without what the envelope's model does not know: unknown keys are dropped, in the envelope and in
 * the octools models inside it, unknown vocabulary values read as their fallbacks, and hints that are malformed or stand
 * on the wrong column are dropped. Everything else stays, for the model to judge; nothing is changed in place.
 */
export function tolerated(name: ModelName, data: Readonly<Fields>): unknown {
  return TOLERANCE[name]?.(data) ?? data;
}

/** Tell whether a model is an envelope, which `readEnvelope` reads. */
export function isEnvelope(name: ModelName): boolean {
  return Object.hasOwn(TOLERANCE, name);
}

function recordsFields(): Readonly<Fields> {
  // The record's own schema does not matter here, so any will do.
  return contract.RecordsEnvelope(contract.SourceRef).shape;
}

function known(data: Readonly<Fields>, shape: Readonly<Fields>): Fields {
  return Object.fromEntries(Object.entries(data).filter(([key]) => Object.hasOwn(shape, key)));
}

function knownReference(value: unknown): unknown {
  return isPlainObject(value) ? known(value, contract.ArtifactRef.shape) : value;
}

function replace(fields: Fields, field: string, change: (value: unknown) => unknown): void {
  if (Object.hasOwn(fields, field)) fields[field] = change(fields[field]);
}

function dropMalformed(fields: Fields, field: string, schema: z.ZodType): void {
  if (!schema.safeParse(fields[field]).success) delete fields[field];
}

/** Drop the source where any part of it is malformed; keys that it does not know are no reason. */
function withSource(fields: Fields): Fields {
  replace(fields, "source", (value) => (isPlainObject(value) ? known(value, contract.SourceRef.shape) : value));
  dropMalformed(fields, "source", contract.TabularEnvelope.shape.source);
  return fields;
}

/** Read what is said about each column: kinds and scales by their fallbacks, descriptions and stray scales dropped. */
function withHints(fields: Fields): Fields {
  replace(fields, "column_kinds", (value) => eachDegraded("column_kinds", value));
  replace(fields, "column_scales", (value) => eachDegraded("column_scales", value));
  replace(fields, "column_scales", (value) => withoutStrayScales(fields["column_kinds"], value));
  dropMalformed(fields, "column_descriptions", contract.TabularEnvelope.shape.column_descriptions);
  const { column_descriptions: descriptions, columns } = fields;
  if (Array.isArray(descriptions) && descriptions.length !== memberOf(columns, "length")) {
    delete fields["column_descriptions"];
  }
  return fields;
}

function withoutStrayScales(kinds: unknown, scales: unknown): unknown {
  if (!Array.isArray(scales)) return scales;
  const listed: readonly unknown[] = Array.isArray(kinds) ? kinds : [];
  return scales.map((scale: unknown, index) =>
    typeof scale === "string" && !takesScale(listed[index]) ? null : scale,
  );
}

function eachDegraded(field: keyof typeof FIELD_VOCABULARIES, value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => degraded(field, each)) : value;
}

/** Read an unknown text of a vocabulary as its fallback; a value of another JSON type stays, for the model to refuse. */
function degraded(field: keyof typeof FIELD_VOCABULARIES, value: unknown): unknown {
  const vocabulary: readonly string[] = FIELD_VOCABULARIES[field];
  return typeof value === "string" && !vocabulary.includes(value) ? VOCABULARY_FALLBACKS[field] : value;
}
