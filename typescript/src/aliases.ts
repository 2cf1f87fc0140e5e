// Deprecated aliases: which tool replaces which.

import { ALIAS_OF_KEY } from "#contract/constants";
import type { OCTool } from "./descriptor.js";
import { isBlank } from "./white-space.js";

/** Return the name in `meta.alias_of`, or null where there is no text or a blank one. */
export function aliasOf(tool: OCTool): string | null {
  const meta: unknown = tool.meta;
  if (typeof meta !== "object" || meta === null || !Object.hasOwn(meta, ALIAS_OF_KEY)) return null;
  const target = (meta as Readonly<Record<string, unknown>>)[ALIAS_OF_KEY];
  return typeof target === "string" && !isBlank(target) ? target : null;
}

/** Return the name of the tool that a deprecated alias stands for; null for a tool that is no such alias. */
export function replacement(tool: OCTool): string | null {
  return tool.deprecated ? aliasOf(tool) : null;
}
