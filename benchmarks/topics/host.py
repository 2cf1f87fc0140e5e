"""The catalogue host under load, against a bare route that returns the same bytes."""

from __future__ import annotations

import sys

from benchmarks.rows import Reported, Topic

LISTING = "compact listing of 1,000 tools, 64 connections"

TOPIC = Topic(
    "host",
    (
        Reported(
            LISTING,
            lambda: (sys.executable, "-m", "benchmarks.host_load"),
            goals={LISTING: 2.0},
            unavailable=lambda: None,
        ),
    ),
)
