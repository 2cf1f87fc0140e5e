"""The commands: what they write, leave alone, remove, print, and exit with."""

from __future__ import annotations

import ast
import os
import shutil
import stat
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from octools_codegen.cli import main
from octools_codegen.formatting import format_python
from octools_codegen.problems import CodegenError
from octools_codegen.writing import apply_changes, compare

if TYPE_CHECKING:
    from tests.codegen.conftest import Workspace

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = "python/parcels_contract"


def _table(output: str) -> dict[str, str]:
    return {line[:16].strip(): line[16:].strip() for line in output.splitlines()[:5]}


def test_second_run_changes_nothing_and_says_so(parcels: Workspace) -> None:
    before = parcels.snapshot()
    result = parcels.generate()
    table = _table(result.output)
    assert list(table) == ["schemas checked", "files written", "files unchanged", "files removed", "time"]
    assert table["files written"] == table["files removed"] == "0"
    assert table["files unchanged"] == str(len(before))
    assert table["time"].endswith(" s")
    assert result.output.splitlines()[-1] == "Nothing changed: every output is up to date."
    assert parcels.snapshot() == before


def test_first_run_counts_what_it_wrote(parcels: Workspace) -> None:
    before = parcels.texts()
    shutil.rmtree(parcels.output)
    result = parcels.generate()
    assert _table(result.output)["files written"] == str(len(before))
    assert "Nothing changed" not in result.output
    assert parcels.texts() == before


def test_only_what_differs_is_written(parcels: Workspace) -> None:
    before = parcels.snapshot()
    rules = parcels.output / PACKAGE / "rules.py"
    rules.write_text("edited by hand\n", "utf-8")
    rules.chmod(0o640)
    assert _table(parcels.generate().output)["files written"] == "1"
    after = parcels.snapshot()
    assert after[f"{PACKAGE}/rules.py"][0] == before[f"{PACKAGE}/rules.py"][0]
    assert stat.S_IMODE(rules.stat().st_mode) == 0o640
    del before[f"{PACKAGE}/rules.py"], after[f"{PACKAGE}/rules.py"]
    assert after == before


def test_stale_outputs_and_empty_folders_are_removed(parcels: Workspace) -> None:
    before = parcels.texts()
    stray = parcels.output / "python" / "old" / "deeper" / "module.py"
    stray.parent.mkdir(parents=True)
    stray.write_text("", "utf-8")
    cache = parcels.output / PACKAGE / "__pycache__" / "rules.pyc"
    cache.parent.mkdir(exist_ok=True)
    cache.write_bytes(b"")
    assert _table(parcels.generate().output)["files removed"] == "1"
    assert not (parcels.output / "python" / "old").exists()
    assert cache.exists()
    cache.unlink()
    assert parcels.texts() == before


def test_check_is_quiet_when_nothing_differs(parcels: Workspace) -> None:
    result = parcels.run("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{len(parcels.texts())} files are up to date.\n"


def _edit(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("label_root", "label_base"), "utf-8")


def _delete(file: Path) -> None:
    file.unlink()


def _add(file: Path) -> None:
    file.with_name("stray.py").write_text("X = 1\n", "utf-8")


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (
            _edit,
            [
                "--- a/python/parcels_contract/rules.py",
                '-        "label_base": Rule(',
                '+        "label_root": Rule(',
            ],
        ),
        (
            _delete,
            [
                "--- /dev/null",
                "+++ b/python/parcels_contract/rules.py",
                "+RULES: Final[Mapping[str, Rule]] = MappingProxyType(",
            ],
        ),
        (_add, ["--- a/python/parcels_contract/stray.py", "+++ /dev/null", "-X = 1"]),
    ],
    ids=["edited", "deleted", "stray"],
)
def test_check_prints_the_difference_and_the_command(
    tamper: object, expected: list[str], parcels: Workspace
) -> None:
    tamper(parcels.output / PACKAGE / "rules.py")  # type: ignore[operator]
    before = parcels.snapshot()
    result = parcels.run("check")
    assert result.exit_code == 1
    assert [line for line in expected if line not in result.stdout.splitlines()] == []
    command = f"octools-codegen generate --contract {parcels.contract}"
    assert result.stderr == f"1 file differs from what the sources say. Run: {command}\n"
    assert parcels.snapshot() == before
    parcels.generate()
    assert parcels.run("check").exit_code == 0


