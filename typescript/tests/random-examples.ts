// Random descriptors, listings and envelopes from a seed, with what TypeScript makes of them, for Python to compare.

import { ACCESS_KINDS, COLUMN_KINDS, COLUMN_SCALES, LISTING_STYLES, RESULT_KINDS, TOOL_TAGS } from "../src/index.js";
import { answer } from "./answers.js";
import type { Json } from "./fixture-operations.js";

const KEYS = ["a", "b", "title", "not", "default", "x-y", "é", "", "a/b", "m~n", "__proto__", "constructor", "cursor"];
const TEXTS = [
  "",
  " ",
  "\u3000",
  "a\nb",
  "\u001b[31m",
  "😀",
  "\ufeff",
  "l’été. Ok!",
  "rack",
  "r1 | r2",
  "'\\",
  "\u2028",
];
const CELL_TEXTS = [
  ...["2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z", "1999-12-31t23:59:60.5+14:00", "2024-04-31T00:00:00z"],
  ...["10.0.0.1", "010.0.0.1", "::1", "fe80::1%eth0", "1:2:3:4:5:6:7::", "::ffff:1.2.3.4", "1::2::3"],
  ...["10.0.0.1/8", "10.0.0.0/255.0.0.0", "::/129", "10.0.0.2-10.0.0.1", "::1-::2", "10.0.0.0/0.0.0.255"],
  ...["host.example.", "-a.b", "a_b", "00:1a:2b:3c:4d:5e", "00-1a:2b:3c:4d:5e", "01", "12345678901234567890", "n/a"],
];
const DESCRIPTIONS = [
  "Finds a rack. Use list_racks first, or `ping` it (never ping).",
  "One sentence only",
  "Ask! Really? Yes. No. Perhaps.",
  "全部。次！",
  "Ends in a quote.” Next one.",
];
const NAMES = ["find_rack", "list_racks", "ping", "dc_find", "a", "a".repeat(48), "Find", "9a"];

/** One thing that both languages do, and what this one made of it. */
interface Example {
  readonly operation: string;
  readonly input: Json;
  readonly answer: Json;
}

/** Return examples of every kind, the same ones for the same seed. */
export function randomExamples(input: Json): Example[] {
  const chance = new Chance(input["seed"] as number);
  const made: Example[] = [];
  for (let count = 0; count < (input["count"] as number); count += 1) {
    for (const [operation, each] of chance.one(KINDS)(chance)) {
      made.push({ operation, input: each, answer: answer(operation, each) });
    }
  }
  return made;
}

type Make = (chance: Chance) => [operation: string, input: Json][];

const KINDS: readonly Make[] = [
  (chance) => {
    const tool = changed(chance, randomTool(chance));
    const converting = "octool validate_tool summarize_tool to_mcp_tool to_anthropic_tool".split(" ");
    return converting.map((operation) => [operation, operation === "octool" ? tool : { tool }]);
  },
  (chance) => {
    const data = { name: chance.one(NAMES), description: chance.one(DESCRIPTIONS), inputSchema: chance.schema(2) };
    return [["from_mcp_tool", { data: faulty(chance, { ...data, _meta: chance.object(1), annotations: null }) }]];
  },
  (chance) => {
    const provider = { tools: chance.list(4, () => randomTool(chance, NAMES.slice(0, 6))) };
    return [
      ...LISTING_STYLES.map((style): [string, Json] => ["render_listing", { provider, style }]),
      ["validate_provider", { provider }],
      ["select_tools", { provider, tags: ["recommended"] }],
      ["prefix_tools", { tools: provider.tools, namespace: "dc" }],
    ];
  },
  (chance) => {
    const table = faulty(chance, randomTable(chance));
    return [
      ["tabular_envelope", { data: table }],
      ["read_envelope", { model: "TabularEnvelope", text: JSON.stringify(table) }],
    ];
  },
  (chance) => {
    const { rows: records, row_count: count, columns: _, ...rest } = randomTable(chance, 0);
    const page = faulty(chance, { records: (records as unknown[]).map(() => randomRecord(chance)), count, ...rest });
    return [
      ["records_envelope", { data: page, item: "HostItem" }],
      ["read_envelope", { model: "RecordsEnvelope", item: "OpenItem", data: page }],
    ];
  },
  (chance) => {
    const file = faulty(chance, {
      artifact: faulty(chance, randomFile(chance)),
      artifacts: chance.list(2, () => randomFile(chance)),
      sensitivity: chance.one(["inherits_input", "public"]),
    });
    return [
      ["artifact_envelope", { data: file }],
      ["read_envelope", { model: "ArtifactEnvelope", data: file }],
    ];
  },
];

/** A generator of pseudo-random numbers (mulberry32), and values made with it. */
class Chance {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  text(): string {
    return this.one(TEXTS) + this.one(["", "", this.one(TEXTS)]);
  }

