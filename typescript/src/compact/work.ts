// What the steps of one projection share.

import { type JsonObject, type Place, rootPlace } from "../schema-walk.js";
import type { Schema } from "./dimensions.js";
import { DRAFT_2020 } from "./drafts.js";
import type { Ledger } from "./ledger.js";
import { type Index, newResource, type Scope, Site } from "./references.js";
import type { Step } from "./trampoline.js";

/** The scope of schemas that are compact already: today's draft, and no references. */
const COMPACT: Scope = {
  resource: /* @__PURE__ */ newResource("", null, /* @__PURE__ */ rootPlace(null), DRAFT_2020),
  outer: undefined,
};

/** A compact schema, and whether it accepts nothing more than the original. */
export interface Clean {
  readonly schema: Schema;
  readonly exact: boolean;
}

/** Projects schemas that must hold together. */
export type Project = (work: Work, sites: readonly Site[]) => Step<Clean>;

/** The state of one projection. */
export class Work {
  /** Addresses and anchors of the document. */
  readonly index: Index;
  /** The budget and the findings. */
  readonly ledger: Ledger;
  /** The schema objects that are being written out, from the root down to here. */
  readonly active = new Set<object>();
  /** Copies of schemas without `nullable`. */
  readonly withoutNullable = new Map<object, JsonObject>();

  constructor(index: Index, ledger: Ledger) {
    this.index = index;
    this.ledger = ledger;
  }
}

/** Return a compact schema as one that can hold beside others; `place` is the keyword that it comes from. */
export function cleanSite(schema: Schema, place: Place): Site {
  return new Site(schema, COMPACT, place);
}

/** Tell whether a schema is compact already. */
export function isClean(site: Site): boolean {
  return site.scope === COMPACT;
}
