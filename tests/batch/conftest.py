"""What the tests of a class share: a grader that is faked, and one run for real."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch.pool import Pool
from grader.batch.run import ClassRun, RunOptions, grade_class, plan_class
from grader.capabilities.by_hand.journal import Way
from grader.intake.class_folder import ClassIntake, read_class
from grader.model.isolation import Isolation
from grader.model.rubric import Rubric
from tests.batch.fakes import Recorder, right
from tests.batch.fixture_types import GradeFaked, StartBatch
from tests.sandbox.isolations import FULL


@pytest.fixture
def grade_faked(tmp_path: Path, default_rubric: Rubric) -> GradeFaked:
    """Return a function that grades `class/` into `out/` with a faked grader in threads."""

    def run(  # noqa: PLR0913 - what a run can be told
        rubric: Rubric = default_rubric,
        *,
        fresh: bool = False,
        marks: Way | None = None,
        watcher: Recorder | None = None,
        isolation: Isolation = FULL,
        alter: Callable[[ClassIntake], ClassIntake] = lambda intake: intake,
    ) -> ClassRun:
        out = tmp_path / "out"
        intake = read_class(tmp_path / "class", MODULE_SPEC, rubric.limits.source_kib)
        plan = plan_class(
            alter(intake), RunOptions(rubric=rubric, out=out, isolation=isolation, fresh=fresh, marks=marks)
        )
        return grade_class(plan, Pool(2, ThreadPoolExecutor, right), watcher or Recorder())

    return run


@pytest.fixture
def start_batch(tmp_path: Path) -> Iterator[StartBatch]:
    """Return a function that starts `grader batch class --out out`, at any level, as a process in a new group."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: str, cwd: Path = tmp_path, out: str = "out") -> subprocess.Popen[str]:
        places = [str(tmp_path / "class"), "--out", str(tmp_path / out), "--require-isolation", "basic"]
        process = subprocess.Popen(
            [sys.executable, "-m", "grader", "batch", *places, *options],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
