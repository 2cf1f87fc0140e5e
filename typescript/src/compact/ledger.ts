// What one projection has spent and lost: the budget of nodes, and the findings in the order they are met.

import type { RULE_MESSAGES } from "#contract/rules";
import { type Finding, finding, type Places } from "../findings.js";
import { type JsonObject, type Place, placeBelow } from "../schema-walk.js";
import { weight } from "./values.js";

export const RULE = "compact_widened";

/** What is lost: which of the rule's texts says it. */
export type Loss = keyof (typeof RULE_MESSAGES)["compact_widened"];

/** Merging what was merged before costs again; real schemas stay far below this, nested bombs end here. */
const FREE_WORK = 200_000;
const WORK_PER_NODE = 32;

/** The account of one projection. */
export class Ledger {
  /** How many nodes inlining and merging may add to the schema's own. */
  readonly maxNodes: number;
  readonly #tool: string | null;
  readonly #prefix: string;
  #added = 0;
  #work = 0;
  readonly #visited = new Set<object>();
  readonly #weights = new Map<object, number>();
  #silent = 0;
  readonly #noted: { readonly owner: unknown; readonly key: string; readonly found: Finding }[] = [];
  readonly #keys = new Map<unknown, Set<string>>();

  /**
   * @param maxNodes How many nodes inlining and merging may add to the schema's own.
   * @param subject The tool that the findings are about, and what stands before their paths.
   */
  constructor(maxNodes: number, subject: { readonly tool?: string; readonly prefix?: string } = {}) {
    this.maxNodes = maxNodes;
    this.#tool = subject.tool ?? null;
    this.#prefix = subject.prefix ?? "";
  }

  /**
   * Count a schema as visited. Its first visit is free, each later one adds to the schema's own nodes.
   *
   * @param schema The schema object.
   * @param own Gives the values of its keywords that hold no schemas, when asked.
   * @returns Whether the budget allows it.
   */
  visit(schema: JsonObject, own: (schema: JsonObject) => unknown[]): boolean {
    if (!this.#visited.has(schema)) {
      this.#visited.add(schema);
      return true;
    }
    const cost = this.#weights.get(schema) ?? 1 + weight(own(schema));
    this.#weights.set(schema, cost);
    if (this.#added + cost > this.maxNodes) return false;
    this.#added += cost;
    return true;
  }

  /** Count steps of merging; tell whether the limit, which grows with the schema, allows more. */
  work(amount: number): boolean {
    this.#work += amount;
    return this.#work <= FREE_WORK + WORK_PER_NODE * this.#visited.size;
  }

  /**
   * Note that the compact form accepts more than a keyword of a schema does.
   *
   * A keyword of one schema object is noted once for each thing that is lost, however often it is inlined.
   *
   * @param owner The schema object that holds the keyword.
   * @param place Where it stands.
   * @param keyword The keyword; undefined for the schema as a whole.
   * @param loss Which of the rule's texts says what is lost.
   * @param places What the text needs.
   */
  widened(owner: unknown, place: Place, keyword: string | undefined, loss: Loss, places: Places = {}): void {
    const key = `${loss} ${keyword ?? ""}`;
    let keys = this.#keys.get(owner);
    if (this.#silent > 0 || keys?.has(key) === true) return;
    if (keys === undefined) this.#keys.set(owner, (keys = new Set()));
    keys.add(key);
    const at = keyword === undefined ? place : placeBelow(undefined, place, keyword);
    const where = { variant: loss, tool: this.#tool, path: this.#prefix + at.path };
    this.#noted.push({ owner, key, found: finding(RULE, places, where) });
  }

  /** Note nothing until `speak`: what is looked at decides a question and does not become part of the result. */
  hush(): void {
    this.#silent += 1;
  }

  /** End a `hush`. */
  speak(): void {
    this.#silent -= 1;
  }

  /** Return a point to go back to. */
  mark(): number {
    return this.#noted.length;
  }

  /** Forget what was noted since a mark, since it no longer makes a difference to the result. */
  back(mark: number): void {
    for (const { owner, key } of this.#noted.splice(mark)) this.#keys.get(owner)?.delete(key);
  }

  /** Return the findings in the order they were met. */
  findings(): Finding[] {
    return this.#noted.map(({ found }) => found);
  }
}
