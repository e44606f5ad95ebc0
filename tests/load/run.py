"""Grades the class and checks what it left behind."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch import worker
from grader.batch.pool import Pool, executor_of
from grader.batch.run import RunOptions, grade_class, plan_class
from grader.intake.class_folder import read_class
from grader.model.class_row import ClassRow, NotGraded
from grader.model.isolation import Isolation
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import launcher
from tests.fixture_folders import default_rubric
from tests.hostile.bait_paths import Bait, Listeners
from tests.hostile.corpus import ATTACKS
from tests.load.samples import Sample, chosen, sample_of
from tests.load.watch import MemoryByThirds, Watch

KEPT_KIB, SLACK_MIB = 64, 4
"""How much memory may grow: per submission, because all results are kept for the class reports; and in all, because
Python's allocation varies."""
EACH, ALL = 10, 60
"""Seconds beyond the budgets: per submission, and for the start and the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run cost, and what went wrong."""

    count: int
    seconds: float
    bound: float
    """Seconds that the budgets allow."""
    memory: MemoryByThirds
    """MiB of this process, by thirds of the results."""
    processes: int
    """The largest number at the same time."""
    level: str
    failures: tuple[str, ...]


def grade(submission: Submission, rubric: Rubric) -> Result:
    """Grade under the limits of the submission's sample."""
    name = sample_of(submission.id)
    return worker.grade(submission, Sample(name=name, hostile=name in ATTACKS).rubric(rubric))


def run(count: int, jobs: int, *, quick: bool = False) -> Outcome:
    """Grade a class of `count` submissions with `jobs` workers, watch it, and check what it left behind."""
    isolation, rubric = _isolation(), default_rubric()
    samples = chosen(count, isolation.level, quick=quick)
    bound = _bound(samples, rubric, jobs)
    with _own_folder() as place, Listeners(place) as listeners, contextlib.ExitStack() as stack:
        bait = Bait(place, "bait")
        stack.callback(bait.clear_away)
        handed_in = _handed_in(samples, place / "class", {**bait.names(), **listeners.names})
        bait.watch()
        intake = read_class(handed_in, MODULE_SPEC, rubric.limits.source_kib, rubric.wanted_files)
        plan = plan_class(intake, RunOptions(rubric=rubric, out=place / "out", isolation=isolation, fresh=True))
        began = time.monotonic()
        with Watch() as watch:
            done = grade_class(plan, Pool(jobs, executor_of, grade, isolation), watch)
        seconds = time.monotonic() - began
        failures = [
            *_wrong(samples, {(row if isinstance(row, NotGraded) else row.submission).id: row for row in done.rows}),
            *(f"process left: {command}" for command in watch.left()),
            *(f"file left: {path.name}" for path in (*(place / "tmp").iterdir(), *bait.left_elsewhere())),
            *(f"file touched: {name}" for name in bait.touched()),
            *(f"connected to: {name}" for name in listeners.visitors()),
            *_too_much(seconds, bound),
            *_too_large(watch.thirds, count),
        ]
    return Outcome(
        count=len(done.rows),
        seconds=seconds,
        bound=bound,
        memory=watch.thirds,
        processes=watch.most,
        level=isolation.level.value,
        failures=tuple(failures),
    )


def _handed_in(samples: Mapping[str, Sample], folder: Path, names: Mapping[str, str]) -> Path:
    folder.mkdir()
    for number, (name, sample) in enumerate(samples.items()):
        sample.write(folder / name, number, names)
    return folder


def _wrong(samples: Mapping[str, Sample], rows: Mapping[str, ClassRow]) -> Iterator[str]:
    for name, sample in samples.items():
        wrong = sample.wrong(rows[name]) if name in rows else "no result"
        if wrong:
            yield f"{name}: {wrong}"


def _too_much(seconds: float, bound: float) -> Iterator[str]:
    if seconds > bound:
        yield f"took {seconds:.0f} s where the budgets allow {bound:.0f} s"


def _too_large(memory: MemoryByThirds, count: int) -> Iterator[str]:
    if memory.last > memory.second + SLACK_MIB + count / 3 * KEPT_KIB / 1024:
        yield f"memory grew from {memory.second:.1f} to {memory.last:.1f} MiB"


def _isolation() -> Isolation:
    with contextlib.closing(launcher()) as one:
        return one.isolation


@contextlib.contextmanager
def _own_folder() -> Iterator[Path]:
    """Create a folder that every user may enter, and make it the place for all temporary files of this run."""
    place = Path(tempfile.mkdtemp(prefix="load-"))
    place.chmod(0o777)
    (place / "tmp").mkdir(mode=0o777)
    before, tempfile.tempdir = tempfile.tempdir, str(place / "tmp")
    variable, os.environ["TMPDIR"] = os.environ.get("TMPDIR"), str(place / "tmp")
    try:
        yield place
    finally:
        tempfile.tempdir = before
        os.environ.pop("TMPDIR")
        if variable is not None:
            os.environ["TMPDIR"] = variable
        shutil.rmtree(place)


def _bound(samples: Mapping[str, Sample], rubric: Rubric, jobs: int) -> float:
    """Return the wall-clock seconds that all submissions may take on the cores of the workers."""
    budgets = [sample.rubric(rubric).limits.submission_seconds for sample in samples.values()]
    return sum(2 * budget + EACH for budget in budgets) / min(jobs, os.cpu_count() or 1) + ALL
