"""Grading of source texts by the default rubric."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.assignments import ASSIGNMENTS
from grader.marking.mark import mark
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.rubric_file import load_rubric
from grader.sandbox.launching.launcher import Launcher, launcher
from tests.assignments.graded_text import GradeText
from tests.fixture_folders import ROOT


@pytest.fixture(scope="module")
def wall() -> Iterator[Launcher]:
    """One launcher for all."""
    one = launcher()
    yield one
    one.close()


@pytest.fixture(scope="module")
def grade(wall: Launcher) -> GradeText:
    """Grade source text by the default rubric."""
    rubric: Rubric = load_rubric((ROOT / "rubric.yaml").read_bytes(), "rubric.yaml", ASSIGNMENTS)

    def text(source: str) -> Result:
        files = (SourceFile(path="tictactoe.py", text=source),)
        result = mark(Submission(id="s", student="S", main="tictactoe.py", files=files), rubric, wall)
        assert (result.status, result.fault) == ("graded", "")
        return result

    return text
