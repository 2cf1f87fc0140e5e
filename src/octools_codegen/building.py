"""From a contract to the text of every output: one pure function that `generate` and `check` share."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from octools_codegen.builders import BUILDERS, Page
from octools_codegen.checks.outputs import leaves_folder
from octools_codegen.formatting import format_python
from octools_codegen.problems import CodegenError
from octools_codegen.rendering import Renderer

if TYPE_CHECKING:
    from octools_codegen.model import Contract, OutputRow

__all__ = ["build"]


def build(contract: Contract, templates: tuple[Path, ...]) -> dict[str, str]:
    """Every output's text by its path below the contract's output folder, sorted by path.

    Args:
        contract: A checked contract.
        templates: The folders that templates are looked up in, in order.

    Raises:
        CodegenError: two rows print one file, a template is broken, or a text is no Python.
    """
    renderer = Renderer(contract, templates)
    texts: dict[str, str] = {}
    for row in contract.manifest.outputs:
        name, _, argument = row.data.partition(":")
        for page in BUILDERS[name](contract, argument):
            path = _target(row, page)
            if path in texts:
                raise CodegenError(f"Two rows of the manifest print {path}; give one of them another target.")
            texts[path] = renderer.render(row.template, page)
    python = {path: text for path, text in texts.items() if path.endswith(".py")}
    texts.update(format_python(python, contract.manifest.package))
    return {path: texts[path] for path in sorted(texts)}


def _target(row: OutputRow, page: Page) -> str:
    path = row.target.replace("{name}", page.name)
    if leaves_folder(path):
        raise CodegenError(
            f"The target {path!r} leaves the output folder; name a path below it in contract.json."
        )
    return PurePosixPath(path).as_posix()
