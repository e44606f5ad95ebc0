"""Checks of the entry point: running the file starts the game, importing it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game import entry_point

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("entry_point.starts")
def test_starts(student: Student, report: Settle) -> None:
    """Running the file, or all cells, comes to a question."""
    report(entry_point.starts(student))


@pytest.mark.criterion("entry_point.import_is_quiet")
def test_import_is_quiet(student: Student, report: Settle) -> None:
    """Importing the file asks nobody anything."""
    report(entry_point.import_is_quiet(student))
