"""The manifest's outputs: known data, templates that are there, targets that stay in the output folder."""

from __future__ import annotations

import keyword
import os
import posixpath
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from octools_codegen.pointers import child
from octools_codegen.problems import Problem, quoted
from octools_codegen.reading import CONTRACT_FILE
from octools_codegen.writing import IGNORED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from octools_codegen.sources import Sources

__all__ = ["VERBATIM", "check_groups", "check_outputs", "output_folder", "template_folders"]

VERBATIM = "verbatim"
PAGE_NAME = "{name}"

TEXTS = frozenset({"files", "marker", "openapi"})
"""Data that is a text, for the template `verbatim`."""

WITH_GROUP = frozenset(
    {"pydantic", "models", "fallbacks", "typescript-models", "typescript-fallbacks", "docs-models"}
    | {"docs-fallbacks"}
)
WITH_FOLDER = frozenset({"typescript-index", "docs-index"})
GROUPLESS = frozenset({"models", "typescript-models", "fallbacks", "typescript-fallbacks", "docs-fallbacks"})
"""Data that says something where no group is named, too."""

IMPORTED = frozenset({"pydantic", "pydantic_core", "typing_extensions"})


def output_folder(folder: Path, manifest: dict[str, Any]) -> Path:
    """The folder that outputs are written into."""
    # Not Path.resolve, which raises where links lead in a circle; writing says so better.
    return Path(os.path.realpath(folder.resolve() / str(manifest["output"])))


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
        yield _problem("/output", "bad_output", wrong, "Name a folder beside them, such as ../generated.")
    package = manifest["package"]
    if keyword.iskeyword(package) or package in sys.stdlib_module_names | IMPORTED:
        owner = "that the package imports" if package in IMPORTED else "of Python itself"
        wrong = f"The package name {quoted(package)} is a word or a module {owner}."
        yield _problem("/package", "bad_package", wrong, "Choose another name for the package.")
    folders = template_folders(folder, manifest, shared)
    if not folders[0].is_dir():
        wrong = f"There is no folder {quoted(manifest['templates'])}."
        yield _problem(
            "/templates", "unknown_template", wrong, "Name the folder of your templates, or drop it."
        )
    for index, row in enumerate(manifest["outputs"]):
        pointer = child("", "outputs", index)
        yield from _row_data(pointer, row, builders)
        template = row["template"]
        found = not leaves_folder(template) and any((each / template).is_file() for each in folders)
        if template != VERBATIM and not found:
            wrong = f"There is no template {quoted(template)}."
            remedy = "Name a template of the generator, or one below the folder that templates names."
            yield _problem(child(pointer, "template"), "unknown_template", wrong, remedy)
    yield from _targets(manifest["outputs"])


def _problem(pointer: str, kind: str, wrong: str, remedy: str) -> Problem:
    return Problem(CONTRACT_FILE, pointer, kind, wrong, remedy)


def _row_data(pointer: str, row: Mapping[str, str], builders: Collection[str]) -> Iterator[Problem]:
    name, _, argument = row["data"].partition(":")
    where = child(pointer, "data")
    if name not in builders:
        wrong = f"The data {quoted(name)} is unknown."
        yield _problem(where, "unknown_data", wrong, f"Known are {', '.join(sorted(builders))}.")
        return
    if argument and name not in WITH_GROUP | WITH_FOLDER:
        wrong = f"The data {quoted(name)} takes nothing behind a colon."
        yield _problem(where, "unknown_data", wrong, f"Write {quoted(name)} alone.")
    if row["template"] == VERBATIM and name not in TEXTS:
        wrong = f"The data {quoted(name)} is no text that could be printed as it is."
        remedy = f"Name a template for it; texts are {', '.join(sorted(TEXTS))}."
        yield _problem(child(pointer, "template"), "unknown_template", wrong, remedy)
    if name == "files" and PAGE_NAME not in row["target"]:
        wrong = "The row prints several pages into one file."
        yield _problem(child(pointer, "target"), "bad_target", wrong, f"Write {PAGE_NAME} into the target.")


def _targets(rows: Sequence[Mapping[str, str]]) -> Iterator[Problem]:
    """Targets stay in the output folder, and each is one file, which no other row takes for a folder."""
    owners: dict[PurePosixPath, int] = {}
    for index, row in enumerate(rows):
        target, where = row["target"], child("", "outputs", index, "target")
        path = PurePosixPath(target)
        if leaves_folder(target):
            wrong = f"The target {quoted(target)} leaves the output folder."
            yield _problem(where, "bad_target", wrong, "Name a path below it, with forward slashes.")
        elif IGNORED_FOLDERS & set(path.parts):
            wrong = f"The target {quoted(target)} lies in a folder that tools fill and empty."
            yield _problem(where, "bad_target", wrong, "Name another folder.")
        elif path in owners:
            wrong = f"The target {quoted(target)} is printed by the row /outputs/{owners[path]} too."
            yield _problem(where, "duplicate_target", wrong, "Give one of the rows another target.")
        owners.setdefault(path, index)
    for path, index in owners.items():
        for parent in path.parents:
            if parent in owners and parent.parts:
                wrong = (
                    f"The target {quoted(str(path))} lies below a file of the row /outputs/{owners[parent]}."
                )
                where = child("", "outputs", index, "target")
                yield _problem(where, "bad_target", wrong, "Give one of the rows another target.")


def _group(path: str) -> str:
    return posixpath.dirname(path).partition("/")[0]


def check_groups(sources: Sources) -> Iterator[Problem]:
    """Rows that print a group name one that has types, and there is one manifest."""
    groups = {
        _group(document.path)
        for document, place in sources.all_places()
        if place.is_definition and isinstance(place.schema, dict) and "title" in place.schema
    }
    unfit = {_group(path) for path in sources.known - sources.by_path.keys()}
    for document in sources.of_kind("contract"):
        if document.path != CONTRACT_FILE:
            wrong = f"The file is a manifest, but the manifest of the folder is {CONTRACT_FILE}."
            remedy = "Move it into a folder of its own contract, or give it the $schema of what it is."
            yield Problem(document.path, "/$schema", "second_manifest", wrong, remedy)
            continue
        for index, row in enumerate(document.data["outputs"]):
            name, _, group = row["data"].partition(":")
            whole = not group and name in GROUPLESS
            if name in WITH_GROUP and not whole and group not in groups | unfit:
                wrong = f"There is no type in the group {quoted(group)}."
                remedy = f"Name a folder of schema files: {', '.join(sorted(filter(None, groups)))}."
                yield _problem(child("", "outputs", index, "data"), "unknown_group", wrong, remedy)


def leaves_folder(target: str) -> bool:
    """Whether a target is no plain path below the output folder."""
    parts = PurePosixPath(target).parts
    return not parts or target.startswith("/") or ".." in parts or "\\" in target
