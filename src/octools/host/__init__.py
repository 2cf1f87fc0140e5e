"""A catalogue host: serves the tool catalogue reads of RFC 0112 over HTTP (extra `octools[host]`)."""

from __future__ import annotations

try:
    import starlette  # noqa: F401  (probed here so that its absence gives one clear sentence)
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "octools.host needs Starlette; install it with: pip install 'octools[host]'", name=missing.name
    ) from None

from octools.host.app import create_app

__all__ = ["create_app"]
