"""The commands that reports tell students to paste print what the reports say."""

from __future__ import annotations

import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from grader.assignments import ASSIGNMENTS
from grader.model.result import CheckResult, Result
from grader.model.rubric import Limits
from grader.model.submission import Submission
from tests.fixture_folders import FIXTURES, Fixture, sampled
from tests.reproduction_runs import Run, difference, run_cell, run_command

NAMES = sampled((folder.name for folder in FIXTURES), 2)
needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can set the limits of another process")


@needs_limits
@pytest.mark.parametrize("fixture_name", NAMES)
def test_the_command_prints_what_the_report_says(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result], tmp_path: Path
) -> None:
    """Every command in the results of a fixture is run beside its files, with nothing of the grader around it."""
    fixture = fixtures[fixture_name]
    limits, module_spec = fixture.rubric.limits, ASSIGNMENTS[fixture.rubric.assignment].module_spec
    # A cache of compiled files is not handed in, and Python would run a planted one instead of the source.
    shutil.copytree(fixture.folder, tmp_path / "files", ignore=shutil.ignore_patterns("expect.yaml", "__pycache__"))
    checks = [check for item in graded[fixture_name].criteria for check in item.checks if check.reproduce is not None]
    done: dict[str, Run] = {}
    differences: list[str] = []
    for check in checks:
        assert check.counterexample is not None
        assert check.reproduce is not None
        if check.reproduce not in done:
            done[check.reproduce] = _run(fixture.submission, check, tmp_path / "files", limits)
        different = difference(done[check.reproduce], check, limits, module_spec)
        if different and not (fixture.expect.varies and done[check.reproduce].exit_status == 0):
            differences.append(different)

    assert [] == differences


def _run(submission: Submission, check: CheckResult, folder: Path, limits: Limits) -> Run:
    """Run the command of `check`, or the cell if it is about a notebook, where the graded file lies in `folder`."""
    assert check.counterexample is not None
    assert check.reproduce is not None
    main = submission.files[0]
    (file,) = folder.rglob(main.path)
    function = check.counterexample.function
    if not main.cells:
        return run_command(check.reproduce, file.parent, limits, function)
    bounds = pairwise([*(line - 1 for line in main.cells), len(main.lines)])
    cells = ["\n".join(main.lines[start:end]) for start, end in bounds]
    return run_cell(check.reproduce, cells, file.parent, limits, function)
