"""The exact shortcut at work: accepted if a plain run agrees and limits are far away; else all runs plainly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from grader.model.answer import Call
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.memoized import prediction, runner, sweep
from grader.sandbox.memoized.prediction import PlainCost, Prediction
from grader.sandbox.memoized.runner import MemoizedRunner
from grader.sandbox.student import Student
from tests.sandbox.sandbox_helpers import Make, make_student

BOARDS = ["." * 9, *[("XO" * 5)[: 9 - free] + "." * free for free in (6, 5, 5, 4, 3, 2, 1, 0)]]
CALLS = tuple(Call(function="think", board=board) for board in BOARDS)

SEARCH = """
def think(board):
    return value(board)
def value(board):
    free = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
    total = len(free)
    cells = [cell for _ in range(3) for row in board for cell in row]
    for i, j in free:
        board[i][j] = "X"
        total += value(board) % 7
        board[i][j] = None
    return total
"""
SLOW = "import time\nbegan = time.process_time()\n" + SEARCH.replace(
    "    return value(board)", "    return value(board) {}"
)


@pytest.fixture
def student(zygote: Launcher) -> Iterator[Make]:
    """Make students that may take the shortcut, and finish them."""
    students = []

    def make(source: str | dict[str, str], *, allow: Sequence[str] = (), **limits: float) -> Student:
        students.append(make_student(source, zygote, allow, limits, shortcut=True))
        return students[-1]

    yield make
    for one in students:
        one.finish()


def thought(student: Student, calls: tuple[Call, ...]) -> list[object]:
    """Return what the student's search answers."""
    return [answer.value for answer in student.sweep(calls).answers]


def test_a_search_that_keeps_nothing_is_memoized(student: Make) -> None:
    """Its plain run would take a minute, its answers are those of a plain run on the boards where that is quick."""
    one = student(SEARCH, call_seconds=600, submission_seconds=6000)
    answers = thought(one, CALLS)
    one.finish()

    assert ("value",) == one.shortcut.functions
    assert answers[2:] == thought(student(SEARCH.replace("    free = [", "    open\n    free = [")), CALLS[2:])
    assert one.usage.first_seconds["think"] > 1
    assert one.usage.cpu_seconds < 5


@pytest.mark.parametrize(("near", "limit", "end"), [(0.5, 0.5, ChildEnd.CPU_LIMIT), (0.001, 100, ChildEnd.RETURNED)])
def test_near_the_limit_of_a_call_the_first_move_is_really_made(
    student: Make, monkeypatch: pytest.MonkeyPatch, near: float, limit: float, end: ChildEnd
) -> None:
    """What counts then is what it really takes; the other calls are far from it."""
    monkeypatch.setattr(prediction, "is_near_limit", lambda seconds, limit: seconds >= near * limit)
    one = student(SEARCH, call_seconds=limit, submission_seconds=600)
    answers = one.sweep(CALLS).answers

    assert answers[0].end is end
    assert one.usage.cpu_seconds > 0.5
    assert ("value",) == one.shortcut.functions
    assert [answer.value for answer in answers[2:]] == thought(student(SEARCH), CALLS[2:])


@pytest.mark.parametrize(("calls", "limits"), [((*CALLS[:1], *CALLS), (0.5, 600)), (CALLS, (600, 2))])
def test_near_more_limits_the_plain_run_is_made(
    student: Make, calls: tuple[Call, ...], limits: tuple[float, float]
) -> None:
    """Of two calls or of all: what counts then is what they really take."""
    one = student(SEARCH, call_seconds=limits[0], submission_seconds=limits[1])
    one.sweep(calls)

    assert () == one.shortcut.functions
    assert "near a limit" in one.shortcut.why
    # Nothing that the memoized sweep used is counted yet.
    assert one.usage.cpu_seconds > 0.3


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("total = len(free)", "total = len(free) + COUNT.append(1)"), "value may change the global COUNT"),
        (("def value(board):", "def value(board):\n    open"), "value uses open"),
        (("return value(board)", "return 1"), "think calls no function that calls itself"),
        (("def value(board):", "def value(*given):\n    board, = given"), "value takes any arguments"),
        (
            ("        board[i][j] = None", "        board[i][j] = (None, 'X')[total % 2]"),
            "value changes what it is given",
        ),
        (("    for i, j in free:", "    value(board)\n    for i, j in free:"), "value comes to a limit of depth"),
    ],
)
def test_whoever_reads_the_result_is_told_why_not(student: Make, change: tuple[str, str], why: str) -> None:
    """The phrase names the function."""
    one = student("COUNT = []\n" + SEARCH.replace(*change), call_seconds=1, submission_seconds=3)
    one.sweep(CALLS[3:])

    assert () == one.shortcut.functions
    assert why in one.shortcut.why


