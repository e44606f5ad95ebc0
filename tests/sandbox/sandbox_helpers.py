"""What the sandbox's tests share: a small module spec, students from source text, calls on any boards."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Protocol

from grader.model.answer import Answer, Call, Value
from grader.model.rubric import Limits
from grader.model.spec import CellSpec, FunctionSpec, ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.launching.process import KernelLimits
from grader.sandbox.running.probe import ProbeAllowance
from grader.sandbox.running.submission_probes import Job
from grader.sandbox.student import Student
from grader.sandbox.wire.frames import Quota
from tests.batch.process_tree import descendants

INSIDE = Path(__file__).parents[2] / "grader" / "sandbox" / "inside"

MODULE_SPEC = ModuleSpec(
    module="tictactoe",
    functions=(
        FunctionSpec(name="ask", parameters=1),
        FunctionSpec(name="think", parameters=1, slow=True),
        FunctionSpec(name="move", parameters=2),
    ),
    cells=(
        CellSpec(symbol="X", attribute="X", default="X"),
        CellSpec(symbol="O", attribute="O", default="O"),
        CellSpec(symbol=".", attribute="EMPTY", default=None),
    ),
)
LIMITS = KernelLimits(memory_bytes=1 << 29, cpu_seconds=60)
"""For probes that a test starts by itself."""


def allowance() -> ProbeAllowance:
    """Return what such a probe may use: all that a submission may."""
    return ProbeAllowance(
        idle_seconds=float("inf"), quota=Quota(), may_stay=False, stopped=Event(), waits=lambda _seconds, _limit: None
    )


KERNEL_LAYERS = ("namespaces", "landlock", "seccomp", "other_user", "capabilities")
"""The layers that a system without them cannot give to a probe."""

BOARDS = [("XO" * 5)[:marks] + "." * (9 - marks) for marks in range(10)]
"""Ten boards, the empty one first, each with one mark more than the one before."""

BURN_SOURCE = """
import resource
def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
def burn(seconds):
    until = cpu() + seconds
    while cpu() < until:
        pass
def marks(board):
    return sum(cell is not None for row in board for cell in row)
"""
"""For sources that compute for a number of CPU seconds, also on a busy machine; the clocks of `time` are not real."""

PIPES_SOURCE = """
import os, stat, sys
def hands():
    frame = sys._getframe()
    while "channel" not in frame.f_locals:
        frame = frame.f_back
    channel = frame.f_locals["channel"]
    return channel._requests, channel._answers
"""
"""For sources that reach for the pipes to the marker."""


class Make(Protocol):
    """Makes a student from source text (or several files, the main one first)."""

    def __call__(self, source: str | dict[str, str], *, allow: Sequence[str] = (), **limits: float) -> Student:
        """Return the student; `limits` are fields of `Limits`."""


def make_student(
    source: str | dict[str, str],
    launcher: Launcher,
    allow: Sequence[str],
    limits: dict[str, float],
    *,
    shortcut: bool = False,
) -> Student:
    """Return the student of `source` under small limits; with `shortcut` it has to be finished."""
    texts = {"tictactoe.py": source} if isinstance(source, str) else source
    files = tuple(SourceFile(path=path, text=textwrap.dedent(text)) for path, text in texts.items())
    submission = Submission(id="s", student="S", main=files[0].path, files=files)
    few = Limits(import_seconds=5, call_seconds=1, function_seconds=(), submission_seconds=60)
    own = Limits(**{**{name: getattr(few, name) for name in few.__slots__}, **limits})
    student = Student(submission, MODULE_SPEC, own, launcher, allow, shortcut=shortcut)
    student.import_module()
    return student


def job_of(text: str) -> Job:
    """Return the job of a submission that is one file with `text`."""
    file = SourceFile(path="tictactoe.py", text=text)
    return Job(submission=Submission(id="s", student="S", main=file.path, files=(file,)), module_spec=MODULE_SPEC)


def calls(function: str, boards: Sequence[str] = BOARDS) -> list[Call]:
    """Return one call of `function` for each board."""
    return [Call(function=function, board=board) for board in boards]


def ask_once(student: Student, function: str = "ask") -> Answer:
    """Call `function` once, on the empty board, in a fresh probe."""
    (answer,) = student.sweep(calls(function, BOARDS[:1])).answers
    return answer


def value_of(student: Student, function: str = "ask") -> Value:
    """Call `function` once and return its value; if it raises, the assertion shows the exception."""
    answer = ask_once(student, function)
    assert answer.raised is None, answer.raised
    return answer.value


def children_of(pid: int) -> list[int]:
    """Return the processes whose parent is `pid`."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(folder.name))
    return found


def descendants_of(pid: int) -> set[int]:
    """Return the numbers of the children of `pid`, theirs, and so on."""
    return {below for below, _began in descendants(pid)}


def descriptors() -> int:
    """Return how many descriptors this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))
