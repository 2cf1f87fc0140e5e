"""`octools compact` and `octools catalog check`, as processes."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from octools.compact.clean import compact_clean
from octools.host import create_app
from tests.hosting import CATALOGUE, authorize, per_principal, running

if TYPE_CHECKING:
    from pathlib import Path

MCP = [
    {
        "name": "find_berths",
        "description": "Finds free berths. " + "It returns a record for each. " * 20,
        "inputSchema": {
            "type": "object",
            "properties": {
                "harbour": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Name. " * 40},
                "size": {"oneOf": [{"type": "string", "minLength": 3}, {"type": "string", "pattern": "^a"}]},
            },
        },
        "annotations": {"readOnlyHint": True},
    },
    {"name": "book", "inputSchema": {"type": "object", "properties": {}}},
]
FORMS = {
    "result": {"tools": MCP},
    "list": MCP,
    "answer": {"jsonrpc": "2.0", "id": 7, "result": {"tools": MCP, "nextCursor": "x"}},
}


def octools(*arguments: str, folder: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "octools", *arguments]
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=120, check=False
    )


def write(folder: Path, document: Any, name: str = "tools.json") -> str:
    (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return name


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_a_catalogue_is_compacted(tmp_path: Path, form: str) -> None:
    done = octools("compact", write(tmp_path, FORMS[form]), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    tools = json.loads(done.stdout)["tools"]
    assert [(each["toolId"], each["source"], each["safetyTier"]) for each in tools] == [
        ("mcp:find_berths", "mcp", "read"),
        ("mcp:book", "mcp", "write"),
    ]
    assert all(compact_clean(each["inputSchema"]) == [] for each in tools)
    assert len(tools[0]["description"]) <= 256


def test_standard_input_and_options(tmp_path: Path) -> None:
    done = octools(
        *("compact", "-", "--scope", "acme", "--source", "connector", "--max-description", "20"),
        *("--max-property-description", "10", "-o", "compact.json"),
        folder=tmp_path,
        stdin=json.dumps(MCP),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    first = json.loads((tmp_path / "compact.json").read_text())["tools"][0]
    assert (first["toolId"], first["source"]) == ("acme:find_berths", "connector")
    assert len(first["description"]) <= 20
    assert len(first["inputSchema"]["properties"]["harbour"]["description"]) <= 10


def test_a_catalogue_and_a_provider(tmp_path: Path) -> None:
    done = octools("compact", write(tmp_path, {"tools": CATALOGUE}), folder=tmp_path)
    ids = [each["toolId"] for each in json.loads(done.stdout)["tools"]]
    assert ids == [each["toolId"] for each in CATALOGUE]
    done = octools("compact", "octools.example", folder=tmp_path)
    assert all(each["toolId"].startswith("local:") for each in json.loads(done.stdout)["tools"])


def test_the_output_is_the_same_bytes_again(tmp_path: Path) -> None:
    name = write(tmp_path, FORMS["result"])
    assert len({octools("compact", name, folder=tmp_path).stdout for _ in range(2)}) == 1


def test_the_report_counts_bytes_and_names_what_was_widened(tmp_path: Path) -> None:
    name = write(tmp_path, {"tools": [*MCP, {"title": "no name"}]})
    done = octools("compact", name, "--report", folder=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["tool", "before", "after", "saved", "findings"]
    assert lines[-1].startswith("3 tools, 2 findings in 2 tools (bad_descriptor 1, compact_widened 1); ")
    assert lines[4].split()[0] == "total"
    assert "compact_widened" in done.stdout
    assert "/inputSchema/properties/size" in done.stdout
    assert "bad_descriptor" in done.stdout
    as_json = octools("compact", name, "--report", "--output-format", "json", folder=tmp_path)
    report = json.loads(as_json.stdout)
    assert report["totals"]["tools"] == 3
    assert report["totals"]["before"] == sum(row["before"] for row in report["tools"])
    assert report["totals"]["after"] == sum(row["after"] for row in report["tools"])
    compact = octools("compact", name, folder=tmp_path).stdout
    written = json.loads(compact)["tools"]
    assert report["tools"][0]["after"] == len(
        json.dumps(written[0], separators=(",", ":"), ensure_ascii=False).encode()
    )
    assert report["tools"][2]["changes"][0]["path"] == "/2"


def test_report_and_catalogue_together(tmp_path: Path) -> None:
    done = octools("compact", write(tmp_path, MCP), "--report", "-o", "out.json", folder=tmp_path)
    assert "saved" in done.stdout
    assert len(json.loads((tmp_path / "out.json").read_text())["tools"]) == 2


def test_one_unreadable_tool_hides_no_other(tmp_path: Path) -> None:
    odd = [MCP[1], {"name": "odd", "inputSchema": 3, "title": 4}, None, {"name": ""}, MCP[0]]
    done = octools("compact", write(tmp_path, odd), folder=tmp_path)
    assert [each["toolId"] for each in json.loads(done.stdout)["tools"]] == [
        "mcp:book",
        "mcp:odd",
        "mcp:find_berths",
    ]
    assert done.stderr == "octools: 2 of 5 tools cannot be read and are left out; --report says why\n"


@pytest.mark.parametrize(
    ("arguments", "content", "code", "says"),
    [
        (["tools.json"], "{", 1, "not JSON"),
        (["tools.json"], "[1e999999999999]x", 1, "not JSON"),
        (["tools.json"], "[" * 100_000, 1, "not JSON"),
        (["tools.json"], "3", 1, "holds no catalogue"),
        (["tools.json"], '{"tools": {}}', 1, "holds no catalogue"),
        (["nothing.json"], None, 1, "cannot read"),
        (["."], None, 2, "no SPEC"),
        (["no_such_module"], None, 2, "no module"),
        ([""], None, 2, "no name"),
        (["tools.json", "--max-description", "-1"], "[]", 2, "max-description"),
        (["tools.json", "--source", "moon"], "[]", 2, "source"),
        (["tools.json", "-o", "no/such/folder.json"], "[]", 2, "cannot write"),
    ],
)
def test_failures_are_one_sentence(
    tmp_path: Path, arguments: list[str], content: str | None, code: int, says: str
) -> None:
    if content is not None:
        (tmp_path / "tools.json").write_text(content, encoding="utf-8")
    for command in (["compact"], ["catalog", "check"]):
        if command == ["catalog", "check"] and ("-o" in arguments or "--max-description" in arguments):
            continue
        done = octools(*command, *arguments, folder=tmp_path)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith("error: ")
        assert says in done.stderr
        assert "Traceback" not in done.stderr


def test_a_large_catalogue_shows_progress_on_a_terminal(tmp_path: Path) -> None:
    name = write(tmp_path, [{**MCP[1], "name": f"book_{number}"} for number in range(300)])
    reader, writer = pty.openpty()
    try:
        command = [sys.executable, "-m", "octools", "compact", name]
        done = subprocess.run(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=writer, timeout=120, check=False
        )
        shown = os.read(reader, 65536).decode()
    finally:
        os.close(writer)
        os.close(reader)
    assert "Compacting" in shown
    assert len(json.loads(done.stdout)["tools"]) == 300
    quiet = octools("compact", name, folder=tmp_path)
    assert quiet.stderr == ""


def test_a_clean_catalogue_is_checked(tmp_path: Path) -> None:
    done = octools("catalog", "check", write(tmp_path, CATALOGUE), folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "tools.json: 4 tools, no findings\n")
    done = octools("catalog", "check", "-", folder=tmp_path, stdin=json.dumps(CATALOGUE))
    assert (done.returncode, done.stdout) == (0, "standard input: 4 tools, no findings\n")


def test_a_group_without_a_command_is_told_as_any_failure(tmp_path: Path) -> None:
    done = octools("catalog", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: Missing command.\nhint: see octools catalog --help\n"


def test_help_has_a_short_name_everywhere(tmp_path: Path) -> None:
    for command in ([], ["list"], ["catalog"], ["catalog", "check"]):
        done = octools(*command, "-h", folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == octools(*command, "--help", folder=tmp_path).stdout


def test_a_module_named_as_a_file_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "berths.py").write_text("TOOLS = []\n", encoding="utf-8")
    done = octools("compact", "berths.py", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith("hint: name the module, not its file: berths\n")


def test_a_file_named_as_a_provider_is_pointed_out(tmp_path: Path) -> None:
    name = write(tmp_path, MCP)
    for spec in (name, f"./{name}"):
        done = octools("validate", spec, folder=tmp_path)
        assert done.returncode == 2
        assert done.stderr.endswith("; octools compact, catalog check and serve take a JSON file\n")


@pytest.mark.parametrize("output_format", ["text", "json", "github"])
def test_findings_of_a_catalogue(tmp_path: Path, output_format: str) -> None:
    bad = [CATALOGUE[3], CATALOGUE[3], {**CATALOGUE[1], "safetyTier": "exec"}]
    name = write(tmp_path, bad)
    done = octools("catalog", "check", name, "--output-format", output_format, folder=tmp_path)
    assert done.returncode == 1
    if output_format == "json":
        assert {each["rule"] for each in json.loads(done.stdout)} == {"duplicate_tool_id", "exec_source"}
    else:
        assert "duplicate_tool_id" in done.stdout
        assert ("::error" in done.stdout) == (output_format == "github")


def test_the_catalogue_of_a_host_is_checked(tmp_path: Path) -> None:
    with running(create_app(per_principal, authorize=authorize)) as url:
        for address in (url, f"{url}/v1/tools", f"{url}/v1/tools?view=compact"):
            done = octools("catalog", "check", address, "--token", "whole", folder=tmp_path)
            assert (done.returncode, done.stdout) == (0, f"{address}: 4 tools, no findings\n")
        refused = octools("catalog", "check", url, folder=tmp_path)
        assert refused.returncode == 1
        assert "401" in refused.stderr
        nowhere = octools("catalog", "check", f"{url}/healthz", "--token", "whole", folder=tmp_path)
        assert "holds no catalogue" in nowhere.stderr
        for token in ("secret\nword", "secret é"):
            unfit = octools("catalog", "check", url, "--token", token, folder=tmp_path)
            assert (unfit.returncode, "secret" in unfit.stderr) == (2, False)
    for address in ("http://[::1", "http://a b/"):
        malformed = octools("catalog", "check", address, folder=tmp_path)
        assert malformed.returncode == 2
        assert "the URL has a" in malformed.stderr
    gone = octools("catalog", "check", url, folder=tmp_path)
    assert gone.returncode == 1
    assert "no whole answer" in gone.stderr
