// The descriptor of one tool.

import type { JsonSchema } from "#contract/bundles";
import { NAME_RE } from "#contract/constants";
import { OCToolDescriptor } from "#contract/descriptors";
import { ACCESS_KINDS, type Access, RESULT_KINDS, type ResultKind } from "#contract/vocabularies";
import { isAsynchronous } from "./callables.js";
import { type CamelCase, snakeCase } from "./field-names.js";
import { quote, ruleError } from "./findings.js";
import { freeze } from "./frozen.js";
import { isPlainObject } from "./plain-objects.js";
import { isBlank } from "./white-space.js";

/**
 * The function behind a tool: synchronous, the injected dependency first.
 *
 * The parameter list is the library's own, so any function is one; a runtime calls it with what the library documents,
 * such as `func(dependency, args)`.
 */
export type ToolFunc = { bivarianceHack(...args: unknown[]): unknown }["bivarianceHack"];

/** Library facts for the consumer, by plain snake_case key. */
export type ToolMeta = { readonly [key: string]: unknown };

/**
 * What `new OCTool` takes: the fields of a descriptor. A field that is `undefined` is unset.
 *
 * The fields and their defaults are those of the descriptor specification ("Fields").
 */
export interface OCToolInit<F extends ToolFunc = ToolFunc> {
  /** Lower-case snake_case, at most 48 characters, the provider's namespace included. */
  readonly name: string;
  /** Written for a model to read, in two to four sentences. */
  readonly description: string;
  /** JSON Schema of the arguments; `inputSchemaFor` makes it from a zod object. */
  readonly inputSchema: JsonSchema;
  /** Synchronous function `func(dependency, args)` that returns a JSON object. */
  readonly func: F;
  /** Where the tool acts. */
  readonly access: Access;
  /** A label for the access target, such as `cluster`. */
  readonly target?: string | null | undefined;
  /** JSON Schema of the result; preferred, not mandatory. */
  readonly outputSchema?: JsonSchema | null | undefined;
  /** Which envelope the result uses. */
  readonly resultKind?: ResultKind | undefined;
  /** A label for people. */
  readonly title?: string | null | undefined;
  /** The tool does not change its access target. */
  readonly readOnlyHint?: boolean | undefined;
  /** The tool may destroy data; meaningful when not read-only. */
  readonly destructiveHint?: boolean | undefined;
  /** Repeating a call changes nothing further; meaningful when not read-only. */
  readonly idempotentHint?: boolean | undefined;
  /** An alias kept alive after a rename; names the replacement in `meta.alias_of`. */
  readonly deprecated?: boolean | undefined;
  /** Library facts for the consumer. */
  readonly meta?: ToolMeta | undefined;
  /** What the tool is, for a host to select by. */
  readonly tags?: readonly string[] | undefined;
}

/**
 * One capability that a library offers to an agent runtime.
 *
 * Construction checks the structural rules in the order of the fields, and keeps deep, read-only copies of the schemas
 * and of `meta`; the descriptor itself is read-only too. What a library should get right beyond that is reported by
 * `validateTool` and `validateProvider`. `new OCTool({ ...tool, title: "…" })` makes a changed descriptor.
 */
export class OCTool<F extends ToolFunc = ToolFunc> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly func: F;
  readonly access: Access;
  readonly target: string | null;
  readonly outputSchema: JsonSchema | null;
  readonly resultKind: ResultKind;
  readonly title: string | null;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly deprecated: boolean;
  readonly meta: ToolMeta;
  readonly tags: readonly string[];

  /**
   * @param init The fields; those without a default are required.
   * @throws OCToolError A field breaks a structural rule, which the error's `rule` names; a required field is missing,
   *   or there is a field that a descriptor does not have.
   */
  constructor(init: OCToolInit<F>) {
    const given = knownFields(init);
    this.name = checked("name", given) as string;
    this.description = checked("description", given) as string;
    this.inputSchema = checked("inputSchema", given) as JsonSchema;
    this.func = checked("func", given) as F;
    this.access = checked("access", given) as Access;
    this.target = checked("target", given) as string | null;
    this.outputSchema = checked("outputSchema", given) as JsonSchema | null;
    this.resultKind = checked("resultKind", given) as ResultKind;
    this.title = checked("title", given) as string | null;
    this.readOnlyHint = checked("readOnlyHint", given) as boolean;
    this.destructiveHint = checked("destructiveHint", given) as boolean;
    this.idempotentHint = checked("idempotentHint", given) as boolean;
    this.deprecated = checked("deprecated", given) as boolean;
    this.meta = checked("meta", given) as ToolMeta;
    this.tags = checked("tags", given) as readonly string[];
    // A subclass may add fields of its own, and freezes itself if it wants to.
    if (new.target === OCTool) Object.freeze(this);
  }
}

type WireField = keyof (typeof OCToolDescriptor)["shape"];
type Field = CamelCase<WireField> | "func";