def test_a_delay_that_is_not_there_again_comes_near_no_limit(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks too slow is swept and sampled once more."""
    looks: list[float] = []

    def delayed(cost: PlainCost, timed: Sequence[int], seconds: float) -> Prediction:
        looks.append(seconds)
        return prediction.predict(cost, timed, seconds * (1000 if len(looks) == 1 else 1))

    monkeypatch.setattr(runner, "predict", delayed)
    one = student(SEARCH, call_seconds=600, submission_seconds=6000)
    one.sweep(CALLS)

    assert ("value",) == one.shortcut.functions
    assert [True, True] == [seconds > 0 for seconds in looks]


KEEPER = """
def gather(board, at, found):
    if at < 9:
        if board[at // 3][at % 3] is None:
            found.append(at)
        gather(board, at + 1, found)
    return found
def ask(board):
    return gather(board, 0, [])
"""


def test_what_contradicts_the_memo_in_another_function_is_no_answer_of_the_student(student: Make) -> None:
    """It may call memoized functions of the search: then everything runs plainly."""
    one = student(KEEPER + SEARCH.replace("total = len(free)", "total = len(ask(board))"))
    answers = one.sweep([Call(function="ask", board=board) for board in BOARDS]).answers

    assert [[at for at in range(9) if board[at] == "."] for board in BOARDS] == [one.value for one in answers]
    assert "gather changes what it is given" == one.shortcut.why


def test_a_search_that_may_keep_something_is_run_whole_near_its_limit(student: Make) -> None:
    """What it answers later may depend on the first move, and on whether that came back."""
    one = student(
        "seen = []\n" + SEARCH.replace("    return value", "    seen.append(1)\n    return value", 1), call_seconds=0.5
    )
    one.sweep(CALLS)

    assert "near a limit" in one.shortcut.why


def test_a_first_move_that_differs_from_the_memo_ends_it(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the largest sample there is."""
    monkeypatch.setattr(prediction, "is_near_limit", lambda seconds, limit: seconds >= 0.001 * limit)
    monkeypatch.setattr(MemoizedRunner, "_compare", lambda *_given: 0.01)
    monkeypatch.setattr(sweep, "same_outcome", lambda *_given: False)
    one = student(SEARCH, call_seconds=100, submission_seconds=6000)

    assert [] != thought(one, CALLS[:2])
    assert "other answers" in one.shortcut.why


def test_what_the_memo_saves_is_taken_off_the_budget(student: Make, zygote: Launcher) -> None:
    """What comes later has as much time left as after a plain run, though much less was used."""
    memoized = student(SEARCH, call_seconds=600, submission_seconds=6000)
    plain = make_student(SEARCH, zygote, (), {"call_seconds": 600, "submission_seconds": 6000})
    for one in (memoized, plain):
        one.sweep(CALLS)
        one.finish()
    spent = [6000 - one.usage.left() for one in (memoized, plain)]

    assert ("value",) == memoized.shortcut.functions
    # The prediction is an upper estimate: a short delay in one position counts each time that position is reached.
    assert 0.5 < spent[0] / spent[1] < 5
    assert memoized.usage.cpu_seconds < plain.usage.cpu_seconds / 2
    assert spent[1] == pytest.approx(plain.usage.cpu_seconds)


def test_what_the_import_printed_is_told_first(student: Make) -> None:
    """As in a plain run, even if the module is not imported plainly before the search prints."""
    one = student("print('hello')\n" + SEARCH.replace("    return value", "    print('thinking')\n    return value", 1))
    one.sweep(CALLS[1:])

    assert ["import", "think"] == [heard.where for heard in one.output]


def test_every_function_is_asked_about_the_same_boards(student: Make) -> None:
    """What one of them does to a board, another never sees."""
    spoiler = "def ask(board):\n    board[0][0] = 'Q'\n    board.pop()\n    return len(board)\n"
    one = student(spoiler + SEARCH)
    first = one.sweep([Call(function="ask", board=call.board) for call in CALLS[2:]]).answers

    assert {2} == {answer.value for answer in first}
    assert all(answer.changed for answer in first)
    assert thought(one, CALLS[2:]) == thought(student(SEARCH), CALLS[2:])


HEAVY = """
def ask(board):
    n = 0
    while n < 2_000_000:
        n += 1
    return n
"""


def test_what_other_functions_take_counts_as_it_does_plainly(student: Make) -> None:
    """Near the limit of the submission everything runs plainly, so that the same calls are not reached."""
    one = student(HEAVY + SEARCH, submission_seconds=600)
    one.sweep([Call(function="ask", board=board) for board in BOARDS])
    spent = one.usage.charged_seconds
    other = student(HEAVY + SEARCH, call_seconds=5, submission_seconds=2 * spent)
    other.sweep([Call(function="ask", board=board) for board in BOARDS])
    other.sweep(CALLS[2:])

    assert spent > 0.1
    assert () == other.shortcut.functions
    assert "near a limit" in other.shortcut.why


def test_a_file_that_is_imported_only_without_it_runs_plainly(student: Make) -> None:
    """The file refuses to be imported if it finds the memoizer."""
    one = student("known = dir()\n" + SEARCH + "assert not [name for name in known if 'memoize' in name]\n")

    assert one.failure is None
    assert "the file could not be imported with it" == one.shortcut.why


def test_what_is_asked_for_plainly_is_run_plainly(student: Make) -> None:
    """Nothing is analysed, nothing is claimed."""
    one = student(SEARCH)
    plain = Student(
        one._submission,  # noqa: SLF001 - the same one again
        one.module_spec,
        one.limits,
        one._probes.launcher,  # noqa: SLF001
        shortcut=False,
    )
    plain.import_module()

    assert one.keeps_no_state("ask") is False
    assert one.keeps_no_state("think") is True
    assert plain.keeps_no_state("think") is False
    assert "switched off" == plain.shortcut.why
