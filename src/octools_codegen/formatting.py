"""One formatter run over all Python texts, with settings of its own, whatever folder it runs in."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from octools_codegen.problems import CodegenError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["format_python"]

SETTINGS = ("--isolated", "--no-cache", "--line-length", "110", "--target-version", "py311")
# Sorted, used imports and sorted __all__: the model generator and the templates name what may be needed.
FIXES = ("--select", "F401,F811,I001,RUF022", "--fix-only", "--unsafe-fixes", "--quiet")


def format_python(texts: Mapping[str, str], package: str) -> dict[str, str]:
    """The texts formatted, by the same names. `package` is sorted as first-party among imports.

    Raises:
        CodegenError: the formatter is missing, or a text is no Python.
    """
    if not texts:
        return {}
    with tempfile.TemporaryDirectory(prefix="octools-codegen-") as name:
        folder = Path(name)
        files = {text_name: folder / f"text-{index}.py" for index, text_name in enumerate(texts)}
        for text_name, file in files.items():
            file.write_text(texts[text_name], encoding="utf-8")
        first_party = f'lint.isort.known-first-party = ["{package}"]'
        _run("check", *SETTINGS[:2], "--config", first_party, *SETTINGS[2:], *FIXES, cwd=folder, names=files)
        _run("format", *SETTINGS, cwd=folder, names=files)
        return {text_name: file.read_text(encoding="utf-8") for text_name, file in files.items()}


def _run(*arguments: str, cwd: Path, names: Mapping[str, Path]) -> None:
    command = [_ruff(), *arguments, "."]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        reason = done.stderr.strip()
        for text_name, file in names.items():
            reason = reason.replace(file.name, text_name)
        raise CodegenError(f"ruff {arguments[0]} refuses the generated Python: {reason}")


def _ruff() -> str:
    candidates = (Path(sysconfig.get_path("scripts")), Path(sys.executable).parent)
    for folder in candidates:
        for name in ("ruff", "ruff.exe"):
            if (folder / name).is_file():
                return str(folder / name)
    raise CodegenError("ruff is not installed beside this Python; run `pip install 'octools[codegen]'`.")
