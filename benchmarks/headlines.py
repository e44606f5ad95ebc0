"""
Whether the line "Fix this first" names the planted fault: ``python -m benchmarks.headlines [NUMBER]``.

A fault is planted in one function of a right solution, by a change that a student makes too: another comparison, number
or name, a copy or a return left out, branches exchanged. Each fault that is not named is told, then the shares: "named"
says more than how many boards are wrong, "counted" does not, and "other" is not about the function with the fault.
Two run at a time: 200 take some twenty minutes on two quiet cores. Ctrl-C ends it with the shares so far.
"""

from __future__ import annotations

import ast
import difflib
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple

from benchmarks.corpus import styles
from grader.marking.mark import mark
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import launcher
from grader.story import failures
from grader.story.findings import ToldFinding, findings, fix_first
from grader.text.reasons import ALWAYS
from tests.fixture_folders import default_rubric
from tests.shortcut.mutants import mutated_function

SEED = 1
RUBRIC = replace(
    default_rubric(),
    criteria=tuple(item for item in default_rubric().criteria if item.shares),
    limits=Limits(import_seconds=2, call_seconds=0.5, function_seconds=(("minimax", 15),), submission_seconds=30),
)
"""Without the items that no check decides, code quality and the bonus with its recordings. A fault takes seconds."""
FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")


class Fault(NamedTuple):
    """A solution with one wrong function."""

    style: str
    function: str
    source: str
    change: str
    """The lines that are not those of the right solution."""


def planted(number: int) -> Iterator[Fault]:
    """Yield `number` faults, each in a style and a function of its own turn."""
    draw = random.Random(SEED)  # noqa: S311 - reproducible, nothing secret
    names = sorted(styles())
    draw.shuffle(names)
    for at in range(number):
        style, function = names[at % len(names)], FUNCTIONS[at % len(FUNCTIONS)]
        right = ast.unparse(ast.parse(styles()[style]))
        wrong = mutated_function(right, function, draw)
        if wrong is not None:
            lines = difflib.unified_diff(right.splitlines(), wrong.splitlines(), n=0, lineterm="")
            change = " / ".join(line for line in lines if line[:1] in "+-" and line[:3] not in {"+++", "---"})
            yield Fault(style, function, wrong, change)


def headline(fault: Fault) -> tuple[str, str]:
    """Return what kind of headline a solution gets, and what the report says to fix first."""
    files = (SourceFile(path="tictactoe.py", text=fault.source + "\n"),)
    submission = Submission(id="s", student="S", main="tictactoe.py", files=files)
    with closing(launcher()) as processes:
        result = mark(submission, RUBRIC, processes)
    lost = {check.function for item in result.criteria for check in item.checks if check.earned < check.points}
    first = fix_first(findings(result)) if fault.function in lost else None
    return _kind(fault, first), failures.headline(first) if first is not None and first.costs else ""


def main(number: int) -> None:
    """Plant `number` faults and print what the reports say of them."""
    counted: Counter[str] = Counter()
    with ProcessPoolExecutor(max_workers=AT_A_TIME, initializer=_ignore_warnings) as workers:
        asked = {workers.submit(headline, fault): fault for fault in planted(number)}
        try:
            for done in as_completed(asked):
                fault, (kind, said) = asked[done], done.result()
                counted[kind] += 1
                if kind not in {NAMED, HARMLESS}:
                    print(f"{kind:9} {fault.style}, {fault.function}: {fault.change[:200]}\n{'':10}{said}", flush=True)
                if counted.total() % 20 == 0:
                    print(_shares(counted), flush=True)
        finally:
            workers.shutdown(cancel_futures=True)
            print(_shares(counted), flush=True)


def _shares(counted: Counter[str]) -> str:
    wrong = counted.total() - counted[HARMLESS]
    kinds = (NAMED, COUNTED, OTHER)
    shares = ", ".join(f"{kind} {counted[kind]} ({counted[kind] / max(wrong, 1):.0%})" for kind in kinds)
    return f"{wrong} faults that cost points ({counted[HARMLESS]} cost none): {shares}"


def _ignore_warnings() -> None:
    warnings.simplefilter("ignore", SyntaxWarning)


AT_A_TIME = 2
NAMED, COUNTED, OTHER, HARMLESS = "named", "counted", "other", "harmless"


def _kind(fault: Fault, first: ToldFinding | None) -> str:
    if first is None:
        return HARMLESS
    if first.function != fault.function:
        return OTHER
    why = {reason.code for reason in (*first.check.pattern, *first.check.reasons)}
    says_why = (
        first.check.pattern
        or first.check.verdict is not Verdict.FAIL
        or not why.isdisjoint(ALWAYS | {"unwritten_function"})
    )
    return NAMED if says_why else COUNTED


if __name__ == "__main__":
    with warnings.catch_warnings():
        _ignore_warnings()
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
