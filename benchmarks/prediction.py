"""
How well the plain time of the first move is predicted: ``python -m benchmarks.prediction [STYLE...]``.

Each style is swept with the shortcut, which predicts; then its first move is made plainly and measured.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median

from benchmarks.corpus import styles
from grader.assignments import ASSIGNMENTS
from grader.assignments.tictactoe.functions import CASES
from grader.model.answer import Call
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student

FIRST_MOVE = Call(function="minimax", board="." * 9)
FAR_LIMITS = Limits(function_seconds=(("minimax", 600),), submission_seconds=6000)
"""No prediction comes near these limits."""


def main(names: Sequence[str]) -> None:
    """Measure the styles `names`, or all, and print predicted and real CPU seconds."""
    ratios = []
    processes = launcher()
    try:
        for name, text in styles().items():
            if names and name not in names:
                continue
            predicted, real = (_first_move(name, text, processes, shortcut=shortcut) for shortcut in (True, False))
            if predicted is None or real is None:
                print(f"{name:28} not memoized")
                continue
            ratios.append(predicted / real)
            print(f"{name:28} predicted {predicted:7.3f} s   real {real:7.3f} s   ratio {predicted / real:.2f}")
    finally:
        processes.close()
    print(f"{len(ratios)} styles: predicted/real {min(ratios):.2f} to {max(ratios):.2f}, median {median(ratios):.2f}")


def _first_move(name: str, text: str, processes: Launcher, *, shortcut: bool) -> float | None:
    submission = Submission(
        id=name, student=name, main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),)
    )
    student = Student(submission, ASSIGNMENTS["tictactoe"].module_spec, FAR_LIMITS, processes, shortcut=shortcut)
    student.import_module()
    try:
        if shortcut:
            student.sweep(CASES.of("minimax").calls)
            return student.usage.first_seconds.get("minimax") if student.shortcut.functions else None
        with student.game() as game:
            game.ask(FIRST_MOVE)
        return student.usage.first_seconds.get("minimax")
    finally:
        student.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
