// Which members and items a schema evaluates, for `unevaluatedProperties` and `unevaluatedItems`.

import { read, Reading } from "./reading.js";
import { Site } from "./references.js";
import { isObject } from "./values.js";
import type { Work } from "./work.js";

/** Reading a schema again costs about as much as merging so many keywords. */
const READING_COST = 8;

/**
 * What the schemas that apply to a value in place evaluate of it.
 *
 * What is only `maybe` evaluated depends on the value: it stands below a schema that need not hold.
 */
export class Evaluated {
  readonly names = new Set<string>();
  readonly maybeNames = new Set<string>();
  readonly patterns = new Set<string>();
  allMembers = false;
  maybeMembers = false;
  items = 0;
  maybeItems = 0;
  allItems = false;
  someItems = false;
}

/**
 * Collect what a schema evaluates by itself and through every schema that applies in place.
 *
 * @param work The projection; where its limits end the search, everything may be evaluated.
 * @param reading The schema that holds `unevaluatedProperties` or `unevaluatedItems`, which are not counted.
 */
export function evaluated(work: Work, reading: Reading): Evaluated {
  const found = new Evaluated();
  const seen = { certain: new Set<unknown>(), uncertain: new Set<unknown>() };
  const pending: [item: Reading | Site, certain: boolean][] = [[reading, true]];
  // Read from the front while it grows at the back, so that names stay in the order of the document.
  for (let at = 0, next = pending[at]; next !== undefined; next = pending[++at]) {
    const certain = next[1];
    let [item] = next;
    if (item instanceof Site) {
      if (!isObject(item.value)) continue;
      item = read(work.index.entered(item));
    }
    const known = certain ? seen.certain : seen.uncertain;
    if (known.has(item.site.value)) continue;
    known.add(item.site.value);
    if (!work.ledger.work(READING_COST + (item.properties?.size ?? 0))) {
      found.maybeMembers = found.someItems = true;
      return found;
    }
    collect(found, item, certain, item === reading);
    for (const site of item.allOf) pending.push([site, certain]);
    for (const [keyword, reference] of item.references) {
      const target = work.index.follow(keyword, reference, item.site);
      if (target === null) found.maybeMembers = found.someItems = true;
      else pending.push([target, certain]);
    }
    const uncertain = item.groups.flatMap(([, members]) => members);
    for (const site of [item.condition, item.then, item.otherwise]) if (site !== undefined) uncertain.push(site);
    for (const [, site] of item.dependents.values()) uncertain.push(site);
    for (const site of uncertain) pending.push([site, false]);
  }
  return found;
}

function collect(found: Evaluated, reading: Reading, certain: boolean, outermost: boolean): void {
  const names = certain ? found.names : found.maybeNames;
  for (const name of reading.properties?.keys() ?? []) names.add(name);
  if (certain) for (const pattern of reading.patterns.keys()) found.patterns.add(pattern);
  else if (reading.patterns.size > 0) found.maybeMembers = true;
  if (reading.additional !== undefined || (reading.unevaluated !== undefined && !outermost)) {
    if (certain) found.allMembers = true;
    found.maybeMembers = true;
  }
  if (certain) found.items = Math.max(found.items, reading.prefix.length);
  else found.maybeItems = Math.max(found.maybeItems, reading.prefix.length);
  if (reading.items !== undefined || (reading.unevaluatedItems !== undefined && !outermost)) {
    if (certain) found.allItems = true;
    found.someItems = true;
  }
  if (reading.contains !== undefined) found.someItems = true;
}
