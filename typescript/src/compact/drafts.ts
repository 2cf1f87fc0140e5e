// The drafts of JSON Schema: which one a document is written in, and what each of them knows.

import type { JsonObject } from "../schema-walk.js";

export const DRAFT_4 = 4;
const DRAFT_6 = 6;
export const DRAFT_7 = 7;
export const DRAFT_2019 = 2019;
export const DRAFT_2020 = 2020;

/** By the part of `$schema` that tells the draft. Draft 3 is read as draft 4, its nearest kin. */
const MARKS = [
  ["draft-03", DRAFT_4],
  ["draft-04", DRAFT_4],
  ["draft-06", DRAFT_6],
  ["draft-07", DRAFT_7],
  ["draft/2019-09", DRAFT_2019],
  ["draft/2020-12", DRAFT_2020],
] as const;

/** The first and the last draft that give a keyword its meaning; one that is not here has it in all of them. */
const MEANT: ReadonlyMap<string, readonly [first: number, last: number]> = /* @__PURE__ */ new Map([
  ["const", [DRAFT_6, DRAFT_2020]],
  ["contains", [DRAFT_6, DRAFT_2020]],
  ["propertyNames", [DRAFT_6, DRAFT_2020]],
  ["if", [DRAFT_7, DRAFT_2020]],
  ["then", [DRAFT_7, DRAFT_2020]],
  ["else", [DRAFT_7, DRAFT_2020]],
  ["minContains", [DRAFT_2019, DRAFT_2020]],
  ["maxContains", [DRAFT_2019, DRAFT_2020]],
  ["dependentRequired", [DRAFT_2019, DRAFT_2020]],
  ["dependentSchemas", [DRAFT_2019, DRAFT_2020]],
  ["unevaluatedProperties", [DRAFT_2019, DRAFT_2020]],
  ["unevaluatedItems", [DRAFT_2019, DRAFT_2020]],
  ["$recursiveRef", [DRAFT_2019, DRAFT_2019]],
  ["$dynamicRef", [DRAFT_2020, DRAFT_2020]],
  ["prefixItems", [DRAFT_2020, DRAFT_2020]],
]);

/**
 * Return the draft that `$schema` names.
 *
 * @param schema A document's root, or the root of a schema with an address of its own inside it.
 * @param otherwise What a missing or unknown `$schema` means.
 */
export function draftOf(schema: JsonObject, otherwise: number = DRAFT_2020): number {
  const address = schema["$schema"];
  if (typeof address !== "string") return otherwise;
  return MARKS.find(([mark]) => address.includes(mark))?.[1] ?? otherwise;
}

/** Tell whether a draft gives a keyword a meaning; where it does not, validators pass over it. */
export function means(keyword: string, draft: number): boolean {
  const span = MEANT.get(keyword);
  return span === undefined || (span[0] <= draft && draft <= span[1]);
}

/** Tell whether the siblings of `$ref` mean nothing. */
export function refStandsAlone(draft: number): boolean {
  return draft <= DRAFT_7;
}

/** Return the keyword that gives a schema its address. */
export function addressKeyword(draft: number): string {
  return draft === DRAFT_4 ? "id" : "$id";
}
