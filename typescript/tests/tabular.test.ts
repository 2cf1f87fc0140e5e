import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  COLUMN_KINDS,
  type ColumnKind,
  OCToolError,
  type TabularEnvelope,
  tabularFromModels,
  validateTabular,
} from "../src/index.js";
import { TabularEnvelope as Table } from "../src/index.js";
import { thrown } from "./support/tools.js";

const column = (kind: string, cells: readonly unknown[]): TabularEnvelope =>
  ({
    columns: ["c"],
    column_kinds: [kind],
    rows: cells.map((cell) => [cell]),
    row_count: cells.length,
    truncated: false,
  }) as TabularEnvelope;

const fits = (kind: ColumnKind, cell: unknown): boolean => validateTabular(column(kind, [cell])).length === 0;

const label63 = "a".repeat(63);
const CELLS: Record<ColumnKind, { good: unknown[]; bad: unknown[] }> = {
  text: { good: ["", "x"], bad: [1, true] },
  number: { good: [0, -1.5, 1e308, 2 ** 60], bad: [Infinity, -Infinity, NaN, "1", true] },
  integer: { good: [0, -0, 2 ** 53 - 1, -(2 ** 53 - 1)], bad: [2 ** 53, -(2 ** 53), 1.5, "1", true, Infinity] },
  boolean: { good: [true, false], bad: [0, 1, "true"] },
  timestamp: {
    good: [
      "2024-02-29T00:00:00Z",
      "2024-12-31t23:59:60z",
      "2000-02-29T12:00:00.123456789+14:00",
      "1999-04-30T01:02:03-00:00",
    ],
    bad: [
      "2023-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2024-04-31T00:00:00Z",
      "2024-02-30T00:00:00Z",
      "2024-13-01T00:00:00Z",
      "2024-00-01T00:00:00Z",
      "2024-01-00T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01T00:60:00Z",
      "2024-01-01T00:00:61Z",
      "2024-01-01T00:00:00",
      "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00+24:00",
      "2024-01-01T00:00:00+0100",
      "2024-01-01 00:00:00Z",
      "2024-01-01",
      "2024-01-01T00:00:00Z\n",
      "２024-01-01T00:00:00Z",
      1,
    ],
  },
  ip: {
    good: ["0.0.0.0", "255.255.255.255", "::", "::1", "1::", "fe80::1%eth0", "::ffff:10.0.0.1", "1:2:3:4:5:6:7:8"],
    bad: [
      "",
      "256.0.0.1",
      "01.2.3.4",
      "1.2.3",
      "1.2.3.4.5",
      "1.2.3.4/32",
      " 1.2.3.4",
      "1..2.3",
      ":::",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "12345::",
      "::g",
      "fe80::1%",
      "fe80::1%a%b",
      "1.2.3.4%eth0",
      ":1::",
      "::1.2.3",
      1,
    ],
  },
  fqdn: {
    good: ["a", "a.b.", "A-1.example", `${label63}.b`, `${`${label63}.`.repeat(3)}${"a".repeat(61)}`, "123"],
    bad: [
      "",
      ".",
      "a..b",
      "-a",
      "a-",
      `${label63}a`,
      "a_b",
      "é",
      "a.b..",
      `${`${label63}.`.repeat(3)}${"a".repeat(62)}`,
      1,
    ],
  },
  mac: {
    good: ["00:1a:2B:3c:4d:5e", "00-1a-2b-3c-4d-5e", "00:11:22:33:44:55:66:77"],
    bad: ["", "001a2b3c4d5e", "00:1a-2b:3c:4d:5e", "00:1a:2b:3c:4d", "00:11:22:33:44:55:66", "0g:1a:2b:3c:4d:5e", 1],
  },
  ip_block: {
    good: [
      "10.0.0.1",
      "10.0.0.1/8",
      "10.0.0.0/255.0.0.0",
      "10.0.0.0/0.255.255.255",
      "10.0.0.0/0",
      "2001:db8::/32",
      "::1/128",
      "10.0.0.1-10.0.0.1",
      "10.0.0.1-10.0.1.0",
      "::1-::ffff",
      "9.255.255.255-10.0.0.0",
    ],
    bad: [
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "10.0.0.0/255.0.255.0",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "::/129",
      "::/ffff::",
      "10.0.0.2-10.0.0.1",
      "10.0.0.1-::1",
      "10.0.0.1-",
      "-10.0.0.1",
      "10.0.0.1 - 10.0.0.2",
      "10.0.0.0/8-10.0.0.1",
      1,
    ],
  },
  big_integer: {
    good: [0, 2 ** 53 - 1, "0", "-1", "9".repeat(5_000), "-0"],
    bad: [2 ** 53, 1.5, "", "01", "+1", "1.0", "1e3", " 1", "1\n", "１", true],
  },
};

