// Where a JSON text goes wrong, and how: engines say either only in part, and each in words of its own.

/** Levels of nesting that a text may have; a container below them must be empty. */
export const MAX_DEPTH = 200;
/** Longer integers are refused everywhere, since readers disagree on what they do with them. */
const MAX_INTEGER_DIGITS = 4300;

const WHITE_SPACE = /[ \t\n\r]*/y;
const DIGITS = /[0-9]*/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const HEX = /[0-9A-Fa-f]/;
const SHORT_ESCAPES = '"\\/bfnrt';
/** What other languages write for numbers that JSON does not have. */
const CONSTANTS: readonly string[] = ["NaN", "Infinity"];
const LITERALS: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

/** What is wrong with a text, and the offset in UTF-16 units at which it shows. */
export interface JsonFault {
  readonly reason: string;
  readonly offset: number;
}

/**
 * Return the first fault of a text, or null for a text that is JSON.
 *
 * Besides what the grammar says, an escape that is a lone surrogate, an integer part of more than 4,300 digits and more than 200 levels
 * of nesting are faults. Reads the text once, without recursion.
 */
export function jsonFault(text: string): JsonFault | null {
  try {
    new Scanner(text).document();
    return null;
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
}

/** Return an offset as people count: lines and columns from 1, columns in code points. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = Array.from(before.slice(before.lastIndexOf("\n") + 1)).length + 1;
  return `line ${line} column ${column}`;
}

class Fault {
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {}
}

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): void {
    const open: ("array" | "object")[] = [];
    for (;;) {
      const opened = this.value();
      if (opened !== null && !this.isEmpty(opened)) {
        open.push(opened);
        if (opened === "object") this.key();
        if (open.length > MAX_DEPTH) this.fail("recursion limit exceeded");
        continue;
      }
      if (!this.closeFinished(open)) break;
    }
    this.skip(WHITE_SPACE);
    if (this.at < this.text.length) this.fail("trailing characters");
  }

  /** Read a scalar, or the bracket that opens a container. */
  private value(): "array" | "object" | null {
    this.skip(WHITE_SPACE);
    const character = this.peek("a value");
    const literal = LITERALS[character];
    if (literal !== undefined) this.literal(literal);
    else if (character === '"') this.string();
    else if (character === "-" || isDigit(character)) this.number();
    else if (character === "[" || character === "{") {
      this.at += 1;
      return character === "[" ? "array" : "object";
    } else {
      this.refuseConstant();
      this.fail("expected value");
    }
    return null;
  }

  private isEmpty(opened: "array" | "object"): boolean {
    this.skip(WHITE_SPACE);
    const character = this.peek(opened === "array" ? "a list" : "an object");
    if (character !== (opened === "array" ? "]" : "}")) return false;
    this.at += 1;
    return true;
  }

  /** Read what follows a member; return whether another member does, after closing what ends here. */
  private closeFinished(open: ("array" | "object")[]): boolean {
    for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
      const isArray = innermost === "array";
      const closing = isArray ? "]" : "}";
      this.skip(WHITE_SPACE);
      const character = this.peek(isArray ? "a list" : "an object");
      if (character !== "," && character !== closing) this.fail(`expected \`,\` or \`${closing}\``);
      this.at += 1;
      if (character === ",") {
        this.skip(WHITE_SPACE);
        if (this.peek("a value") === closing) this.fail("trailing comma");
        if (!isArray) this.key();
        return true;
      }
      open.pop();
    }
    return false;
  }

  private key(): void {
    this.skip(WHITE_SPACE);
    if (this.peek("a value") !== '"') this.fail("key must be a string");
    this.string();
    this.skip(WHITE_SPACE);
    if (this.peek("an object") !== ":") this.fail("expected `:`");
    this.at += 1;
    this.skip(WHITE_SPACE);
  }

  private literal(literal: string): void {
    for (const expected of literal) {
      if (this.peek("a value") !== expected) this.fail("expected ident");
      this.at += 1;
    }
  }

  private number(): void {
    if (this.text[this.at] === "-") {
      this.at += 1;
      this.refuseConstant();
    }
    const start = this.at;
    this.digits();
    if (this.text[start] === "0" && this.at > start + 1) this.fail("invalid number", start + 1);
    if (this.at - start > MAX_INTEGER_DIGITS) this.fail("number out of range");
    if (this.text[this.at] === ".") {
      this.at += 1;
      this.digits();
    }
    if (this.text[this.at] === "e" || this.text[this.at] === "E") {
      this.at += 1;
      if (this.text[this.at] === "+" || this.text[this.at] === "-") this.at += 1;
      this.digits();
    }
  }

  private refuseConstant(): void {
    const constant = CONSTANTS.find((word) => this.text.startsWith(word, this.at));
    if (constant !== undefined) this.fail(`${constant} is no JSON value`);
  }

  private digits(): void {
    if (!isDigit(this.peek("a value"))) this.fail("invalid number");
    this.skip(DIGITS);
  }

  private string(): void {
    this.at += 1;
    for (;;) {
      this.skip(PLAIN_CHARACTERS);
      const character = this.peek("a string");
      if (character !== '"' && character !== "\\") {
        this.fail("control character (\\u0000-\\u001F) found while parsing a string");
      }
      this.at += 1;
      if (character === '"') return;
      this.escape();
    }
  }

  private escape(): void {
    const character = this.peek("a string");
    this.at += 1;
    if (SHORT_ESCAPES.includes(character)) return;
    if (character !== "u") this.fail("invalid escape", this.at - 1);
    const unit = this.hex();
    if (unit < 0xd800 || unit > 0xdfff) return;
    const start = this.at;
    if (unit > 0xdbff) this.fail("lone leading surrogate in hex escape", start - 1);
    for (const expected of "\\u") {
      if (this.peek("a string") !== expected) this.fail("unexpected end of hex escape");
      this.at += 1;
    }
    const low = this.hex();
    if (low < 0xdc00 || low > 0xdfff) this.fail("lone leading surrogate in hex escape", this.at - 1);
  }

  private hex(): number {
    const start = this.at;
    while (this.at < start + 4) {
      if (!HEX.test(this.peek("a string"))) this.fail("invalid escape");
      this.at += 1;
    }
    return Number.parseInt(this.text.slice(start, this.at), 16);
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    pattern.test(this.text);
    this.at = pattern.lastIndex;
  }

  /** Return the next character; the end of the text is a fault in what is being read. */
  private peek(reading: string): string {
    const character = this.text[this.at];
    return character ?? this.fail(`EOF while parsing ${reading}`, this.text.length);
  }

  private fail(reason: string, offset: number = this.at): never {
    throw new Fault(reason, offset);
  }
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
