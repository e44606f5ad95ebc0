"""Any subset of the checks, in any order, gives each check the outcome that the whole session gives it."""

from __future__ import annotations

import dataclasses
import os
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.checks import GradingSpec
from grader.batch.pool import Task
from grader.model.result import CheckOutcome
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.pytest_plugin import CheckTest, Grading, run_session
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from grader.text.reasons import said
from tests.assignments.student_sources import ACTIONS, HEAD, MEMORY_ACROSS_FUNCTIONS, PLAYER
from tests.fixture_folders import EVERY, SLOW, default_rubric, fixtures

Choose = Callable[[list[pytest.Item]], list[pytest.Item]]
Outcomes = Mapping[str, CheckOutcome]

ACROSS_FUNCTIONS = "across-functions"
STATEFUL = {
    "player-global-turn-counter": "player",
    "player-flips-when-board-changed": "player",
    "actions-mutable-default": "actions",
    "dict-memo": "minimax",
    "minimax-memo-forgets-whose-turn": "minimax",
    "recursive-actions": "actions",
    "lab4-minimax-forgets-to-undo": "best_move",
    ACROSS_FUNCTIONS: "terminal",
}
"""Submissions that keep state from call to call, each with the function whose checks are also run alone."""
NAMES = [*STATEFUL] if EVERY in os.environ else [ACROSS_FUNCTIONS]


class Selection:
    """Chooses which checks run, and in which order."""

    def __init__(self, choose: Choose) -> None:
        """Run what `choose` returns of all checks."""
        self._choose = choose

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose."""
        items[:] = self._choose(items)


def submitted(name: str) -> Task:
    """Return what is graded, and the rubric."""
    if name != ACROSS_FUNCTIONS:
        return Task(fixtures()[name].submission, fixtures()[name].rubric)
    source = SourceFile(path="tictactoe.py", text=HEAD + PLAYER + ACTIONS + MEMORY_ACROSS_FUNCTIONS)
    return Task(Submission(id="s", student="S", main="tictactoe.py", files=(source,)), default_rubric())


@contextmanager
def student_of(name: str, wall: Launcher) -> Iterator[Student]:
    """Return a student who has not been asked anything yet."""
    submission, rubric = submitted(name)
    student = Student(submission, ASSIGNMENTS[rubric.assignment].module_spec, rubric.limits, wall, rubric.allow_imports)
    try:
        yield student
    finally:
        student.finish()


def judged(student: Student, spec: GradingSpec, choose: Choose) -> Outcomes:
    """Return the outcomes of the checks that are chosen."""
    grading = Grading(student, spec)
    run_session(spec.table, [grading, Selection(choose)], seconds=200)
    assert grading.faults == []
    return grading.outcomes


def check_of(item: pytest.Item) -> str:
    """Return the check that an item reports."""
    assert isinstance(item, CheckTest)
    return item.check.id


def about(function: str) -> Choose:
    """Choose the checks of one function."""
    return lambda items: [item for item in items if check_of(item).partition(".")[0] == function]


def shuffled(items: list[pytest.Item]) -> list[pytest.Item]:
    """Choose all checks in another order, always the same."""
    return random.Random(13).sample(items, len(items))  # noqa: S311 - an order, not a secret


def is_part_of(part: Outcomes, whole: Outcomes) -> bool:
    """Return whether every outcome in `part` equals the one in `whole`, messages included."""
    return bool(part) and {check: whole[check] for check in part} == part


@SLOW
@pytest.mark.parametrize("name", NAMES)
def test_each_selection_asks_the_same_and_judges_the_same(name: str, wall: Launcher) -> None:
    """Each session has a fresh student: in the usual order, shuffled, and only the checks of one function."""
    assignment = ASSIGNMENTS[submitted(name)[1].assignment]

    def session(choose: Choose) -> Outcomes:
        with student_of(name, wall) as student:
            return judged(student, assignment, choose)

    whole = session(lambda items: items)

    assert set(whole) == {entry.id for entry in assignment.checks}
    assert session(shuffled) == whole
    assert is_part_of(session(about(STATEFUL[name])), whole)


@SLOW
@pytest.mark.parametrize("name", ["actions-mutable-default", "lab4-minimax-forgets-to-undo", ACROSS_FUNCTIONS])
def test_each_check_alone_and_each_functions_checks_judge_the_same(name: str, wall: Launcher) -> None:
    """With the same answers: a check needs no other check and influences none."""
    assignment = ASSIGNMENTS[submitted(name)[1].assignment]
    with student_of(name, wall) as student:
        answers = assignment.ask(student)

        def again(choose: Choose) -> Outcomes:
            return judged(student, dataclasses.replace(assignment, ask=lambda _student: answers), choose)

        alone: dict[str, Any] = {}
        for entry in assignment.checks:
            alone |= again(lambda items, check=entry.id: [item for item in items if check_of(item) == check])  # type: ignore[misc]
        whole = again(lambda items: items)

        assert alone == whole
        for function in {entry.function for entry in assignment.checks}:
            assert is_part_of(again(about(function)), whole)


@SLOW
def test_state_that_only_mixed_calls_show_is_found_whatever_is_run(wall: Launcher) -> None:
    """The checks of `terminal` alone lose what the whole session makes them lose."""
    assignment = ASSIGNMENTS["tictactoe"]
    with student_of(ACROSS_FUNCTIONS, wall) as student:
        outcomes = judged(student, assignment, about("terminal"))

    lost = [outcome for outcome in outcomes.values() if outcome.verdict is not Verdict.PASS]
    assert [said(outcome.reasons) for outcome in lost] == ["wrong after calls of other functions: it remembers them"]