def test_own_outputs_are_up_to_date() -> None:
    result = CliRunner().invoke(main, ["check", "--contract", str(REPOSITORY / "schemas")])
    assert result.exit_code == 0, result.output


def test_the_nearest_contract_is_found(monkeypatch: pytest.MonkeyPatch, parcels: Workspace) -> None:
    schemas = parcels.contract.rename(parcels.contract.with_name("schemas"))
    below = schemas.parent / "some" / "folder"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert CliRunner().invoke(main, ["check"]).exit_code == 0
    (parcels.output / PACKAGE / "rules.py").unlink()
    result = CliRunner().invoke(main, ["check"])
    assert result.stderr.endswith("Run: octools-codegen generate\n")


def test_the_help_is_whole_and_the_version_known() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert (result.exit_code, "..." in result.output.partition("Commands:")[2]) == (0, False)
    assert CliRunner().invoke(main, ["--version"]).output == f"octools-codegen {version('octools')}\n"


def test_no_contract_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in ([], ["--contract", "nowhere"]):
        result = CliRunner().invoke(main, ["generate", *arguments])
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert "--contract DIR" in result.stderr


def test_a_folder_of_other_files_is_left_alone(parcels: Workspace) -> None:
    shutil.rmtree(parcels.output)
    parcels.output.mkdir()
    (parcels.output / "thesis.txt").write_text("years of work\n", "utf-8")
    before = parcels.snapshot()
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert "none of them is an output of this contract" in result.stderr
    assert parcels.snapshot() == before


def test_a_failed_write_leaves_no_temporary_file(parcels: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parcels.output / PACKAGE / "rules.py"
    rules.write_text("edited by hand\n", "utf-8")
    before = parcels.texts()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert "cannot be written: No space left on device." in result.stderr
    assert parcels.texts() == before


def test_a_folder_where_a_file_belongs_is_named_and_nothing_is_written(parcels: Workspace) -> None:
    parcels.generate()
    target = parcels.output / "docs" / "envelopes.md"
    target.unlink()
    target.mkdir()
    before = parcels.snapshot()
    parcels.edit("contract.json", lambda manifest: manifest | {"description": "Changed."})
    result = parcels.run("generate")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{target} is a folder where a file belongs; remove it.\n"
    assert parcels.snapshot() == before


def test_a_link_that_leads_nowhere_is_told(parcels: Workspace) -> None:
    (parcels.contract / "vocabularies" / "gone.json").symlink_to(parcels.contract / "nowhere")
    (parcels.contract / "circle.json").symlink_to("circle.json")
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "circle.json#",
        "  The file cannot be read: Too many levels of symbolic links.",
        "  Make it readable, or remove it.",
        "vocabularies/gone.json#",
        "  The file cannot be read: No such file or directory.",
        "  Make it readable, or remove it.",
        "2 problems in the sources; nothing was written.",
    ]


def test_links_in_place_of_outputs_are_replaced(parcels: Workspace) -> None:
    before = parcels.texts()
    rules, stray = parcels.output / PACKAGE / "rules.py", parcels.output / "stray.txt"
    rules.unlink()
    for link in (rules, stray):
        link.symlink_to("nowhere")
    checked = parcels.run("check")
    assert (checked.exit_code, checked.stderr.partition(" ")[0]) == (1, "2")
    parcels.generate()
    assert not rules.is_symlink()
    assert not stray.is_symlink()
    assert parcels.texts() == before


def test_an_output_folder_that_is_a_link_to_itself_is_told(parcels: Workspace) -> None:
    shutil.rmtree(parcels.output)
    parcels.output.symlink_to(parcels.output.name)
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert result.stderr.endswith("cannot be written: Too many levels of symbolic links.\n")
    assert result.stderr.count("\n") == 1


