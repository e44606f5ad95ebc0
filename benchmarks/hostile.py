"""
What each hostile fixture costs: ``python -m benchmarks --only hostile``.

Each is graded alone, under its own small limits, in a process of its own that has graded an ordinary submission first.
So what is measured is what it costs the marker in addition to its start.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from benchmarks.installed_copy import ROOT
from benchmarks.measuring import output_of
from benchmarks.table import TextTable

HOSTILE = ROOT / "fixtures" / "hostile"
ORDINARY = "reference"
"""The name of the row of an ordinary submission."""
SHOWN = 20
CLASS_SIZE, HOSTILE_SHARE = 100, 0.2
"""The class whose sum is shown, and how many of its submissions are the worst hostile ones."""
SUMMED = ("wall", "inside", "marker")
"""What is added up for a class."""
MAX_MARKER_CPU, MAX_MARKER_MIB = 5.0, 200.0
"""What the marker may take for a submission beyond an ordinary one: CPU seconds and MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackCost:
    """What grading one hostile fixture took."""

    name: str
    wall: float
    limit: float
    """CPU seconds that all its calls may take together: its limit."""
    inside: float
    """CPU seconds of its own processes."""
    marker: float
    """CPU seconds of ours."""
    grown_mib: float
    """MiB by which the peak memory of our process grew."""


def measure_hostile(report: Callable[[str], None]) -> list[AttackCost]:
    """Grade every hostile fixture that this machine can grade, the worst wall time first."""
    found = []
    for name in [ORDINARY, *sorted(folder.name for folder in HOSTILE.iterdir())]:
        report(name)
        text = output_of([sys.executable, "-m", "benchmarks.one_attack", name], cwd=ROOT, extra={})
        if text.strip():  # nothing for what cannot be graded here, or is refused unread
            found.append(AttackCost(**json.loads(text)))
    return sorted(found, key=lambda cost: -cost.wall)


def hostile_tables(costs: Sequence[AttackCost]) -> list[TextTable]:
    """Return the worst, what broke a bound, and the sum for a class."""
    if not costs:
        return []
    ordinary = next(cost for cost in costs if cost.name == ORDINARY)
    attacks = [cost for cost in costs if cost is not ordinary]
    over = [cost for cost in attacks if is_over(cost, ordinary)]
    worst = [cost for cost in attacks[:SHOWN] if cost not in over]
    head = ("what", "wall s", "limit, CPU s", "CPU s inside", "CPU s of the marker", "grown by, MiB", "")
    rows = [_row(cost, "over the bound" if cost in over else "") for cost in (*over, *worst, ordinary)]
    return [
        TextTable(title="hostile fixtures, the worst first", head=head, rows=tuple(rows)),
        TextTable(
            title=f"a class of {CLASS_SIZE}, one worker",
            head=("", "wall s", "CPU s inside", "CPU s of the marker"),
            rows=tuple(_class_rows(attacks, ordinary)),
        ),
    ]


def is_over(cost: AttackCost, ordinary: AttackCost) -> bool:
    """Tell whether the marker took more than it may for one submission."""
    extra = cost.marker - ordinary.marker
    return extra > MAX_MARKER_CPU or cost.grown_mib - ordinary.grown_mib > MAX_MARKER_MIB


def _row(cost: AttackCost, remark: str) -> tuple[str, ...]:
    numbers = (cost.wall, cost.limit, cost.inside, cost.marker)
    return (cost.name, *(f"{number:.1f}" for number in numbers), f"{cost.grown_mib:.0f}", remark)


def _class_rows(attacks: Sequence[AttackCost], ordinary: AttackCost) -> list[tuple[str, ...]]:
    hostile = int(CLASS_SIZE * HOSTILE_SHARE)
    chosen = [*attacks[:hostile], *[ordinary] * (CLASS_SIZE - min(hostile, len(attacks)))]
    classes = {"all ordinary": [ordinary] * CLASS_SIZE, f"{hostile} of the worst": chosen}
    return [
        (title, *(f"{sum(read(cost) for cost in costs):.0f}" for read in map(attrgetter, SUMMED)))
        for title, costs in classes.items()
    ]


def as_json(cost: AttackCost) -> str:
    """Return what `measure_hostile` reads back."""
    return json.dumps(dataclasses.asdict(cost))


def source_of(name: str) -> Path:
    """Return the file of an ordinary submission, or the folder of a hostile one."""
    return ROOT / "reference" / "tictactoe.py" if name == ORDINARY else HOSTILE / name
