/**
 * A descriptor, a schema or an argument breaks a rule of the octools descriptor specification.
 *
 * The text says what is wrong, where, and what to do about it; it never grows with the input.
 */
export class OCToolError extends Error {
  override readonly name = "OCToolError";

  /** Identifier of the broken rule, or null where the specification gives the failure no rule of its own. */
  readonly rule: string | null;

  constructor(message: string, options: { readonly rule?: string | null } = {}) {
    super(message);
    this.rule = options.rule ?? null;
  }
}
