"""What a command costs: CPU time of its whole process tree, wall time, and memory of the largest process in it."""

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

STARTED = Path(__file__).with_name("started.py")
UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONPATH", "PYTHONHASHSEED", "CI")
"""Settings that would make one of the contenders another than it is for most people."""
LAST_WORDS = 2000
"""Characters of what a command said that are shown when it fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one run used."""

    cpu: float
    """Seconds, of the command and everything it started."""
    wall: float | None = None
    """Seconds, where it means something."""
    peak_mib: float | None = None
    """Of the largest single process."""


class Failed(Exception):
    """A command did not end as it should: what it cost means nothing."""


def cost_of(command: Command, *, cwd: Path, extra: Mapping[str, str] | None = None) -> Cost:
    """
    Run `command` in `cwd`, with `extra` in its environment, and return what it cost.

    Raises Failed when it ends with another exit status than 0.
    """
    with tempfile.TemporaryDirectory() as place:
        report, said = Path(place, "report.json"), Path(place, "said.txt")
        with said.open("wb") as output:
            subprocess.run(  # noqa: S603 - commands the benchmark wrote
                [sys.executable, "-I", "-S", STARTED, report, *command],
                cwd=cwd,
                env=environment(extra),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=True,
            )
        found = json.loads(report.read_text(encoding="utf-8"))
        if found["status"] != 0:
            words = said.read_text(encoding="utf-8", errors="replace")[-LAST_WORDS:]
            raise Failed(f"exit status {found['status']}: {' '.join(map(str, command))}\n{words}")
        if not found["complete"]:
            raise Failed(f"left processes running, whose cost is not known: {' '.join(map(str, command))}")
    return Cost(cpu=found["cpu"], wall=found["wall"], peak_mib=found["peak_mib"])


def said_by(command: Command, *, cwd: Path, extra: Mapping[str, str]) -> str:
    """Run `command` like `cost_of` and return what it prints; raises Failed when its exit status is not 0."""
    done = subprocess.run(  # noqa: S603 - the same
        command, cwd=cwd, env=environment(extra), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stderr[-LAST_WORDS:]}")
    return done.stdout


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return what every command finds: Python as it is for most people, which keeps bytecode, and `extra`."""
    ours = {name: value for name, value in os.environ.items() if name not in UNUSUAL}
    return {**ours, **(extra or {})}


class Runs:
    """What every contender cost in every round; they take turns, so that a busy machine is busy for all of them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Tell `say` what is being run."""
        self._say = say
        self.costs: dict[str, dict[int, Cost]] = {}
        self.failed: dict[str, str] = {}
        """Why a contender is out, by its name."""

    def take(self, name: str, number: int, run: Callable[[], Cost]) -> None:
        """Run the contender called `name` in round `number`, unless it has failed before."""
        if name in self.failed:
            return
        self._say(f"{name}, round {number + 1}")
        try:
            self.costs.setdefault(name, {})[number] = run()
        except Failed as error:
            self.costs.pop(name, None)
            self.failed[name] = str(error)


def folder_with(place: Path, files: Mapping[str, str]) -> Path:
    """Make the folder `place` with `files` by their names, and return it."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place
