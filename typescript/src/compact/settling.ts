// Answers that need no projection: what is compact already, and schemas with nothing below them.

import type { Schema } from "./dimensions.js";
import { copyLeaf } from "./plain.js";
import { ownValues } from "./reading.js";
import type { Site } from "./references.js";
import { need, type Step } from "./trampoline.js";
import { type Clean, isClean, type Project, type Work } from "./work.js";

const EVERYTHING: Clean = { schema: true, exact: true };
const NOTHING: Clean = { schema: false, exact: true };

/** Project schemas that hold together the short way where that will do, else the long way. */
export function* settled(work: Work, sites: readonly Site[], project: Project): Step<Clean> {
  return settle(work, sites) ?? (yield* need(project(work, sites)));
}

/** Return the projection of schemas that hold together where it is plain, else null; none accept everything. */
function settle(work: Work, sites: readonly Site[]): Clean | null {
  const [site, further] = sites;
  if (site === undefined) return EVERYTHING;
  if (further !== undefined) return null;
  if (site.value === true) return EVERYTHING;
  if (site.value === false) return NOTHING;
  if (isClean(site)) return { schema: site.value as Schema, exact: true };
  const { schema } = site;
  const { draft } = work.index.byRoot.get(schema) ?? site.scope.resource;
  const leaf = copyLeaf(schema, draft);
  if (leaf === null || work.active.has(schema) || !work.ledger.visit(schema, ownValues)) return null;
  return { schema: leaf, exact: true };
}
