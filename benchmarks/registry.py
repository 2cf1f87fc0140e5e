"""Finds the topics: every module of benchmarks/topics states one as TOPIC."""

from __future__ import annotations

import importlib
import pkgutil

from benchmarks import topics
from benchmarks.rows import Topic


def topic_names() -> list[str]:
    """Names of the topics in the order of the table."""
    modules = sorted(module.name for module in pkgutil.iter_modules(topics.__path__))
    return sorted(
        modules, key=lambda name: topics.ORDER.index(name) if name in topics.ORDER else len(modules)
    )


def topic_named(name: str) -> Topic:
    """The topic of that name."""
    topic = importlib.import_module(f"benchmarks.topics.{name}").TOPIC
    if not isinstance(topic, Topic):
        raise TypeError(f"benchmarks/topics/{name}.py states no TOPIC")
    return topic
