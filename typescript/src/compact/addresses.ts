// Addresses of schemas: taking apart and resolving, for any scheme and without the network.

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
/** Schemes whose addresses have paths that others are relative to. */
const HIERARCHICAL: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "",
  "file",
  "ftp",
  "http",
  "https",
  "sftp",
  "ws",
  "wss",
]);

interface Address {
  readonly scheme: string;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

function parts(address: string): Address {
  const [, scheme = "", authority, path = "", query, fragment] = PARTS.exec(address) ?? [];
  return { scheme: scheme.toLowerCase(), authority, path, query, fragment };
}

function joined({ scheme, authority, path, query }: Address): string {
  const front = `${scheme === "" ? "" : `${scheme}:`}${authority === undefined ? "" : `//${authority}`}`;
  return `${front}${path}${query === undefined || query === "" ? "" : `?${query}`}`;
}

/** Return an address without its fragment, and the fragment ("" where there is none). */
export function splitFragment(address: string): readonly [address: string, fragment: string] {
  const at = address.indexOf("#");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
}

/** Resolve an address against the one above it (RFC 3986); one of a scheme without paths stays as it is. */
export function resolved(base: string, address: string): string {
  if (base === "") return address;
  if (address === "") return base;
  const above = parts(base);
  const below = parts(address);
  if (below.scheme !== "" && below.scheme !== above.scheme) return address;
  if (!HIERARCHICAL.has(above.scheme)) return address;
  const { scheme } = above;
  if (below.authority !== undefined) return joined({ ...below, scheme });
  const { authority } = above;
  if (below.path === "") {
    return joined({ ...above, query: below.query === undefined || below.query === "" ? above.query : below.query });
  }
  return joined({ ...below, scheme, authority, path: resolvedPath(above.path, below.path) });
}

function resolvedPath(above: string, below: string): string {
  let segments = below.split("/");
  if (!below.startsWith("/")) {
    const front = above.split("/");
    if (front.at(-1) !== "") front.pop();
    segments = [...front, ...segments];
    segments = segments.filter((each, index) => each !== "" || index === 0 || index === segments.length - 1);
  }
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === "..") path.pop();
    else if (segment !== ".") path.push(segment);
  }
  const last = segments.at(-1);
  if (last === "." || last === "..") path.push("");
  return path.join("/") || "/";
}

/** Undo percent-encoding as UTF-8; what is no encoding stays, and bytes that are no UTF-8 are replaced. */
export function unquoted(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = run
      .slice(1)
      .split("%")
      .map((pair) => Number.parseInt(pair, 16));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  });
}
