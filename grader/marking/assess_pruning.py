"""Watches the search of one submission and assesses what it leaves out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

from grader.game.board import O, turn
from grader.model.assessment import Assessment
from grader.model.pruning import PruningReport, PruningVerdict
from grader.model.result import CheckOutcome
from grader.model.search_trace import SearchTrace
from grader.model.spec import Assignment
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.pruning.hints import pruning_names
from grader.pruning.proposal import assessment
from grader.pruning.watch import watch
from grader.sandbox.student import Student

MOVE_CHECKS = ("legal_move", "keeps_win", "keeps_draw")
"""The checks that, together, show that every move is optimal."""


def assess_pruning(
    points: Decimal,
    submission: Submission,
    student: Student,
    assignment: Assignment,
    outcomes: Mapping[str, CheckOutcome],
) -> Assessment:
    """Return what the pruning of the search is worth in a line of `points`; `outcomes` are those of all checks."""
    moves = [outcome for check, outcome in outcomes.items() if check.partition(".")[2] in MOVE_CHECKS]
    optimal = all(outcome.verdict is Verdict.PASS for outcome in moves)
    report = _report(student, assignment, optimal=optimal)
    names = pruning_names(file.text for file in submission.files)
    return assessment(dataclasses.replace(report, names=names), points)


def _report(student: Student, assignment: Assignment, *, optimal: bool) -> PruningReport:
    if student.failure is not None:
        return _nothing("The file cannot be imported, so there is no search to watch.")
    search = student.module_spec.search
    if not student.has(search):
        return _nothing(f"There is no function {search}.")

    def record(board: str) -> SearchTrace:
        return student.trace(board, (0, turn(board) == O) if assignment.search_takes_turn else ())

    return watch(record, optimal=optimal)


def _nothing(why: str) -> PruningReport:
    return PruningReport(verdict=PruningVerdict.NOT_SEARCHED, sentence=why)
