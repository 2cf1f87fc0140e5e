// What goes into a join and comes out, and whether a join of containers accepts nothing more than its members.

import type { JsonObject } from "../schema-walk.js";
import type { Ledger } from "./ledger.js";
import type { Step } from "./trampoline.js";

/** A compact schema. */
export type Schema = JsonObject | boolean;

/** Alternatives, a bit each; there may be more of them than bits in a number. */
export type Mask = bigint;

/** A compact schema, and the alternatives that it speaks for. */
export interface Member {
  readonly mask: Mask;
  readonly schema: Schema;
}

/** A join: its schema, whether it accepts nothing more, and the alternatives that alone accept all of it. */
export interface Joined {
  readonly schema: Schema;
  readonly exact: boolean;
  readonly tops: Mask;
}

/** Joins alternatives; what joins containers is handed it, so that it need not know who joins their members. */
export type Join = (ledger: Ledger, members: readonly Member[]) => Step<Joined>;

/** Return the bits of all that have some. */
export function maskOf(members: Iterable<{ readonly mask: Mask }>): Mask {
  let mask = 0n;
  for (const member of members) mask |= member.mask;
  return mask;
}

/**
 * The independent things that schemas of a container say: one a member, one a count, and so on.
 *
 * A join of boxes is a box. It is exact when one alternative holds all the others, or when the alternatives differ in
 * one dimension alone and the join in that one is exact.
 */
export class Dimensions {
  tops: Mask;
  readonly #everyone: Mask;
  #differing = 0;
  #exact = true;

  constructor(everyone: Mask) {
    this.#everyone = everyone;
    this.tops = everyone;
  }

  /** Take one dimension: the alternatives that accept all of its join, and whether that join is exact. */
  add(tops: Mask, exact: boolean): void {
    this.tops &= tops;
    if ((tops & this.#everyone) !== this.#everyone) {
      this.#differing += 1;
      this.#exact = exact;
    }
  }

  /** Whether the join as a whole is exact. */
  get exact(): boolean {
    return this.tops !== 0n || (this.#differing <= 1 && this.#exact);
  }
}
