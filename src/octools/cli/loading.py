"""Finding the provider that a SPEC names, whatever its module does."""

from __future__ import annotations

import inspect
import os
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from octools.cli.failures import CommandFailure, described, usage_failure
from octools.errors import OCToolError
from octools.quoting import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from octools.descriptor import OCTool
    from octools.providers import ToolProvider

SPEC_HELP = "SPEC is package.module or package.module:attribute; the working directory is importable."
_EXIT_HINT = 'a module must not exit when it is imported; put that below if __name__ == "__main__"'
_ABSENT: Any = object()


@dataclass
class LoadedProvider:
    """The provider that a SPEC names.

    Attributes:
        spec: The SPEC as given.
        provider: The object or module with `all_tools`.
        listed: How many tools the last listing had.
    """

    spec: str
    provider: ToolProvider
    listed: int = field(default=0, init=False)

    def all_tools(self) -> tuple[OCTool, ...]:
        """Return the listing, and count it."""
        listing = tuple(self.provider.all_tools())
        self.listed = len(listing)
        return listing


def load_provider(spec: str) -> LoadedProvider:
    """Import what a SPEC names and return its provider.

    A target with `all_tools` is taken as it is; a class is made an instance first; any other callable is
    called without arguments and must give a provider.

    Args:
        spec: `package.module` or `package.module:attribute`, the attribute dotted where need be.

    Raises:
        CommandFailure: The SPEC does not import or names no provider (exit code 2), or making the provider
            fails.
    """
    module_name, colon, attributes = spec.partition(":")
    names = [*module_name.split("."), *(attributes.split(".") if colon else ())]
    if not all(name.isidentifier() for name in names):
        raise usage_failure(f"{quote(spec)} is no SPEC", hint=file_hint(spec) or SPEC_HELP)
    target = _imported(module_name)
    if attributes:
        target = _attribute(spec, module_name, target, attributes.split("."))
    return LoadedProvider(spec, cast("ToolProvider", _provider(spec, module_name, target)))


@contextmanager
def foreign_code(what: str) -> Iterator[None]:
    """Run code that is not ours: its prints go to standard error, and whatever it raises becomes a failure.

    Args:
        what: What it does, as the beginning of a sentence.

    Raises:
        CommandFailure: It raised. An interrupt stays an interrupt.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise
    except OCToolError as problem:
        raise CommandFailure(f"{what}: {problem}") from problem
    except BaseException as problem:
        raise CommandFailure(f"{what} raised {described(problem)}") from problem


def _imported(module_name: str) -> Any:
    with suppress(OSError):  # the working directory may be gone
        if (here := os.getcwd()) not in sys.path:  # noqa: PTH109 - sys.path holds strings
            sys.path.insert(0, here)
    try:
        with foreign_code(f"importing {module_name}"):
            return import_module(module_name)
    except CommandFailure as failure:
        problem = failure.__cause__
        if isinstance(problem, ModuleNotFoundError) and _is_within(module_name, problem.name):
            message = f"there is no module {quote(problem.name)}"
            hint = file_hint(module_name) or "install it, or run in the directory that holds it"
            raise usage_failure(message, hint=hint) from problem
        raise usage_failure(
            failure.message, hint=_EXIT_HINT if isinstance(problem, SystemExit) else None
        ) from problem


def _is_within(module_name: str, missing: str | None) -> bool:
    return missing is not None and f"{module_name}.".startswith(f"{missing}.")


def file_hint(argument: str) -> str | None:
    """Return what to do where the name of a file stands for a module, or None."""
    stem, dot, ending = argument.rpartition(".")
    if dot and ending == "json":
        return "a provider is a module; octools compact, catalog check and serve take a JSON file"
    if dot and ending == "py" and all(map(str.isidentifier, stem.split("."))):
        return f"name the module, not its file: {stem}"
    return None


def _attribute(spec: str, module_name: str, target: Any, attributes: list[str]) -> Any:
    reached = module_name
    for name in attributes:
        with foreign_code(f"reading {spec}"):
            value = getattr(target, name, _ABSENT)
        if value is _ABSENT:
            raise usage_failure(f"{reached} has no attribute {quote(name)}", hint=_known(target))
        reached = f"{reached}{':' if target is sys.modules.get(module_name) else '.'}{name}"
        target = value
    return target


def _known(target: Any) -> str | None:
    """Name what a target does offer, where it can be asked."""
    try:
        members = list(vars(target).items())
    except TypeError:
        return None
    names = [str(name) for name, value in members if _offers_tools(value)]
    return f"it has {', '.join(names[:5])}" if names else None


def _offers_tools(value: Any) -> bool:
    """Tell whether a value is a provider; what cannot be asked, such as an unbound proxy, is none."""
    try:
        with foreign_code("looking for providers"):
            return _is_provider(value) and not inspect.isclass(value)
    except CommandFailure:
        return False


def _provider(spec: str, module_name: str, target: Any) -> Any:
    with foreign_code(f"reading {spec}"):
        if _is_provider(target) and not inspect.isclass(target):
            return target
        if inspect.isclass(target) and inspect.ismethod(getattr(target, "all_tools", None)):
            return target
    if not callable(target):
        hint = f"name the object that has one: {module_name}:<name>" if inspect.ismodule(target) else None
        raise usage_failure(f"{spec} is no provider: it has no all_tools()", hint=_known(target) or hint)
    _check_no_arguments(spec, target)
    with foreign_code(f"calling {spec}"):
        made = target()
        is_provider = _is_provider(made)
    if is_provider:
        return made
    is_listing = spec.rpartition(":")[2].rpartition(".")[2] == "all_tools" or isinstance(made, list | tuple)
    holder = spec.rpartition("." if "." in spec.rpartition(":")[2] else ":")[0]
    hint = (
        f"name the {'module' if holder == module_name else 'object'} {holder} instead" if is_listing else None
    )
    raise usage_failure(f"{spec} gives no provider: {quote(made)} has no all_tools()", hint=hint)


def _is_provider(target: Any) -> bool:
    return callable(getattr(target, "all_tools", None))


def _check_no_arguments(spec: str, target: Any) -> None:
    try:
        with foreign_code(f"reading {spec}"):
            signature = inspect.signature(target)
    except CommandFailure as failure:
        if isinstance(failure.__cause__, TypeError | ValueError):  # some builtins tell nothing: the call will
            return
        raise
    try:
        signature.bind()
    except TypeError as problem:
        hint = "name a provider, or a callable without arguments that makes one"
        raise usage_failure(f"{spec} is no provider, and cannot be called: {problem}", hint=hint) from problem
