"""Where the generator's own files are: beside the code in a wheel, in the repository in a checkout."""

from __future__ import annotations

from pathlib import Path

from octools_codegen.problems import CodegenError

__all__ = ["meta_folder", "templates_folder"]

PACKAGE = Path(__file__).resolve().parent
REPOSITORY = PACKAGE.parent.parent


def _first(*candidates: Path) -> Path:
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise CodegenError(
        f"{candidates[0]} is missing: the installation is incomplete; "
        "install it again with `pip install octools[codegen]`."
    )


def templates_folder() -> Path:
    """The folder of the templates, with one subfolder an output language."""
    return _first(PACKAGE / "templates", REPOSITORY / "templates")


def meta_folder() -> Path:
    """The folder of the meta-schemas."""
    return _first(PACKAGE / "meta", REPOSITORY / "schemas" / "meta")
