import { describe, expect, test } from "vitest";
import { mergeProviders, OCTool, OCToolError, prefixTools, selectTools, type ToolProvider } from "../src/index.js";
import * as example from "../src/example.js";
import { thrown, tool } from "./support/tools.js";

const provider = (...tools: OCTool[]): ToolProvider => ({ allTools: () => tools });
const namesOf = (from: ToolProvider): string[] => from.allTools().map(({ name }) => name);
const alias = (name: string, target: string, tags: string[]): OCTool =>
  tool({ name, tags, deprecated: true, meta: { alias_of: target } });

describe("mergeProviders", () => {
  test("a module is a provider, listings follow one another, nothing is deduplicated", () => {
    const merged = mergeProviders(example, provider(tool({ name: "echo" })));
    expect(namesOf(merged)).toEqual(["echo_records", "echo", "block_sizes", "render_badge", "echo"]);
    expect(namesOf(mergeProviders())).toEqual([]);
  });

  test("the listing is computed at each call", () => {
    const tools = [tool()];
    const merged = mergeProviders({ allTools: () => tools });
    expect(namesOf(merged)).toHaveLength(1);
    tools.push(tool({ name: "find_row" }));
    expect(namesOf(merged)).toEqual(["find_rack", "find_row"]);
  });
});

describe("selectTools", () => {
  const listed = provider(
    tool({ name: "scan_ports", tags: ["network", "recommended"] }),
    tool({ name: "list_leases", tags: ["network"] }),
    tool({ name: "find_rack", tags: ["recommended"] }),
    tool({ name: "untagged" }),
  );

  test("keeps a tool that carries any of the tags, in listing order", () => {
    expect(namesOf(selectTools(listed, { tags: ["recommended"] }))).toEqual(["scan_ports", "find_rack"]);
    expect(namesOf(selectTools(listed, { tags: new Set(["recommended", "network"]) }))).toHaveLength(3);
    expect(namesOf(selectTools(listed, { tags: [] }))).toEqual([]);
  });

  test("nested calls ask for a tag of each", () => {
    const both = selectTools(selectTools(listed, { tags: ["network"] }), { tags: ["recommended"] });
    expect(namesOf(both)).toEqual(["scan_ports"]);
  });

  test("an alias goes with its target, whatever the length of the chain", () => {
    const chain = Array.from({ length: 2_000 }, (_, index) => alias(`v${index}`, `v${index + 1}`, ["recommended"]));
    const dangling = provider(...chain, tool({ name: "v2000", tags: ["advanced"] }));
    expect(namesOf(selectTools(dangling, { tags: ["recommended"] }))).toEqual([]);
    expect(namesOf(selectTools(dangling, { tags: ["recommended", "advanced"] }))).toHaveLength(2_001);
  });

  test.each(["recommended", 3, null])("%j is no collection of tags", (tags) => {
    const error = thrown(() => selectTools(listed, { tags: tags as unknown as string[] }));
    expect(error).toBeInstanceOf(OCToolError);
    expect(error).toMatchObject({ rule: "tags_not_list" });
  });

  test("what is no OCTool is not selected", () => {
    const foreign = { ...tool({ tags: ["recommended"] }) } as OCTool;
    expect(namesOf(selectTools(provider(foreign), { tags: ["recommended"] }))).toEqual([]);
  });
});

describe("prefixTools", () => {
  test("renames tools, and what descriptions and aliases say of their siblings", () => {
    const short = [
      tool({ name: "find_rack", description: "Finds a rack. Use list_rows first, then find_rack, never find_racks." }),
      tool({ name: "list_rows", description: "Lists rows. See `ping` to ping a row." }),
      alias("ping", "find_rack", []),
    ];
    const long = prefixTools(short, "dc");
    expect(long.map(({ name }) => name)).toEqual(["dc_find_rack", "dc_list_rows", "dc_ping"]);
    expect(long[0]?.description).toBe("Finds a rack. Use dc_list_rows first, then dc_find_rack, never find_racks.");
    expect(long[1]?.description).toBe("Lists rows. See `dc_ping` to ping a row.");
    expect(long[2]?.meta).toEqual({ alias_of: "dc_find_rack" });
    expect(short[0]?.name).toBe("find_rack");
  });

  test.each([
    ["", "namespace_pattern"],
    ["DC", "namespace_pattern"],
    ["dc_", "namespace_pattern"],
    ["a".repeat(17), "namespace_pattern"],
  ])("refuses the namespace %j", (namespace, rule) => {
    expect(thrown(() => prefixTools([], namespace))).toMatchObject({ rule });
  });

  test("refuses a name that grows too long, naming the tool, and what is no tool", () => {
    const long = tool({ name: "a".repeat(46) });
    expect(prefixTools([long], "b")).toHaveLength(1);
    expect(thrown(() => prefixTools([long], "bc"))).toMatchObject({
      rule: "name_pattern",
      message: expect.stringContaining("bc_aaa"),
    });
    expect(thrown(() => prefixTools([{} as OCTool], "dc"))).toMatchObject({ rule: "not_octool" });
  });
});
