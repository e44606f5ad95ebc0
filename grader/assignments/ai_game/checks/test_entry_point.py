"""Checks of the entry point: running the file starts the game, importing it does not."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game import entry_point
from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report


@pytest.mark.criterion("entry_point.starts")
def test_starts(answers: Answers, report: Report) -> None:
    """Running the file, or all cells of a notebook, leads to a question."""
    report(entry_point.starts_outcome(answers.student, answers.script_runs))


@pytest.mark.criterion("entry_point.import_is_quiet")
def test_import_is_quiet(answers: Answers, report: Report) -> None:
    """Importing the file asks for no input."""
    report(entry_point.import_outcome(answers.student, answers.script_runs))
