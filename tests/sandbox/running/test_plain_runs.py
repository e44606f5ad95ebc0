"""Which calls a sweep without the memo makes: all where they are cheap, else those that a check still needs."""

from __future__ import annotations

import math

import pytest

from grader.model.answer import Answer, CallGroup
from grader.model.verdict import ChildEnd
from grader.sandbox.running import answers as running_answers
from grader.sandbox.running import plain_runs
from grader.sandbox.running.plain_runs import EVERY, NODES, selection
from tests.fixture_folders import SLOW
from tests.sandbox.running.test_ends import tripped
from tests.sandbox.sandbox_helpers import BOARDS, BURN_SOURCE, Make, calls

CUT, LEFT_OUT = ChildEnd.CPU_LIMIT, ChildEnd.NOT_ASKED
FULL, ODD, EMPTY = frozenset({7, 8, 9}), frozenset({1, 3, 5}), frozenset({0})


def is_wrong(_at: int, answer: Answer) -> bool:
    """Tell whether the call did not return a number of marks."""
    return answer.end is not ChildEnd.RETURNED or answer.value == "wrong"


def swept(
    make: Make, source: str, *checks: frozenset[int], function: str = "ask", call_seconds: float = 1
) -> list[object]:
    """Return for each board the value, or how the call ended; each of `checks` is the boards of a check."""
    groups = [CallGroup(calls=boards, fails=is_wrong) for boards in checks]
    answers = make(source, call_seconds=call_seconds).sweep(calls(function), lambda: groups).answers
    return [answer.value if answer.end is ChildEnd.RETURNED else answer.end for answer in answers]


def test_a_check_with_two_calls_that_never_end_needs_no_more(student: Make) -> None:
    """All boards of the other checks are asked, boards of no check are not."""
    got = swept(student, tripped("while True: pass", at="1, 3, 5"), FULL, ODD, EMPTY, call_seconds=0.1)

    assert got == [0, CUT, LEFT_OUT, LEFT_OUT, LEFT_OUT, CUT, LEFT_OUT, 7, 8, 9]


@SLOW
def test_where_all_calls_end_the_probe_each_check_gets_its_own_two(student: Make) -> None:
    """None passes because an earlier one used up all that was allowed."""
    got = swept(student, "def ask(board):\n    while True: pass\nthink = ask", FULL, ODD, EMPTY, call_seconds=0.05)

    assert [at for at in range(len(BOARDS)) if got[at] is CUT] == [0, 3, 5, 8, 9]


PAUSES = """
calls = 0
def ask(board):
    global calls
    calls += 1
    pause = calls == 4
    while pause: pass
    return sum(cell is not None for row in board for cell in row)
think = ask
"""
"""The fourth call of a process does not end, whatever its board: as if the machine had paused."""


