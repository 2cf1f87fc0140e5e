// A small provider of four tools, so that there is something to run on.
//
// It shows each envelope once: records that page, a deprecated alias of that tool, a table with integers beyond what a
// double holds, and a file that is handed to an injected sink.

import * as z from "zod";
import {
  ALIAS_OF_KEY,
  ArtifactEnvelope,
  artifactSchema,
  inputSchemaFor,
  OCTool,
  RecordsEnvelope,
  recordsSchema,
  TabularEnvelope,
  tabularSchema,
} from "./index.js";

const MOST_RECORDS = 100;
const BADGE_HEIGHT = 20;
const GLYPH_WIDTH = 7;
const ADDRESS_BITS = { 4: 32, 6: 128 } as const;

// Bounds are checked here and told in descriptions: a strict-clean schema has no keyword for them.
const Count = z
  .int()
  .refine((count) => count >= 1 && count <= MOST_RECORDS, { error: `not within 1 to ${MOST_RECORDS}` });

/** Arguments of `echo_records`. */
export const EchoArgs = z.object({
  text: z.string().describe("The text to repeat."),
  times: Count.default(3).describe("How often to repeat it, 1 to 100."),
  limit: Count.default(10).describe("Most records of one page, 1 to 100."),
  cursor: z
    .string()
    .refine((cursor) => /^[0-9]{1,2}$/.test(cursor), { error: "cursor is none that this tool gave" })
    .nullable()
    .default(null)
    .describe("Where to go on: next_cursor of the page before."),
});

/** One repetition. */
export const EchoRecord = z.object({
  number: z.int().describe("Position among the repetitions, from 1."),
  text: z.string().describe("The text."),
});

const Block = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Arguments of `block_sizes`. */
export const BlockArgs = z.object({
  blocks: z
    .array(z.string().refine((block) => Block.safeParse(block).success, { error: "not an address or a CIDR block" }))
    .describe("Address blocks such as 10.0.0.0/8 or 2001:db8::/32."),
});

/** Arguments of `render_badge`. */
export const BadgeArgs = z.object({
  label: z.string().describe("Text on the left."),
  value: z.string().describe("Text on the right."),
});

/** Where `render_badge` puts its file: the dependency that a host injects. Returns a reference to it. */
export type Sink = (content: Uint8Array, mediaType: string) => string;

/** Repeat a text, a page at a time. */
export function echoRecords(_dependency: unknown, args: unknown): RecordsEnvelope<z.output<typeof EchoRecord>> {
  const { text, times, limit, cursor } = EchoArgs.parse(args);
  const start = Number(cursor ?? 0);
  const end = Math.min(start + limit, times);
  const numbers = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index + 1);
  return RecordsEnvelope(EchoRecord).parse({
    records: numbers.map((number) => ({ number, text })),
    count: numbers.length,
    truncated: end < times,
    total_count: times,
    next_cursor: end < times ? String(end) : null,
  });
}

/** Count the addresses of each block. */
export function blockSizes(_dependency: unknown, args: unknown): TabularEnvelope {
  const { blocks } = BlockArgs.parse(args);
  const rows = blocks.map((block) => {
    const bits = ADDRESS_BITS[block.includes(":") ? 6 : 4];
    const prefix = block.includes("/") ? Number(block.slice(block.indexOf("/") + 1)) : bits;
    return [block, prefix, String(2n ** BigInt(bits - prefix))];
  });
  return TabularEnvelope.parse({
    columns: ["block", "prefix_len", "addresses"],
    column_kinds: ["ip_block", "integer", "big_integer"],
    column_scales: [null, null, "log2"],
    column_descriptions: ["Address block.", "Bits of the prefix.", "Addresses in the block."],
    rows,
    row_count: rows.length,
    truncated: false,
  });
}

/** Draw a badge and hand it to the sink. */
export function renderBadge(sink: Sink, args: unknown): ArtifactEnvelope {
  const { label, value } = BadgeArgs.parse(args);
  const text = `${label}: ${value}`;
  const width = GLYPH_WIDTH * (Array.from(text).length + 2);
  const content = new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${BADGE_HEIGHT}">` +
      `<text x="${GLYPH_WIDTH}" y="14" font-family="monospace" font-size="12">${escapeMarkup(text)}</text></svg>`,
  );
  return ArtifactEnvelope.parse({
    artifact: {
      reference: sink(content, "image/svg+xml"),
      media_type: "image/svg+xml",
      bytes: content.length,
      width,
      height: BADGE_HEIGHT,
      role: "badge",
    },
  });
}

const ECHO_RECORDS = new OCTool({
  name: "echo_records",
  title: "Echo records",
  description:
    "Repeats a text as records, a page at a time. " +
    "Use it to try out paging, not to produce data. " +
    "Returns one record a repetition, and next_cursor while there are more. " +
    "At most 100 repetitions are given.",
  inputSchema: inputSchemaFor(EchoArgs),
  outputSchema: recordsSchema(EchoRecord),
  func: echoRecords,
  access: "local",
  tags: ["recommended"],
});

const ECHO = new OCTool({
  name: "echo",
  description: "The old name of echo_records. Call echo_records instead, which takes the same arguments.",
  inputSchema: ECHO_RECORDS.inputSchema,
  outputSchema: ECHO_RECORDS.outputSchema,
  func: echoRecords,
  access: "local",
  deprecated: true,
  meta: { [ALIAS_OF_KEY]: ECHO_RECORDS.name },
  tags: ["advanced"],
});

const BLOCK_SIZES = new OCTool({
  name: "block_sizes",
  title: "Block sizes",
  description:
    "Counts the addresses of IPv4 and IPv6 blocks. " +
    "Returns a table with a row for each block, in the order given. " +
    "Counts are decimal strings, since an IPv6 block can hold more than a double can say.",
  inputSchema: inputSchemaFor(BlockArgs),
  outputSchema: tabularSchema(),
  func: blockSizes,
  access: "local",
  tags: ["recommended"],
});

const RENDER_BADGE = new OCTool({
  name: "render_badge",
  title: "Render badge",
  description:
    "Draws a small SVG badge from two texts. " +
    "Do not use it for charts or for text longer than a line. " +
    "Returns a reference to the file, which the host's sink has stored.",
  inputSchema: inputSchemaFor(BadgeArgs),
  outputSchema: artifactSchema(),
  func: renderBadge,
  access: "local",
  resultKind: "artifact",
  target: "sink",
  tags: ["advanced"],
});

/** Return the four tools. */
export function allTools(): readonly OCTool[] {
  return [ECHO_RECORDS, ECHO, BLOCK_SIZES, RENDER_BADGE];
}

function escapeMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#x27;",
  };
  return text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
}
