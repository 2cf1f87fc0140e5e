// Texts that look like credentials, and names that promise them.

import { WHITE_SPACE } from "#contract/constants";
import { classOf } from "../character-classes.js";
import { codePointLength } from "../code-points.js";

/** The border of a word, for letters of any script: `\b` itself knows only those of English. */
const BEGIN = String.raw`(?<![\p{L}\p{N}_])`;
const END = String.raw`(?![\p{L}\p{N}_])`;

interface Form {
  readonly kind: string;
  /** Texts of which one is in every such credential. */
  readonly markers: readonly string[];
  readonly pattern: string;
}

/** Forms that issuers document, each with a fixed prefix or frame, so that ordinary text has none by chance. */
const FORMS: readonly Form[] = /* @__PURE__ */ (() => {
  const form = (kind: string, markers: readonly string[], pattern: string): Form => ({ kind, markers, pattern });
  return [
    form("a private key", ["-----BEGIN"], "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"),
    form("an AWS access key id", ["AKIA", "ASIA"], `${BEGIN}(?:AKIA|ASIA)[A-Z0-9]{16}${END}`),
    form("a GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `${BEGIN}gh[pousr]_[A-Za-z0-9]{36,255}${END}`),
    form("a GitHub token", ["github_pat_"], `${BEGIN}github_pat_[A-Za-z0-9_]{60,255}${END}`),
    form("a GitLab token", ["glpat-"], `${BEGIN}glpat-[A-Za-z0-9_-]{20,}`),
    form("an Anthropic API key", ["sk-ant-"], `${BEGIN}sk-ant-[A-Za-z0-9_-]{24,}`),
    form("an OpenAI API key", ["sk-"], `${BEGIN}sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}`),
    form("a Stripe key", ["k_live_", "k_test_"], `${BEGIN}[rs]k_(?:live|test)_[A-Za-z0-9]{16,}`),
    form("a Slack token", ["xox"], `${BEGIN}xox[abeoprs]-[A-Za-z0-9-]{10,}`),
    form(
      "a Slack webhook",
      ["hooks.slack.com"],
      String.raw`hooks\.slack\.com/services/T[A-Za-z0-9]+/B[A-Za-z0-9]+/[A-Za-z0-9]{16,}`,
    ),
    form("a Google API key", ["AIza"], `${BEGIN}AIza[A-Za-z0-9_-]{35}`),
    form("a Google OAuth token", ["ya29."], String.raw`${BEGIN}ya29\.[A-Za-z0-9_-]{20,}`),
    form("an npm token", ["npm_"], `${BEGIN}npm_[A-Za-z0-9]{36}${END}`),
    form("a PyPI token", ["pypi-AgE"], `${BEGIN}pypi-AgE[A-Za-z0-9_-]{30,}`),
    form("a Hugging Face token", ["hf_"], `${BEGIN}hf_[A-Za-z0-9]{30,}${END}`),
    form("a SendGrid key", ["SG."], String.raw`${BEGIN}SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{30,}`),
    form(
      "a Shopify token",
      ["shpat_", "shpca_", "shppa_", "shpss_"],
      `${BEGIN}shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}${END}`,
    ),
    form("a DigitalOcean token", ["_v1_"], `${BEGIN}do[opr]_v1_[a-f0-9]{64}${END}`),
    form("a Telegram bot token", [":AA"], `${BEGIN}[0-9]{8,10}:AA[A-Za-z0-9_-]{33}${END}`),
    form("a storage account key", ["AccountKey="], `${BEGIN}AccountKey=[A-Za-z0-9+/]{40,}={0,2}`),
    form(
      "a JSON Web Token",
      ["eyJ"],
      String.raw`${BEGIN}eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`,
    ),
    form("an Authorization header", ["earer "], `${BEGIN}[Bb]earer [A-Za-z0-9_.~+/-]{24,}={0,2}`),
    form(
      "an address with a password",
      ["://"],
      String.raw`${BEGIN}[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:[^\s/:@]{1,128}@[^\s/@]`,
    ),
  ];
})();
const ADDRESS_PASSWORD = /:\/\/[^\s/:@]+:([^\s/:@]+)@/u;

/** The words of a name, in snake_case, camelCase or anything between them. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const CREDENTIAL_WORDS = /* @__PURE__ */ wordSet(
  "password passwd passphrase pwd secret apikey credential credentials accesskey privatekey",
);
const CREDENTIAL_PAIRS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "api key",
  "access key",
  "private key",
  "secret key",
  "signing key",
  "encryption key",
  "account key",
  "access token",
  "auth token",
  "api token",
  "bearer token",
  "refresh token",
  "session token",
  "bot token",
  "client secret",
]);
/** Words after which a name speaks about a credential, and is none: its name, its type, how long it may be. */
const ABOUT = /* @__PURE__ */ wordSet(
  "name names id ids type types ref reference arn path file field env variable policy length expires expiry expiration " +
    "ttl count required url uri endpoint scope scopes format prefix algorithm hint label manager store status " +
    "description title version provider mode location header method methods source",
);
const PASSWORD_WORDS = /* @__PURE__ */ wordSet("password passwd passphrase pwd");

