"""Calls of all functions mixed: hidden state and invalid actions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.assignments.exhaustive.cases import LEGAL, WrongAnswer
from grader.assignments.exhaustive.value_text import value_said
from grader.assignments.tictactoe import ASSIGNMENT
from grader.assignments.tictactoe.asking import MAX_ENDED, MAX_TRIES, Tries, fewest_calls, mixed_calls
from grader.assignments.tictactoe.functions import CASES, NEGATIVE, OCCUPIED, OUT_OF_RANGE
from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd, Verdict
from grader.text.reasons import said
from tests.assignments.graded_text import GradeText, checks_of, lost, printed_answer, run
from tests.assignments.sheet_cells import SPELLING, board
from tests.assignments.student_sources import ACTIONS, HEAD, MEMORY_ACROSS_FUNCTIONS, PLAYER, RESULT, TERMINAL, WINNER
from tests.fixture_folders import SLOW


def test_a_memory_across_functions_is_found_and_shrunk(grade: GradeText, tmp_path: Path) -> None:
    """Each function alone is right in any order of calls; mixed calls show the fault, the report the fewest."""
    source = HEAD + PLAYER + ACTIONS + MEMORY_ACROSS_FUNCTIONS
    result = grade(source)
    wrong = lost(result, "player", "actions", "winner", "terminal")
    (check,) = [check for check in checks_of(result).values() if check.id in wrong]
    assert check.counterexample is not None
    done = run(check.reproduce, tmp_path, source)

    assert check.id in {"terminal.won", "terminal.full"}
    assert said(check.reasons) == "wrong after calls of other functions: it remembers them"
    assert (check.reproduce or "").count("t.winner(") == 1
    assert (check.reproduce or "").count("t.terminal(") == 1
    assert (printed_answer(done.stdout), said(check.counterexample.expected)) == ("False", "True")


@SLOW
def test_invalid_actions_count_in_the_check_that_owns_them(grade: GradeText, tmp_path: Path) -> None:
    """Actions beyond the fixed lists are searched for; a fault costs the owning check, and its command runs."""
    accepting = "    if j == -2 and 0 <= i <= 2:\n        return board\n    if not"
    source = HEAD + PLAYER + RESULT.replace("    if not", accepting)
    result = grade(source)
    found = checks_of(result)["result.rejects_negative"]

    assert lost(result, "player", "result") == {"result.rejects_negative": Verdict.FAIL}
    assert found.counterexample is not None
    assert found.counterexample.action == (0, -2)
    printed = eval(printed_answer(run(found.reproduce, tmp_path, source).stdout))  # noqa: S307 - a board of ours
    assert printed == board(found.counterexample.board)
    assert said(found.counterexample.got) == said(value_said(printed, SPELLING))


@SLOW
def test_a_memory_of_many_calls_is_found_and_no_long_command_is_given(grade: GradeText) -> None:
    """All mixed calls are made in one process, so a fault that needs dozens of calls shows; no command is that long."""
    source = (
        HEAD
        + PLAYER
        + ACTIONS
        + WINNER.replace("cells = flat(board)", "calls.append(0)\n    cells = flat(board)")
        + TERMINAL.replace("winner(board) is not None", "len(calls) > 40 or any_line(board) is not None")
        + "calls = []\n"
        + WINNER.replace("def winner", "def any_line")
    )
    result = grade(source)
    wrong = lost(result, "player", "actions", "winner", "terminal")
    (check,) = [check for check in checks_of(result).values() if check.id in wrong]

    assert {"terminal.in_progress": Verdict.FAIL} == wrong
    assert ("wrong after calls of other functions: it remembers them", None) == (said(check.reasons), check.reproduce)


def test_mixed_calls_are_the_same_for_everybody() -> None:
    """One list for each set of functions, with all kinds of invalid actions; the first call is not timed alone."""
    names = tuple(function.name for function in ASSIGNMENT.module_spec.functions)
    kinds = frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE})
    asked, calls = mixed_calls(names, kinds)
    again, _calls = mixed_calls.__wrapped__(names, kinds)

    assert again == asked
    assert [case.call for case in asked] == [*calls]
    assert {call.function for call in calls} == set(names)
    assert {case.kind for case in asked} == {LEGAL, *kinds}
    assert calls[0].function != "minimax"


class Listening:
    """A student who remembers what was asked, and whose calls all have one end."""

    def __init__(self, end: ChildEnd) -> None:
        """Remember nothing yet."""
        self._end = end
        self.heard: list[Sequence[Call]] = []

    def sequence(self, asked: Sequence[Call]) -> list[Answer]:
        """Remember."""
        self.heard.append(asked)
        return [Answer(end=self._end)] * len(asked)


def tries_of(student: Listening, *, right: bool) -> Tries:
    """Return tries of a student whose answers are all right, or all wrong."""
    oracle = SimpleNamespace(is_right=lambda _case, _answer: right)
    return Tries(student, {"player": SimpleNamespace(oracle=oracle)}, ())  # type: ignore[arg-type, dict-item]


@pytest.mark.parametrize(("end", "asked"), [(ChildEnd.WALL_LIMIT, MAX_ENDED), (ChildEnd.GARBLED, MAX_TRIES)])
def test_a_student_who_stalls_is_asked_a_few_times_only(end: ChildEnd, asked: int) -> None:
    """What was seen last stays wrong; no further process is started for a shorter command."""
    student = Listening(end)
    tries = tries_of(student, right=True)

    shown = [tries.show([case]) for case in CASES.of("player")[: MAX_TRIES + 5]]

    assert len(student.heard) == asked
    assert not any(shown)


def test_a_wrong_answer_that_can_be_asked_no_more_is_still_found() -> None:
    """The search ends with the last one that was wrong, as if each other sequence were right."""
    last = CASES.of("player")[100]
    seen = WrongAnswer(case=last, answer=Answer(end=ChildEnd.CPU_LIMIT), calls_before=())

    found = fewest_calls(tries_of(Listening(ChildEnd.CPU_LIMIT), right=False), [last], [seen], ())

    assert found.case == CASES.of("player")[0]
    assert found.answer.end is ChildEnd.CPU_LIMIT


@SLOW
def test_of_several_functions_that_go_wrong_after_another_the_first_of_the_sheet_is_found(grade: GradeText) -> None:
    """Which of them loses points does not depend on which calls follow each other among those that are mixed."""
    names = ("player", "actions", "winner")
    source = HEAD + PLAYER + ACTIONS + WINNER + "called = []\n"
    for name in names:
        source += f"""
def {name}(board, right={name}):
    called.append("{name}")
    return right(board) if len({{*called}}) == 1 else 7
"""
    result = grade(source)

    assert {check.partition(".")[0] for check in lost(result, *names)} == {"actions"}
    reproduce = checks_of(result)["actions.right_cells"].reproduce or ""
    assert reproduce.index("t.player(") < reproduce.index("t.actions(")
