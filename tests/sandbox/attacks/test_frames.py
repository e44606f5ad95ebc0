"""Frames that never end, come late, come twice or are forged: how each is reported, and that limits of time hold."""

from __future__ import annotations

import itertools
import json
import signal

import pytest

from grader.model.answer import Call
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.probe import Probe, ProbeEnded
from tests.fixture_folders import SLOW
from tests.sandbox.attacks.attacking import (
    HONEST,
    all_in_place,
    attacking,
    in_game,
    shorten_waits,
    student_of,
    surroundings_of,
)
from tests.sandbox.sandbox_helpers import BOARDS, LIMITS, allowance, calls, job_of, make_student

READY = {"type": "ready"}


def importing(script: str, launcher: Launcher) -> Probe:
    """Start a probe whose submission runs `script` while it is imported."""
    return Probe(launcher, job_of(attacking({"import": script})).frame, LIMITS, allowance())


@SLOW
@pytest.mark.parametrize(
    ("then", "end"),
    [
        ("pause(60)", ChildEnd.WALL_LIMIT),
        ("os.close(ANSWERS); pause(60)", ChildEnd.GARBLED),
        ("os._exit(0)", ChildEnd.EXITED),
    ],
)
def test_a_frame_cut_at_any_byte_is_told_by_what_came_then(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, then: str, end: ChildEnd
) -> None:
    """Silence, a closed pipe or an exit after any byte: the part is never taken for the frame."""
    shorten_waits(monkeypatch, 0.02, leaving=0.02 if end is ChildEnd.GARBLED else 10)
    before = surroundings_of(zygote)
    size = 8 + len(json.dumps(READY))
    probes = [importing(f"send(frame({READY})[:{at}])\n{then}", zygote) for at in range(size)]
    ends = []
    for one in probes:
        with pytest.raises(ProbeEnded) as caught:
            one.frame(5, "ready")
        ends.append(caught.value.end)

    assert [end] * size == ends
    before.require_unharmed()


@pytest.mark.parametrize(
    ("what", "end"),
    [
        ("send(b'\\xff' * 8)", ChildEnd.GARBLED),
        ("send(struct.pack('<II', (4 << 20) + 1, 0))", ChildEnd.GARBLED),
        ("send(struct.pack('<II', 0, (1 << 20) + 1))", ChildEnd.GARBLED),
        ("send(struct.pack('<II', 4 << 20, 1 << 20)); pause(60)", ChildEnd.WALL_LIMIT),
        ("send(struct.pack('<II', 4 << 20, 0) + b' ' * (4 << 20)); pause(60)", ChildEnd.GARBLED),
        ("send(bytes(8))", ChildEnd.GARBLED),
        ("send(done())", ChildEnd.GARBLED),
        ("send(frame({'type': 'ready'}))", ChildEnd.GARBLED),
        ("send(frame({'type': 'confined'}))", ChildEnd.GARBLED),
        ("send(answers(0, 1))", ChildEnd.GARBLED),
        ("send(answers(7) + answers(7))", ChildEnd.GARBLED),
        ("send(answers(7)[:-1]); os._exit(0)", ChildEnd.EXITED),
        ("send(answers(7)[:-1]); os.close(ANSWERS); pause(60)", ChildEnd.GARBLED),
        ("send(answers(7)[:-1]); pause(60)", ChildEnd.WALL_LIMIT),
        ("send(answers(7)[:-1]); burn(60)", ChildEnd.CPU_LIMIT),
        ("send(answers(7)[:-1]); os.kill(os.getpid(), signal.SIGSTOP)", ChildEnd.WALL_LIMIT),
    ],
)
def test_a_lie_in_a_game_ends_it_under_its_right_name(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, what: str, end: ChildEnd
) -> None:
    """The call that was asked has that end, and those after it are not reached."""
    shorten_waits(monkeypatch, 0.1 if end is ChildEnd.WALL_LIMIT else 20, leaving=0.5)
    behind = student_of(attacking({"first": what}), zygote)
    first, *rest = in_game(behind, calls("ask"))

    assert end is first.end
    assert {ChildEnd.NOT_REACHED} == {answer.end for answer in rest}