const PLACEHOLDER = /* @__PURE__ */ (() => {
  const words =
    "your|my|example|sample|dummy|fake|placeholder|changeme|change|redacted|replace|insert|todo|test|none|null" +
    "|undefined|unset|default|optional|required|hidden|masked|secret|password|token|key|string|user|pass";
  const forms = [
    String.raw`^[^\p{L}\p{N}_]*$`,
    "^[x*.•_-]+$",
    String.raw`^[<\{\[$%\(]`,
    String.raw`[>\}\]\)]$`,
    `${BEGIN}(?:${words})(?:${END}|[\\-_])`,
    "EXAMPLE",
    String.raw`\.\.\.`,
    "…",
  ];
  return new RegExp(forms.join("|"), "iu");
})();
const SHORTEST = 4;
const SHORTEST_KEY = 8;
const FEW = 3;

/**
 * Return what kind of credential a text holds, or null.
 *
 * @param text Any text. Placeholders such as `<token>` and documented examples are no credentials.
 */
export function secretKind(text: string): string | null {
  for (const { kind, markers, pattern } of FORMS) {
    if (!markers.some((marker) => text.includes(marker))) continue;
    for (const [found] of text.matchAll(new RegExp(pattern, "gu"))) if (!isExample(found)) return kind;
  }
  return null;
}

/** Tell whether what has the form of a credential is plainly made up. */
function isExample(found: string): boolean {
  const password = ADDRESS_PASSWORD.exec(found)?.[1];
  if (password !== undefined) return isPlaceholder(password);
  return found.toUpperCase().includes("EXAMPLE") || isMonotonous(found);
}

/** Tell whether a name says that its value is a credential: `apiKey` does, `api_key_name` and `max_tokens` do not. */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || ABOUT.has(last)) return false;
  if (words.some((word) => CREDENTIAL_WORDS.has(word))) return true;
  return words.some((word, index) => CREDENTIAL_PAIRS.has(`${word} ${words[index + 1] ?? ""}`));
}

function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/**
 * Tell whether a text under a name that promises a credential is likely to be one.
 *
 * @param name A name for which `namesCredential` holds.
 * @param text The text; a placeholder, a sentence, and a single word under a name that is no password's are none.
 */
export function resemblesCredential(name: string, text: string): boolean {
  if (new RegExp(classOf(WHITE_SPACE), "u").test(text) || isPlaceholder(text)) return false;
  if (wordsOf(name).some((word) => PASSWORD_WORDS.has(word))) return true;
  return codePointLength(text) >= SHORTEST_KEY && /\p{Nd}/u.test(text);
}

/** Tell whether a text only stands where a credential would: `<token>`, `your-key`, `****`, an empty text. */
function isPlaceholder(text: string): boolean {
  return codePointLength(text) < SHORTEST || isMonotonous(text) || PLACEHOLDER.test(text);
}

/** Tell whether a text is made of so few characters that nobody was given it. */
function isMonotonous(text: string): boolean {
  return new Set(Array.from(text).slice(-24)).size <= FEW;
}