type Check = (field: string, value: unknown) => unknown;

const CHECKS = {
  name: (field, value) => {
    if (typeof value !== "string") throw wrongType(field, value, "a string");
    if (NAME_RE.test(value)) return value;
    throw ruleError("name_pattern", { name: quote(value), pattern: NAME_RE.source });
  },
  description: text,
  inputSchema: objectSchema,
  func: (_field, value) => {
    if (typeof value !== "function") throw ruleError("func_not_callable", { value: quote(value) });
    if (isAsynchronous(value as ToolFunc)) throw ruleError("func_async");
    return value;
  },
  access: /* @__PURE__ */ oneOf(ACCESS_KINDS),
  target: optionalText,
  outputSchema: (field, value) => (value === null ? null : objectSchema(field, value)),
  resultKind: /* @__PURE__ */ oneOf(RESULT_KINDS),
  title: optionalText,
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
  deprecated: boolean,
  meta: (field, value) => {
    if (isPlainObject(value)) return freeze(value, field);
    throw wrongType(field, value, "an object");
  },
  tags: tagList,
} as const satisfies Readonly<Record<Field, Check>>;

/** Return the fields of a descriptor as `new OCTool` takes them, without what a subclass adds. */
export function fieldsOf<F extends ToolFunc>(tool: OCTool<F>): OCToolInit<F> {
  const fields = Object.keys(CHECKS) as Field[];
  return Object.fromEntries(fields.map((field) => [field, tool[field]])) as unknown as OCToolInit<F>;
}

function knownFields(init: unknown): Readonly<Record<string, unknown>> {
  if (typeof init !== "object" || init === null || Array.isArray(init)) {
    throw wrongType("the argument of OCTool", init, "an object");
  }
  const given = init as Readonly<Record<string, unknown>>;
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(CHECKS, field)) {
      const names = Object.keys(CHECKS).map((each) => quote(each));
      throw ruleError("field_unknown", { field: quote(field), names: names.join(", ") });
    }
  }
  return given;
}

/** Return a field's value in normal form: the given one, or the contract's default where it is unset. */
function checked(field: Field, given: Readonly<Record<string, unknown>>): unknown {
  const value = given[field];
  // The texts of the rules name fields as the specification does, whatever the language.
  const name = snakeCase(field) as WireField | "func";
  return CHECKS[field](name, value === undefined ? defaultOf(name) : value);
}

/** Defaults by field, each read from the contract once. */
const defaults = new Map<string, unknown>();

function defaultOf(field: WireField | "func"): unknown {
  if (defaults.has(field)) return defaults.get(field);
  const result = field === "func" ? undefined : OCToolDescriptor.shape[field].safeParse(undefined);
  if (result?.success !== true) throw ruleError("field_missing", { field });
  defaults.set(field, result.data);
  return result.data;
}

function wrongType(field: string, value: unknown, expected: string): Error {
  return ruleError("field_type", { field, value: quote(value), expected });
}

function text(field: string, value: unknown): string {
  if (typeof value !== "string") throw wrongType(field, value, "a string");
  if (isBlank(value)) throw ruleError("blank_text", { field });
  return value;
}

function optionalText(field: string, value: unknown): string | null {
  if (value !== null && typeof value !== "string") throw wrongType(field, value, "a string or null");
  return value === null ? null : text(field, value);
}

function objectSchema(field: string, value: unknown): JsonSchema {
  return freeze(checkObjectSchema(field, value), field);
}

/**
 * Return a schema as it is.
 *
 * @throws OCToolError It is no object, or its root type is not exactly `object` (`root_not_object`).
 */
export function checkObjectSchema(field: string, value: unknown): JsonSchema {
  if (!isPlainObject(value)) {
    throw ruleError("root_not_object", { field, value: quote(value) }, "field_not_mapping");
  }
  const type = Object.hasOwn(value, "type") ? value["type"] : undefined;
  if (type === undefined) throw ruleError("root_not_object", { field }, "field_missing");
  if (type !== "object") throw ruleError("root_not_object", { field, type: quote(type) }, "field");
  return value;
}

function oneOf(allowed: readonly string[]): Check {
  return (field, value) => {
    if (typeof value === "string" && allowed.includes(value)) return value;
    throw ruleError("unknown_value", { field, value: quote(value), allowed: allowed.join(", ") });
  };
}

function boolean(field: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrongType(field, value, "a boolean");
}

function tagList(field: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw ruleError("tags_not_list", { field, value: quote(value) });
  const seen = new Set<string>();
  for (const tag of value as readonly unknown[]) {
    if (typeof tag !== "string" || isBlank(tag)) throw ruleError("tag_blank", { tag: quote(tag) });
    if (seen.has(tag)) throw ruleError("tag_repeated", { tag: quote(tag) });
    seen.add(tag);
  }
  return Object.freeze([...seen]);
}