def test_new_files_get_the_mode_of_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    apply_changes(compare(folder, {"a/b.txt": "text\n"}))
    plain = tmp_path / "plain.txt"
    plain.write_text("text\n", "utf-8")
    assert (folder / "a" / "b.txt").stat().st_mode == plain.stat().st_mode


def test_a_description_of_any_text_stays_in_the_package_s_docstring(parcels: Workspace) -> None:
    odd = 'Says """so""" with \\ and \u0000 and {{ braces }}\nin two lines, ending in "'
    parcels.edit("contract.json", lambda manifest: {**manifest, "description": odd})
    parcels.generate()
    text = (parcels.output / PACKAGE / "__init__.py").read_text("utf-8")
    said = 'Says """so""" with \\ and \\u0000 and {{ braces }} in two lines, ending in "'
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring is not None
    assert docstring.splitlines()[0].replace("\x00", "\\u0000") == said


def test_line_ends_count(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    apply_changes(compare(folder, {"a.txt": "one\ntwo\n"}))
    (folder / "a.txt").write_bytes(b"one\r\ntwo\r\n")
    assert compare(folder, {"a.txt": "one\ntwo\n"}).written == ("a.txt",)
    apply_changes(compare(folder, {"a.txt": "one\ntwo\n"}))
    assert (folder / "a.txt").read_bytes() == b"one\ntwo\n"


def test_python_that_does_not_import_is_not_written(parcels: Workspace) -> None:
    templates = parcels.contract.parent / "templates"
    (templates / "own").mkdir(parents=True)
    (templates / "own" / "broken.py.jinja").write_text(
        "import no_such_module_here\n\nX = no_such_module_here\n", "utf-8"
    )

    def change(data: dict[str, object]) -> dict[str, object]:
        row = {"template": "own/broken.py.jinja", "data": "rules", "target": f"{PACKAGE}/broken.py"}
        return {**data, "templates": "../templates", "outputs": [*data["outputs"], row]}  # type: ignore[misc]

    parcels.edit("contract.json", change)
    before = parcels.snapshot()
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert "does not import; nothing was written" in result.stderr
    assert "no_such_module_here" in result.stderr
    assert parcels.snapshot() == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ nothing_of_that_name }}", "uses what its data lacks"),
        ("{% for %}", "Template own/broken.txt.jinja, line 1"),
        ("{% include 'own/missing.jinja' %}", "There is no template own/missing.jinja"),
        ("{{ 1 // 0 }}", "Template own/broken.txt.jinja fails: ZeroDivisionError"),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "own/broken.txt.jinja fails: RecursionError"),
        ("caf\udce9", "Template own/broken.txt.jinja, or one that it includes, is not UTF-8"),
    ],
    ids=["undefined", "syntax", "missing include", "exception", "endless", "not UTF-8"],
)
def test_broken_templates_are_one_sentence(text: str, expected: str, parcels: Workspace) -> None:
    templates = parcels.contract.parent / "templates" / "own"
    templates.mkdir(parents=True)
    (templates / "broken.txt.jinja").write_bytes(text.encode("utf-8", "surrogateescape"))

    def change(data: dict[str, object]) -> dict[str, object]:
        row = {"template": "own/broken.txt.jinja", "data": "rules", "target": "broken.txt"}
        return {**data, "templates": "../templates", "outputs": [*data["outputs"], row]}  # type: ignore[misc]

    parcels.edit("contract.json", change)
    before = parcels.snapshot()
    result = parcels.run("generate")
    assert result.exit_code == 1
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert parcels.snapshot() == before


def test_python_that_does_not_parse_names_its_file() -> None:
    texts = {f"part_{number}.py": "X = 1\n" for number in range(12)} | {"broken.py": "def (\n"}
    with pytest.raises(CodegenError) as caught:
        format_python(texts, "parts")
    assert "Failed to parse broken.py:1:5" in str(caught.value)


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "octools_codegen", "check", "--contract", str(REPOSITORY / "schemas")]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert ended.stderr == b""
