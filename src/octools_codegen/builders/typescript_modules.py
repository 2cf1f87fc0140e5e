"""Where the manifest prints TypeScript modules, seen from each other."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from octools_codegen.problems import CodegenError

if TYPE_CHECKING:
    from octools_codegen.model import Contract

__all__ = ["module_path"]


def module_path(contract: Contract, importer: str, imported: str) -> str:
    """What the module that holds one builder's data writes to import the module that holds another's.

    Raises:
        CodegenError: no row of the manifest prints the imported data into a TypeScript module.
    """
    targets = {
        row.data: posixpath.normpath(row.target)
        for row in reversed(contract.manifest.outputs)
        if row.target.endswith(".ts")
    }
    if imported not in targets:
        raise CodegenError(
            f"No row of the manifest prints {imported!r} into a TypeScript module, "
            f"which {importer!r} imports; add one to contract.json."
        )
    folder = posixpath.dirname(targets.get(importer, targets[imported]))
    path = posixpath.relpath(targets[imported], folder or ".").removesuffix(".ts")
    return f"{path if path.startswith('.') else f'./{path}'}.js"
