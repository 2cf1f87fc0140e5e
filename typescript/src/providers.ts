// Providers of tools: the interface, and listings merged and selected.

import { replacement } from "./aliases.js";
import { OCTool } from "./descriptor.js";
import { quote, ruleError } from "./findings.js";

/**
 * Whatever lists tools: an object, or a module namespace with an `allTools` function.
 *
 * A listing has a fixed order and unique names; `validateProvider` and `checkToolListing` check both.
 */
export interface ToolProvider {
  /** Return the descriptors, in the same order at each call. */
  allTools(): readonly OCTool[];
}

/**
 * Return a provider that lists the tools of all providers, one provider after the other.
 *
 * Nothing is deduplicated: a name that two providers share comes back from `validateProvider` as `duplicate_name`,
 * instead of one tool quietly winning. The listing is computed at each `allTools()` call.
 *
 * @param providers Objects or modules with an `allTools` function.
 */
export function mergeProviders(...providers: readonly ToolProvider[]): ToolProvider {
  return { allTools: () => providers.flatMap((provider) => [...provider.allTools()]) };
}

/**
 * Return a provider that lists the tools carrying at least one of the tags, in listing order.
 *
 * A deprecated alias is dropped where the tool that it names is not selected, and so is an alias of a dropped alias, so
 * that the result passes `validateProvider` when the whole does. A target is never pulled in. The listing is computed
 * at each `allTools()` call.
 *
 * @param provider Object or module with an `allTools` function.
 * @param options.tags The tags to select by; to ask for one tag of each of two sets, nest two calls.
 * @throws OCToolError `tags` is a single string, or no collection of strings.
 */
export function selectTools(provider: ToolProvider, options: { readonly tags: Iterable<string> }): ToolProvider {
  const wanted = tagSet(options.tags, "tags");
  return {
    allTools: () =>
      withoutDanglingAliases(
        [...provider.allTools()].filter((tool) => tool instanceof OCTool && tool.tags.some((tag) => wanted.has(tag))),
      ),
  };
}

/**
 * Return a collection of tags as a set.
 *
 * @param tags What the caller gave as the option `field`.
 * @throws OCToolError It is a single string, or no collection of strings.
 */
export function tagSet(tags: unknown, field: string): ReadonlySet<string> {
  if (typeof tags !== "object" || tags === null || !(Symbol.iterator in tags)) {
    throw ruleError("tags_not_list", { field, value: quote(tags) });
  }
  const wanted = new Set<string>();
  for (const tag of tags as Iterable<unknown>) {
    if (typeof tag !== "string") throw ruleError("tag_blank", { tag: quote(tag) });
    wanted.add(tag);
  }
  return wanted;
}

/** Drop aliases whose target is not listed, then the aliases of those, until none is left. */
function withoutDanglingAliases(tools: readonly OCTool[]): readonly OCTool[] {
  const listed = new Map<string, number>();
  const aliases = new Map<string, OCTool[]>();
  for (const tool of tools) {
    listed.set(tool.name, (listed.get(tool.name) ?? 0) + 1);
    const target = replacement(tool);
    if (target === null) continue;
    const known = aliases.get(target);
    if (known === undefined) aliases.set(target, [tool]);
    else known.push(tool);
  }
  const dropped = new Set<OCTool>();
  const missing = [...aliases.keys()].filter((target) => !listed.has(target));
  for (let target = missing.pop(); target !== undefined; target = missing.pop()) {
    const dangling = aliases.get(target) ?? [];
    aliases.delete(target);
    for (const { name } of dangling) {
      const left = (listed.get(name) ?? 0) - 1;
      listed.set(name, left);
      if (left === 0) missing.push(name);
    }
    for (const tool of dangling) dropped.add(tool);
  }
  return tools.filter((tool) => !dropped.has(tool));
}
