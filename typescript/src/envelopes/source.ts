// Which instance and snapshot answered.

import { SOURCE_REF_BUNDLE } from "#contract/bundles";
import * as contract from "#contract/envelopes";
import type * as z from "zod";
import { thaw } from "../frozen.js";
import { closedModel, type Written, written } from "./closed.js";

/** Which instance and snapshot answered, so that a selector such as `latest` can be resolved afterwards. */
export interface SourceRef extends Written<contract.SourceRef, "SourceRef"> {}

/**
 * The zod schema of a `SourceRef`; a parse gives the written form, without what is unset.
 *
 * Values are what the caller may see: never a host path, never another tenant's name. octools descriptor specification,
 * "Source of a result".
 */
export const SourceRef: z.ZodType<SourceRef, z.input<typeof contract.SourceRef>> = /* @__PURE__ */ closedModel(
  contract.SourceRef,
  { mark: { name: "SourceRef", schema: () => thaw(SOURCE_REF_BUNDLE) }, write: writtenSource },
);

/** Return the written form of a source. */
export function writtenSource(fields: object): object {
  return written("SourceRef", fields);
}
