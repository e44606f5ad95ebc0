"""A small table of checks, in place of an assignment's."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.checks import GradingSpec, OwnCheck
from grader.model.result import CheckOutcome
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

SOMEBODY: Student = MagicMock(only=frozenset())
"""Stands for a student of whom nothing is asked."""

Judge = Callable[[Any, OwnCheck], CheckOutcome]
"""Judges one check by the answers."""


def passes(_answers: object, check: OwnCheck) -> CheckOutcome:
    """Let the check pass."""
    return CheckOutcome(check=check.id, verdict=Verdict.PASS)


def nothing_asked(_student: Student) -> Any:  # noqa: ANN401 - only the checks know what the answers are
    """Ask nothing."""
    return "no answers"


def toy_table(folder: Path, judges: Mapping[str, Judge], ask: Callable[[Student], Any] = nothing_asked) -> GradingSpec:
    """Return an assignment with a check for each of `judges`, by id, and an empty file in `folder` for its table."""
    table = folder.resolve() / "checks.py"
    table.touch()
    rows = tuple(OwnCheck(id=check, title=check, quotes={}, judge=judge) for check, judge in judges.items())
    return dataclasses.replace(ASSIGNMENTS["tictactoe"], id="toy", checks=rows, table=table, ask=ask)