describe("validateTabular", () => {
  test("every kind has cells to test with", () => {
    expect(Object.keys(CELLS).sort()).toEqual([...COLUMN_KINDS].sort());
  });

  describe.each(COLUMN_KINDS)("%s", (kind) => {
    test.each(CELLS[kind].good)("takes %j", (cell) => expect(fits(kind, cell)).toBe(true));
    test.each(CELLS[kind].bad)("refuses %j", (cell) => expect(fits(kind, cell)).toBe(false));
    test("takes null", () => expect(fits(kind, null)).toBe(true));
    test("refuses what is no cell", () => {
      for (const cell of [{}, [], undefined, 1n]) expect(fits(kind, cell)).toBe(false);
    });
  });

  test("gives at most one finding a column, in column order, with the first bad cell and their number", () => {
    const table = Table.parse({
      columns: ["rack", "load/max", "units"],
      column_kinds: ["text", "number", "integer"],
      rows: [
        ["r1", 1, 1],
        [2, "n/a", 1.5],
        ["r3", null, 2],
        [4, "high", 2.5],
      ],
      row_count: 4,
      truncated: false,
    });
    expect(validateTabular(table)).toEqual([
      {
        rule: "cell_kind",
        message: "column 'rack' (text): 2 of 4 cells do not fit; first at row 1: 2",
        tool: null,
        path: "/rows/1/0",
      },
      {
        rule: "cell_kind",
        message: "column 'load/max' (number): 2 of 4 cells do not fit; first at row 1: 'n/a'",
        tool: null,
        path: "/rows/1/1",
      },
      {
        rule: "cell_kind",
        message: "column 'units' (integer): 2 of 4 cells do not fit; first at row 1: 1.5",
        tool: null,
        path: "/rows/1/2",
      },
    ]);
  });

  test("holds on tables that were changed after the parse", () => {
    expect(validateTabular({ ...column("text", []), rows: [[], ["x"]] })).toMatchObject([{ rule: "cell_kind" }]);
    expect(validateTabular(column("colour", ["x"]))).toMatchObject([{ rule: "cell_kind" }]);
    expect(validateTabular({ ...column("text", [1]), column_kinds: undefined })).toEqual([]);
  });

  test("quotes at most 80 characters of a cell", () => {
    const [found] = validateTabular(column("ip", ["x".repeat(1_000_000)]));
    expect(found?.message.length).toBeLessThan(200);
  });
});

