"""
A warm marker: ``python -m benchmarks.warm FIRST FILE...`` grades FIRST, then each FILE, in one process.

Its cost without any FILE, taken from that with them, is what they cost a marker that has already graded another one.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from grader.assignments import ASSIGNMENTS
from grader.cli.rubric_choice import chosen_rubric
from grader.intake import read_submission
from grader.marking.mark import mark
from grader.sandbox.launching.launcher import launcher


def main(*files: str) -> None:
    """Grade them all; exit 1 when one of them loses a point, for then something else was measured."""
    rubric = chosen_rubric(None)
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    with contextlib.closing(launcher()) as warm:
        for file in files:
            score = mark(read_submission(Path(file), module_spec, rubric.limits.source_kib), rubric, warm).score
            if score is None or score.automatic_earned != score.automatic_possible:
                sys.exit(f"{file}: not all points: {score}")


if __name__ == "__main__":
    main(*sys.argv[1:])
