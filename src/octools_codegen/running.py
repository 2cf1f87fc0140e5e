"""One run over a contract folder, up to the comparison with what is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from octools_codegen.building import build
from octools_codegen.loading import load_contract
from octools_codegen.model import Contract
from octools_codegen.problems import CodegenError
from octools_codegen.resources import templates_folder
from octools_codegen.writing import Changes, compare

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
    output = _output_folder(folder, contract.manifest.output)
    own = (folder / contract.manifest.templates,) if contract.manifest.templates else ()
    texts = build(contract, (*own, templates_folder()))
    return Run(contract, compare(output, texts))


def _output_folder(folder: Path, written: str) -> Path:
    """The folder that outputs are written into; one that holds the sources would lose them."""
    source = folder.resolve()
    output = (source / written).resolve()
    if output == source or output in source.parents or source in output.parents:
        raise CodegenError(
            f"The output folder {written!r} in contract.json holds the sources or lies among them; name another one."
        )
    return output
