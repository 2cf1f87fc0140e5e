// IPv4 and IPv6 addresses, networks and ranges, in exactly the spellings that Python's `ipaddress` module reads.

const MAX_OCTET = 255;
const ADDRESS_BITS = { 4: 32, 6: 128 } as const;
const HEXTETS = 8;
/** Python refuses to read a longer text as an integer, zeros included. */
const MAX_PREFIX_DIGITS = 4300;

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
const COLON = 0x3a;
const LOWER = 0x20;
const LOWER_A = 0x61;
const LOWER_F = 0x66;
const HEXTET = /^[0-9A-Fa-f]{1,4}$/;
const DIGITS = /^[0-9]+$/;

/** An address as big-endian words: one of 32 bits for IPv4, eight of 16 bits for IPv6. */
interface Address {
  readonly version: 4 | 6;
  readonly words: readonly number[];
}

/** Tell whether a text is an IPv4 or IPv6 address; a scope id such as `%eth0` may follow the latter. */
export function isIpAddress(text: string): boolean {
  return readIpv4(text) >= 0 || isFullIpv6(text) || readIpv6(text) !== undefined;
}

/** Tell whether a code unit is a hexadecimal digit. */
export function isHexDigit(code: number): boolean {
  return (code >= ZERO && code <= NINE) || ((code | LOWER) >= LOWER_A && (code | LOWER) <= LOWER_F);
}

/**
 * Tell whether a text is a block of addresses: an address, an address with a prefix length or (IPv4) a mask, or
 * `first-last` with both in one family and `first` not above `last`. Host bits may be set.
 */
export function isIpBlock(text: string): boolean {
  return isIpAddress(text) || isIpNetwork(text) || isIpRange(text);
}

function isIpNetwork(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) return false;
  const address = text.slice(0, slash);
  const mask = text.slice(slash + 1);
  if (readIpv4(address) >= 0) return isPrefixLength(mask, ADDRESS_BITS[4]) || isIpv4Mask(mask);
  return isPrefixLength(mask, ADDRESS_BITS[6]) && readIpv6(address) !== undefined;
}

function isIpRange(text: string): boolean {
  const dash = text.indexOf("-");
  if (dash < 0) return false;
  const first = readAddress(text.slice(0, dash));
  const last = readAddress(text.slice(dash + 1));
  return first !== undefined && last !== undefined && first.version === last.version && notAbove(first, last);
}

function notAbove(first: Address, last: Address): boolean {
  for (const [index, word] of first.words.entries()) {
    const other = last.words[index] ?? 0;
    if (word !== other) return word < other;
  }
  return true;
}

function readAddress(text: string): Address | undefined {
  const word = readIpv4(text);
  if (word >= 0) return { version: 4, words: [word] };
  return readIpv6(text);
}

/** Return the address as a number, or -1: four decimal octets without leading zeros. */
function readIpv4(text: string): number {
  const { length } = text;
  if (length < 7 || length > 15) return -1;
  let value = 0;
  let octet = -1;
  let octets = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (octet < 0) return -1;
      value = value * 256 + octet;
      octets += 1;
      octet = -1;
    } else if (code >= ZERO && code <= NINE && octet !== 0) {
      octet = octet < 0 ? code - ZERO : octet * 10 + code - ZERO;
      if (octet > MAX_OCTET) return -1;
    } else {
      return -1;
    }
  }
  return octets === 3 && octet >= 0 ? value * 256 + octet : -1;
}

/** Tell the common spelling by one look at each character: hextets with at most one gap, no IPv4 tail, no scope. */
function isFullIpv6(text: string): boolean {
  const { length } = text;
  let digits = 0;
  let hextets = 0;
  let gaps = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== COLON) {
      if (digits === 4 || !isHexDigit(code)) return false;
      digits += 1;
    } else if (digits > 0) {
      hextets += 1;
      digits = 0;
      if (index === length - 1) return false;
    } else if (text.charCodeAt(index - 1) === COLON || (index === 0 && text.charCodeAt(1) === COLON)) {
      // The second colon of a gap, or the first of two that begin the text.
      if (index > 0) gaps += 1;
    } else {
      return false;
    }
  }
  if (digits > 0) hextets += 1;
  return gaps === 0 ? hextets === HEXTETS : gaps === 1 && hextets < HEXTETS;
}

function readIpv6(text: string): Address | undefined {
  const percent = text.indexOf("%");
  const address = percent < 0 ? text : text.slice(0, percent);
  if (percent >= 0 && !isScope(text.slice(percent + 1))) return undefined;
  // The longest spelling is eight hextets of which the last two are an IPv4 address.
  if (address.length > 45 || !address.includes(":")) return undefined;
  const words = readHextets(address);
  return words === undefined ? undefined : { version: 6, words };
}

/** Tell whether a text may stand behind `%`; it names an interface, and counts for nothing else. */
function isScope(text: string): boolean {
  return text !== "" && !text.includes("%") && !text.includes("/");
}

function readHextets(text: string): number[] | undefined {
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  if (parts.length < 3) return undefined;
  if (last.includes(".")) {
    const value = readIpv4(last);
    if (value < 0) return undefined;
    parts.splice(-1, 1, (value >>> 16).toString(16), (value & 0xffff).toString(16));
  }
  if (parts.length > HEXTETS + 1) return undefined;
  const gap = parts.indexOf("", 1);
  if (gap < 0 || gap === parts.length - 1) {
    return parts.length === HEXTETS ? readAll(parts) : undefined;
  }
  // Two colons stand for one run of zeros; where they begin or end the text, an empty part stands beside them.
  const before = parts.slice(0, gap);
  const after = parts.slice(gap + 1);
  if (before[0] === "" && before.length === 1) before.pop();
  if (after.at(-1) === "" && after.length === 1) after.pop();
  const skipped = HEXTETS - before.length - after.length;
  if (skipped < 1) return undefined;
  const high = readAll(before);
  const low = readAll(after);
  if (high === undefined || low === undefined) return undefined;
  return [...high, ...new Array<number>(skipped).fill(0), ...low];
}

function readAll(parts: readonly string[]): number[] | undefined {
  const words: number[] = [];
  for (const part of parts) {
    if (!HEXTET.test(part)) return undefined;
    words.push(Number.parseInt(part, 16));
  }
  return words;
}

function isPrefixLength(text: string, most: number): boolean {
  return text.length <= MAX_PREFIX_DIGITS && DIGITS.test(text) && Number(text) <= most;
}

/** Tell whether a text is a netmask or a host mask: ones, then zeros, or the other way round. */
function isIpv4Mask(text: string): boolean {
  const value = readIpv4(text);
  return value >= 0 && (isOnesThenZeros(value) || isOnesThenZeros(0xffffffff - value));
}

function isOnesThenZeros(value: number): boolean {
  const zeros = 0xffffffff - value;
  return (zeros & (zeros + 1)) === 0;
}
