"""What a command costs: CPU time of its process tree, wall time, and memory of its largest process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Command = Sequence[str | Path]

RUN_MEASURED = Path(__file__).with_name("run_measured.py")
REMOVED_VARIABLES = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONPATH", "PYTHONHASHSEED", "CI")
"""Environment variables with which a contender would not run as it does for most people."""
MAX_ERROR_TEXT = 2000
"""Characters of a failed command's output that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one run used."""

    cpu: float
    """Seconds, of the command and all processes it started."""
    wall: float | None = None
    """Seconds, None when they mean nothing."""
    peak_mib: float | None = None
    """MiB of the largest single process."""


class CommandFailed(Exception):
    """A command failed, so its cost means nothing."""


def cost_of(command: Command, *, cwd: Path, extra: Mapping[str, str] | None = None) -> Cost:
    """
    Run `command` in `cwd`, with `extra` in its environment, and return what it cost.

    Raises CommandFailed if its exit status is not 0, or if processes of it are left running.
    """
    with tempfile.TemporaryDirectory() as place:
        report, log = Path(place, "report.json"), Path(place, "output.txt")
        with log.open("wb") as output:
            subprocess.run(  # noqa: S603 - commands the benchmark wrote
                [sys.executable, "-I", "-S", RUN_MEASURED, report, *command],
                cwd=cwd,
                env=environment(extra),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=True,
            )
        found = json.loads(report.read_text(encoding="utf-8"))
        if found["status"] != 0:
            text = log.read_text(encoding="utf-8", errors="replace")[-MAX_ERROR_TEXT:]
            raise CommandFailed(f"exit status {found['status']}: {' '.join(map(str, command))}\n{text}")
        if not found["complete"]:
            raise CommandFailed(f"left processes running, whose cost is not known: {' '.join(map(str, command))}")
    return Cost(cpu=found["cpu"], wall=found["wall"], peak_mib=found["peak_mib"])


def output_of(command: Command, *, cwd: Path, extra: Mapping[str, str]) -> str:
    """Run `command` like `cost_of` and return what it prints (CommandFailed if its exit status is not 0)."""
    done = subprocess.run(  # noqa: S603 - the same
        command, cwd=cwd, env=environment(extra), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise CommandFailed(
            f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stderr[-MAX_ERROR_TEXT:]}"
        )
    return done.stdout


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of every command: without `REMOVED_VARIABLES`, with `extra`."""
    ours = {name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES}
    return {**ours, **(extra or {})}


class Runs:
    """The cost of every contender in every round; they take turns, so that a busy machine slows all of them."""

    def __init__(self, report: Callable[[str], None]) -> None:
        """Call `report` with the name of each run when it starts."""
        self.report = report
        self.costs: dict[str, dict[int, Cost]] = {}
        self.failed: dict[str, str] = {}
        """Why a contender no longer takes part, by its name."""

    def run(self, name: str, number: int, measure: Callable[[], Cost]) -> None:
        """Measure the contender `name` in round `number`, unless it has failed before."""
        if name in self.failed:
            return
        self.report(f"{name}, round {number + 1}")
        try:
            self.costs.setdefault(name, {})[number] = measure()
        except CommandFailed as error:
            self.costs.pop(name, None)
            self.failed[name] = str(error)


def folder_with(place: Path, files: Mapping[str, str]) -> Path:
    """Write `files`, texts by path, into the folder `place` and return it."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place