def test_a_forged_answer_counts_for_the_call_that_was_asked(zygote: Launcher) -> None:
    """It displaces only answers of the same list; the next list, in a new probe, has every answer in place."""
    behind = student_of(attacking({"middle": "send(answers(3, known=3))"}), zygote, call_seconds=1)
    forged, after = behind.sequence(calls("ask")), behind.sequence(calls("ask", BOARDS[:3]))

    assert [0, 1, 2, 3] == [answer.value for answer in forged[:4]]
    assert [0, 1, 2] == [answer.value for answer in after]


def test_a_forged_answer_beside_the_real_one_ends_the_game(zygote: Launcher) -> None:
    """The frame that is left over fits no call: the call is garbled and those after it are not reached."""
    behind = student_of(attacking({"middle": "send(answers(3))"}), zygote, call_seconds=1)

    ends = [answer.end for answer in in_game(behind, calls("ask"))]
    assert [ChildEnd.RETURNED] * 3 + [ChildEnd.GARBLED] + [ChildEnd.NOT_REACHED] * 6 == ends


def test_no_probe_speaks_for_another(zygote: Launcher) -> None:
    """A probe that writes forged answers to every descriptor changes nothing in a probe that runs beside it."""
    forge = "for fd in range(64):\n  try: os.write(fd, answers(99) + done())\n  except OSError: pass"
    liar = student_of(attacking({"between": forge, "first": forge}), zygote)
    honest = make_student(HONEST, zygote, (), {})
    with honest.game() as right, liar.game() as wrong:
        pairs = [(right.ask(call), wrong.ask(call)) for call in calls("ask")]

    assert list(range(len(BOARDS))) == [answer.value for answer, _lie in pairs]
    assert 99 == pairs[0][1].value


def test_there_is_no_figure_of_cpu_time_to_forge(zygote: Launcher) -> None:
    """Neither a field of a frame nor a clock that is replaced inside makes a call cheaper."""
    forged = """
real = frame
frame = lambda message, numbers=b"": real({**message, "seconds": 0, "cpu": 0, "cpu_seconds": -1}, numbers)
burn(0.3)
time.process_time = time.perf_counter = time.monotonic = time.time = time.clock_gettime = lambda *_: 0.0
send(answers(0) + done())
os._exit(0)
"""
    behind = student_of(attacking({"first": forged}), zygote, call_seconds=2, submission_seconds=60)
    with behind.game() as game:
        answer = game.ask(calls("ask")[0])

    assert 0 == answer.value
    assert behind.usage.first_seconds["ask"] >= 0.29
    assert behind.usage.cpu_seconds >= 0.29


def test_every_signal_is_an_end_of_its_own_call(zygote: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next call, in a new probe, is answered."""
    shorten_waits(monkeypatch, 0.05, leaving=10)
    source = """
        import os, signal
        def move(board, number):
            if number not in (9, 19):
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return number
        def ask(board): return 1
    """
    behind = make_student(source, zygote, (), {"submission_seconds": 60})
    ends = {}
    for number in sorted(set(signal.Signals)):
        first, *_ = behind.sequence([Call(function="move", board=BOARDS[0], extra=(int(number),)), *calls("ask")])
        ends[number.name] = first.end
    # Signals of a terminal do not stop a process without one.
    stopping = {"SIGSTOP"}
    ignored = {"SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH"}
    of = {ChildEnd.WALL_LIMIT: stopping, ChildEnd.RETURNED: ignored, ChildEnd.CPU_LIMIT: {"SIGXCPU"}}
    expected = {name: next((end for end, names in of.items() if name in names), ChildEnd.SIGNALLED) for name in ends}

    assert expected == ends


def test_pipes_closed_in_any_order_end_the_call(zygote: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first, and whether it then computes, waits or leaves."""
    shorten_waits(monkeypatch, 0.02)
    before = surroundings_of(zygote)
    orders = list(itertools.permutations(["REQUESTS", "ANSWERS", "1", "2"]))
    ends = set()
    for order, then in zip(
        orders, itertools.cycle(["pause(60)", "burn(60)", "os._exit(0)", "1 / 0", "return"]), strict=False
    ):
        script = "".join(f"os.close({name})\n" for name in order)
        behind = student_of(attacking({"first": f"{script}{then}" if then != "return" else script}), zygote)
        got = behind.sequence(calls("ask"))
        assert all_in_place(got)
        ends.add(got[0].end)

    assert {ChildEnd.GARBLED, ChildEnd.EXITED} == ends
    before.require_unharmed()
