"""The runner: its rows, its arithmetic and its tables."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import child, measuring, report, timing
from benchmarks.__main__ import main
from benchmarks.larger_contract import enlarge
from benchmarks.registry import topic_named, topic_names
from benchmarks.rows import Commands, Failure, Growth, Memory, Pair, Processes, Reported, Result, Timed, Topic

ROOT = Path(__file__).resolve().parents[2]


def result(name: str = "work", ratio: float = 1.5, goal: float | None = 2.0, spread: float = 0.1) -> Result:
    return Result("topic", name, "floor", goal, "s", 0.003, 0.002, ratio, ratio - spread, ratio + spread, 5)


@pytest.mark.parametrize("name", topic_names())
def test_every_topic_states_rows_with_names_of_their_own(name: str) -> None:
    topic = topic_named(name)
    assert topic.name == name
    assert topic.rows
    assert len({row.name for row in topic.rows}) == len(topic.rows)
    assert all(isinstance(row, Timed | Growth | Processes | Memory | Reported) for row in topic.rows)


def test_the_ratio_is_that_of_the_rounds_not_of_the_medians() -> None:
    figures = timing.figures([2.0, 20.0, 3.0], [1.0, 10.0, 2.0])
    assert figures.ratios == (2.0, 2.0, 1.5)
    assert (figures.ours, figures.other) == (3.0, 2.0)
    assert timing.quartiles(figures.ratios) == (1.75, 2.0, 2.0)


def test_both_sides_are_called_the_same_number_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SHORTEST", 0.0)
    monkeypatch.setattr(timing, "BUDGET", 0.0)
    calls: list[str] = []
    figures = timing.compare(Pair(lambda: calls.append("ours"), lambda: calls.append("other")))
    assert len(figures.ratios) == timing.FEWEST_ROUNDS
    assert calls.count("ours") == calls.count("other")


def test_a_short_piece_of_work_is_repeated_within_a_round() -> None:
    assert timing.calls_a_round(lambda: None) > 1000


def test_growth_divides_the_growth_of_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"small": 1.0, "large": 12.0, "small other": 2.0, "large other": 20.0}
    names = {key: (lambda: None) for key in seconds}
    monkeypatch.setattr(timing, "calls_a_round", lambda _work: 1)
    monkeypatch.setattr(
        timing,
        "timed",
        lambda work, _calls: next(seconds[key] for key, each in names.items() if each is work),
    )
    figures = timing.compare_growth(
        Pair(names["small"], names["small other"]), Pair(names["large"], names["large other"])
    )
    assert (figures.ours, figures.other, set(figures.ratios)) == (12.0, 10.0, {1.2})


def test_added_memory_sees_what_the_work_holds_at_its_highest() -> None:
    size = 64 * 1024 * 1024

    def work() -> int:
        held = bytearray(size)
        return len(held)

    assert 0.8 * size / 1024 < child.added_memory(work) < 1.5 * size / 1024


def test_a_goal_is_met_up_to_its_own_value() -> None:
    assert [result(ratio=ratio).verdict for ratio in (1.0, 2.0, 2.01)] == ["met", "met", "OVER"]
    assert result(goal=None).verdict == "-"


def test_the_table_shows_every_figure() -> None:
    text = report.table(report.HEADINGS, [report.cells(result())])
    assert text.splitlines()[2].split() == [
        "work",
        "floor",
        "3",
        "ms",
        "2",
        "ms",
        "1.50",
        "1.40-1.60",
        "2",
        "met",
    ]


def test_the_closing_lines_name_what_is_over_and_what_failed() -> None:
    text = report.closing([result(), result("slow", 2.5)], [Failure("host", "load", "no port")])
    assert text.splitlines() == [
        "1 of 2 goals met",
        "over its goal: slow (2.50, goal 2)",
        "not measured: host: load: no port",
    ]


def test_two_runs_are_compared_row_by_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report.write(tmp_path / "a.json", {}, [result("same", 1.5), result("worse", 1.5), result("gone")])
    report.write(tmp_path / "b.json", {}, [result("same", 1.55), result("worse", 3.0), result("new")])
    assert main(["--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json")]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert rows == [
        ["same", "1.50", "1.55", "+3", "%", "same"],
        ["worse", "1.50", "3.00", "+100", "%", "slower"],
        ["gone", "1.50", "-", "-", "only", "before"],
        ["new", "-", "1.50", "-", "only", "after"],
    ]


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["--compare", str(tmp_path / "x.json"), str(tmp_path / "x.json")])
    assert stopped.value.code == 2
    assert "x.json is no file that --json has written" in capsys.readouterr().err


def test_a_run_of_one_topic_writes_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measuring, "PROCESS_BUDGET", 0.0)
    monkeypatch.setattr(measuring, "FEWEST_PROCESS_ROUNDS", 1)
    assert main(["--only", "imports", "--json", str(tmp_path / "figures.json")]) == 0
    rows = json.loads((tmp_path / "figures.json").read_text("utf-8"))["rows"]
    assert [row["name"] for row in rows] == [row.name for row in topic_named("imports").rows]
    printed = capsys.readouterr().out
    assert all(row["name"] in printed for row in rows)


def test_a_row_that_cannot_be_measured_is_named_and_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = Processes(
        "broken", "nothing", 1.0, lambda: Commands((sys.executable, "-c", "1/0"), (sys.executable,))
    )
    monkeypatch.setattr("benchmarks.__main__.topic_named", lambda name: Topic(name, (broken,)))
    assert main(["--only", "imports"]) == 1
    assert "not measured: imports: broken: ZeroDivisionError: division by zero" in capsys.readouterr().out


@pytest.mark.slow
def test_a_larger_contract_is_a_contract(tmp_path: Path) -> None:
    enlarge(ROOT / "schemas", tmp_path / "schemas", 2)
    done = subprocess.run(
        [sys.executable, "-m", "octools_codegen", "generate", "--contract", str(tmp_path / "schemas")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
