import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { ArtifactEnvelope, readEnvelope, RecordsEnvelope, SourceRef, TabularEnvelope } from "../src/index.js";
import { thrown } from "./support/tools.js";

const TABLE = { columns: ["rack", "load"], rows: [["r1", 0.5]], row_count: 1, truncated: false };
const TEXT = JSON.stringify(TABLE);
const Loose = RecordsEnvelope(z.looseObject({ label: z.string() }));

function issueOf(call: () => unknown): { rule: unknown; message: string } {
  const error = thrown(call);
  expect(error).toBeInstanceOf(z.ZodError);
  const [issue] = (error as z.ZodError).issues;
  return { rule: issue?.code === "custom" ? issue.params?.["rule"] : issue?.code, message: issue?.message ?? "" };
}

describe("a newer producer's envelope reads", () => {
  test("without keys that are not known here, at the envelope and in the models inside it", () => {
    expect(readEnvelope(TabularEnvelope, { ...TABLE, page_size: 1, source: { instance: "east", zone: "b" } })).toEqual({
      ...TABLE,
      source: { instance: "east" },
    });
    const file = { reference: "r", media_type: "text/csv", bytes: 3 };
    expect(
      readEnvelope(ArtifactEnvelope, { artifact: { ...file, sha: "x" }, artifacts: [{ ...file, sha: "y" }] }),
    ).toEqual({ artifact: file, artifacts: [file], warnings: [], sensitivity: "inherits_input" });
  });

  test("with its records untouched", () => {
    const page = { records: [{ label: "r1", colour: "red" }], count: 1, truncated: false };
    expect(readEnvelope(Loose, { ...page, extra: 1 })).toEqual(page);
    const Closed = RecordsEnvelope(z.strictObject({ label: z.string() }));
    expect(issueOf(() => readEnvelope(Closed, page)).rule).toBe("unrecognized_keys");
  });

  test("with unknown values of vocabularies as their fallbacks", () => {
    const read = readEnvelope(TabularEnvelope, {
      ...TABLE,
      column_kinds: ["colour", "number"],
      column_scales: ["log2", "cubic"],
    });
    expect(read.column_kinds).toEqual(["text", "number"]);
    expect(read.column_scales).toEqual([null, null]);
    const file = { reference: "r", media_type: "text/csv", bytes: 3 };
    expect(readEnvelope(ArtifactEnvelope, { artifact: file, sensitivity: "public" }).sensitivity).toBe(
      "inherits_input",
    );
  });

  test("without scales where no kinds are given, and without malformed hints", () => {
    expect(readEnvelope(TabularEnvelope, { ...TABLE, column_scales: [null, "log2"] }).column_scales).toEqual([
      null,
      null,
    ]);
    for (const column_descriptions of ["Label.", ["Label."], [1, 2], {}, null]) {
      expect(readEnvelope(TabularEnvelope, { ...TABLE, column_descriptions })).toEqual(TABLE);
    }
    for (const source of [3, [], { instance: 1 }, { instance: "a", snapshot: {} }, null]) {
      expect(readEnvelope(TabularEnvelope, { ...TABLE, source })).toEqual(TABLE);
    }
    expect(readEnvelope(TabularEnvelope, { ...TABLE, column_descriptions: ["Label.", null], source: {} })).toEqual({
      ...TABLE,
      column_descriptions: ["Label.", null],
      source: {},
    });
  });

  test("as a description or a check of the schema leaves it", () => {
    expect(readEnvelope(TabularEnvelope.describe("Racks."), { ...TABLE, extra: 1 })).toEqual(TABLE);
    const Short = TabularEnvelope.refine((table) => table.row_count < 2, { error: "too long" });
    expect(readEnvelope(Short, { ...TABLE, extra: 1 })).toEqual(TABLE);
    expect(
      issueOf(() =>
        readEnvelope(Short, {
          ...TABLE,
          rows: [
            ["a", 1],
            ["b", 2],
          ],
          row_count: 2,
        }),
      ).message,
    ).toBe("too long");
  });

  test("and the data stays as it was", () => {
    const data = { ...TABLE, column_kinds: ["colour", "number"], extra: 1, source: { zone: 1 } };
    const before = structuredClone(data);
    readEnvelope(TabularEnvelope, data);
    expect(data).toEqual(before);
  });
});

describe("every other check stays", () => {
  test.each([
    [{ row_count: 2 }, "row_count_mismatch"],
    [{ rows: [["r1"]] }, "row_width"],
    [{ column_kinds: ["text"] }, "column_list_length"],
    [{ column_kinds: ["text", 3] }, "invalid_value"],
    [{ column_kinds: "text" }, "invalid_type"],
    [{ column_scales: [null] }, "column_list_length"],
    [{ column_scales: [null, 2] }, "invalid_value"],
    [{ next_cursor: "c" }, "cursor_when_complete"],
    [{ resumable: true }, "resumable_contradicts"],
    [{ truncated: "false" }, "invalid_type"],
  ])("%j is refused", (fields, rule) => {
    expect(issueOf(() => readEnvelope(TabularEnvelope, { ...TABLE, ...fields })).rule).toBe(rule);
  });

  test.each([null, 3, true, undefined, [TABLE], "[1]", "3"])("%j is no envelope", (data) => {
    expect(issueOf(() => readEnvelope(TabularEnvelope, data)).rule).toBe("wrong_json_type");
  });

  test("a model that is no envelope is a TypeError", () => {
    for (const model of [z.object({}), SourceRef, z.array(TabularEnvelope)]) {
      expect(() => readEnvelope<unknown>(model, TABLE)).toThrow(TypeError);
    }
    expect(() => readEnvelope(null as unknown as typeof TabularEnvelope, TABLE)).toThrow(TypeError);
  });
});

