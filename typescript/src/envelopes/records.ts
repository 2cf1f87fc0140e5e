// The envelope of a list of records.

import { type JsonSchema, RECORDS_ENVELOPE_BUNDLE } from "#contract/bundles";
import * as contract from "#contract/envelopes";
import type * as z from "zod";
import { quote } from "../findings.js";
import { thaw } from "../frozen.js";
import { memberOf } from "../members.js";
import { outputSchemaFor } from "../schemas.js";
import { closedModel, type FieldsSchema, type Written } from "./closed.js";
import { pageProblems, writtenPage } from "./paging.js";
import { type Issue, problem } from "./problems.js";
import type { SourceRef } from "./source.js";

/** A list of records whose shape is known in advance, whole or one page of it. */
export interface RecordsEnvelope<Item> extends Omit<
  Written<contract.RecordsEnvelope<Item>, "RecordsEnvelope">,
  "records" | "source"
> {
  records: Item[];
  source?: SourceRef | undefined;
}

/**
 * Return the zod schema of a `RecordsEnvelope` of the item's records; a parse gives the written form.
 *
 * What a record may hold is the item schema's matter alone. A parse checks JSON types, counts and the paging rules;
 * what is unset is left out. octools descriptor specification, "Result envelopes".
 *
 * @param item The zod schema of one record.
 */
export function RecordsEnvelope<Item extends z.ZodType>(
  item: Item,
): z.ZodType<RecordsEnvelope<z.output<Item>>, RecordsInput<Item>> {
  const fields = contract.RecordsEnvelope(item) as unknown as FieldsSchema<
    contract.RecordsEnvelope<z.output<Item>>,
    RecordsInput<Item>
  >;
  return closedModel(fields, {
    mark: { name: "RecordsEnvelope", schema: () => recordsSchema(item) },
    foreign: ["records"],
    resumable: true,
    problems: recordsProblems,
    write: (envelope) => writtenPage("RecordsEnvelope", envelope),
  });
}

/**
 * Return the JSON Schema of a `RecordsEnvelope` of such records in its written form: the contract's own, with the item's
 * output schema for the records.
 *
 * @param item The zod schema of one record.
 * @throws Error A part of the item has no form in JSON Schema; zod's own text says which.
 */
export function recordsSchema(item: z.ZodType): JsonSchema {
  const { $defs: own = {}, ...record } = outputSchemaFor(item);
  const { $defs: shared, ...envelope } = withOtherNames(thaw(RECORDS_ENVELOPE_BUNDLE), own as object);
  const records = memberOf(envelope["properties"], "records") as Record<string, unknown>;
  const placeholder = String(memberOf(records["items"], "$ref"));
  records["items"] = record;
  const definitions = Object.entries({ ...(shared as object), ...(own as object) });
  return {
    ...envelope,
    $defs: Object.fromEntries(definitions.filter(([name]) => placeholder !== referenceTo(name))),
  };
}

/** Return the contract's schema with its definitions renamed where an item has others of the same names. */
function withOtherNames(schema: JsonSchema, own: object): JsonSchema {
  const shared = schema["$defs"] as object;
  const isTaken = (name: string): boolean => Object.hasOwn(own, name) || Object.hasOwn(shared, name);
  let text = JSON.stringify(schema);
  for (const [name, definition] of Object.entries(shared)) {
    const other = memberOf(own, name);
    if (other === undefined || JSON.stringify(other) === JSON.stringify(definition)) continue;
    let free = `Envelope${name}`;
    while (isTaken(free)) free += "_";
    text = text.replaceAll(`"${referenceTo(name)}"`, `"${referenceTo(free)}"`).replace(`"${name}":`, `"${free}":`);
  }
  return JSON.parse(text) as JsonSchema;
}

function referenceTo(name: string): string {
  return `#/$defs/${name}`;
}

type RecordsInput<Item extends z.ZodType> = Omit<contract.RecordsEnvelope<unknown>, "records"> & {
  records: z.input<Item>[];
};

function* recordsProblems(envelope: contract.RecordsEnvelope<unknown>, resumable: unknown): Generator<Issue> {
  const { length } = envelope.records;
  if (envelope.count !== length) {
    yield problem("count_mismatch", ["count"], { count: quote(envelope.count), length });
  }
  yield* pageProblems(envelope, length, resumable);
}
