"""Modules that attack the marker at one step of a probe's life, and what must be true of the marker afterwards."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running import probe
from grader.sandbox.student import Student
from tests.sandbox.sandbox_helpers import (
    BOARDS,
    BURN_SOURCE,
    PIPES_SOURCE,
    calls,
    descendants_of,
    descriptors,
    make_student,
)

IN_CALLS = ("first", "middle", "done", "between")
STEPS = ("import", "ready", *IN_CALLS)
"""While importing, before the frame ``ready``, in the first call, in the middle of a list of calls, after the last
answer of a list, before the next list."""

LIMITS = {"import_seconds": 0.1, "call_seconds": 0.03, "submission_seconds": 3, "memory_mib": 80}
DEADLINE = 60
"""Wall seconds for what one student is asked here: many times what its limits allow, since other work may go on."""
SETTLING = 2
"""Wall seconds for threads and processes that are just ending."""
HONEST = "def ask(board): return sum(cell is not None for row in board for cell in row)"

TEMPLATE = """
import builtins, gc, json, marshal, os, select, signal, struct, sys, time, types
@TOOLS@
REQUESTS, ANSWERS = hands()
HOG = []

def frame(message, numbers=b""):
    text = json.dumps(message).encode()
    return struct.pack("<II", len(text), len(numbers)) + text + numbers

def send(data, write=os.write):
    while data:
        data = data[write(ANSWERS, data):]

def answers(*values, known=0):
    fresh = [{"value": value} for value in values]
    numbers = range(known, known + len(values))
    return frame({"type": "answers", "fresh": fresh}, struct.pack(f"<{len(values)}I", *numbers))

def done():
    return frame({"type": "done", "tail": "", "characters": 0})

def pause(seconds, select=select.select):
    select([], [], [], seconds)

def fill(size=1 << 20):
    while True:
        HOG.append(bytearray(size))

def agent(name):
    frame = sys._getframe()
    while frame is not None and name not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals[name]

class State:
    scripts, armed, requests = @SCRIPTS@, "", 0

    def write_with(write):
        State.codec.update(_write_parts=None, write=write)  # it writes a frame in one piece where it cannot write parts

    def read_with(readinto):
        agent("channel")._input = types.SimpleNamespace(readinto=readinto)

def reach(step, run=exec, compiled=compile):
    if State.armed in ("", step) and step in State.scripts:
        print("reached", step)
        run(compiled(State.scripts.pop(step), "tictactoe.py", "exec"), globals())

def hook():
    State.reader = agent("channel")._input
    channel = type(agent("channel"))
    send, receive = channel.send, channel.receive
    State.codec = send.__globals__

    def sending(self, message, numbers=b""):
        if message["type"] in ("ready", "done"):
            reach(message["type"])
        send(self, message, numbers)

    def receiving(self):
        State.requests += 1
        if State.requests > 1:
            reach("between")
        return receive(self)

    channel.send, channel.receive = sending, receiving

def move(board, step):
    State.armed = step
    reach("first")
    marks = sum(cell is not None for row in board for cell in row)
    if marks == 3:
        reach("middle")
    return marks

def ask(board):
    return move(board, "")

think = ask
hook()
reach("import")
"""


def attacking(scripts: Mapping[str, str]) -> str:
    """
    Return a module that runs each script at its step, once in a probe, and answers the number of marks otherwise.

    Calls of ``ask`` and ``think`` run all of them; those of ``move`` name the step of the only one to run.
    """
    return TEMPLATE.replace("@TOOLS@", PIPES_SOURCE + BURN_SOURCE).replace("@SCRIPTS@", repr(dict(scripts)))


def at(step: str) -> list[Call]:
    """Return calls of ``move``, one for each board, that let the script of `step` run."""
    return [Call(function="move", board=board, extra=(step,)) for board in BOARDS]


def student_of(source: str, launcher: Launcher, **limits: float) -> Student:
    """Return the student of `source` under low limits."""
    return make_student(source, launcher, (), {**LIMITS, **limits})


def shorten_waits(patch: pytest.MonkeyPatch, seconds: float, *, leaving: float | None = None) -> None:
    """Shorten the waits for answers that never come, and by `leaving` those for a process that closed its pipe."""
    patch.setattr(probe, "WALL_FACTOR", 0)
    patch.setattr(probe, "WALL_GRACE", seconds)
    patch.setattr(probe, "POLL_INTERVAL", min(seconds, probe.POLL_INTERVAL))
    patch.setattr(probe, "EXIT_GRACE", seconds if leaving is None else leaving)


def in_game(student: Student, asked: Sequence[Call]) -> list[Answer]:
    """Return the answers to calls in one probe, each sent as a request."""
    with student.game() as game:
        return [game.ask(call) for call in asked]


def _is_ours(pid: int) -> bool:
    """Tell whether a process is a zygote or a probe; the browser of other tests comes and goes as it likes."""
    try:
        return b"agent.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a launcher and this process hold while no probe runs."""

    launcher: Launcher
    processes: frozenset[int] = field(default_factory=lambda: frozenset(filter(_is_ours, descendants_of(os.getpid()))))
    descriptors: int = field(default_factory=descriptors)
    threads: int = field(default_factory=threading.active_count)

    def require_unharmed(self) -> None:
        """Check that nothing is left over and that the next submission is graded rightly."""
        behind = make_student(HONEST, self.launcher, (), {})
        swept = [answer.value for answer in behind.sweep(calls("ask")).answers]

        assert list(range(len(BOARDS))) == swept
        # What earlier tests left may end meanwhile: what counts is that nothing has been added that stays.
        until = time.monotonic() + SETTLING
        while (added := self._added()) and time.monotonic() < until:
            time.sleep(0.01)
        assert not added

    def _added(self) -> list[str]:
        """Return what is there now and was not there before."""
        now = Surroundings(launcher=self.launcher)
        return [
            *(f"process {pid}" for pid in now.processes - self.processes),
            *(["descriptors"] if now.descriptors > self.descriptors else []),
            *(["threads"] if now.threads > self.threads else []),
        ]


def surroundings_of(launcher: Launcher) -> Surroundings:
    """Return what there is before an attack, once the launcher has started what it keeps."""
    launcher.isolation  # noqa: B018 - found out with a probe, which starts the zygote
    return Surroundings(launcher=launcher)


def require_ends(answers: Sequence[Answer], began: float) -> None:
    """Check that every call has one of the known ends, in time."""
    assert len(BOARDS) == len(answers)
    assert all(type(answer.end) is ChildEnd for answer in answers)
    assert time.monotonic() - began < DEADLINE


def all_in_place(answers: Sequence[Answer]) -> bool:
    """Return whether every answer that came belongs to its call."""
    return all(answer.value == place for place, answer in enumerate(answers) if answer.end is ChildEnd.RETURNED)


def script_ran(student: Student, answers: Sequence[Answer]) -> bool:
    """Return whether the script ran: its printed text came back, or it changed an answer."""
    printed = any(output.characters for output in student.usage.output)
    return printed or not all_in_place(answers) or any(answer.end is not ChildEnd.RETURNED for answer in answers)
