"""Telling synchronous callables from asynchronous ones."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any, Final

# What `functools.cache` and `lru_cache` make: calling it gives what the function behind it gives.
_Cached: Final = type(functools.cache(lambda: None))
_ASYNCHRONOUS: Final = inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_ASYNC_GENERATOR


def is_asynchronous(func: Any) -> bool:
    """Tell whether calling this gives a coroutine or an asynchronous generator.

    Sees through partial and cached functions, bound, static and class methods, and objects whose `__call__`
    is asynchronous. A plain function that happens to return a coroutine cannot be told from any other.
    """
    seen: set[int] = set()
    while id(func) not in seen:
        seen.add(id(func))
        if _has_flag(func) or _is_marked(func):
            return True
        func = _inner(func)
    return False


def _has_flag(func: Any) -> bool:
    return inspect.isfunction(func) and bool(func.__code__.co_flags & _ASYNCHRONOUS)


def _is_marked(func: Any) -> bool:
    """Tell whether the markers of `inspect` or `asyncio` say so, as on the mocks of the standard library."""
    marker = getattr(sys.modules.get("asyncio.coroutines"), "_is_coroutine", None)
    if marker is not None and inspect.getattr_static(func, "_is_coroutine", None) is marker:
        return True
    return inspect.iscoroutinefunction(func)


def _inner(func: Any) -> Any:
    """Return what a call ends up calling, or the callable itself where nothing is behind it."""
    if isinstance(func, functools.partial):
        return func.func
    if isinstance(func, _Cached):
        return func.__wrapped__
    if isinstance(func, staticmethod | classmethod) or inspect.ismethod(func):
        return func.__func__
    if inspect.isfunction(func) or inspect.isclass(func) or inspect.isbuiltin(func):
        return func
    return inspect.getattr_static(type(func), "__call__", func)
