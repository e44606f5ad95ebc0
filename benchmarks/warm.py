"""
A warm marker: ``python -m benchmarks.warm FIRST FILE...`` grades FIRST, then each FILE, in one process.

Subtract the cost of a run with FIRST alone: the rest is what the FILEs cost a marker that has graded before.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from grader.assignments import ASSIGNMENTS
from grader.cli.rubric_choice import chosen_rubric
from grader.intake.one_submission import read_submission
from grader.marking.mark import mark
from grader.sandbox.launching.launcher import launcher


def main(*files: str) -> None:
    """Grade all files; exit 1 if one does not get all points, since that would measure something else."""
    rubric = chosen_rubric(None)
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    with contextlib.closing(launcher()) as warm:
        for file in files:
            submission = read_submission(Path(file), module_spec, rubric.limits.source_kib, rubric.wanted_files)
            score = mark(submission, rubric, warm).score
            if score is None or score.automatic_earned != score.automatic_possible:
                sys.exit(f"{file}: not all points: {score}")


if __name__ == "__main__":
    main(*sys.argv[1:])
