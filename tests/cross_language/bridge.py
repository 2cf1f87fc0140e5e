"""One Node process that does what the TypeScript package does, a JSON line at a time."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "typescript"
ESBUILD = PACKAGE / "node_modules" / "esbuild" / "bin" / "esbuild"


def unavailable() -> str | None:
    """Why there is no TypeScript to compare with, or None."""
    if shutil.which("node") is None:
        return "needs Node on the PATH"
    if not ESBUILD.exists():
        return "needs the packages of typescript/: run npm ci there"
    return None


class Bridge:
    """The process; `ask` answers what an operation of the shared fixtures gives there."""

    def __init__(self, folder: Path) -> None:
        script = folder / "bridge.mjs"
        subprocess.run(
            [
                "node",
                str(ESBUILD),
                str(PACKAGE / "tests" / "bridge.ts"),
                "--bundle",
                "--platform=node",
                "--format=esm",
                "--log-level=error",
                "--tsconfig-raw={}",
                f"--alias:#contract={ROOT / 'generated' / 'typescript'}",
                f"--alias:zod={PACKAGE / 'node_modules' / 'zod' / 'index.js'}",
                f"--outfile={script}",
            ],
            cwd=PACKAGE,
            check=True,
        )
        self._process = subprocess.Popen(
            ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, operation: str, given: dict[str, Any]) -> dict[str, Any]:
        """Return `result`, or `error` with what is known of it.

        Args:
            operation: Name of the operation.
            given: Its input, as a case of the shared fixtures has it.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        # ASCII keeps lone surrogates, which no encoding writes, on their way.
        stdin.write(json.dumps({"operation": operation, "input": given}) + "\n")
        stdin.flush()
        line = stdout.readline()
        assert line, f"the TypeScript side ended on {operation} {json.dumps(given)[:2000]}"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()
