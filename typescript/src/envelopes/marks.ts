// Marks on the zod schemas of result models, by which other modules know them again.

import type { JsonSchema } from "#contract/bundles";
import type * as z from "zod";

/** Which result model a zod schema is. */
export interface ModelMark {
  /** The model's name in the contract. */
  readonly name: ModelName;
  /** The JSON Schema of the model, complete in itself. */
  readonly schema: () => JsonSchema;
}

/** Names of the result models. */
export type ModelName = "RecordsEnvelope" | "TabularEnvelope" | "ArtifactEnvelope" | "ArtifactRef" | "SourceRef";

// By the schema's definition, which its copies share: `describe` and `meta` make copies.
const marks = new WeakMap<object, ModelMark>();

/** Mark a schema, and let zod's own JSON Schema writer know what the model's schema is. */
export function mark(schema: z.ZodType, made: ModelMark, inner: readonly z.ZodType[] = []): void {
  marks.set(schema._zod.def, made);
  // A copy is written from the schemas inside it, so they carry the writer too.
  for (const each of [schema, ...inner]) each._zod.toJSONSchema = made.schema;
}

/** Return the mark of a schema, of a copy of one, or of one with further checks; null for any other value. */
export function markOf(schema: unknown): ModelMark | null {
  for (let each = schema as Partial<z.core.$ZodType> | undefined; each?._zod !== undefined; each = each._zod.parent) {
    const found = marks.get(each._zod.def);
    if (found !== undefined) return found;
  }
  return null;
}
