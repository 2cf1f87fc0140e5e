// Tools put under a provider's namespace, with what their texts say about each other.

import { ALIAS_OF_KEY, NAME_RE, NAMESPACE_RE } from "#contract/constants";
import { aliasOf } from "./aliases.js";
import { fieldsOf, OCTool } from "./descriptor.js";
import { quote, ruleError } from "./findings.js";

const NAME_RUN = /[a-z0-9_]+/g;
const BACKQUOTES = /`+/g;
const WORD_AT_END = /[\p{L}\p{N}_]$/u;
const WORD_AT_START = /^[\p{L}\p{N}_]/u;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Return new descriptors named `<namespace>_<name>`, in the same order.
 *
 * Descriptions that name a tool of the same listing are rewritten, where the name stands as a whole word: not next to a
 * letter, a digit or an underscore. A name without an underscore may be an ordinary word, so it is rewritten inside
 * backquotes only. A `meta.alias_of` that names such a tool follows too. The texts inside the schemas stay as they are.
 *
 * @param tools Descriptors under their short names; they are not changed.
 * @param namespace The product's name: at most 16 lower-case letters and digits, a letter first.
 * @throws OCToolError The namespace or a resulting name breaks its pattern, or an item is no `OCTool`.
 */
export function prefixTools(tools: Iterable<OCTool>, namespace: string): readonly OCTool[] {
  if (typeof namespace !== "string" || !NAMESPACE_RE.test(namespace)) {
    throw ruleError("namespace_pattern", { namespace: quote(namespace), pattern: NAMESPACE_RE.source });
  }
  const listed = [...tools];
  for (const tool of listed) {
    if (!(tool instanceof OCTool)) throw ruleError("not_octool", { value: quote(tool) });
  }
  const names = new Map(listed.map((tool) => [tool.name, `${namespace}_${tool.name}`]));
  for (const name of names.values()) {
    if (!NAME_RE.test(name)) throw ruleError("name_pattern", { name: quote(name), pattern: NAME_RE.source });
  }
  return listed.map((tool) => renamed(tool, names));
}

function renamed(tool: OCTool, names: ReadonlyMap<string, string>): OCTool {
  const target = aliasOf(tool);
  const replacement = target === null ? undefined : names.get(target);
  return new OCTool({
    ...fieldsOf(tool),
    name: names.get(tool.name) ?? tool.name,
    description: rewritten(tool.description, names),
    meta: replacement === undefined ? tool.meta : { ...tool.meta, [ALIAS_OF_KEY]: replacement },
  });
}

/** Return the description rewritten; what was set in its place past construction is for the constructor to refuse. */
function rewritten(description: string, names: ReadonlyMap<string, string>): string {
  const given: unknown = description;
  return typeof given === "string" ? rewriteNames(given, names) : description;
}

/**
 * Return the text with each tool name that stands as a whole word replaced.
 *
 * @param text Any text.
 * @param names New name by old name. One without an underscore is replaced inside backquotes only.
 */
function rewriteNames(text: string, names: ReadonlyMap<string, string>): string {
  const spans = codeSpans(text);
  let next = 0;
  let result = "";
  let end = 0;
  for (const run of text.matchAll(NAME_RUN)) {
    const [word] = run;
    const span = { start: run.index, end: run.index + word.length };
    const name = names.get(word);
    if (name === undefined || touchesWord(text, span)) continue;
    while ((spans[next]?.end ?? Infinity) <= span.start) next += 1;
    if (word.includes("_") || (spans[next]?.start ?? Infinity) < span.start) {
      result += text.slice(end, span.start) + name;
      end = span.end;
    }
  }
  return result + text.slice(end);
}

/** Tell whether a letter, a digit or an underscore stands right before or behind; two units may hold a letter. */
function touchesWord(text: string, { start, end }: Span): boolean {
  return WORD_AT_END.test(text.slice(Math.max(0, start - 2), start)) || WORD_AT_START.test(text.slice(end, end + 2));
}

/** Return where code spans begin and end: between two runs of equally many backquotes, as in Markdown. */
function codeSpans(text: string): readonly Span[] {
  const runs = Array.from(text.matchAll(BACKQUOTES), (run) => ({ start: run.index, end: run.index + run[0].length }));
  const byLength = new Map<number, number[]>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = lengthOf(runs[index]);
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [index]);
    else same.push(index);
  }
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const same = byLength.get(lengthOf(runs[index])) ?? [];
    while ((same.at(-1) ?? Infinity) <= index) same.pop();
    const closing = same.at(-1);
    const opening = runs[index];
    const last = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || opening === undefined || last === undefined) continue;
    spans.push({ start: opening.start, end: last.end });
    index = closing;
  }
  return spans;
}

function lengthOf(span: Span | undefined): number {
  return span === undefined ? 0 : span.end - span.start;
}
