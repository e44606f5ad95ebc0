"""How calls end that do not simply answer: limits, exits, crashes, lies. None raises an exception in the grader."""

from __future__ import annotations

import re
import time

import pytest

from grader.model.answer import Opaque
from grader.model.verdict import ChildEnd
from grader.sandbox.running import probe
from grader.sandbox.student import Student
from tests.busy_loops import busy_loops
from tests.fixture_folders import SLOW, sampled
from tests.sandbox.sandbox_helpers import BOARDS, BURN_SOURCE, PIPES_SOURCE, Make, ask_once, calls

TRIPPED = """
{prelude}
def ask(board):
    marks = sum(cell is not None for row in board for cell in row)
    if marks in ({at}):
        {what}
    return marks
think = ask
"""


def tripped(what: str, at: str = "3,", prelude: str = "import os, sys") -> str:
    """Return a module that runs `what` on boards with `at` marks and answers the number of marks on all others."""
    return TRIPPED.format(what=what, at=at, prelude=prelude)


def ends(student: Student, function: str = "ask") -> list[object]:
    """Return for each board the value, or how the call ended."""
    return [
        answer.value if answer.end is ChildEnd.RETURNED else answer.end
        for answer in student.sweep(calls(function)).answers
    ]


def all_but(end: ChildEnd, *places: int) -> list[object]:
    """Return the answers of a student who is right everywhere except at `places`."""
    return [end if at in places else at for at in range(len(BOARDS))]


def test_a_hang_costs_its_own_board(behind_either: Make) -> None:
    """The call is cut at its limit, all others are answered."""
    behind = behind_either(tripped("while True: pass"), call_seconds=0.15)

    assert ends(behind) == all_but(ChildEnd.CPU_LIMIT, 3)


@SLOW
def test_after_three_ends_the_rest_is_not_asked(student: Make) -> None:
    """What is left goes fullest board first, so the boards with most marks are answered, the emptiest are not."""
    behind = student(tripped("while True: pass", at="2, 3, 7"), call_seconds=0.05)
    cut, missed = ChildEnd.CPU_LIMIT, ChildEnd.NOT_ASKED

    # 0 and 1 in order, 2 hangs; then 9 and 8, 7 hangs; then 6, 5 and 4, 3 hangs: nothing is left over.
    assert ends(behind) == [0, 1, cut, cut, 4, 5, 6, cut, 8, 9]

    behind = student(tripped("while True: pass", at="1, 2, 8, 7"), call_seconds=0.05)
    assert ends(behind) == [0, cut, missed, missed, missed, missed, missed, cut, cut, 9]


def test_an_answer_between_once_and_twice_the_limit_is_too_late_but_noted(student: Make) -> None:
    """A person can tell a call that is slow here from one that never ends."""
    behind = student(tripped("burn(0.3)", prelude=BURN_SOURCE), call_seconds=0.2)

    assert ends(behind, "think") == all_but(ChildEnd.CPU_LIMIT, 3)
    (note,) = behind.usage.near_limit
    assert re.fullmatch(r"think: 0\.[34] s of 0\.2 s", note)


def test_the_message_of_an_exception_stays_however_often_it_is_raised(student: Make) -> None:
    """Only different messages of one line are counted: the hundredth call tells as much as the first."""
    same = student("def ask(board):\n    raise ValueError('the same')")
    other = student("calls = []\ndef ask(board):\n    calls.append(1)\n    raise ValueError(f'number {len(calls)}')")
    boards = BOARDS * 30

    def messages(of: Student) -> list[str]:
        answers = of.sweep(calls("ask", boards)).answers
        return [answer.raised.message for answer in answers if answer.raised is not None]

    assert ["the same"] * len(boards) == messages(same)
    assert "number 1" == messages(other)[0]
    assert "" == messages(other)[-1]


def test_a_late_answer_among_quick_ones_is_too_late_as_well(student: Make) -> None:
    """Answers that travel in one block are timed as strictly as single ones."""
    behind = student(tripped("burn(0.3)", prelude=BURN_SOURCE), call_seconds=0.2)

    assert ends(behind) == all_but(ChildEnd.CPU_LIMIT, 3)
    (note,) = behind.usage.near_limit
    assert re.fullmatch(r"ask: 0\.[34] s of 0\.2 s", note)


