"""What is asked of a function, in which orders, and how often."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.assignments.exhaustive.cases import shuffled_order
from grader.model.answer import Call, Sweep
from grader.model.progress import FunctionDone
from grader.sandbox.running.usage import Progress
from grader.sandbox.student import Groups, Student
from tests.assignments.graded_text import GradeText, checks_of
from tests.assignments.student_sources import HEAD, PLAYER, RESULT
from tests.fixture_folders import SLOW


@SLOW
def test_what_keeps_no_state_is_asked_in_one_order(grade: GradeText, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sweep for each function and one of mixed calls; the result is the same."""
    asked: list[set[str]] = []
    sweep = Student.sweep

    def counted(student: Student, calls: Sequence[Call], *about: Groups) -> Sweep:
        functions = {call.function for call in calls}
        if functions <= {"player", "result"}:  # the others are looked for under another name
            asked.append(functions)
        return sweep(student, calls, *about)

    monkeypatch.setattr(Student, "sweep", counted)
    results = []
    for stateless in (False, True):
        monkeypatch.setattr(Student, "keeps_no_state", lambda _student, _function, stateless=stateless: stateless)
        results.append(grade(HEAD + PLAYER + RESULT))
    mixed = [{"player", "result"}]
    first, second = [{"player"}] * 2 + [{"result"}] * 2 + mixed, [{"player"}, {"result"}, *mixed]

    assert asked == [*first, *second]
    assert checks_of(results[0]) == checks_of(results[1])


@SLOW
def test_nothing_is_said_of_right_answers_with_another_fault(grade: GradeText, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is changed shows in no answer: "none wrong" would contradict the report."""
    told: list[FunctionDone] = []
    monkeypatch.setattr(Progress, "function_done", lambda _self, done: told.append(done))
    in_place = RESULT.replace("[row[:] for row in board]", "board")

    grade(HEAD + PLAYER + in_place)

    wrong = {one.function: one.wrong for one in told}
    assert (wrong["player"], wrong["result"]) == (0, None)


def test_the_other_order_is_fixed_and_complete() -> None:
    """Every case once, the same order on every machine."""
    order = shuffled_order(4_520)

    assert sorted(order) == list(range(4_520))
    assert order[:5] == shuffled_order(4_520)[:5] != [0, 1, 2, 3, 4]
