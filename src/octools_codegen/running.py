"""One run over a contract folder, up to the comparison with what is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from octools_codegen.building import build
from octools_codegen.checks.outputs import output_folder, template_folders
from octools_codegen.loading import load_contract
from octools_codegen.reading import CONTRACT_FILE
from octools_codegen.resources import templates_folder
from octools_codegen.writing import Changes, compare

if TYPE_CHECKING:
    from pathlib import Path

    from octools_codegen.model import Contract

__all__ = ["Run", "run_build"]


@dataclass(frozen=True, slots=True)
class Run:
    """A checked contract, and its outputs against the output folder."""

    contract: Contract
    changes: Changes


def run_build(folder: Path) -> Run:
    """Load and check a contract, build every output, compare. Nothing is written.

    Raises:
        SourceError: with every problem of the sources.
        CodegenError: something else keeps the outputs from being built.
    """
    contract = load_contract(folder)
    manifest = contract.by_path[CONTRACT_FILE].data
    texts = build(contract, template_folders(folder, manifest, templates_folder()))
    return Run(contract, compare(output_folder(folder, manifest), texts))
