// Objects without their unknown keys, so that these do not hide what else is wrong.

import type { z } from "zod";

type Container = Record<PropertyKey, unknown>;

/** Tell whether an issue is about keys that a model does not have. */
export function isAboutKeys(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === "unrecognized_keys";
}

/**
 * Return data without the keys that the issues are about; what is on the way to them is copied, each object once.
 *
 * @param data What zod refused.
 * @param issues Each leads from the data to an object.
 */
export function pruned(data: unknown, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const root: Container = { data };
  const copies = new Set<unknown>([root]);
  for (const { path, keys } of issues) {
    let place = root;
    for (const name of ["data", ...path]) {
      if (!copies.has(place[name])) place[name] = shallowCopy(place[name]);
      copies.add(place[name]);
      place = place[name] as Container;
    }
    for (const key of keys) delete place[key];
  }
  return root["data"];
}

function shallowCopy(value: unknown): unknown {
  return Array.isArray(value) ? value.slice() : Object.fromEntries(Object.entries(value as object));
}
