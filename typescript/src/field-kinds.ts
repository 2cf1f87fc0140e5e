// Which kind of column a field of a zod object makes, by its type alone.

import type { ColumnKind } from "#contract/vocabularies";
import { COLUMN_KIND_FALLBACK } from "#contract/fallbacks";
import type * as z from "zod";

/** Kinds of the string formats that say what a text is. */
const FORMAT_KINDS: Readonly<Record<string, ColumnKind>> = {
  ipv4: "ip",
  ipv6: "ip",
  cidrv4: "ip_block",
  cidrv6: "ip_block",
};
const INTEGER_FORMATS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["safeint", "int32", "uint32"]);

/** The number kinds, each wide enough for those before it. */
const NUMERIC: readonly ColumnKind[] = ["integer", "number"];

/** The column that a field makes. */
export interface FieldColumn {
  readonly kind: ColumnKind;
  /** The field's description, where it has one. */
  readonly description: string | null;
}

/**
 * Return the column that a field makes.
 *
 * Looks through what only says that a value may be missing, null or replaced. A union, an enum or a literal has the
 * kind that its members share: `number` for integers mixed with numbers, else `text`.
 */
export function columnOf(field: z.core.$ZodType): FieldColumn {
  const met = new Set<z.core.$ZodType>();
  const layers = [...layersOf(field, met)];
  const description = layers.map((layer) => (layer as { description?: unknown }).description).find(isText);
  return { kind: kindOf(layers.at(-1), met), description: description ?? null };
}

/** Yield a schema, what it wraps, what that wraps, and so on; one that is met again ends the walk. */
function* layersOf(field: z.core.$ZodType, met: Set<z.core.$ZodType>): Generator<z.core.$ZodType> {
  let layer: z.core.$ZodType | undefined = field;
  while (layer !== undefined && !met.has(layer)) {
    met.add(layer);
    yield layer;
    layer = unwrapped(layer);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Return the schema inside one that only wraps it. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return def.innerType;
    case "lazy":
      return def.getter();
    case "pipe":
      return def.out;
    default:
      return undefined;
  }
}

function kindOf(schema: z.core.$ZodType | undefined, met: Set<z.core.$ZodType>): ColumnKind {
  if (schema === undefined) return COLUMN_KIND_FALLBACK;
  const { def, values } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "boolean":
      return "boolean";
    case "bigint":
      return "big_integer";
    case "number":
      return INTEGER_FORMATS.has(formatOf(schema)) ? "integer" : "number";
    case "string":
      return stringKind(schema);
    case "literal":
    case "enum":
      return shared([...(values ?? [])].filter((value) => value !== null && value !== undefined).map(valueKind));
    case "union":
      return shared(
        def.options
          .filter((option) => !isNothing(option))
          .map((option) => kindOf([...layersOf(option, met)].at(-1), met)),
      );
    default:
      return COLUMN_KIND_FALLBACK;
  }
}

function formatOf(schema: z.core.$ZodType): unknown {
  return (schema as { readonly format?: unknown }).format;
}

/** A date-time is a timestamp where it must have an offset. */
function stringKind(schema: z.core.$ZodType): ColumnKind {
  const format = formatOf(schema);
  if (format === "datetime") return mayLackOffset(schema) ? COLUMN_KIND_FALLBACK : "timestamp";
  return typeof format === "string" && Object.hasOwn(FORMAT_KINDS, format)
    ? (FORMAT_KINDS[format] ?? COLUMN_KIND_FALLBACK)
    : COLUMN_KIND_FALLBACK;
}

function mayLackOffset(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as { def: { local?: unknown; checks?: readonly z.core.$ZodCheck[] } };
  const checks = (def.checks ?? []).map((check) => check._zod.def as { local?: unknown });
  return [def, ...checks].some(({ local }) => local === true);
}

function isNothing(schema: z.core.$ZodType): boolean {
  const { type } = schema._zod.def;
  return type === "null" || type === "undefined" || type === "void";
}

function valueKind(value: unknown): ColumnKind {
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "bigint":
      return "big_integer";
    default:
      return COLUMN_KIND_FALLBACK;
  }
}

function shared(kinds: readonly ColumnKind[]): ColumnKind {
  const [first = COLUMN_KIND_FALLBACK] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  return kinds.every((kind) => NUMERIC.includes(kind)) ? "number" : COLUMN_KIND_FALLBACK;
}
