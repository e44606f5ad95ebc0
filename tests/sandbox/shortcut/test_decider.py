"""The exact shortcut at work: accepted if a plain run agrees and limits are far away; else all runs plainly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pytest

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.plain_runs import NODES
from grader.sandbox.shortcut import trial
from grader.sandbox.shortcut.trial import PlainCost, PlainTimes, Trial
from grader.sandbox.student import Student
from tests.sandbox.console import MakeConsole
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


@pytest.mark.parametrize(("begin", "limit", "end"), [(0, 0.2, ChildEnd.CPU_LIMIT), (1, 100, ChildEnd.RETURNED)])
def test_near_the_limit_of_a_call_the_first_move_is_really_made(
    student: Make, monkeypatch: pytest.MonkeyPatch, begin: int, limit: float, end: ChildEnd
) -> None:
    """What counts then is what it really takes; the other calls are far from it."""
    first = BOARDS[begin].count(".")
    monkeypatch.setattr(PlainTimes, "upper", lambda _times, free: math.inf if free == first else 0.0)
    one = student(SEARCH, call_seconds=limit, submission_seconds=600)
    answers = one.sweep(CALLS[begin:]).answers

    assert answers[0].end is end
    assert ("value",) == one.shortcut.functions
    assert [answer.value for answer in answers[2:]] == thought(student(SEARCH), CALLS[begin + 2 :])


def test_nothing_that_the_memo_counts_saves_the_first_move(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sets the counters to zero is timed by the growth of plain calls: here the first move may take 5.5 s."""
    times = PlainTimes({free: 1e-5 * NODES[free] for free in (5, 6)})
    zero = PlainCost(calls=(0,) * len(CALLS), seconds=(0.0,) * len(CALLS))
    made: list[Call] = []

    def measure(_trial: Trial, call: Call, kept: Answer) -> Answer:
        made.append(call)
        return kept

    monkeypatch.setattr(Trial, "_compare", lambda *_given: times)
    monkeypatch.setattr(trial, "read_cost", lambda *_given: zero)
    monkeypatch.setattr(Trial, "_measure_first_move", measure)
    for limit, is_proof in ((100, True), (5, True), (5, False)):
        one = student(SEARCH, call_seconds=limit, submission_seconds=600)
        one.is_proof = is_proof  # without it no points depend on the answers, and nobody waits for that move
        one.sweep(CALLS)

    assert made == [CALLS[0]]


def test_where_more_than_the_first_move_is_too_slow_the_search_runs_plainly(student: Make) -> None:
    """Each call that takes longer than its limit is wrong then, whatever is claimed of the search."""
    one = student(SEARCH, call_seconds=0.1, submission_seconds=600)
    answers = one.sweep(CALLS[:2]).answers

    assert "more than the first move would come near its limit" == one.shortcut.why
    assert answers[0].end is ChildEnd.CPU_LIMIT


@pytest.mark.parametrize(("calls", "limits"), [((*CALLS[1:2], *CALLS), (0.5, 600)), (CALLS, (600, 2))])
def test_what_a_plain_run_would_take_in_all_costs_nothing(
    student: Make, calls: tuple[Call, ...], limits: tuple[float, float]
) -> None:
    """Neither another call that comes near its limit nor all calls together end the memo, and no budget pays for it."""
    one = student(SEARCH, call_seconds=limits[0], submission_seconds=limits[1])
    answers = one.sweep(calls).answers

    assert ("value",) == one.shortcut.functions
    assert {ChildEnd.RETURNED} == {answer.end for answer in answers}
    assert one.usage.left() == pytest.approx(limits[1], abs=0.05)
    assert bool(one.usage.near_limit) is (limits[0] == 0.5)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("total = len(free)", "total = len(free) + COUNT.append(1)"), "'value' may change the global 'COUNT'"),
        (("def value(board):", "def value(board):\n    open"), "'value' uses 'open'"),
        (("return value(board)", "return 1"), "'think' calls no function that calls itself"),
        (("def value(board):", "def value(*given):\n    board, = given"), "'value' takes other than plain parameters"),
        (
            ("        board[i][j] = None", "        board[i][j] = (None, 'X')[total % 2]"),
            "'value' changes what it is given",
        ),
        (("    for i, j in free:", "    value(board)\n    for i, j in free:"), "'value' comes to a limit of depth"),
    ],
)
def test_whoever_reads_the_result_is_told_why_not(student: Make, change: tuple[str, str], why: str) -> None:
    """The phrase names the function."""
    one = student("COUNT = []\n" + SEARCH.replace(*change), call_seconds=1, submission_seconds=3)
    one.sweep(CALLS[3:])

    assert () == one.shortcut.functions
    assert why in one.shortcut.why


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
    assert "'gather' changes what it is given" == one.shortcut.why


