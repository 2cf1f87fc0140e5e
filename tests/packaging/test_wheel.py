"""The built packages, looked at and used from outside the checkout."""

from __future__ import annotations

import email
import email.message
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow

PLACES = {
    "src/octools": "octools",
    "src/octools_codegen": "octools_codegen",
    "generated/python/octools_contract": "octools_contract",
    "templates": "octools_codegen/templates",
    "schemas/meta": "octools_codegen/meta",
}
RUNTIME = {"pydantic", "click"}


def build(kind: str, source: Path, target: Path) -> Path:
    """Builds without a network: the backend is one of the locked packages."""
    command = [
        sys.executable,
        "-m",
        "build",
        f"--{kind}",
        "--no-isolation",
        "--outdir",
        str(target),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(archive.read(name))


def contents(wheel: Path) -> dict[str, bytes]:
    """The packaged files by name; the build's own records are left out."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def tracked(folder: str) -> list[Path]:
    """The files below a folder that belong to the repository: committed, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_the_wheel_holds_the_three_packages_and_their_data_and_nothing_else(wheel: Path) -> None:
    expected = {
        f"{place}/{path.relative_to(ROOT / folder).as_posix()}": path.read_bytes()
        for folder, place in PLACES.items()
        for path in tracked(folder)
    }
    found = contents(wheel)
    assert sorted(found) == sorted(expected)
    assert [name for name in expected if found[name] != expected[name]] == []
    assert {f"{name}/py.typed" for name in ("octools", "octools_codegen", "octools_contract")} <= set(found)


def test_the_packaged_schemas_are_the_canonical_files(wheel: Path) -> None:
    packaged = sorted(text for name, text in contents(wheel).items() if "octools_contract/" in name)
    for path in [
        *(ROOT / "schemas/envelopes").glob("*.json"),
        *(ROOT / "schemas/vocabularies").glob("*.json"),
    ]:
        assert path.read_bytes() in packaged, path.name


def test_the_metadata_names_the_runtime_dependencies_alone(metadata: email.message.Message) -> None:
    requirements = metadata.get_all("Requires-Dist") or []
    always = {re.split(r"[^A-Za-z0-9.-]", text)[0] for text in requirements if "extra ==" not in text}
    assert always == RUNTIME
    assert set(metadata.get_all("Provides-Extra") or []) == {"codegen", "host"}
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Version"] == importlib.metadata.version("octools")


def test_the_sdist_is_enough_to_build_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "sdist").mkdir()
    (tmp_path / "again").mkdir()
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    found, expected = contents(build("wheel", source, tmp_path / "again")), contents(wheel)
    assert sorted(found) == sorted(expected)
    assert [name for name in expected if found[name] != expected[name]] == []
    for page in (source / "README.md", *(source / "docs").glob("*.md")):
        links = re.findall(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and what it depends on; gives its folder of commands."""
    folder = tmp_path_factory.mktemp("installed")
    # The locked releases, without hashes: those would ask for a hash of the wheel itself too.
    pins = re.findall(
        r"^[a-z0-9.-]+==[^ ]+", (ROOT / "requirements/dev.txt").read_text("utf-8"), re.MULTILINE
    )
    (folder / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True, capture_output=True)
    done = subprocess.run(
        [
            str(folder / "env/bin/python"),
            "-m",
            "pip",
            "install",
            "-q",
            "-c",
            str(folder / "pins.txt"),
            str(wheel),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if "cannot" not in done.stderr and done.returncode != 0 and os.environ.get("CI") != "true":
        pytest.skip("the package registry cannot be reached, so nothing can be installed beside the wheel")
    assert done.returncode == 0, done.stderr
    return folder / "env/bin"


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))
    }
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_only_pydantic_and_click_come_with_it(installed: Path, tmp_path: Path) -> None:
    listed = run([str(installed / "python"), "-m", "pip", "list", "--format", "json"], tmp_path)
    names = {entry["name"].lower() for entry in json.loads(listed.stdout)}
    theirs = {"annotated-types", "pydantic_core", "typing_extensions", "typing-inspection"}
    normal = {name.replace("_", "-") for name in names - {"pip", "setuptools"}}
    assert normal == {"octools"} | RUNTIME | {name.replace("_", "-") for name in theirs}


USE_THE_CONTRACT = """
import sys
import octools_contract
from octools_contract import bundles, envelopes, fallbacks, profiles, rules, schemas, vocabularies
assert "octools" not in sys.modules and "octools_codegen" not in sys.modules
assert vocabularies.COLUMN_KINDS and fallbacks.COLUMN_KIND_FALLBACK in (None, *vocabularies.COLUMN_KINDS)
assert fallbacks.VOCABULARY_FALLBACKS
assert profiles.PROFILES and rules.RULES and bundles.BUNDLES
assert schemas.SCHEMA_NAMES
for name in schemas.SCHEMA_NAMES:
    assert isinstance(schemas.read_schema(name), dict)
    assert schemas.schema_text(name).startswith("{")
source = envelopes.SourceRef.model_json_schema()
assert source["properties"]
print(len(schemas.SCHEMA_NAMES), octools_contract.__file__)
"""


def test_the_contract_can_be_used_alone(installed: Path, tmp_path: Path) -> None:
    done = run([str(installed / "python"), "-I", "-W", "error", "-c", USE_THE_CONTRACT], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(installed.parent) in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["octools", "--version"],
        ["octools", "list", "octools.example"],
        ["octools", "validate", "octools.example"],
        ["octools", "schema", "--list"],
        [
            "python",
            "-I",
            "-W",
            "error",
            "-c",
            "import octools; [getattr(octools, name) for name in octools.__all__]",
        ],
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_the_library_works_alone(installed: Path, tmp_path: Path, arguments: list[str]) -> None:
    done = run([str(installed / arguments[0]), *arguments[1:]], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["octools-codegen", "check"], "octools[codegen]"),
        (["octools", "serve", "octools.example"], "octools[host]"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    installed: Path, tmp_path: Path, arguments: list[str], extra: str
) -> None:
    done = run([str(installed / arguments[0]), *arguments[1:]], tmp_path)
    assert done.returncode != 0
    assert extra in done.stderr
    assert "Traceback" not in done.stderr


def test_the_packaged_generator_has_its_templates(wheel: Path, tmp_path: Path) -> None:
    """The wheel's own files come first on the path; the extra's packages are those of this environment."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    contracts = sorted((ROOT / "tests/contracts").glob("*/contract.json"))
    assert contracts
    source = contracts[0].parent
    copy = tmp_path / "contract"
    subprocess.run(["cp", "-r", str(source), str(copy)], check=True)
    script = (
        "import octools_codegen, sys; from octools_codegen.cli import main; "
        "sys.stderr.write(octools_codegen.__file__ + '\\n'); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "generate", "--contract", str(copy)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.startswith(str(tmp_path / "site"))
