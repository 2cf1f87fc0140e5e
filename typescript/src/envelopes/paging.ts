// The rules that both list envelopes follow: counts, paging, and the computed `resumable`.

import { quote } from "../findings.js";
import { isMalformedTotal, totalCountForm, written } from "./closed.js";
import type { ModelName } from "./marks.js";
import { type Issue, problem } from "./problems.js";
import { writtenSource } from "./source.js";

/** The fields that both list envelopes have. */
export interface PageFields {
  readonly truncated: boolean;
  readonly total_count?: number | string | null | undefined;
  readonly next_cursor?: string | null | undefined;
  readonly stop_reason?: string | null | undefined;
  readonly source?: object | null | undefined;
}

/** Yield what is wrong with the paging fields of a list envelope that holds so many items, `resumable` included. */
export function* pageProblems(page: PageFields, returned: number, resumable: unknown): Generator<Issue> {
  const total = page.total_count ?? null;
  if (total !== null) {
    if (isMalformedTotal(total)) yield totalCountForm(total);
    else if (isBelow(total, returned)) {
      yield problem("total_count_small", ["total_count"], { total: quote(total), count: returned });
    }
  }
  const hasCursor = (page.next_cursor ?? null) !== null;
  if (!page.truncated) {
    if (hasCursor) yield problem("cursor_when_complete", ["next_cursor"]);
    if ((page.stop_reason ?? null) !== null) yield problem("stop_reason_when_complete", ["stop_reason"]);
  }
  if (resumable === undefined || resumable === hasCursor) return;
  const value = quote(resumable);
  if (typeof resumable === "boolean") yield problem("resumable_contradicts", ["resumable"], { value });
  else yield problem("wrong_json_type", ["resumable"], { value, expected: "a boolean" });
}

/** Return the written form of a list envelope: `resumable` stands last, and only where the list is truncated. */
export function writtenPage(name: ModelName, fields: PageFields): object {
  const rest = written(name, fields);
  if (fields.source) rest["source"] = writtenSource(fields.source);
  if (fields.truncated) rest["resumable"] = (fields.next_cursor ?? null) !== null;
  return rest;
}

/** Compare a total, perhaps as decimal digits of any number, with a number of items by value. */
function isBelow(total: number | string, returned: number): boolean {
  if (typeof total === "number") return total < returned;
  // More digits are more; only a total as long as the count itself has to become a number.
  return total.length <= String(returned).length && BigInt(total) < BigInt(returned);
}
