"""What every test expects of the process that it runs in."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# No test depends on time: a busy machine fails nothing.
settings.register_profile(
    "untimed", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Listen to interrupts: a shell's background command ignores them, and so would what the tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
