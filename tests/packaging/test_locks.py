"""The lock files: complete, hashed, and free of addresses."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements/dev.txt", "requirements/lowest.txt", "typescript/package-lock.json")
REQUIREMENT = re.compile(r"^(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>[^ ]+)", re.MULTILINE)


def locked(path: str) -> dict[str, str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    return {match["name"]: match["version"] for match in REQUIREMENT.finditer(text)}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def declared() -> dict[str, str]:
    """Every requirement of pyproject.toml, by name, with what it asks of the version."""
    data = project()
    groups = [
        data["project"]["dependencies"],
        *data["project"]["optional-dependencies"].values(),
        *data["dependency-groups"].values(),
    ]
    names = [re.match(r"([A-Za-z0-9.-]+)(.*)", text) for group in groups for text in group]
    return {match[1].lower(): match[2] for match in names if match}


@pytest.mark.parametrize("path", [*LOCKS, "typescript/.npmrc", "requirements/lowest.in"])
def test_no_address_stands_in_a_lock(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.findall(r"https?:|://|index-url|find-links|^ *-[fi] |\"resolved\"", text, re.MULTILINE) == []


@pytest.mark.parametrize("path", LOCKS[:2])
def test_every_locked_requirement_has_hashes(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        assert REQUIREMENT.match(line), line
        assert re.search(r" --hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("path", LOCKS[:2])
def test_everything_declared_is_locked(path: str) -> None:
    assert set(declared()) <= set(locked(path))


@pytest.mark.parametrize("path", LOCKS[:2])
def test_exact_pins_are_locked_as_they_stand(path: str) -> None:
    pins = {name: wanted[2:] for name, wanted in declared().items() if wanted.startswith("==")}
    assert pins
    assert pins.items() <= locked(path).items()


def test_the_lowest_lock_holds_the_floors_of_the_runtime_dependencies() -> None:
    floors = {
        match[1]: match[2]
        for text in project()["project"]["dependencies"]
        if (match := re.match(r"([a-z]+)>=([0-9.]+),", text))
    }
    assert set(floors) == {"pydantic", "click"}
    found = locked("requirements/lowest.txt")
    for name, floor in floors.items():
        assert re.fullmatch(re.escape(floor) + r"(\.0)*", found[name]), (name, found[name])


def test_every_locked_npm_package_has_a_digest() -> None:
    lock = json.loads((ROOT / "typescript/package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name and not entry.get("link")}
    assert packages
    assert [name for name, entry in packages.items() if not entry.get("integrity")] == []


def test_the_version_is_the_same_everywhere() -> None:
    version = re.search(
        r'^__version__ = "(.+)"$', (ROOT / "src/octools/_version.py").read_text("utf-8"), re.MULTILINE
    )
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    package = json.loads((ROOT / "typescript/package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "typescript/package-lock.json").read_text("utf-8"))
    assert version is not None
    assert newest is not None
    assert {version[1], newest[1], package["version"], lock["version"]} == {version[1]}
