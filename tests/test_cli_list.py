"""`octools list` and `octools --version`, run as processes."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]

TOOLS = """
from octools import OCTool

def run(_dependency, **arguments):
    return {}

def make(name, access="local", **fields):
    return OCTool(name=name, description="Pulls \\u00e9 data. Ends.", func=run, access=access,
                  input_schema={"type": "object"}, **fields)

def all_tools():
    return [make("pull_rows"), make("push_rows", "remote", read_only_hint=False)]
"""
TABLE = "pull_rows  local   read   Pulls é data.\npush_rows  remote  write  Pulls é data.\n"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "some_tools.py").write_text(TOOLS, encoding="utf-8")

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        options = {"cwd": tmp_path, "capture_output": True, "text": True, "encoding": "utf-8", **options}
        return subprocess.run(
            [sys.executable, "-m", "octools", *arguments],
            check=False,
            timeout=60,
            stdin=subprocess.DEVNULL,
            **options,
        )

    return run


def failed(result: subprocess.CompletedProcess[str], code: int) -> str:
    """Check that a command failed without a word on standard output and without a traceback."""
    assert result.returncode == code, result.stderr
    assert not result.stdout
    assert "Traceback" not in result.stderr
    return result.stderr


def test_version(run: Run) -> None:
    import octools

    result = run("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"octools {octools.__version__}\n", "")


def test_help_names_every_command(run: Run) -> None:
    result = run("--help")
    assert result.returncode == 0
    for name in ("list", "validate", "schema", "compact", "catalog", "serve", "conformance"):
        assert f"\n  {name} " in result.stdout


def test_the_console_script_runs_the_same(run: Run, tmp_path: Path) -> None:
    script = Path(sys.executable).parent / "octools"
    if not script.exists():
        pytest.skip("the package is not installed beside this interpreter")
    result = subprocess.run([script, "list", "some_tools"], check=False, capture_output=True, cwd=tmp_path)
    assert (result.returncode, result.stdout.decode("utf-8")) == (0, TABLE)


def test_the_working_directory_is_importable(run: Run) -> None:
    result = run("list", "some_tools")
    assert (result.returncode, result.stdout, result.stderr) == (0, TABLE, "")


@pytest.mark.parametrize(
    ("arguments", "style"),
    [
        (["--output-format", "md"], "md"),
        (["--output-format=markdown"], "md"),
        (["--output-format", "txt"], "txt"),
        (["--output-format", "table"], "table"),
    ],
)
def test_styles(run: Run, arguments: list[str], style: Any) -> None:
    scope: dict[str, Any] = {}
    exec(TOOLS, scope)
    provider: Any = type("Provider", (), {"all_tools": staticmethod(scope["all_tools"])})()
    from octools import render_listing

    assert run("list", "some_tools", *arguments).stdout == render_listing(provider, style=style)


def test_access_filters(run: Run) -> None:
    assert (
        run("list", "some_tools", "--access", "remote").stdout == "push_rows  remote  write  Pulls é data.\n"
    )


def test_json_is_one_ascii_line_when_piped(run: Run) -> None:
    result = run("list", "some_tools", "--output-format", "json")
    assert result.stdout.isascii()
    assert result.stdout.count("\n") == 1
    assert [row["name"] for row in json.loads(result.stdout)] == ["pull_rows", "push_rows"]
    pretty = run("list", "some_tools", "--output-format", "json", "--pretty")
    assert pretty.stdout.startswith('[\n  {\n    "name"')
    assert json.loads(pretty.stdout) == json.loads(result.stdout)


def on_a_terminal(arguments: list[str], cwd: Path) -> str:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "octools", *arguments],
        cwd=cwd,
        stdin=follower,
        stdout=follower,
        stderr=follower,
    )
    os.close(follower)
    received = b""
    while True:
        if not select.select([leader], [], [], 60)[0]:
            break
        try:
            chunk = os.read(leader, 65536)
        except OSError:  # Linux says so when the other side is closed
            break
        if not chunk:
            break
        received += chunk
    os.close(leader)
    assert process.wait(60) == 0
    return received.decode("utf-8").replace("\r\n", "\n")


def test_json_is_indented_on_a_terminal(run: Run, tmp_path: Path) -> None:
    assert on_a_terminal(["list", "some_tools", "--output-format", "json"], tmp_path).startswith("[\n  {\n")
    one_line = on_a_terminal(["list", "some_tools", "--output-format", "json", "--no-pretty"], tmp_path)
    assert one_line.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("provider", "class Provider:\n    def all_tools(self): return all_tools()\nprovider = Provider()\n"),
        ("Provider", "class Provider:\n    def all_tools(self): return all_tools()\n"),
        ("Provider", "class Provider:\n    @classmethod\n    def all_tools(cls): return all_tools()\n"),
        ("Provider", "class Provider:\n    @staticmethod\n    def all_tools(): return all_tools()\n"),
        ("box.inner", "class box:\n    class inner:\n        all_tools = staticmethod(all_tools)\n"),
        ("build", "import types\ndef build(): return types.SimpleNamespace(all_tools=all_tools)\n"),
        ("build", "import sys\ndef build(*, debug=False): return sys.modules[__name__]\n"),
    ],
)
def test_what_a_spec_may_name(run: Run, tmp_path: Path, name: str, code: str) -> None:
    with (tmp_path / "some_tools.py").open("a", encoding="utf-8") as module:
        module.write(code)
    assert run("list", f"some_tools:{name}").stdout == TABLE


def test_a_package_module(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack" / "inner").mkdir(parents=True)
    (tmp_path / "some_tools.py").rename(tmp_path / "pack" / "inner" / "listing.py")
    assert run("list", "pack.inner.listing").stdout == TABLE


# A proxy for something that is not there, as web frameworks have them.
UNASKABLE = "def __getattr__(self, name): raise RuntimeError('no request')"


@pytest.mark.parametrize(
    ("spec", "code", "message", "hint"),
    [
        ("nowhere", "", "there is no module 'nowhere'", "run in the directory"),
        ("some_tools.py", "", "there is no module 'some_tools.py'", "not its file: some_tools"),
        ("json.nowhere", "", "there is no module 'json.nowhere'", "install it"),
        ("", "", "'' is no SPEC", "package.module"),
        (":x", "", "':x' is no SPEC", "package.module"),
        ("a b", "", "'a b' is no SPEC", "package.module"),
        ("some_tools:", "", "'some_tools:' is no SPEC", "package.module"),
        ("some_tools:a:b", "", "'some_tools:a:b' is no SPEC", "package.module"),
        ("./some_tools.py", "", "'./some_tools.py' is no SPEC", "package.module"),
        ("some_tools:gone", "", "some_tools has no attribute 'gone'", ""),
        ("some_tools:run.gone", "", "some_tools:run has no attribute 'gone'", ""),
        (
            "some_tools:all_tools",
            "",
            "some_tools:all_tools gives no provider",
            "name the module some_tools instead",
        ),
        (
            "some_tools:box.all_tools",
            "class box:\n    all_tools = all_tools\n",
            "gives no",
            "name the object some_tools:box",
        ),
        ("some_tools:tools", "tools = all_tools()\n", "some_tools:tools is no provider", ""),
        ("some_tools:build", "def build(): return 5\n", "some_tools:build gives no provider: 5", ""),
        ("some_tools:build", "build = dict\n", "some_tools:build gives no provider: {}", ""),
        (
            "some_tools:build",
            "def build(size): return 5\n",
            "missing a required argument: 'size'",
            "without arguments",
        ),
        ("json", "", "json is no provider: it has no all_tools()", "json:<name>"),
        (
            "some_tools",
            "del all_tools\nclass A:\n  def all_tools(self): ...\na = A()\n",
            "is no provider",
            "it has a",
        ),
        (
            "some_tools",
            f"del all_tools\nclass A: all_tools = print\na = A()\nclass B:\n  {UNASKABLE}\nb = B()\n",
            "is no provider",
            "it has a",
        ),
        (
            "some_tools:build",
            f"class Build:\n  def __call__(self): ...\n  {UNASKABLE}\nbuild = Build()\n",
            "reading some_tools:build raised RuntimeError: no request",
            "",
        ),
        ("some_tools", "import nowhere.at_all\n", "importing some_tools raised ModuleNotFoundError", ""),
        ("some_tools", "this is no Python\n", "importing some_tools raised SyntaxError", ""),
        ("some_tools", "1 / 0\n", "importing some_tools raised ZeroDivisionError: division by zero", ""),
        ("some_tools", "import sys\nsys.exit()\n", "importing some_tools raised SystemExit", "must not exit"),
        (
            "some_tools",
            "import sys\nsys.exit(0)\n",
            "importing some_tools raised SystemExit: 0",
            "must not exit",
        ),
        ("some_tools", "raise GeneratorExit\n", "importing some_tools raised GeneratorExit", ""),
        ("some_tools", "class Stop(BaseException): pass\nraise Stop('\\x1b[31m')\n", "Stop: \\u001b[31m", ""),
        ("some_tools", "def f(): f()\nf()\n", "importing some_tools raised RecursionError", ""),
        (
            "some_tools:x",
            "def __getattr__(name): raise SystemExit(3)\n",
            "reading some_tools:x raised SystemExit: 3",
            "",
        ),
    ],
)
def test_a_spec_that_names_no_provider(
    run: Run, tmp_path: Path, spec: str, code: str, message: str, hint: str
) -> None:
    with (tmp_path / "some_tools.py").open("a", encoding="utf-8") as module:
        module.write(code)
    code_of = 1 if message.startswith("reading") else 2
    told = failed(run("list", spec), code_of)
    assert message in told
    assert hint in told
    error = json.loads(failed(run("list", spec, "--output-format", "json"), code_of))["error"]
    assert message in error["message"]
    assert error["exit_code"] == code_of
    assert error["type"] == {1: "api_failure", 2: "usage"}[code_of]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def all_tools(): raise ValueError('no\\nlink \\x1b[1m')", "raised ValueError: no link \\u001b[1m"),
        ("def all_tools(): raise SystemExit(0)", "raised SystemExit: 0"),
        ("def all_tools(): raise GeneratorExit", "raised GeneratorExit"),
        (
            "class Odd(BaseException):\n  def __str__(self): raise OSError\ndef all_tools(): raise Odd",
            "raised Odd",
        ),
        ("def all_tools(): return 5", "raised TypeError"),
        ("def all_tools(): return [5]", "all_tools() holds 5, which is no OCTool"),
        ("def all_tools(): yield make('a'); raise KeyError('x')", "raised KeyError: 'x'"),
        ("def all_tools():\n  raise ExceptionGroup('many', [ValueError(1)])", "raised ExceptionGroup"),
        ("def all_tools(): raise ValueError('x' * 1_000_000)", "raised ValueError: xxx"),
        ("def all_tools(): raise ValueError('\\ud800')", "raised ValueError: \\ud800"),
        ("def all_tools(): make('Bad name')", "the name 'Bad name' does not match"),
        ("def all_tools(): return all_tools()", "raised RecursionError"),
    ],
)
def test_a_provider_that_fails(run: Run, tmp_path: Path, code: str, message: str) -> None:
    with (tmp_path / "some_tools.py").open("a", encoding="utf-8") as module:
        module.write(code)
    told = failed(run("list", "some_tools"), 1)
    assert message in told
    assert len(told) < 1000
    error = json.loads(failed(run("list", "some_tools", "--output-format", "json"), 1))["error"]
    assert list(error) == ["type", "exit_code", "message", "reason", "status_code", "details", "hint"]
    assert (error["type"], error["exit_code"], error["reason"], error["hint"]) == (
        "api_failure",
        1,
        None,
        None,
    )


def test_a_factory_that_fails(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "some_tools.py").open("a", encoding="utf-8") as module:
        module.write("def build(): raise ConnectionError('no link')")
    assert "calling some_tools:build raised ConnectionError: no link" in failed(
        run("list", "some_tools:build"), 1
    )


def test_what_a_provider_prints_is_no_part_of_the_listing(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "some_tools.py").open("a", encoding="utf-8") as module:
        module.write(
            "print('importing')\nlisted = all_tools\ndef all_tools(): print('listing'); return listed()\n"
        )
    result = run("list", "some_tools")
    assert result.stdout == TABLE
    assert result.stderr == "importing\nlisting\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'SPEC'"),
        (["some_tools", "--frob"], "No such option"),
        (["some_tools", "--acc", "local"], "No such option"),
        (["some_tools", "--output-form", "json"], "No such option"),
        (["some_tools", "--access", "cloud"], "'cloud' is not one of 'local', 'remote'"),
        (["some_tools", "--output-format", "yaml"], "'yaml' is not one of"),
        (["some_tools", "more"], "unexpected extra argument"),
        (["some_tools", "-o"], "-o"),
    ],
)
def test_usage(run: Run, arguments: list[str], message: str) -> None:
    told = failed(run("list", *arguments), 2)
    assert message in told
    assert "hint: see octools" in told


def test_usage_of_the_group(run: Run) -> None:
    assert "Missing command" in failed(run(), 2)
    assert "No such command 'lst'" in failed(run("lst"), 2)
    assert "No such option" in failed(run("--vers"), 2)


def test_usage_in_json_is_one_line(run: Run) -> None:
    told = failed(run("list", "--output-format", "json", "--frob"), 2)
    assert told.count("\n") == 1
    assert json.loads(told)["error"] == {
        "type": "usage",
        "exit_code": 2,
        "message": "No such option '--frob'." if "'" in told else "No such option: --frob",
        "reason": None,
        "status_code": None,
        "details": None,
        "hint": "see octools list --help",
    }


def test_a_listing_survives_any_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "some_tools.py").write_text(
        TOOLS.replace("Pulls \\u00e9 data.", "A \\x1b[2J\\ud800\\u2028\\r\\nb."), encoding="utf-8"
    )
    for style in ("table", "md", "txt", "json"):
        result = run("list", "some_tools", "--output-format", style)
        assert result.returncode == 0
        assert "\x1b" not in result.stdout
        result.stdout.encode("utf-8")
    assert run("list", "some_tools").stdout.startswith("pull_rows  local   read   A \\u001b[2J\\ud800  b.\n")


def test_an_encoding_that_cannot_say_it(run: Run) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert run("list", "some_tools", env=environment).stdout == TABLE.replace("é", "\\u00e9")
