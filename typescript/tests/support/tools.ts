// Descriptors to test with: valid ones, with any fields changed, also past construction.

import { OCTool, type OCToolInit } from "../../src/index.js";

export const MINIMAL: OCToolInit = {
  name: "find_rack",
  description: "Finds a rack by its label. Returns its position, and nothing when there is no such rack.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  func: () => ({}),
  access: "local",
};

/** Return a descriptor that construction accepts, with some fields given. */
export function tool(fields: Partial<OCToolInit> = {}): OCTool {
  return new OCTool({ ...MINIMAL, ...fields });
}

/** Return a descriptor with fields that construction would refuse. */
export function unchecked(fields: Readonly<Record<string, unknown>>, base: OCTool = tool()): OCTool {
  return Object.assign(Object.create(OCTool.prototype) as OCTool, { ...base, ...fields });
}

/** Return what a call throws. */
export function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
