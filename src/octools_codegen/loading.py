"""Load and check a contract folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octools_codegen.builders import BUILDERS
from octools_codegen.checks import CHECKS
from octools_codegen.checks.conformity import check_conformity
from octools_codegen.checks.outputs import check_outputs
from octools_codegen.modelling import model_contract, read_manifest
from octools_codegen.problems import CodegenError, Problem, SourceError
from octools_codegen.reading import CONTRACT_FILE, read_folder
from octools_codegen.resources import meta_folder, templates_folder
from octools_codegen.sources import Sources

if TYPE_CHECKING:
    from pathlib import Path

    from octools_codegen.model import Contract

__all__ = ["load_contract"]


def load_contract(folder: Path) -> Contract:
    """The contract in a folder, checked whole.

    Raises:
        SourceError: with every problem of every file.
        CodegenError: the folder is no contract folder, or cannot be read.
    """
    documents, unreadable = read_folder(folder)
    problems: list[Problem] = list(unreadable)
    sound = []
    for document in documents:
        found = list(check_conformity(document, meta_folder()))
        problems.extend(found)
        if not found:
            sound.append(document)
    manifest_document = next((document for document in sound if document.path == CONTRACT_FILE), None)
    base_uri = manifest_document.data["base_uri"] if manifest_document else ""
    known = frozenset(document.path for document in documents) | {problem.file for problem in unreadable}
    sources = Sources(tuple(sound), known, base_uri)
    if manifest_document is not None:
        for check in CHECKS.values():
            problems.extend(check(sources))
        problems.extend(check_outputs(folder, manifest_document.data, templates_folder(), BUILDERS))
    if problems or manifest_document is None:
        raise SourceError(problems)
    try:
        return model_contract(sources, read_manifest(manifest_document.data), documents)
    except RecursionError as error:
        raise CodegenError(
            "Types refer to each other too deeply; let long chains of references end sooner."
        ) from error
