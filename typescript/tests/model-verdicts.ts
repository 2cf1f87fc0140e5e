// What the generated zod schemas say of instances, for Python to compare with the JSON Schemas.

import * as contract from "#contract/index";
import { z } from "zod";
import type { Json } from "./fixture-operations.js";

/** Return for each instance whether the model accepts it; a generic model takes any objects as items. */
export function modelVerdicts({ model, instances }: Json): boolean[] {
  const found = (contract as unknown as Readonly<Record<string, unknown>>)[model as string];
  const schema = (
    typeof found === "function" ? (found as (item: z.ZodType) => z.ZodType)(z.record(z.string(), z.unknown())) : found
  ) as z.ZodType;
  return (instances as unknown[]).map((instance) => schema.safeParse(instance).success);
}