def test_an_answer_near_the_limit_counts_and_is_noted(student: Make) -> None:
    """From half the limit on a call is worth a look, and costs nothing."""
    behind = student(tripped("burn(0.3)", prelude=BURN_SOURCE), call_seconds=0.5)

    assert ends(behind) == all_but(ChildEnd.RETURNED)
    (note,) = behind.usage.near_limit
    assert re.fullmatch(r"ask: 0\.[345] s of 0\.5 s", note)


CRASH = "import ctypes, os, signal, sys"
HOG = "hog = []\n"


@pytest.mark.parametrize(
    ("what", "prelude", "end"),
    [
        ("os._exit(0)", CRASH, ChildEnd.EXITED),
        ("os._exit(9)", CRASH, ChildEnd.EXITED),
        ("sys.exit()", CRASH, ChildEnd.EXITED),
        ("exit(1)", CRASH, ChildEnd.EXITED),
        ("raise KeyboardInterrupt", CRASH, ChildEnd.EXITED),
        ("raise GeneratorExit", CRASH, ChildEnd.EXITED),
        ("os.abort()", CRASH, ChildEnd.SIGNALLED),
        ("ctypes.string_at(0)", CRASH, ChildEnd.RAISED),
        ("faulthandler._sigsegv()", "import faulthandler", ChildEnd.SIGNALLED),
        ("os.kill(os.getpid(), signal.SIGKILL)", CRASH, ChildEnd.SIGNALLED),
        ("os.kill(os.getpid(), signal.SIGTERM)", CRASH, ChildEnd.SIGNALLED),
        ("os.execv('/bin/true', ['true'])", CRASH, ChildEnd.RAISED),
        ("return [0] * (1 << 28)", HOG, ChildEnd.MEMORY_LIMIT),
        ("while True: hog.append(bytearray(1 << 20))", HOG, ChildEnd.MEMORY_LIMIT),
        ("while True: os.write(1, b'x' * 65536)", CRASH, ChildEnd.OUTPUT_LIMIT),
        ("raise SyntaxError('x', ([], 1, 1, 'y'))", CRASH, ChildEnd.RAISED),
    ],
)
def test_a_call_that_ends_its_process_costs_its_own_board(
    student: Make, what: str, prelude: str, end: ChildEnd
) -> None:
    """The report has the right kind of end, and the other boards are answered."""
    behind = student(tripped(what, prelude=prelude), memory_mib=160)

    assert ends(behind) == all_but(end, 3)


def test_where_a_list_is_made_once_the_calls_after_used_up_memory_are_made(student: Make) -> None:
    """Only a sweep that can ask again ends its list there."""
    behind = student(tripped("return [0] * (1 << 28)"), memory_mib=160)

    for answers in (behind.sequence(calls("think")), behind.sweep_plainly(calls("think"), tuple)):
        assert [each.end if each.value is None else each.value for each in answers] == all_but(ChildEnd.MEMORY_LIMIT, 3)


def test_a_wish_to_exit_leaves_the_probe_alive(student: Make) -> None:
    """sys.exit in a call is an exit, told with its line, and hidden state goes on."""
    behind = student("""
        import sys
        turn = 0
        def ask(board):
            global turn
            turn += 1
            if turn == 2:
                sys.exit("enough")
            return turn
    """)
    one, two, three = behind.sequence(calls("ask", BOARDS[:3]))

    assert (one.value, two.end, three.value) == (1, ChildEnd.EXITED, 3)
    assert str(two.raised) == "SystemExit: enough"
    assert two.raised is not None
    assert two.raised.at == "tictactoe.py:8"


FRAME = """
import json, struct
def frame(message, numbers=b""):
    text = json.dumps(message).encode()
    return struct.pack("<II", len(text), len(numbers)) + text + numbers
"""


