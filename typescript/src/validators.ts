// What a library should get right beyond the structural rules, as findings, so that it can list every problem at once.

import {
  ALIAS_OF_KEY,
  MAX_SENTENCES,
  MIN_SENTENCES,
  NAME_RE,
  NAMESPACE_RE,
  SCHEMA_ESCAPE_KEY,
} from "#contract/constants";
import { TOOL_TAGS } from "#contract/vocabularies";
import { aliasOf, replacement } from "./aliases.js";
import { compareCodePoints } from "./code-points.js";
import { OCTool } from "./descriptor.js";
import { type Finding, finding, quote } from "./findings.js";
import { memberOf } from "./members.js";
import { isPlainObject } from "./plain-objects.js";
import { tagSet, type ToolProvider } from "./providers.js";
import { countSentences } from "./sentences.js";
import { strictEngine } from "./strict.js";
import { isBlank } from "./white-space.js";

/**
 * Report what is wrong with one tool, by the rules of the descriptor specification ("Validator rules").
 *
 * The findings of the input schema come with paths below `/input_schema`.
 *
 * @param tool The descriptor; fields that were set past construction may hold anything.
 * @returns The findings in the order of the specification's table; none when the tool is right. What is no `OCTool`
 *   gives `not_octool` alone.
 */
export function validateTool(tool: OCTool): Finding[] {
  const item: unknown = tool;
  if (!(item instanceof OCTool)) return [finding("not_octool", { value: quote(item) })];
  const name = nameOf(tool);
  const findings: Finding[] = [];
  const { name: given, description } = tool as Readonly<Record<keyof OCTool, unknown>>;
  if (typeof given !== "string" || !NAME_RE.test(given)) {
    findings.push(finding("name_pattern", { name: quote(given), pattern: NAME_RE.source }, { tool: name }));
  }
  const count = typeof description === "string" ? countSentences(description) : 0;
  if (count < MIN_SENTENCES || count > MAX_SENTENCES) {
    const places = { count, minimum: MIN_SENTENCES, maximum: MAX_SENTENCES };
    findings.push(finding("description_sentences", places, { tool: name, variant: count === 1 ? "one" : "default" }));
  }
  for (const each of strictEngine().findings(tool.inputSchema, { tool: name, prefix: "/input_schema" })) {
    findings.push(each);
  }
  findings.push(...outputFindings(tool, name), ...aliasFindings(tool, name));
  return findings;
}

/**
 * Report what is wrong with a provider: the findings of its tools and of its listing.
 *
 * `allTools` is called twice; all but the order is judged on the first listing. One bad tool never hides the findings
 * of the others.
 *
 * @param provider Object or module with an `allTools` function.
 * @returns The findings: each tool's own, then its missing alias target, tool by tool; then those of the listing.
 */
export function validateProvider(provider: ToolProvider): Finding[] {
  const [first, second] = [listing(provider), listing(provider)];
  const names = new Set(first.map(nameOf));
  const findings: Finding[] = [];
  for (const each of first) {
    for (const found of validateTool(each as OCTool)) findings.push(found);
    const target = each instanceof OCTool ? replacement(each) : null;
    if (target !== null && !names.has(target)) {
      findings.push(finding("alias_target_missing", { target: quote(target) }, { tool: nameOf(each) }));
    }
  }
  return [...findings, ...listingFindings(first, second)];
}

/**
 * Report what is wrong with a provider's listing alone: `unstable_order` and `duplicate_name`.
 *
 * @param provider Object or module with an `allTools` function; it is called twice.
 */
export function checkToolListing(provider: ToolProvider): Finding[] {
  const [first, second] = [listing(provider), listing(provider)];
  return listingFindings(first, second);
}

/**
 * Report each tag that is neither well known nor allowed.
 *
 * @param provider Object or module with an `allTools` function; it is called once.
 * @param options.allowed Further tags, such as a provider's own domain tags.
 * @returns One finding a tag and tool.
 * @throws OCToolError `allowed` is a single string, or no collection of strings.
 */
