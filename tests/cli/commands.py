"""Commands that the tests start, in this process or another one, and what a command wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.sandbox.isolations import Machine


@dataclass(frozen=True, slots=True)
class Completed:
    """A command that has ended: its exit status and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(slots=True)
class RunningCommand:
    """A command that runs beside the tests; the first test that needs its output waits for its end."""

    process: subprocess.Popen[bytes]
    _completed: Completed | None = field(default=None)

    @property
    def completed(self) -> Completed:
        """Wait for its end."""
        if self._completed is None:
            out, err = self.process.communicate(timeout=120)
            self._completed = Completed(self.process.returncode, out.decode(), err.decode())
        return self._completed


@dataclass(frozen=True, slots=True)
class RealRuns:
    """Commands that really grade."""

    reference: RunningCommand
    """The model answer, on a terminal that has only ASCII, with `--out`."""
    lossy: RunningCommand
    """A file without three of the functions, as JSON, with `--out`."""
    folder: Path


Run = Callable[..., Completed]
OfferIsolation = Callable[..., list[Machine]]


def start(*arguments: object, cwd: Path, env: dict[str, str]) -> RunningCommand:
    """Start `python -m grader` with these arguments, as from a person's terminal unless `env` has CI."""
    surroundings = {name: value for name, value in os.environ.items() if name != "CI"}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=cwd,
        env={**surroundings, "PYTHONUTF8": "0", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    return RunningCommand(process)
