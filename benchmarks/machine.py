"""The line that says where figures come from."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("pydantic", "pydantic-core", "orjson")


def describe() -> dict[str, str]:
    """Processor, cores, system, interpreter and the packages that the ratios depend on."""
    facts = {
        "processor": processor(),
        "cores": str(os.cpu_count() or "?"),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    return facts | {name: version(name) for name in PACKAGES}


def line(facts: dict[str, str]) -> str:
    """The facts on one line."""
    packages = ", ".join(f"{name} {facts[name]}" for name in PACKAGES)
    return f"{facts['processor']} ({facts['cores']} cores), {facts['system']}, {facts['python']}, {packages}"


def processor() -> str:
    """The processor's name as the system tells it."""
    path = Path("/proc/cpuinfo")
    if path.exists():
        for entry in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def busy() -> str | None:
    """A warning when other work takes the machine's cores; ratios still hold, with a wider spread."""
    if not hasattr(os, "getloadavg"):
        return None
    load = os.getloadavg()[0]
    if load <= 0.5 * (os.cpu_count() or 1):
        return None
    return f"warning: the machine is busy (load {load:.1f}); figures of a quiet machine spread less."
