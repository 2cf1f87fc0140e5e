// Running mutually recursive steps without the stack.

/** A step yields the steps that it needs, is sent their results, and returns its own. */
export type Step<Result> = Generator<unknown, Result, unknown>;

/** Wait for a step: `const result = yield* need(step)`. */
export function* need<Result>(step: Step<Result>): Step<Result> {
  return (yield step) as Result;
}

/** Run a step, and every step that it waits for, depth first. Depth is bounded by memory: waiting steps stand in a list. */
export function run<Result>(step: Step<Result>): Result {
  const waiting: Step<unknown>[] = [step];
  let value: unknown;
  for (let current = waiting.at(-1); current !== undefined; current = waiting.at(-1)) {
    const next = current.next(value);
    if (next.done === true) {
      waiting.pop();
      value = next.value;
    } else {
      waiting.push(next.value as Step<unknown>);
      value = undefined;
    }
  }
  return value as Result;
}
