"""Grades one hostile fixture and prints what that took: ``python -m benchmarks.one_attack NAME``."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.hostile import ORDINARY, AttackCost, as_json, source_of
from grader.assignments import ASSIGNMENTS
from grader.assignments.tictactoe import MODULE_SPEC
from grader.errors import UserError
from grader.intake.one_submission import read_submission
from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.rubric_file import load_rubric
from grader.sandbox.launching.launcher import Launcher, launcher
from tests.hostile.bait_paths import Bait, Listeners
from tests.hostile.corpus import ATTACKS, SOURCE_KIB
from tests.hostile.neighbour import neighbour

KIB_IN_MIB, BYTES_IN_MIB = 1024, 1024 * 1024


def main(name: str) -> None:
    """Print the cost of the fixture `name` as JSON; nothing if this machine cannot grade it."""
    rubric_path = source_of(ORDINARY).parents[1] / "rubric.yaml"
    rubric = load_rubric(rubric_path.read_bytes(), rubric_path.name, ASSIGNMENTS)
    processes = launcher()
    try:
        mark(neighbour(name), rubric, processes)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            place.chmod(0o777)
            if name == ORDINARY:
                submission = read_submission(source_of(name), MODULE_SPEC, SOURCE_KIB)
            elif ATTACKS[name].lacking(processes.isolation.level):
                return
            else:
                rubric, bait = ATTACKS[name].rubric(rubric), Bait(place, name)
                with Listeners(place) as listeners:
                    ATTACKS[name].write(bait.handed_in, {**bait.names(), **listeners.names})
                    try:
                        submission = read_submission(bait.handed_in, MODULE_SPEC, SOURCE_KIB)
                    except UserError:
                        return
            print(as_json(_cost(name, submission, rubric, processes)))
    finally:
        processes.close()


def _cost(name: str, submission: Submission, rubric: Rubric, processes: Launcher) -> AttackCost:
    peak, cpu, began = _peak_mib(), time.process_time(), time.monotonic()
    result = mark(submission, rubric, processes)
    return AttackCost(
        name=name,
        wall=time.monotonic() - began,
        limit=rubric.limits.submission_seconds,
        inside=result.timing.cpu_seconds,
        marker=time.process_time() - cpu,
        grown_mib=_peak_mib() - peak,
    )


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        BYTES_IN_MIB if sys.platform == "darwin" else KIB_IN_MIB
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
