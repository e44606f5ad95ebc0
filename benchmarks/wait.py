"""
How long a student waits for `grader check`, by kind of mistake: ``python -m benchmarks --only wait``.

Each file is checked by itself, as on a student's computer. The first finding is the first line on the screen that says
what is wrong. CPU seconds are those of all processes, also as a multiple of what a right file takes in the same run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.installed_copy import as_installed
from benchmarks.measuring import RUN_MEASURED, environment
from benchmarks.table import TextTable
from tests.fixture_folders import folder_called

RIGHT = "plain-minimax-deepcopy"
KINDS = (
    *("syntax-error", "import-raises", "import-never-ends", "game-loop-at-import", "missing-function", "skeleton"),
    *("player-counts-two-rows", "player-global-turn-counter", "player-mixes-up-turns", "player-o-begins"),
    *("actions-list", "actions-misses-last-column", "actions-mutable-default"),
    *("result-mutates", "result-shallow-copy", "result-accepts-occupied", "result-accepts-negative"),
    *("result-swaps-row-and-column", "winner-misses-anti-diagonal", "winner-blind-to-o", "winner-stops-at-empty-line"),
    *("winner-never-returns-on-ties", "terminal-only-when-full", "terminal-returns-winner", "utility-swapped"),
    *("utility-none-for-tie", "minimax-first-empty-cell", "minimax-one-ply", "minimax-always-maximizes"),
    *("minimax-returns-value-and-move", "minimax-forgets-to-undo", "minimax-recurses-forever"),
    *("minimax-hangs-on-one-board", "minimax-prints-every-node"),
)
"""Fixtures with what students do wrong, or more, most often."""
FINDING = re.compile(r"[0-9] wrong\n|.* points lost\n")


class Wait(NamedTuple):
    """What one check took, in seconds."""

    first: float
    """On the clock, until the first finding is shown; all of it for a right file."""
    wall: float
    cpu: float


def measure_wait(report: Callable[[str], None]) -> Mapping[str, Wait]:
    """Check the right file and one of each kind, and return what they took by name."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        ours = as_installed(Path(place))
        for name in (RIGHT, *KINDS):
            report(f"check of {name}")
            found[name] = _wait(folder_called(name) / "tictactoe.py", ours)
    return found


def wait_tables(waits: Mapping[str, Wait]) -> list[TextTable]:
    """Return a table of the waits, if there are any."""
    if not waits:
        return []
    right = waits[RIGHT].cpu
    rows = tuple(
        (name, f"{one.first:.1f}", f"{one.wall:.1f}", f"{one.cpu:.1f}", f"{one.cpu / right:.1f} x")
        for name, one in waits.items()
    )
    head = ("file", "first finding, s", "all, s", "CPU s", "of a right file's")
    return [TextTable(title="a check by a student", head=head, rows=rows)]


def _wait(file: Path, ours: Mapping[str, str]) -> Wait:
    with tempfile.TemporaryDirectory() as place:
        costs = Path(place, "costs.json")
        command: list[str | Path] = [sys.executable, "-m", "grader", "check", file, "--require-isolation", "basic"]
        began = time.monotonic()
        with subprocess.Popen(  # noqa: S603 - a command the benchmark wrote
            [sys.executable, "-I", "-S", RUN_MEASURED, costs, *command],
            env=environment(ours),
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            shown = [time.monotonic() - began for line in process.stdout or () if FINDING.search(line)]
        used = json.loads(costs.read_text(encoding="utf-8"))
    return Wait(first=shown[0] if shown else used["wall"], wall=used["wall"], cpu=used["cpu"])
