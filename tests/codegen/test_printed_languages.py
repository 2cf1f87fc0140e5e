"""What the TypeScript and Markdown outputs hold, read from the outputs of two contracts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from octools_codegen.building import build
from octools_codegen.loading import load_contract
from octools_codegen.model import Contract
from octools_codegen.resources import templates_folder

ROOT = Path(__file__).resolve().parents[2]
COMPILER = ROOT / "typescript/node_modules/typescript/bin/tsc"


def outputs(folder: Path) -> tuple[Contract, dict[str, str]]:
    contract = load_contract(folder)
    return contract, build(contract, (templates_folder(),))


@pytest.fixture(scope="module")
def own() -> tuple[Contract, dict[str, str]]:
    return outputs(ROOT / "schemas")


@pytest.fixture(scope="module")
def parcels() -> tuple[Contract, dict[str, str]]:
    return outputs(ROOT / "tests/contracts/parcels")


def test_vocabularies_are_tuples_with_their_descriptions(own: tuple[Contract, dict[str, str]]) -> None:
    contract, texts = own
    text = texts["typescript/vocabularies.ts"]
    for vocabulary in contract.vocabularies:
        body = re.search(rf"export const {vocabulary.constant} = \[\n(.*?)\n\] as const;", text, re.DOTALL)
        assert body is not None
        values = tuple(json.loads(line.strip().rstrip(",")) for line in body[1].splitlines() if '  "' in line)
        assert values == vocabulary.strings
        assert f"export type {vocabulary.name} = (typeof {vocabulary.constant})[number];" in text
        unwrapped = " ".join(re.sub(r"\n\s*\*(?!/)", " ", text).split())
        assert all(value.description in unwrapped for value in vocabulary.values)


def test_every_fact_has_its_place_in_typescript(own: tuple[Contract, dict[str, str]]) -> None:
    contract, texts = own
    for vocabulary in contract.vocabularies:
        value = "null" if vocabulary.fallback is None else f'"{vocabulary.fallback}" as const'
        assert f"export const {vocabulary.fallback_constant} = {value};" in texts["typescript/fallbacks.ts"]
    for constant in contract.constants:
        assert f"export const {constant.name}" in texts["typescript/constants.ts"]
    for model in contract.models:
        assert f"export const {model.name} = " in texts[f"typescript/{model.group}.ts"]
    for rule in contract.rules:
        for _, message in rule.messages:
            assert json.dumps(message, ensure_ascii=False) in texts["typescript/rules.ts"]
    for profile in contract.profiles:
        assert f"export const {profile.constant}: Profile = " in texts["typescript/profiles.ts"]


def test_every_fact_has_its_place_in_the_pages(own: tuple[Contract, dict[str, str]]) -> None:
    contract, texts = own
    for vocabulary in contract.vocabularies:
        page = texts["docs/vocabularies.md"]
        assert f"\n## {vocabulary.name}\n" in page
        assert all(f"| `{value}` | " in page for value in vocabulary.strings)
        assert f"`{vocabulary.fallback_constant}` |" in texts["docs/fallbacks.md"]
    for model in contract.models:
        page = texts[f"docs/{model.group}.md"].split(f"\n## {model.name}\n")[1].split("\n## ")[0]
        assert all(f"| `{each.name}` | " in page for each in model.fields)
    for rule in contract.rules:
        assert f"\n### {rule.id}\n" in texts["docs/rules.md"]
    for constant in contract.constants:
        assert f"| `{constant.name}` | " in texts["docs/constants.md"]


def test_links_between_the_pages_lead_somewhere(own: tuple[Contract, dict[str, str]]) -> None:
    _, texts = own
    pages = {path.removeprefix("docs/"): text for path, text in texts.items() if path.startswith("docs/")}
    anchors = {
        name: {heading.lower() for heading in re.findall(r"^##+ (\S+)$", text, re.MULTILINE)}
        for name, text in pages.items()
    }
    links = [
        (page, target or page, fragment)
        for page, text in pages.items()
        for target, fragment in re.findall(r"\]\(([a-z-]*\.md|)#([\w-]+)\)", text)
    ]
    assert len(links) > 50
    assert [link for link in links if link[2] not in anchors[link[1]]] == []


def test_pages_and_modules_end_with_one_line_break(own: tuple[Contract, dict[str, str]]) -> None:
    for path, text in own[1].items():
        if path.endswith((".ts", ".md")):
            assert text.endswith("\n"), path
            assert not text.endswith("\n\n"), path
            assert "\n\n\n" not in text, path
            assert not re.search(r"[ \t]\n", text), path


CHECK = """
import { Parcel, ParcelPage, Length } from "./envelopes.js";
import { Carrier } from "./descriptors.js";
import { PARCEL_STATES } from "./vocabularies.js";

