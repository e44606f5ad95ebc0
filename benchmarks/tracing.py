"""
What recording a search costs: ``python -m benchmarks.tracing [--board BOARD] [STYLE...]``.

Each style makes the same call twice, in turns and each time from a fresh import: plainly, and while it is recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from benchmarks.corpus import styles
from grader.assignments import ASSIGNMENTS
from grader.model.answer import Call
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student

BOARDS = ("XO.O.X...", "X...O....", "." * 9)
"""With five, seven and nine free cells."""


class Cost(NamedTuple):
    """CPU seconds of whole probes, imports included."""

    plain: float
    recorded: float
    calls: int
    complete: bool


def main(arguments: Sequence[str]) -> None:
    """Measure the styles that `arguments` name, or all, and print CPU seconds and calls."""
    boards: Sequence[str] = BOARDS
    if arguments[:1] == ["--board"]:
        boards, arguments = arguments[1:2], arguments[2:]
    processes = launcher()
    try:
        for board in boards:
            ratios = []
            for name, text in styles().items():
                if not arguments or name in arguments:
                    cost = _cost(name, text, processes, board)
                    ratios.append(cost.recorded / cost.plain)
                    cut = "" if cost.complete else "   cut off"
                    print(f"{board} {name:28} plain {cost.plain:7.3f} s   recorded {cost.recorded:7.3f} s", end="")
                    print(f"   ratio {ratios[-1]:5.1f}   {cost.calls:6} calls{cut}")
            print(f"{board} {len(ratios)} styles: ratio {min(ratios):.1f} to {max(ratios):.1f}, {median(ratios):.1f}")
    finally:
        processes.close()


def _cost(name: str, text: str, processes: Launcher, board: str) -> Cost:
    submission = Submission(
        id=name, student=name, main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),)
    )
    student = Student(submission, ASSIGNMENTS["tictactoe"].module_spec, Limits(), processes, shortcut=False)
    student.import_module()
    try:
        before = student.usage.cpu_seconds
        with student.game() as game:
            game.ask(Call(function="minimax", board=board))
        plain = student.usage.cpu_seconds
        trace = student.trace(board)
        return Cost(plain - before, student.usage.cpu_seconds - plain, len(trace.calls), trace.complete)
    finally:
        student.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
