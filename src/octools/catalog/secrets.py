"""Texts that look like credentials, and names that promise them."""

from __future__ import annotations

import itertools
import re
from typing import Final

__all__ = ["names_credential", "resembles_credential", "secret_kind"]

# Forms that issuers document, each with a fixed prefix or frame, so that ordinary text does not have them by
# chance: the kind, texts of which one is in every such credential, and the form.
_FORMS: Final = tuple(
    (kind, markers, re.compile(form))
    for kind, markers, form in (
        ("a private key", ("-----BEGIN",), r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"),
        ("an AWS access key id", ("AKIA", "ASIA"), r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
        ("a GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b"),
        ("a GitHub token", ("github_pat_",), r"\bgithub_pat_[A-Za-z0-9_]{60,255}\b"),
        ("a GitLab token", ("glpat-",), r"\bglpat-[A-Za-z0-9_-]{20,}"),
        ("an Anthropic API key", ("sk-ant-",), r"\bsk-ant-[A-Za-z0-9_-]{24,}"),
        ("an OpenAI API key", ("sk-",), r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}"),
        ("a Stripe key", ("k_live_", "k_test_"), r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
        ("a Slack token", ("xox",), r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
        (
            "a Slack webhook",
            ("hooks.slack.com",),
            r"hooks\.slack\.com/services/T[A-Za-z0-9]+/B[A-Za-z0-9]+/[A-Za-z0-9]{16,}",
        ),
        ("a Google API key", ("AIza",), r"\bAIza[A-Za-z0-9_-]{35}"),
        ("a Google OAuth token", ("ya29.",), r"\bya29\.[A-Za-z0-9_-]{20,}"),
        ("an npm token", ("npm_",), r"\bnpm_[A-Za-z0-9]{36}\b"),
        ("a PyPI token", ("pypi-AgE",), r"\bpypi-AgE[A-Za-z0-9_-]{30,}"),
        ("a Hugging Face token", ("hf_",), r"\bhf_[A-Za-z0-9]{30,}\b"),
        ("a SendGrid key", ("SG.",), r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{30,}"),
        (
            "a Shopify token",
            ("shpat_", "shpca_", "shppa_", "shpss_"),
            r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b",
        ),
        ("a DigitalOcean token", ("_v1_",), r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
        ("a Telegram bot token", (":AA",), r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b"),
        ("a storage account key", ("AccountKey=",), r"\bAccountKey=[A-Za-z0-9+/]{40,}={0,2}"),
        ("a JSON Web Token", ("eyJ",), r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
        ("an Authorization header", ("earer ",), r"\b[Bb]earer [A-Za-z0-9_.~+/-]{24,}={0,2}"),
        (
            "an address with a password",
            ("://",),
            r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:[^\s/:@]{1,128}@[^\s/@]",
        ),
    )
)
# One flat table: most texts have no marker at all, and all of them are looked for in each.
_MARKED: Final = tuple((marker, kind, form) for kind, markers, form in _FORMS for marker in markers)
_ADDRESS_PASSWORD: Final = re.compile(r"://[^\s/:@]+:([^\s/:@]+)@")

# The words of a name, in snake_case, camelCase or anything between them.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CREDENTIAL_WORDS: Final = frozenset(
    {
        "password",
        "passwd",
        "passphrase",
        "pwd",
        "secret",
        "apikey",
        "credential",
        "credentials",
        "accesskey",
        "privatekey",
    }
)
_CREDENTIAL_PAIRS: Final = frozenset(
    {
        ("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"), ("signing", "key"),
        ("encryption", "key"), ("account", "key"), ("access", "token"), ("auth", "token"), ("api", "token"),
        ("bearer", "token"), ("refresh", "token"), ("session", "token"), ("bot", "token"),
        ("client", "secret"),
    }
)  # fmt: skip
# Words after which a name speaks about a credential, and is none: its name, its type, how long it may be.
_ABOUT: Final = frozenset(
    {
        "name", "names", "id", "ids", "type", "types", "ref", "reference", "arn", "path", "file", "field",
        "env", "variable", "policy", "length", "expires", "expiry", "expiration", "ttl", "count", "required",
        "url", "uri", "endpoint", "scope", "scopes", "format", "prefix", "algorithm", "hint", "label",
        "manager", "store", "status", "description", "title", "version", "provider", "mode", "location",
        "header", "method", "methods", "source",
    }
)  # fmt: skip

_PLACEHOLDER: Final = re.compile(
    r"""(?ix) ^\W*$ | ^[x*.•_-]+$ | ^[<{\[$%(] | [>}\])]$
        | \b(?:your|my|example|sample|dummy|fake|placeholder|changeme|change|redacted|replace|insert|todo
            |test|none|null|undefined|unset|default|optional|required|hidden|masked|secret|password|token|key|string|user|pass)(?:\b|[-_])
        | EXAMPLE | \.\.\. | …"""
)
_SHORTEST: Final = 4
_SHORTEST_KEY: Final = 8
_FEW: Final = 3
_PASSWORD_WORDS: Final = frozenset({"password", "passwd", "passphrase", "pwd"})


def secret_kind(text: str) -> str | None:
    """Return what kind of credential a text holds, or None.

    Args:
        text: Any text. Placeholders such as `<token>` and documented examples are no credentials.
    """
    for kind, form in [(kind, form) for marker, kind, form in _MARKED if marker in text]:
        if any(not _is_example(match.group()) for match in form.finditer(text)):
            return kind
    return None


def _is_example(found: str) -> bool:
    """Tell whether what has the form of a credential is plainly made up."""
    password = _ADDRESS_PASSWORD.search(found)
    if password is not None:
        return _is_placeholder(password.group(1))
    return "EXAMPLE" in found.upper() or _is_monotonous(found)


def names_credential(name: str) -> bool:
    """Tell whether a name promises a credential: `apiKey` does, `api_key_name` and `max_tokens` do not."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or words[-1] in _ABOUT:
        return False
    return not _CREDENTIAL_WORDS.isdisjoint(words) or not _CREDENTIAL_PAIRS.isdisjoint(
        itertools.pairwise(words)
    )


def resembles_credential(name: str, text: str) -> bool:
    """Tell whether a text under a name that promises a credential is likely to be one.

    Args:
        name: A name for which `names_credential` holds.
        text: The text; a placeholder, a sentence, and a single word under a name that is no password's are
            none.
    """
    if any(character.isspace() for character in text) or _is_placeholder(text):
        return False
    if not _PASSWORD_WORDS.isdisjoint(word.lower() for word in _WORD.findall(name)):
        return True
    return len(text) >= _SHORTEST_KEY and any(character.isdigit() for character in text)


def _is_placeholder(text: str) -> bool:
    """Tell whether a text stands where a credential would: `<token>`, `your-key`, `****`, an empty text."""
    return len(text) < _SHORTEST or _is_monotonous(text) or _PLACEHOLDER.search(text) is not None


def _is_monotonous(text: str) -> bool:
    """Tell whether a text is made of so few characters that nobody was given it."""
    return len({*text[-24:]}) <= _FEW