describe("tabularFromModels", () => {
  test("columns named like members of every object have kinds of their own", () => {
    const columnKinds = Object.fromEntries([["toString", "big_integer" as ColumnKind]]);
    const table = tabularFromModels(z.object({ constructor: z.string(), toString: z.int() }), [], { columnKinds });
    expect(table.column_kinds).toEqual(["text", "big_integer"]);
  });

  test("a date that is none is a null cell", () => {
    const table = tabularFromModels(z.object({ made: z.unknown() }), [{ made: new Date(NaN) }, { made: new Date(0) }]);
    expect(table.rows).toEqual([[null], ["1970-01-01T00:00:00.000Z"]]);
  });

  const Rack = z.object({
    label: z.string().describe("Label of the rack."),
    units: z.int(),
    load: z.number().nullable(),
    live: z.boolean().default(true),
    gateway: z.ipv4().optional(),
    address: z.union([z.ipv4(), z.ipv6()]),
    network: z.cidrv6().nullable(),
    seen: z.iso.datetime({ offset: true }),
    local: z.iso.datetime({ local: true }),
    day: z.iso.date(),
    serial: z.bigint(),
    mixed: z.union([z.int(), z.number()]),
    either: z.union([z.int(), z.string()]),
    level: z.literal([1, 2]),
    ratio: z.literal([1, 2.5]),
    state: z.enum(["on", "off"]).readonly(),
    tags: z.array(z.string()),
    place: z.object({ row: z.int(), note: z.string().nullable() }),
    made: z.date(),
  });
  const RACK: z.input<typeof Rack> = {
    label: "ré1",
    units: 42,
    load: Number.MAX_VALUE,
    address: "::1",
    network: null,
    seen: "2024-05-06T07:08:09+02:00",
    local: "2024-05-06T07:08:09",
    day: "2024-05-06",
    serial: 12345678901234567890n,
    mixed: 1.5,
    either: 7,
    level: 2,
    ratio: 2.5,
    state: "on",
    tags: ["é", "b"],
    place: { row: 3, note: null },
    made: new Date(0),
  };

  test("takes kinds from types, descriptions from fields, and writes cells by the kind", () => {
    const table = tabularFromModels(Rack, [RACK]);
    const kinds = Object.fromEntries(table.columns.map((name, index) => [name, table.column_kinds?.[index]]));
    expect(kinds).toEqual({
      label: "text",
      units: "integer",
      load: "number",
      live: "boolean",
      gateway: "ip",
      address: "ip",
      network: "ip_block",
      seen: "timestamp",
      local: "text",
      day: "text",
      serial: "big_integer",
      mixed: "number",
      either: "text",
      level: "integer",
      ratio: "number",
      state: "text",
      tags: "text",
      place: "text",
      made: "text",
    });
    expect(table.column_descriptions?.[0]).toBe("Label of the rack.");
    expect(table.rows).toEqual([
      [
        "ré1",
        42,
        Number.MAX_VALUE,
        true,
        null,
        "::1",
        null,
        "2024-05-06T07:08:09+02:00",
        "2024-05-06T07:08:09",
        "2024-05-06",
        "12345678901234567890",
        1.5,
        "7",
        2,
        2.5,
        "on",
        '["é","b"]',
        '{"row":3,"note":null}',
        "1970-01-01T00:00:00.000Z",
      ],
    ]);
    expect(validateTabular(table)).toEqual([]);
  });

  test("reads items once, and an empty table has its columns", () => {
    const Name = z.object({ name: z.string() });
    const items = (function* () {
      yield { name: "a" };
      yield { name: "b" };
    })();
    expect(tabularFromModels(Name, items)).toEqual({
      columns: ["name"],
      rows: [["a"], ["b"]],
      row_count: 2,
      truncated: false,
      column_kinds: ["text"],
    });
    expect(tabularFromModels(Name, []).rows).toEqual([]);
  });

  test("takes kinds that are given, and refuses those of no column", () => {
    const Host = z.object({ host: z.string(), size: z.int(), count: z.bigint() });
    const rows = [{ host: "a.example", size: 5, count: 6n }];
    const columnKinds = { host: "fqdn", size: "big_integer", count: "integer" } as const;
    const table = tabularFromModels(Host, rows, { columnKinds });
    expect(table.column_kinds).toEqual(["fqdn", "big_integer", "integer"]);
    expect(table.rows).toEqual([["a.example", 5, 6]]);
    const error = thrown(() => tabularFromModels(Host, rows, { columnKinds: { hots: "fqdn" } }));
    expect(error).toBeInstanceOf(OCToolError);
    expect(error).toMatchObject({ rule: "column_unknown" });
    expect(() => tabularFromModels(Host, rows, { columnKinds: { host: "colour" as ColumnKind } })).toThrow(z.ZodError);
  });

  test("passes paging on to the envelope's own checks", () => {
    const Name = z.object({ name: z.string() });
    const options = { truncated: true, nextCursor: "2", totalCount: 9, stopReason: "page_count", warnings: ["slow"] };
    expect(tabularFromModels(Name, [{ name: "a" }], { ...options, source: { instance: "east" } })).toMatchObject({
      truncated: true,
      next_cursor: "2",
      total_count: 9,
      stop_reason: "page_count",
      warnings: ["slow"],
      source: { instance: "east" },
      resumable: true,
    });
    expect(() => tabularFromModels(Name, [], { nextCursor: "2" })).toThrow(z.ZodError);
  });

  test("says which item is none", () => {
    const Name = z.object({ name: z.string() }).meta({ title: "Name" });
    const error = thrown(() => tabularFromModels(Name, [{ name: "a" }, "b" as unknown as { name: string }]));
    expect(error).toMatchObject({ rule: "not_object_model", message: expect.stringContaining("item 1 is 'b'") });
    const wrong = thrown(() => tabularFromModels(Name, [{ name: 1 as unknown as string }]));
    expect((wrong as z.ZodError).issues[0]?.path).toEqual([0, "name"]);
  });

  test("ends on a schema that refers to itself", () => {
    const Node = z.object({
      get next(): z.ZodOptional<z.ZodType> {
        return Node.optional();
      },
      value: z.lazy((): z.ZodType => z.union([z.int(), Node.shape.value])),
    });
    expect(tabularFromModels(Node, [{ value: 1 }]).column_kinds).toEqual(["text", "text"]);
  });
});