const parcel = { code: "AB1234", state: PARCEL_STATES[0], grams: 2.5, side: "2m", inside: [] as Parcel[] };
const whole: Parcel = { ...parcel, inside: [parcel] };
const page: ParcelPage<Parcel> = { parcels: [whole], count: 1 };
const good = [
  ParcelPage(Parcel).safeParse(page),
  Parcel.safeParse({ code: "AB1234", grams: 1, side: 10 }),
  Length.safeParse("\\u{1F600}\\u{1F600}"),
  Carrier.safeParse({ name: "Swift", kind: "carrier", contact: { mail: "a@example.invalid", more: 1 } }),
];
const bad = [
  Parcel.safeParse({ ...parcel, code: "ab1234" }),
  Parcel.safeParse({ ...parcel, inside: [{ code: "AB1234" }] }),
  Parcel.safeParse({ ...parcel, other: 1 }),
  Parcel.safeParse({ ...parcel, state: "lost?" }),
  Length.safeParse("\\u{1F600}"),
  Carrier.safeParse({ name: "", kind: "carrier" }),
];
console.log(JSON.stringify([good.map((each) => each.success), bad.map((each) => each.success)]));
console.log(JSON.stringify(Parcel.parse({ code: "AB1234", grams: 1, side: 10 })));
"""


@pytest.mark.slow
def test_the_typescript_of_a_small_contract_compiles_and_judges(
    parcels: tuple[Contract, dict[str, str]], tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node is None or not COMPILER.is_file():
        reason = "needs Node and the installed packages of typescript/ (run `npm ci` there)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    for path, text in parcels[1].items():
        if path.startswith("typescript/"):
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    (tmp_path / "typescript/check.ts").write_text(CHECK, encoding="utf-8")
    (tmp_path / "node_modules").symlink_to(ROOT / "typescript/node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "strict": True,
                    "noUnusedLocals": True,
                    "exactOptionalPropertyTypes": True,
                    "module": "NodeNext",
                    "target": "ES2022",
                    "lib": ["ES2022", "DOM"],
                    "types": [],
                    "skipLibCheck": True,
                    "rootDir": "typescript",
                    "outDir": "out",
                },
                "include": ["typescript"],
            }
        ),
        encoding="utf-8",
    )
    compiled = subprocess.run(
        [node, COMPILER, "-p", tmp_path], capture_output=True, text=True, check=False, timeout=300
    )
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    ran = subprocess.run(
        [node, tmp_path / "out/check.js"], capture_output=True, text=True, check=False, timeout=60
    )
    verdicts, parcel = ran.stdout.splitlines()
    good, bad = json.loads(verdicts)
    assert all(good), verdicts
    assert not any(bad), verdicts
    assert json.loads(parcel) == {"code": "AB1234", "state": "booked", "grams": 1, "side": 10, "inside": []}


def test_modules_import_each_other_where_the_manifest_prints_them(parcels_elsewhere: dict[str, str]) -> None:
    texts = parcels_elsewhere
    assert '} from "../words.js";' in texts["typescript/types/envelopes.ts"]
    assert '} from "./words.js";' in texts["typescript/fallbacks.ts"]


@pytest.fixture
def parcels_elsewhere(tmp_path: Path) -> dict[str, str]:
    shutil.copytree(ROOT / "tests/contracts/parcels", tmp_path / "contract")
    manifest = tmp_path / "contract/contract.json"
    text = manifest.read_text("utf-8")
    for old, new in (("vocabularies.ts", "words.ts"), ("envelopes.ts", "types/envelopes.ts")):
        text = text.replace(f"typescript/{old}", f"typescript/{new}")
    manifest.write_text(
        text.replace("typescript/words.ts.jinja", "typescript/vocabularies.ts.jinja"), "utf-8"
    )
    return outputs(tmp_path / "contract")[1]