  number(): number {
    const whole = (this.below(2 ** 31) - 2 ** 30) * this.one([1, 1, 1000, 2 ** 20]);
    // A whole number is read alike everywhere; a fraction is far from one, so that no reader takes it for whole.
    return this.one([whole, this.below(100), this.below(1000) + 0.25, -1e-7 * (1 + this.below(9)), 1.5e300]);
  }

  scalar(): unknown {
    return this.one([null, true, false, this.number(), this.text(), this.text()]);
  }

  value(depth: number): unknown {
    if (depth === 0) return this.scalar();
    return this.one([() => this.scalar(), () => this.list(3, () => this.value(depth - 1)), () => this.object(depth)])();
  }

  object(depth: number): Json {
    return Object.fromEntries(this.list(3, () => [this.one(KEYS), this.value(depth - 1)] as const));
  }

  schema(depth: number): Json {
    const names = this.list(3, () => this.one(KEYS));
    const members: [string, unknown][] = names.map((name) => [name, depth === 0 ? {} : this.member(depth - 1)]);
    return { type: "object", properties: Object.fromEntries(members), required: names, ...this.keywords() };
  }

  private member(depth: number): unknown {
    return this.one([
      () => this.schema(depth),
      () => ({ type: this.one(["string", "integer", "array", "colour"]), ...this.keywords() }),
      () => ({ anyOf: this.list(3, () => ({ type: this.one(["string", "null"]) })) }),
      () => ({ enum: this.list(4, () => this.value(1)) }),
      () => this.value(1),
    ])();
  }

  private keywords(): Json {
    const keywords = {
      title: this.text(),
      "x-n": 1,
      additionalProperties: this.one([true, false]),
      minItems: this.below(3),
    };
    return Object.fromEntries(Object.entries(keywords).filter(() => this.below(2) === 0));
  }
}

/** Leave most as they are; drop, replace or add a key in some. */
function faulty(chance: Chance, fields: Json): Json {
  const key = chance.one([...Object.keys(fields), "extra", "__proto__"]);
  const kept = Object.entries(fields).filter(([name]) => name !== key);
  return chance.one([fields, fields, Object.fromEntries(kept), Object.fromEntries([...kept, [key, chance.value(2)]])]);
}

/** Leave most as they are; replace a value in some. */
function changed(chance: Chance, fields: Json): Json {
  return chance.one([fields, fields, { ...fields, [chance.one(Object.keys(fields))]: chance.value(2) }]);
}

function randomTool(chance: Chance, names: readonly string[] = NAMES): Json {
  const fields = {
    title: chance.one([null, "Find rack", "a|b"]),
    target: chance.one([null, "inventory", "a\nb"]),
    output_schema: chance.one([null, chance.schema(1)]),
    result_kind: chance.one(RESULT_KINDS),
    read_only_hint: chance.one([true, false]),
    destructive_hint: chance.one([true, false]),
    deprecated: chance.one([true, false]),
    meta: chance.one([chance.object(1), { alias_of: chance.one(names) }]),
    tags: [...new Set(chance.list(3, () => chance.one([...TOOL_TAGS, "network"])))],
  };
  return {
    name: chance.one(names),
    description: chance.one(DESCRIPTIONS),
    input_schema: chance.schema(2),
    access: chance.one(ACCESS_KINDS),
    ...Object.fromEntries(Object.entries(fields).filter(() => chance.below(2) === 0)),
  };
}

function randomTable(chance: Chance, width = chance.below(5)): Json {
  const perColumn = <T>(make: () => T): T[] => Array.from({ length: width }, make);
  const rows = chance.list(4, () => perColumn(() => chance.one([chance.scalar(), chance.one(CELL_TEXTS)])));
  const fields = {
    column_kinds: perColumn(() => chance.one([...COLUMN_KINDS, "colour"])),
    column_scales: perColumn(() => chance.one([null, ...COLUMN_SCALES, "cubic"])),
    column_descriptions: perColumn(() => chance.one([null, chance.text()])),
    total_count: chance.one([null, 0, 7, "7", "007", "9".repeat(40), -1]),
    next_cursor: chance.one([null, chance.text()]),
    stop_reason: chance.one([null, "record_limit"]),
    resumable: chance.one([true, false]),
    warnings: chance.list(2, () => chance.text()),
    source: chance.one([null, { instance: chance.one(["east", 3, null]) }, { zone: "b" }]),
  };
  const listed = Object.entries(fields).filter(
    ([name]) => chance.below(3) === 0 && (width > 0 || !name.startsWith("column")),
  );
  return {
    columns: perColumn(() => chance.text()),
    rows,
    row_count: rows.length,
    truncated: chance.one([true, false]),
    ...Object.fromEntries(listed),
  };
}

function randomRecord(chance: Chance): Json {
  // zod's own objects drop a member called __proto__, so a record gets no further members here.
  return changed(chance, { host: chance.text(), cores: chance.below(100), note: chance.one([null, chance.text()]) });
}

function randomFile(chance: Chance): Json {
  return {
    reference: chance.text(),
    media_type: "text/csv",
    bytes: chance.below(3) - 1,
    role: chance.one([null, "csv"]),
  };
}
