"""The manifest's outputs: known data, templates that are there, targets that stay in the output folder."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted
from octools_codegen.reading import CONTRACT_FILE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["VERBATIM", "check_outputs", "output_folder", "template_folders"]

VERBATIM = "verbatim"


def output_folder(folder: Path, manifest: dict[str, Any]) -> Path:
    """The folder that outputs are written into."""
    return (folder.resolve() / str(manifest["output"])).resolve()


def template_folders(folder: Path, manifest: dict[str, Any], shared: Path) -> tuple[Path, ...]:
    """The folders of templates, in order: the contract's own, where it names one, then the shared one."""
    return (folder / manifest["templates"], shared) if "templates" in manifest else (shared,)


def check_outputs(
    folder: Path, manifest: dict[str, Any], shared: Path, builders: Collection[str]
) -> Iterator[Problem]:
    """Problems of a manifest that fits its meta-schema; `shared` holds the generator's templates."""
    source, output = folder.resolve(), output_folder(folder, manifest)
    if output == source or output in source.parents or source in output.parents:
        wrong = f"The output folder {quoted(manifest['output'])} holds the sources, or lies among them."
        yield Problem(
            CONTRACT_FILE, "/output", "bad_output", wrong, "Name a folder beside them, such as ../generated."
        )
    if keyword.iskeyword(manifest["package"]) or manifest["package"] in sys.stdlib_module_names:
        wrong = f"The package name {quoted(manifest['package'])} is a word or a module of Python itself."
        yield Problem(CONTRACT_FILE, "/package", "bad_package", wrong, "Choose another name for the package.")
    folders = template_folders(folder, manifest, shared)
    owners: dict[str, int] = {}
    for index, row in enumerate(manifest["outputs"]):
        pointer = child("", "outputs", index)
        name = row["data"].partition(":")[0]
        if name not in builders:
            wrong = f"The data {quoted(name)} is unknown."
            yield Problem(
                CONTRACT_FILE,
                child(pointer, "data"),
                "unknown_data",
                wrong,
                f"Known are {', '.join(sorted(builders))}.",
            )
        template, target = row["template"], row["target"]
        if template != VERBATIM and not any((each / template).is_file() for each in folders):
            wrong = f"There is no template {quoted(template)}."
            remedy = "Name a template of the generator, or one below the folder that templates names."
            yield Problem(CONTRACT_FILE, child(pointer, "template"), "unknown_template", wrong, remedy)
        if leaves_folder(target):
            wrong = f"The target {quoted(target)} leaves the output folder."
            yield Problem(
                CONTRACT_FILE,
                child(pointer, "target"),
                "bad_target",
                wrong,
                "Name a path below it, with forward slashes.",
            )
        elif target in owners:
            wrong = f"The target {quoted(target)} is printed by the row /outputs/{owners[target]} too."
            yield Problem(
                CONTRACT_FILE,
                child(pointer, "target"),
                "duplicate_target",
                wrong,
                "Give one of the rows another target.",
            )
        owners.setdefault(target, index)


def leaves_folder(target: str) -> bool:
    """Whether a target is no plain path below the output folder."""
    parts = PurePosixPath(target).parts
    return not parts or target.startswith("/") or ".." in parts or "\\" in target
