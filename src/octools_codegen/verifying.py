"""Generated Python is imported before it is written: every module, every model, warnings as errors."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from octools_codegen.problems import CodegenError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["verify_python"]

PROGRAM = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    module = importlib.import_module(name)
    for exported in getattr(module, "__all__", ()):
        value = getattr(module, exported)
        if hasattr(value, "model_rebuild"):
            value.model_rebuild(force=True)
"""


def verify_python(texts: Mapping[str, str], package: str) -> None:
    """Import every module of the package from a temporary copy, and build every model.

    Raises:
        CodegenError: a module does not import, or a model does not build.
    """
    roots = [
        path.removesuffix(f"{package}/__init__.py")
        for path in texts
        if path.endswith(f"{package}/__init__.py")
    ]
    if not roots:
        return
    root = min(roots, key=len)
    inside = {
        path.removeprefix(root): text for path, text in texts.items() if path.startswith(f"{root}{package}/")
    }
    modules = [
        ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")
        for path in inside
        if path.endswith(".py")
    ]
    with tempfile.TemporaryDirectory(prefix="octools-codegen-") as name:
        for path, text in inside.items():
            file = Path(name) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        command = [sys.executable, "-I", "-B", "-W", "error", "-c", PROGRAM, name, *modules]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode:
            lines = done.stderr.strip().replace(name, "").splitlines()
            raise CodegenError(
                "The generated Python does not import; nothing was written.\n" + "\n".join(lines[-6:])
            )
