"""The documentation: every Python block runs, every `$ octools` command prints what its page shows.

Blocks of one page run in order and share their names. A block whose first line is a comment with a file name
is a module: it is written to that file, which later blocks import and commands name.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<language>[a-z]*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# (?P<name>[a-z_]+\.py)\n")
# Commands that serve, or that need something served: they run in tests of their own.
UNREPEATABLE = re.compile(r"octools (serve|conformance|catalog check http)")


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        yield Block(match["language"], match["text"], text[: match.start()].count("\n") + 2)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield each `$ command` of a console block with the output that follows it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def run_command(command: str, folder: Path) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    program = f"{shlex.quote(sys.executable)} -m octools"
    result = subprocess.run(
        re.sub(r"(^|[|;&]\s*)octools ", rf"\1{program} ", command),
        check=False,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
    )
    return result.stdout.decode("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    module = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)
    scope: dict[str, Any] = module.__dict__
    written: list[str] = []
    try:
        for block in blocks(page):
            if block.language == "python":
                run_python(block, page, scope, written)
            elif block.language == "console" and not UNREPEATABLE.search(block.text):
                for command, output in commands(block.text):
                    if re.search(r"(^|[|;&]\s*)octools ", command):
                        assert run_command(command, tmp_path) == output, f"{page.name}: $ {command}"
    finally:
        for name in written:
            sys.modules.pop(name, None)


def run_python(block: Block, page: Path, scope: dict[str, Any], written: list[str]) -> None:
    named = FILE_NAME.match(block.text)
    if named:
        Path(named["name"]).write_text(block.text, encoding="utf-8")
        written.append(named["name"].removesuffix(".py"))
    else:
        padding = "\n" * (block.line - 1)  # so that a failure names the line of the page
        exec(compile(padding + block.text, str(page), "exec"), scope)


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for page in PAGES[1:]:
        assert f"(docs/{page.name})" in readme


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_between_pages_resolve(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#[^)]*)?\)", text):
        assert not target or (page.parent / target).exists(), f"{page.name}: {target}"


def test_console_blocks_are_told_from_others() -> None:
    for page in PAGES:
        for block in blocks(page):
            assert block.language, f"{page.name}:{block.line}: name the language of the block"
