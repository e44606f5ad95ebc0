"""
What the wall costs: ``python -m benchmarks.wall``.

How much longer does a forked process live if it confines and tests itself? And does a student's computation run slower
behind the wall? All variants take turns in one run, so that a busy machine slows all of them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from grader.assignments import ASSIGNMENTS
from grader.intake.one_submission import read_submission
from grader.model.answer import Call
from grader.model.rubric import Limits
from grader.sandbox.inside.wall import confine, escape_attempts
from grader.sandbox.launching.isolation_check import CHECK_LIMITS, agent_settings
from grader.sandbox.launching.launcher import Zygote
from grader.sandbox.launching.process import NOTHING_OFF
from grader.sandbox.student import Student

PROBES, SEARCHES = 300, 9
KERNEL_LAYERS = ("namespaces", "landlock", "seccomp", "other_user", "capabilities")
WALLS = {"limits only": KERNEL_LAYERS, "full": KERNEL_LAYERS[:1], "full+": ()}
PLAIN = Path(__file__).parents[1] / "fixtures" / "plain-minimax-deepcopy"
BOARD = "X...O...."
Times = Mapping[str, list[float]]


class ForkCost(NamedTuple):
    """What a forked process took, in seconds."""

    wall: float
    """From fork to exit."""
    cpu: float
    """Of the child."""


def main() -> None:
    """Measure both and print tables."""
    forks = _in_turns(_forks(), PROBES)
    _print(
        f"fork to exit: wall time in ms ({PROBES} each)",
        {name: [cost.wall for cost in forks[name]] for name in forks},
        1000,
    )
    _print("the same: CPU time of the child in ms", {name: [cost.cpu for cost in forks[name]] for name in forks}, 1000)
    walls = {name: Zygote(off=dict.fromkeys(off, "left out by the benchmark")) for name, off in WALLS.items()}
    try:
        works = {
            f"{name} ({wall.isolation.level.value})": lambda wall=wall: _search(wall) for name, wall in walls.items()
        }
        _print(f"plain minimax on {BOARD}: CPU time inside in ms ({SEARCHES} each)", _in_turns(works, SEARCHES), 1000)
    finally:
        for wall in walls.values():
            wall.close()


def _forks() -> dict[str, Callable[[], ForkCost]]:
    """Return ways to fork a child: one that exits at once, and those that confine themselves first."""
    chosen = agent_settings(NOTHING_OFF, ())
    # Entering namespaces would move the benchmark itself.
    wall = confine.Wall({"namespaces": "once per zygote"}, ())
    bare = confine.Wall(dict.fromkeys(KERNEL_LAYERS, "left out"), ())
    limits, parent = confine.ProbeLimits(CHECK_LIMITS.memory_bytes, CHECK_LIMITS.cpu_seconds), os.getpid()
    return {
        "nothing": lambda: _forked(lambda: None),
        "limits": lambda: _forked(lambda: bare.confine_process(limits, parent)),
        "full": lambda: _forked(lambda: wall.confine_process(limits, parent)),
        "full, self-test": lambda: _forked(
            lambda: (
                wall.confine_process(limits, parent),
                escape_attempts.attempt_all(chosen["folder"], chosen["marker"]),
            )
        ),
    }


def _forked(work: Callable[[], object]) -> ForkCost:
    began = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    _pid, _status, usage = os.wait4(pid, 0)
    return ForkCost(wall=time.perf_counter() - began, cpu=usage.ru_utime + usage.ru_stime)


def _search(wall: Zygote) -> float:
    module_spec = ASSIGNMENTS["tictactoe"].module_spec
    student = Student(read_submission(PLAIN, module_spec, 256), module_spec, Limits(), wall, shortcut=False)
    student.import_module()
    (answer,) = student.sequence([Call(function="minimax", board=BOARD)])
    if answer.value is None:
        sys.exit(f"no move: {answer}")
    return student.usage.first_seconds["minimax"]


def _in_turns(works: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(work())
    return found


def _print(title: str, found: Times, unit: float) -> None:
    first = next(iter(found))
    print(f"\n{title}\n{'':20}{'median':>9}{'quartiles':>20}{'more':>9}{'ratio':>8}")
    for name, seconds in found.items():
        low, middle, high = (value * unit for value in quantiles(seconds, n=4))
        pairs = list(zip(seconds, found[first], strict=True))
        more, ratio = median(a - b for a, b in pairs) * unit, median(a / b for a, b in pairs)
        print(f"{name:20}{middle:9.2f}{f'{low:.2f} to {high:.2f}':>20}{more:+9.2f}{ratio:8.3f}")


if __name__ == "__main__":
    main()