describe("text and bytes", () => {
  const bytes = (text: string, unit: 1 | 2 | 4, littleEndian: boolean): Uint8Array => {
    if (unit === 1) return new TextEncoder().encode(text);
    const points = unit === 4 ? Array.from(text, (each) => each.codePointAt(0) ?? 0) : [];
    const values = unit === 4 ? points : Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    const view = new DataView(new ArrayBuffer(values.length * unit));
    for (const [index, value] of values.entries()) {
      if (unit === 4) view.setUint32(index * 4, value, littleEndian);
      else view.setUint16(index * 2, value, littleEndian);
    }
    return new Uint8Array(view.buffer);
  };

  test.each([
    [1, true],
    [2, true],
    [2, false],
    [4, true],
    [4, false],
  ] as const)("in units of %j bytes, little endian %j, with and without a byte order mark", (unit, littleEndian) => {
    const text = JSON.stringify({ ...TABLE, columns: ["ré😀", "load"] });
    for (const mark of ["", "\ufeff"]) {
      expect(readEnvelope(TabularEnvelope, bytes(mark + text, unit, littleEndian)).columns).toEqual(["ré😀", "load"]);
    }
    expect(readEnvelope(TabularEnvelope, `\ufeff${text}`).columns).toEqual(["ré😀", "load"]);
  });

  test.each([
    [[0xff]],
    [[0xc3, 0x28]],
    [[0xff, 0xfe, 0x00]],
    [[0xff, 0xfe, 0, 0, 0, 0, 0x11, 0]],
    [[0, 0, 0xfe, 0xff, 1]],
  ])("the bytes %j are no text", (data) => {
    expect(issueOf(() => readEnvelope(TabularEnvelope, Uint8Array.from(data))).rule).toBe("json_text");
  });

  test.each([
    ["", "EOF while parsing a value at line 1 column 1"],
    ["{", "EOF while parsing an object at line 1 column 2"],
    ['{"rows": [1,\n 2 3]}', "expected `,` or `]` at line 2 column 4"],
    ['{"rows": [1,]}', "trailing comma at line 1 column 13"],
    ['{"rows": NaN}', "NaN is no JSON value at line 1 column 10"],
    ['{"rows": -Infinity}', "Infinity is no JSON value at line 1 column 11"],
    ['{"rows": -Inf}', "invalid number at line 1 column 11"],
    ['{"rows": Nan}', "expected value at line 1 column 10"],
    ['{"rows": 01}', "invalid number"],
    ['{"rows": tru}', "expected ident"],
    ['{"a": "\\x"}', "invalid escape"],
    ['{"a": "\\ud800"}', "unexpected end of hex escape"],
    ['{"a": "\\ud800\\u0041"}', "lone leading surrogate"],
    ['{"a": "\ud800"}', "a lone surrogate at line 1 column 8"],
    ['{"a": "\u0007"}', "control character"],
    ["{} {}", "trailing characters at line 1 column 4"],
    [`{"a": ${"9".repeat(4_301)}}`, "number out of range"],
    [`{"a": ${"[".repeat(201)}1${"]".repeat(201)}}`, "recursion limit exceeded"],
    ["[".repeat(100_000), "recursion limit exceeded"],
  ])("%.20j is no JSON text", (text, reason) => {
    const { rule, message } = issueOf(() => readEnvelope(TabularEnvelope, text));
    expect(rule).toBe("json_text");
    expect(message).toContain(reason);
    expect(message.length).toBeLessThan(200);
  });

  test("what only looks like a fault is read", () => {
    const total_count = "9".repeat(9_000);
    const text = JSON.stringify({ ...TABLE, total_count, columns: ["\\ud800", "😀"], rows: [["[".repeat(500), 1]] });
    expect(readEnvelope(TabularEnvelope, text)).toMatchObject({ total_count, columns: ["\\ud800", "😀"] });
    const long = `${"9".repeat(4_300)}`;
    expect(readEnvelope(TabularEnvelope, TEXT.replace("0.5", long)).rows).toEqual([["r1", Infinity]]);
    expect(readEnvelope(TabularEnvelope, TEXT.replace("0.5", "1e400")).rows).toEqual([["r1", Infinity]]);
    expect(readEnvelope(TabularEnvelope, TEXT.replace("0.5", '"\\ud83d\\ude00"')).rows).toEqual([["r1", "😀"]]);
  });

  test("40 MB of runs of digits, each just short of the limit, take no time to speak of", () => {
    const runs = `[${Array.from({ length: 9_000 }, () => "9".repeat(4_299)).join(",")}]`;
    expect(issueOf(() => readEnvelope(TabularEnvelope, runs)).rule).toBe("wrong_json_type");
  });
});

test("the type of the result is the schema's", () => {
  const Racks = RecordsEnvelope(z.object({ label: z.string() }));
  const page = readEnvelope(Racks, { records: [], count: 0, truncated: false });
  expectTypeOf(page).toEqualTypeOf<RecordsEnvelope<{ label: string }>>();
  expectTypeOf(readEnvelope(TabularEnvelope, TEXT)).toEqualTypeOf<TabularEnvelope>();
});