def test_a_call_that_is_late_once_is_not_too_slow(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit below a second is shorter than a pause of the machine, which is charged to the call."""
    assert swept(student, PAUSES, FULL, ODD, EMPTY, call_seconds=0.1)[:4] == [0, 1, 2, 3]
    monkeypatch.setattr(plain_runs, "LONGEST_PAUSE", 0.1)
    assert CUT in swept(student, PAUSES, FULL, ODD, EMPTY, call_seconds=0.1)


HANGING = "def ask(board):\n    while True: pass\n"


@SLOW
@pytest.mark.parametrize(
    "search",
    [
        pytest.param("    ask(board)", id="uses it"),
        pytest.param("    return len(board)", id="does not use it", marks=SLOW),
        pytest.param("    while not any(map(all, board)): pass", id="hangs itself, on some boards", marks=SLOW),
        pytest.param("    if all(map(all, board)): ask(board)", id="uses it on one board", marks=SLOW),
    ],
)
def test_after_a_hanging_function_calls_get_less_time_and_the_same_verdicts(
    student: Make, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    """That function, and searches of nearly full boards: what they would do with more time is known."""
    groups = [CallGroup(calls=boards, fails=is_wrong) for boards in (FULL, ODD, EMPTY)]

    def verdicts(hasty: float) -> tuple[list[list[bool]], float]:
        monkeypatch.setattr(running_answers, "HASTY_SECONDS", hasty)
        one = student(f"{HANGING}def think(board):\n{search}\n", call_seconds=0.05)
        made = [one.sweep(calls(name), lambda: groups).answers for name in ("ask", "think")]
        wrong = [[any(group.fails(at, answers[at]) for at in group.calls) for group in groups] for answers in made]
        return wrong, one.usage.cpu_seconds

    (hasty, less), (patient, more) = verdicts(0.01), verdicts(60)

    assert hasty == patient
    assert less < more


def test_calls_that_end_their_probe_use_up_no_budget(student: Make) -> None:
    """As long as all of them together take less than the limit."""
    one = student(tripped("while True: pass", at="1, 2"), call_seconds=0.1, submission_seconds=0.5)
    one.sweep(calls("ask"))

    assert one.usage.cpu_seconds > 0.2
    assert one.usage.left() > 0.4


def test_thirty_calls_without_end_are_enough(student: Make) -> None:
    """Then each check needs only its smallest counterexample."""
    boards = BOARDS * 8
    one = student("def ask(board):\n    return ask(board)\nthink = ask")
    half = len(boards) // 2
    groups = [CallGroup(calls=frozenset(some), fails=is_wrong) for some in (range(half), range(half, len(boards)))]
    answers = one.sweep(calls("ask", boards), lambda: groups).answers
    asked = [at for at, answer in enumerate(answers) if answer.end is not LEFT_OUT]

    assert all(answers[at].is_endless for at in asked)
    # Of the first half three are full, so nothing smaller is left; of the second half the first full board.
    assert asked == [*range(plain_runs.MAX_ENDLESS), half + 9]


@pytest.mark.parametrize(("cheap", "asked"), [(5, 10), (0, 6)])
def test_a_search_that_is_wrong_on_a_full_board_is_not_asked_long_ones(
    student: Make, monkeypatch: pytest.MonkeyPatch, cheap: float, asked: int
) -> None:
    """Unless they are cheap: then the number of wrong boards is exact."""
    monkeypatch.setattr(plain_runs, "CHEAP_SECONDS", cheap)
    monkeypatch.setattr(plain_runs, "expected_seconds", lambda *_given: 1.0)
    source = "def think(board):\n    return 'wrong'\n"
    got = swept(student, source, frozenset(range(10)), function="think")

    assert got.count("wrong") == asked + (cheap == 0)
    assert LEFT_OUT not in got[4:]


def test_a_search_that_would_take_too_long_is_asked_a_selection(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first board, all that are nearly full, and some of the others."""
    monkeypatch.setattr(plain_runs, "expected_seconds", lambda *_given: 31.0)
    boards = [*BOARDS[:1], *[BOARDS[3]] * 7, *[BOARDS[2]] * 9, *[BOARDS[1]] * 3, *BOARDS[4:]]
    one = student("def think(board):\n    return 1\n")
    groups = [CallGroup(calls=frozenset(range(len(boards))), fails=is_wrong)]
    answers = one.sweep(calls("think", boards), lambda: groups).answers
    asked = [boards[at].count(".") for at, answer in enumerate(answers) if answer.end is ChildEnd.RETURNED]

    assert asked == [9, 6, 6, 7, 7, 5, 4, 3, 2, 1, 0]


@SLOW
def test_a_quick_function_that_takes_its_whole_share_leaves_time_for_the_others(student: Make) -> None:
    """The rest of its boards is not asked."""
    one = student(tripped("burn(0.1)", at=", ".join(map(str, range(10))), prelude=BURN_SOURCE), submission_seconds=4)
    one.sweep(calls("ask", BOARDS * 20))

    assert 2.4 < one.usage.left() < 3.7


def test_the_cost_of_a_search_is_counted_not_measured(student: Make) -> None:
    """The same number each time, and about that of the events of a plain minimax."""
    source = """
    def think(board):
        cells = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
        for i, j in cells:
            board[i][j] = "X"
            think(board)
            board[i][j] = None
    """
    boards = ["X" * marks + "." * (9 - marks) for marks in range(10)]
    one = student(source)
    expected = {plain_runs.expected_seconds(one._probes, calls("think", boards)) for _ in range(2)}  # noqa: SLF001
    nodes = sum(NODES[free] for free in (6, 7, 8)) + 3 * NODES[9]
    per_node = expected.pop() / plain_runs.SECONDS_PER_EVENT / nodes

    assert not expected
    assert 2 < per_node < 20


@pytest.mark.parametrize(("ended", "is_known"), [(1, "known"), (2, "unknown")])
def test_a_count_whose_probe_ended_is_made_once_more(
    ended: int, is_known: str, student: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pause of the machine does not decide what is asked."""
    boards = ["X" * marks + "." * (9 - marks) for marks in range(10)]
    one = student("def think(board): return 0")
    pauses, count = [True] * ended, plain_runs._counts  # noqa: SLF001 - a pause is hard to make
    monkeypatch.setattr(plain_runs, "_counts", lambda *given: None if pauses and pauses.pop() else count(*given))

    seconds = plain_runs.expected_seconds(one._probes, calls("think", boards))  # noqa: SLF001

    assert ("known" if seconds < math.inf else "unknown") == is_known


def test_a_selection_takes_every_how_many_th() -> None:
    """Of 72 boards with seven free cells nine, of 252 with six 42, and no board with eight."""
    boards = [BOARDS[0], *[BOARDS[1]] * 9, *[BOARDS[2]] * 72, *[BOARDS[3]] * 252, *BOARDS[4:]]

    assert len(selection(calls("think", boards))) == 1 + 72 // EVERY[7] + 252 // EVERY[6] + 6