export function validateTags(
  provider: ToolProvider,
  options: { readonly allowed?: Iterable<string> | undefined } = {},
): Finding[] {
  const extra = [...tagSet(options.allowed ?? [], "allowed")];
  const known = new Set<string>([...TOOL_TAGS, ...extra.sort(compareCodePoints)]);
  const allowed = quote([...known]);
  const findings: Finding[] = [];
  for (const tool of octools(provider)) {
    const tags: unknown = tool.tags;
    for (const tag of Array.isArray(tags) ? (tags as unknown[]) : []) {
      if (typeof tag === "string" && known.has(tag)) continue;
      findings.push(finding("unknown_tag", { tag: quote(tag), allowed }, { tool: nameOf(tool) }));
    }
  }
  return findings;
}

/**
 * Report each tool whose name is not the namespace, one underscore and a name of its own.
 *
 * @param provider Object or module with an `allTools` function; it is called once.
 * @param namespace The product's name. Of an empty or wrong one nothing else is said.
 */
export function validateNamespace(provider: ToolProvider, namespace: string): Finding[] {
  if (namespace === "") return [finding("namespace_missing")];
  if (typeof namespace !== "string" || !NAMESPACE_RE.test(namespace)) {
    return [finding("namespace_pattern", { namespace: quote(namespace), pattern: NAMESPACE_RE.source })];
  }
  return octools(provider).flatMap((tool) => namespaceFindings(tool, namespace));
}

function outputFindings(tool: OCTool, name: string | null): Finding[] {
  const schema: unknown = tool.outputSchema;
  const findings: Finding[] = [];
  const open = memberOf(schema, "additionalProperties") === true;
  if ((schema === null || open) && !hasEscape(tool.meta)) {
    const variant = open ? "open" : "default";
    findings.push(finding("output_schema_escape", { key: quote(SCHEMA_ESCAPE_KEY) }, { tool: name, variant }));
  }
  if (tool.resultKind === "artifact") {
    const properties = memberOf(schema, "properties");
    if (!isPlainObject(properties) || !Object.hasOwn(properties, "artifact")) {
      findings.push(finding("artifact_envelope", {}, { tool: name }));
    }
  }
  return findings;
}

function hasEscape(meta: unknown): boolean {
  const reason = memberOf(meta, SCHEMA_ESCAPE_KEY);
  return typeof reason === "string" && !isBlank(reason);
}

function aliasFindings(tool: OCTool, name: string | null): Finding[] {
  if (!tool.deprecated) return [];
  const target = aliasOf(tool);
  if (target !== null && target !== tool.name) return [];
  const variant = target === null ? "default" : "itself";
  return [finding("deprecated_alias", { key: quote(ALIAS_OF_KEY) }, { tool: name, variant })];
}

function namespaceFindings(tool: OCTool, namespace: string): Finding[] {
  const name: unknown = tool.name;
  const places = { name: quote(name), namespace: quote(namespace) };
  const where = { tool: nameOf(tool) };
  if (typeof name !== "string" || !name.startsWith(`${namespace}_`)) {
    return [finding("name_outside_namespace", places, where)];
  }
  const part = name.slice(namespace.length + 1);
  if (part === "") return [finding("name_outside_namespace", places, { ...where, variant: "empty" })];
  if (/^[a-z][a-z0-9_]*$/.test(part)) return [];
  return [finding("name_outside_namespace", { ...places, part: quote(part) }, { ...where, variant: "part" })];
}

function listingFindings(first: readonly unknown[], second: readonly unknown[]): Finding[] {
  const [names, again] = [first.map(nameOf), second.map(nameOf)];
  const findings: Finding[] = [];
  if (names.length !== again.length || names.some((name, index) => name !== again[index])) {
    const differing = names.findIndex((name, index) => index >= again.length || name !== again[index]);
    const position = differing === -1 ? names.length : differing;
    const places = { position, first: quote(names.slice(position)), second: quote(again.slice(position)) };
    findings.push(finding("unstable_order", places));
  }
  const seen = new Set<string | null>();
  for (const name of names) {
    if (name !== null && seen.has(name)) {
      findings.push(finding("duplicate_name", { name: quote(name) }, { tool: name }));
    }
    seen.add(name);
  }
  return findings;
}

function listing(provider: ToolProvider): readonly unknown[] {
  return [...provider.allTools()];
}

function octools(provider: ToolProvider): readonly OCTool[] {
  return listing(provider).filter((each) => each instanceof OCTool);
}

/** Return the name of a tool as a finding has it; null of what has none. */
function nameOf(item: unknown): string | null {
  const name: unknown = item instanceof OCTool ? item.name : null;
  return typeof name === "string" ? name : null;
}
