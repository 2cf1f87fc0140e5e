"""Changes the code in many small ways and reports which changes no test notices.

    python scripts/mutants.py [MUTANT NAME OR PATTERN ...]

The configuration is in pyproject.toml. Prints the living mutants and a table by module; exit code 1 when more
than a tenth of them is alive. Results stay under mutants/, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "mutants"
MUTMUT = str(Path(sys.executable).parent / "mutmut")
LIVING = 0.10
# What the exit codes mean that mutmut stores for a mutant; with any other a test failed.
VERDICTS = {0: "alive", 5: "no test", 33: "no test", 34: "skipped", 35: "suspicious"}
VERDICTS |= dict.fromkeys((24, 36, 152, 255, -24), "timeout")
INTERRUPTED = 2
KILLED = "killed"


def main(arguments: list[str]) -> int:
    """Runs the mutants and sums them up."""
    workers = str(os.cpu_count() or 1)
    command = [MUTMUT, "run", "--max-children", workers, *arguments]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code != 0:
        print(f"error: mutmut ended with exit code {code}; its output above says why.", file=sys.stderr)
        return 1
    return report()


def report() -> int:
    """Prints living mutants and the table; mutants without a test count as alive."""
    counts: dict[str, Counter[str]] = {}
    alive = []
    for meta in sorted(MUTANTS.rglob("*.py.meta")):
        module = meta.relative_to(MUTANTS).as_posix().removesuffix(".meta")
        codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        judged = {
            name: VERDICTS.get(code, KILLED)
            for name, code in codes.items()
            if code not in {None, INTERRUPTED}
        }
        if judged:
            counts[module] = Counter(judged.values())
            alive += [name for name, verdict in judged.items() if verdict in {"alive", "no test"}]
    total: Counter[str] = sum(counts.values(), Counter())
    columns = [KILLED, "timeout", "suspicious", "alive", "no test"]
    width = max([*map(len, counts), len("module")])
    print("\nAlive (mutmut show NAME prints the change):")
    print("\n".join(f"  {name}" for name in alive) or "  none")
    print(f"\n{'module':<{width}}" + "".join(f"{column:>12}" for column in columns))
    for module, verdicts in [*counts.items(), ("all", total)]:
        print(f"{module:<{width}}" + "".join(f"{verdicts[column]:>12}" for column in columns))
    share = len(alive) / max(1, total.total())
    print(f"{100 * share:.1f} % alive, {100 * LIVING:.0f} % allowed")
    return int(share > LIVING or not counts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
