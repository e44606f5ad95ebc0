"""
What the marker takes for each fixture at its rubric's limits: ``python -m benchmarks --only fixtures``.

The slowest are graded again, and the shortest time counts: a busy machine only adds. Processes of submissions are not
counted. The collector of unused objects is set as in a worker of a batch.
"""

from __future__ import annotations

import dataclasses
import gc
import time
from collections.abc import Callable, Mapping
from contextlib import closing

from benchmarks.table import TextTable
from grader.batch.worker import COLLECT_AFTER
from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from tests.fixture_folders import ALL_FIXTURES, fixture_in, rubric_called

SHOWN, REPEATED = 10, 4
"""How many of the slowest are shown, and how often each of these is graded again."""


def measure_fixtures(report: Callable[[str], None]) -> Mapping[str, float]:
    """Return the marker's CPU seconds of every fixture, the slowest first."""
    with_limits = {}
    for folder in ALL_FIXTURES:
        fixture = fixture_in(folder)
        limits = rubric_called(fixture.expect.rubric).limits
        with_limits[fixture.name] = (fixture.submission, dataclasses.replace(fixture.rubric, limits=limits))
    with closing(launcher()) as processes:
        _seconds(*next(iter(with_limits.values())), processes)
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)
        found = {}
        for name, work in with_limits.items():
            found[name] = _seconds(*work, processes)
            report(f"{name} {found[name]:.2f}")
        for name in sorted(found, key=found.__getitem__)[-SHOWN:]:
            found[name] = min(found[name], *(_seconds(*with_limits[name], processes) for _again in range(REPEATED)))
            report(f"{name} {found[name]:.2f}, the shortest of {1 + REPEATED}")
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def _seconds(submission: Submission, rubric: Rubric, processes: Launcher) -> float:
    began = time.process_time()
    mark(submission, rubric, processes)
    return time.process_time() - began


def fixture_tables(found: Mapping[str, float]) -> list[TextTable]:
    """Return the table of the slowest; none if they were not measured."""
    rows = [(name, f"{seconds:.2f}") for name, seconds in found.items()]
    title = f"CPU seconds of the marker, the slowest of {len(rows)} fixtures"
    return [TextTable(title=title, head=("fixture", "CPU s"), rows=tuple(rows[:SHOWN]))] if rows else []