def test_a_first_move_that_differs_from_the_memo_ends_it(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the largest sample there is."""
    monkeypatch.setattr(PlainTimes, "upper", lambda _times, free: math.inf if free == 6 else 0.0)
    monkeypatch.setattr(Trial, "_compare", lambda *_given: PlainTimes({5: 0.01, 6: 0.01}))
    monkeypatch.setattr(trial, "same_outcome", lambda *_given: False)
    one = student(SEARCH, call_seconds=100, submission_seconds=6000)

    assert [] != thought(one, CALLS[1:3])
    assert "other answers" in one.shortcut.why


def test_what_the_import_printed_is_told_first(student: Make) -> None:
    """As in a plain run, even if the module is not imported plainly before the search prints."""
    one = student("print('hello')\n" + SEARCH.replace("    return value", "    print('thinking')\n    return value", 1))
    one.sweep(CALLS[1:])

    assert ["import", "think"] == [heard.where for heard in one.usage.output]


def test_every_function_is_asked_about_the_same_boards(student: Make) -> None:
    """What one of them does to a board, another never sees."""
    spoiler = "def ask(board):\n    board[0][0] = 'Q'\n    board.pop()\n    return len(board)\n"
    one = student(spoiler + SEARCH)
    first = one.sweep([Call(function="ask", board=call.board) for call in CALLS[2:]]).answers

    assert {2} == {answer.value for answer in first}
    assert all(answer.changed for answer in first)
    assert thought(one, CALLS[2:]) == thought(student(SEARCH), CALLS[2:])


def test_a_function_without_end_is_left_to_the_plain_run(student: Make) -> None:
    """It leaves out calls that are expensive and can show nothing new."""
    one = student(SEARCH + "def ask(board):\n    return ask(board)\n")
    answers = one.sweep([Call(function="ask", board=board) for board in BOARDS * 10]).answers

    assert "a function calls itself without end" == one.shortcut.why
    assert {"RecursionError"} == {answer.raised.type for answer in answers if answer.raised is not None}


def test_without_the_shortcut_a_search_that_it_accepts_is_asked_everything(zygote: Launcher) -> None:
    """However little the submission may take; so the two results are equal."""
    plain = make_student(SEARCH, zygote, (), {"call_seconds": 600, "submission_seconds": 0.5})
    answers = plain.sweep(CALLS[1:]).answers

    assert {ChildEnd.RETURNED} == {answer.end for answer in answers}
    assert plain.usage.left() == pytest.approx(0.5, abs=0.05)


def test_a_file_that_is_imported_only_without_it_runs_plainly(student: Make) -> None:
    """The file refuses to be imported if it finds the memoizer."""
    one = student("known = dir()\n" + SEARCH + "assert not [name for name in known if 'memoize' in name]\n")

    assert one.failure is None
    assert "the file could not be imported with it" == one.shortcut.why


def test_what_is_asked_for_plainly_is_run_plainly(student: Make) -> None:
    """Nothing is analysed, nothing is claimed."""
    one = student(SEARCH)
    plain = Student(
        one.submission,
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


def test_a_function_that_prints_may_call_the_search(console: MakeConsole) -> None:
    """What it prints is the answer, so that a text of which only the end is kept ends the memo."""
    source = """
def show(board):
    print(value(board))
def search(board):
    return value(board)
def value(board):
    print("-" * 1500)
    for i, j in ((0, 0), (1, 1)):
        if board[i][j] == " ":
            after = [row[:] for row in board]
            after[i][j] = "X"
            return 1 + value(after)
    return 0
"""
    shown = [Call(function="show", board=board) for board in (BOARDS[0], BOARDS[0], BOARDS[-1])]
    students = [console(source, shortcut=shortcut) for shortcut in (True, False)]
    with_memo, plainly = ([(one.end, one.value) for one in student.sweep(shown).answers] for student in students)
    students[0].finish()

    assert with_memo == plainly
    assert [ChildEnd.RETURNED] * 3 == [end for end, _value in plainly]
    assert students[0].shortcut.why == "'value' prints more than is kept"