@pytest.mark.parametrize(
    "what",
    sampled(
        [
            "os.write(hands()[1], b'garbage' * 100)",
            "os.write(hands()[1], b'\\xff' * 8)",
            "os.write(hands()[1], frame({'type': 'answers', 'fresh': []}))",
            "os.write(hands()[1], frame({'type': 'answers', 'fresh': [{'value': 7}]}, bytes(4 * 5000)))",
            "os.write(hands()[1], frame({'type': 'answers', 'fresh': [{'raised': [[], 1, 2, 3]}]}, bytes(4)))",
            "os.write(hands()[1], frame({'type': 'answers', 'fresh': [{'value': ['s', ['l']]}]}, bytes(4)))",
            "os.write(hands()[1], frame({'type': 'ready'}))",
            "os.write(hands()[1], frame({'type': 'done', 'tail': 5, 'characters': 5}))",
            "os.write(hands()[1], frame({'type': []}))",
            "os.close(hands()[1]); burn(0.05)",
            "os.close(hands()[1]); os.close(hands()[0])",
            "os.close(hands()[1]); [os.close(fd) for fd in (0, 1, 2)]; burn(60)",
            "os.closerange(0, 60); burn(0.02)",
            "os.dup2(1, hands()[1])",
            "os.write(hands()[1], b'\\x05\\x00'); os._exit(0)",
        ],
        3,  # `tests/sandbox/attacks/test_steps.py` sends more of such bytes
    ),
)
def test_lies_on_the_pipe_are_the_students_end(student: Make, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage, too many answers, closed pipes: garbled or exited, and never a fault of the grader."""
    monkeypatch.setattr(probe, "EXIT_GRACE", 0.2)
    behind = student(tripped(what, prelude=PIPES_SOURCE + FRAME + BURN_SOURCE), call_seconds=0.3)
    first = behind.sequence(calls("ask", BOARDS[2:6]))

    assert len(first) == 4
    assert first[0].value == 2
    assert {answer.end for answer in first[1:3]} & {ChildEnd.GARBLED, ChildEnd.EXITED}
    assert len(ends(behind)) == len(BOARDS)


def test_one_answer_too_many_is_garbled_even_after_the_last(student: Make) -> None:
    """What comes after all answers costs no call its answer."""
    behind = student(tripped("os.write(hands()[1], frame(M, bytes(4)))", at="9,", prelude=PIPES_SOURCE + FRAME + SEVEN))

    assert ends(behind)[:9] == list(range(9))
    assert ends(behind, "think")[:9] == list(range(9))


SEVEN = "M = {'type': 'answers', 'fresh': [{'value': 7}]}\n"


def test_a_process_that_ends_after_its_last_answer_costs_nothing(student: Make) -> None:
    """The end belongs to no call."""
    source = """
        import sys, os
        def ask(board):
            type(sys.stdout).tail = lambda self: os._exit(1)
            return 5
        think = ask
    """
    behind = student(source)

    assert [answer.value for answer in behind.sweep(calls("ask")).answers] == [5] * len(BOARDS)
    assert [answer.value for answer in behind.sequence(calls("ask"))] == [5] * len(BOARDS)


@SLOW
@pytest.mark.parametrize(
    "what",
    ["threading.Event().wait()", "select.select([], [], [])", "os.kill(os.getpid(), 19)", "os.read(os.pipe()[0], 1)"],
)
def test_waiting_for_ever_without_computing_is_a_limit_too(
    student: Make, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that uses no CPU is ended by the wall clock, with another kind of end."""
    monkeypatch.setattr(probe, "WALL_GRACE", 0.3)
    monkeypatch.setattr(probe, "WALL_FACTOR", 0)
    behind = student(tripped(what, prelude="import os, select, threading"))

    assert ends(behind, "think") == all_but(ChildEnd.WALL_LIMIT, 3)


def test_many_short_waits_use_up_the_budget(student: Make) -> None:
    """Pauses that no limit of a call would end add up to the budget; what they keep away is not reached."""
    behind = student(
        "import threading\ndef ask(board):\n    threading.Event().wait(0.12)\n    return 1\nthink = ask",
        submission_seconds=0.5,
    )
    got = ends(behind, "think")

    assert got.count(1) in {3, 4, 5}
    assert got.count(ChildEnd.NOT_REACHED) == len(BOARDS) - got.count(1)
    assert behind.usage.idle
    assert behind.usage.cpu_seconds < 0.5
    assert ends(behind, "ask") == [ChildEnd.NOT_REACHED] * len(BOARDS)


def test_a_thread_that_goes_on_does_not_hold_up_the_end(open_wall: Make) -> None:
    """Where the kernel refuses no thread, neither one nor a hook that runs at exit keeps a probe."""
    behind = open_wall("""
        import atexit, threading, time
        def spin():
            while True: pass
        threading.Thread(target=spin).start()
        atexit.register(spin)
        def ask(board):
            return 1
    """)
    began = time.monotonic()

    assert ask_once(behind).value == 1
    assert time.monotonic() - began < 4


def test_with_the_limit_used_up_each_check_still_gets_its_few_calls(student: Make) -> None:
    """The fullest boards; what else was asked does not count. A sequence and a game reach nothing."""
    behind = student(tripped("burn(0.1)", at="0, 1, 2, 3, 4", prelude=BURN_SOURCE), submission_seconds=0.05)
    missed, left_out = [ChildEnd.NOT_REACHED] * len(BOARDS), [ChildEnd.NOT_ASKED] * 2

    assert ends(behind, "ask") == [*left_out, 2, 3, 4, 5, 6, 7, 8, 9]
    spent = behind.usage.cpu_seconds
    assert [answer.end for answer in behind.sequence(calls("ask"))] == missed
    with behind.game() as game:
        assert game.ask(calls("ask")[0]).end is ChildEnd.NOT_REACHED
    assert behind.usage.cpu_seconds == spent, "nothing more was even started"
    assert ends(behind, "think") == [*left_out, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_game_that_uses_up_the_budget_says_so(student: Make) -> None:
    """The call that is cut by the budget, and not by its own limit, is not reached."""
    behind = student(tripped("while True: pass"), call_seconds=5, submission_seconds=0.4)
    with behind.game() as game:
        got = [game.ask(call).end for call in calls("ask", BOARDS[2:5])]

        assert got == [ChildEnd.RETURNED, ChildEnd.NOT_REACHED, ChildEnd.NOT_REACHED]
        assert behind.usage.exhausted


def test_a_game_ends_with_its_probe(student: Make) -> None:
    """The call that ended it says how; every call after it is not reached."""
    behind = student(tripped("while True: pass"), call_seconds=0.1)
    with behind.game() as game:
        got = [game.ask(call).end for call in calls("ask", BOARDS[2:5])]

    assert got == [ChildEnd.RETURNED, ChildEnd.CPU_LIMIT, ChildEnd.NOT_REACHED]


def test_several_calls_of_a_game_are_made_at_once(student: Make) -> None:
    """As many answers as calls, also of a game that is over."""
    behind = student(tripped("while True: pass"), call_seconds=0.1)
    with behind.game() as game:
        got = [
            [answer.end for answer in game.ask_all(calls("ask", part))]
            for part in (BOARDS[:2], BOARDS[2:5], BOARDS[5:7])
        ]

    assert got[0] == [ChildEnd.RETURNED] * 2
    assert {*got[1]} == {ChildEnd.CPU_LIMIT, ChildEnd.NOT_REACHED}
    assert [len(part) for part in got] == [2, 3, 2]
    assert got[2] == [ChildEnd.NOT_REACHED] * 2


def test_cpu_is_counted_and_not_the_clock_on_the_wall(student: Make) -> None:
    """A call within its limit is not cut, however busy the machine is: to stand in line is not to wait either."""
    with busy_loops(2):
        began = time.monotonic()
        behind = student(tripped("burn(0.4)", at="0,", prelude=BURN_SOURCE), call_seconds=0.78)
        answer = ask_once(behind, "think")
        wall = time.monotonic() - began

    assert (answer.end, answer.value) == (ChildEnd.RETURNED, 0)
    assert answer.seconds is not None
    assert 0.35 < answer.seconds < 0.78
    assert wall > answer.seconds
    assert behind.usage.waited < 0.3


TOUCHY = """
class Touchy(type):
    __hash__ = None
    def __eq__(self, other):
        raise RuntimeError("do not compare me")
class Answer(metaclass=Touchy):
    pass
def ask(board):
    return Answer()
think = ask
"""


def test_a_class_that_cannot_be_compared_is_an_answer_like_any_object(student: Make) -> None:
    """It is described, and ends nothing."""
    answers = student(TOUCHY).sweep(calls("ask")).answers

    assert {"an object of type Answer"} == {
        answer.value.description for answer in answers if isinstance(answer.value, Opaque)
    }
    assert len(BOARDS) == sum(isinstance(answer.value, Opaque) for answer in answers)
