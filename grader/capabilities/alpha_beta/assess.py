"""Watches the search of one submission and assesses what it leaves out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

from grader.capabilities.alpha_beta.hints import pruning_names
from grader.capabilities.alpha_beta.judge import Checked
from grader.capabilities.alpha_beta.proposal import assessment
from grader.capabilities.alpha_beta.report import PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.watch import watch
from grader.capabilities.capability import Graded
from grader.game.board import O, turn
from grader.model.assessment import Assessment
from grader.model.result import CheckOutcome
from grader.model.search_trace import SearchTrace
from grader.model.spec import Assignment
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

MOVE_CHECKS = ("legal_move", "keeps_win", "keeps_draw")
"""The checks that, together, show that every move is optimal."""


def assess_pruning(points: Decimal, graded: Graded) -> Assessment:
    """Return what the pruning of the search is worth in an item of `points`."""
    submission, student, assignment, outcomes = graded
    checked = _checked(assignment, outcomes)._replace(names=pruning_names(file.text for file in submission.files))
    return assessment(dataclasses.replace(_report(student, assignment, checked), names=checked.names), points)


def _checked(assignment: Assignment, outcomes: Mapping[str, CheckOutcome]) -> Checked:
    """Return whether the moves, and the functions that a search may rest on, are right."""
    passed = {check for check, outcome in outcomes.items() if outcome.verdict is Verdict.PASS}
    rules = {
        function.name
        for function in assignment.module_spec.functions
        if not (function.slow or function.prints or function.is_dialogue)
    }
    entries = [entry for entry in assignment.checks if not entry.conduct]
    return Checked(
        optimal=all(entry.id in passed for entry in entries if entry.id.partition(".")[2] in MOVE_CHECKS),
        rules=all(entry.id in passed for entry in entries if entry.function in rules),
    )


def _report(student: Student, assignment: Assignment, checked: Checked) -> PruningReport:
    if student.failure is not None:
        refused = student.failure.refused is not None
        verdict = PruningVerdict.INCOMPLETE if refused else PruningVerdict.NOT_SEARCHED
        return PruningReport(verdict=verdict, sentence="The file cannot be imported, so there is no search to watch.")
    search = student.module_spec.search
    if not student.has(search):
        return _nothing(f"There is no function {search}.")

    def record(board: str) -> SearchTrace:
        return student.trace(board, (0, turn(board) == O) if assignment.search_takes_turn else ())

    return watch(record, checked)


def _nothing(why: str) -> PruningReport:
    return PruningReport(verdict=PruningVerdict.NOT_SEARCHED, sentence=why)
