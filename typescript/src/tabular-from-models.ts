// Tables made from the items of a zod object, so that every producer maps types to column kinds in the same way.

import type { Cell } from "#contract/envelopes";
import type { ColumnKind } from "#contract/vocabularies";
import * as z from "zod";
import { TabularEnvelope } from "./envelopes/tabular.js";
import { columnOf } from "./field-kinds.js";
import { quote, ruleError } from "./findings.js";
import { memberOf } from "./members.js";

/** Kinds whose cells are numbers of JSON, whatever the field gives. */
const PLAIN_NUMBERS: ReadonlySet<ColumnKind> = /* @__PURE__ */ new Set<ColumnKind>(["integer", "number"]);

/** What `tabularFromModels` takes besides the items; all but `columnKinds` goes through the envelope's own checks. */
export interface TabularOptions {
  /** Kinds by column, where the type alone does not say it: a `timestamp` from a plain text, say. */
  readonly columnKinds?: Readonly<Record<string, ColumnKind>> | undefined;
  /** Whether the read was cut short. */
  readonly truncated?: boolean | undefined;
  /** The token that continues a truncated read. */
  readonly nextCursor?: string | null | undefined;
  /** The size of the full result: a number up to 2^53 - 1, or decimal digits. */
  readonly totalCount?: number | string | null | undefined;
  /** Why a truncated read stopped early. */
  readonly stopReason?: string | null | undefined;
  /** Problems that did not fail the read. */
  readonly warnings?: readonly string[] | undefined;
  /** Which instance and snapshot answered. */
  readonly source?: z.input<typeof TabularEnvelope>["source"];
}

/**
 * Return a table of items: a column for each field of the zod object, in its order.
 *
 * A column's kind comes from the field's type: `boolean`, `integer` and `number` from these, `big_integer` from
 * `z.bigint()`, `ip` and `ip_block` from `z.ipv4()`, `z.ipv6()`, `z.cidrv4()` and `z.cidrv6()`, `timestamp` from
 * `z.iso.datetime()` with an offset, `text` from anything else. In a text column, what is no text is written as compact
 * JSON; a missing value and a number that is not finite are null. Descriptions of the fields become
 * `column_descriptions` when any field has one. Run `validateTabular` on the result in your tests.
 *
 * @param schema The zod object of an item.
 * @param items What the schema parses; read once.
 * @throws OCToolError `columnKinds` names no column (`column_unknown`), or an item is no object (`not_object_model`).
 * @throws ZodError An item is not what the schema takes (the path begins with its number), or the envelope refuses what
 *   the options say.
 */
export function tabularFromModels<Schema extends z.ZodObject>(
  schema: Schema,
  items: Iterable<z.input<Schema>>,
  options: TabularOptions = {},
): TabularEnvelope {
  const columns = Object.keys(schema.shape);
  const described = columns.map((column) => columnOf(schema.shape[column] as z.ZodType));
  const given = new Map(Object.entries(options.columnKinds ?? {}));
  const kinds = described.map(({ kind }, index) => given.get(columns[index] ?? "") ?? kind);
  refuseUnknownColumns(schema, columns, given.keys());
  const rows: Cell[][] = [];
  for (const item of items) {
    const parsed = parsedItem(schema, item, rows.length);
    rows.push(columns.map((column, index) => cellOf(memberOf(parsed, column), kinds[index])));
  }
  const descriptions = described.map(({ description }) => description);
  return TabularEnvelope.parse({
    columns,
    rows,
    row_count: rows.length,
    truncated: options.truncated ?? false,
    column_kinds: kinds,
    column_descriptions: descriptions.some((each) => each !== null) ? descriptions : null,
    total_count: options.totalCount,
    next_cursor: options.nextCursor,
    stop_reason: options.stopReason,
    warnings: options.warnings,
    source: options.source,
  });
}

function refuseUnknownColumns(schema: z.ZodObject, columns: readonly string[], given: Iterable<string>): void {
  for (const column of given) {
    if (columns.includes(column)) continue;
    throw ruleError("column_unknown", {
      column: quote(column),
      model: nameOf(schema),
      columns_known: quote(columns),
    });
  }
}

function parsedItem(schema: z.ZodObject, item: unknown, row: number): object {
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    throw ruleError("not_object_model", { row, value: quote(item), model: nameOf(schema) });
  }
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  throw new z.ZodRealError(result.error.issues.map((issue) => ({ ...issue, path: [row, ...issue.path] })));
}

/** Return the schema's name in its metadata; zod schemas have none of their own. */
function nameOf(schema: z.ZodObject): string {
  const meta = schema.meta();
  return meta?.title ?? meta?.id ?? "the zod object";
}

function cellOf(value: unknown, kind: ColumnKind | undefined): Cell {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return kind !== undefined && PLAIN_NUMBERS.has(kind) && isSafe(value) ? Number(value) : String(value);
    case "number":
      if (!Number.isFinite(value)) return null;
      return kind === "text" ? String(value) : value;
    case "boolean":
      return kind === "text" ? String(value) : value;
    default:
      return jsonText(value);
  }
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}

/** Write a value as compact JSON; one that writes itself as a text or null, such as a date, is that. */
function jsonText(value: unknown): Cell {
  const text: string | undefined = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
  if (text === undefined || text === "null") return null;
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
