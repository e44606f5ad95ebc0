"""
Runs the commands that reports tell students to paste, and compares what is printed with what the report says.

A command runs as a student runs it: in a folder with the files that were handed in, with nothing of the grader around
it. Only the hash seed is the grader's, and limits stop programs that print without end or use up the memory.
"""

from __future__ import annotations

import ast
import contextlib
import math
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.exhaustive.value_text import value_said
from grader.model.answer import Value, unordered
from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult
from grader.model.rubric import Limits
from grader.model.sanitize import ELLIPSIS, sanitize
from grader.model.spec import ModuleSpec
from grader.text.reasons import said
from tests.assignments.graded_text import printed_answer

LARGEST_OUTPUT = 64 * 1024 * 1024
"""Bytes; a program that prints more gets an OSError."""
SPARE_SECONDS = 0.5
"""CPU time beyond the limit of the call: for the start of Python, and for what is near its limit."""
SIGNALLED = 128
"""A shell adds it to the number of the signal that ended a program."""
MAX_ERROR = 200
"""Characters of an error message that are compared: reports shorten longer ones."""
BASH = shutil.which("bash") or "bash"
NOT_WHILE_GRADING = re.compile(r"ImportError: (\w+)\S* is not available while grading")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a command did."""

    output: str
    error: str
    """The last line it wrote to standard error, such as that of a traceback."""
    exit_status: int
    """Negative for the signal that ended it."""
    cpu_seconds: float

    @property
    def answer(self) -> str:
        """The value that it printed: what stands beside what is expected, or else the last line."""
        return printed_answer(self.output)


def run_command(command: str, folder: Path, limits: Limits, function: str) -> Run:
    """Paste `command` into bash in `folder`; `limits` are those under which `function` was graded."""
    return _run([BASH, "-c", command], folder, limits, function)


def run_cell(cell: str, earlier: Sequence[str], folder: Path, limits: Limits, function: str) -> Run:
    """Run `cell` as the last one of a notebook, after the cells `earlier`, some of which may fail."""
    program = f"""
scope = {{"__name__": "__main__"}}
for cell in {list(earlier)!r}:
    try:
        exec(cell, scope)
    except Exception:
        pass
print()  # ends the line of a prompt
exec({cell!r}, scope)
"""
    return _run([sys.executable, "-c", program], folder, limits, function)


def _run(arguments: Sequence[str], folder: Path, limits: Limits, function: str) -> Run:
    before = _cpu_seconds_of_children()
    seconds = math.ceil(limits.seconds_for(function) + SPARE_SECONDS)
    most = (seconds, limits.memory_mib * 1024, LARGEST_OUTPUT // 1024)
    with TemporaryFile() as output, TemporaryFile() as error:
        process = subprocess.Popen(
            [BASH, "-c", 'ulimit -t "$1" -v "$2" -f "$3"; shift 3; "$@"', "bash", *map(str, most), *arguments],
            cwd=folder,
            env={
                "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",  # where `python` is found
                "LANG": "C.UTF-8",
                "PYTHONHASHSEED": "0",
                "PYTHONUTF8": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=error,
        )
        exit_status = process.wait()
        written = [file.read().decode(errors="replace") for file in (output, error) if not file.seek(0)]
    return Run(
        output=written[0],
        error=written[1].rstrip("\n").rpartition("\n")[2],
        exit_status=exit_status if exit_status <= SIGNALLED else SIGNALLED - exit_status,
        cpu_seconds=_cpu_seconds_of_children() - before,
    )


def difference(done: Run, check: CheckResult, limits: Limits, module_spec: ModuleSpec) -> str:
    """Say how what `done` printed differs from what the report says of `check`; empty if it does not differ."""
    example = check.counterexample
    assert example is not None
    if module_spec.function(example.function).is_dialogue:
        agrees = _shows_dialogue(done, example)
    else:
        agrees = _shows_answer(done, example, limits, module_spec)
    if agrees:
        return ""
    printed = f"{done.output[-200:]!r}, {done.error!r}, exit status {done.exit_status}, {done.cpu_seconds:.1f} s"
    return f"{check.id}: the report says {said(example.got)!r}, the command printed {printed}"


def _shows_answer(done: Run, example: Counterexample, limits: Limits, module_spec: ModuleSpec) -> bool:
    shows_end = _shows_end(done, said(example.got), limits.seconds_for(example.function))
    if shows_end is not None:
        return shows_end
    marks = CellSpelling({mark.symbol: mark.default for mark in module_spec.cells}.__getitem__)
    if said(example.got) == "the given board, changed":
        return _shows_change(done, example, marks)
    if said(example.got) == "the new board shares a row with the original":
        return True in ast.literal_eval(done.answer)
    if module_spec.function(example.function).prints:
        return said(value_said(done.output, marks)) == said(example.got)
    return said(example.got) in _readings(done.answer, marks)


def _shows_end(done: Run, got: str, seconds: float) -> bool | None:
    """Return whether a call ended as `got` says, if that is no value; None if `got` is a value."""
    if got.startswith("raised "):
        return _shows_error(done, got.removeprefix("raised "))
    if got.startswith("asked to exit: SystemExit: "):
        return not done.error and str(done.exit_status) == got.rpartition(" ")[2]
    if got == "ended the whole process":
        return not done.output and not done.error
    if got.startswith(("no answer within", "no answer: the loop")):
        return done.cpu_seconds > seconds
    if got.startswith("ran out of memory"):
        return done.error.startswith("MemoryError")
    return None


def _shows_error(done: Run, raised: str) -> bool:
    missing = NOT_WHILE_GRADING.match(raised)
    if missing is None:
        return sanitize(done.error, MAX_ERROR) == raised
    # Outside the sandbox it may be installed, and the command then does what the student sees at home.
    return done.error == f"ModuleNotFoundError: No module named '{missing[1]}'" or find_spec(missing[1]) is not None


def _shows_change(done: Run, example: Counterexample, marks: CellSpelling) -> bool:
    after = _readings(done.answer, marks)
    if example.after is not None:
        return _text_of_board(example.after, marks) in after
    return _text_of_board(example.board, marks) not in after


def _text_of_board(board: str, marks: CellSpelling) -> str:
    cells = [marks.values[cell] for cell in board]
    return said(value_said([cells[0:3], cells[3:6], cells[6:9]], marks))


def _readings(printed: str, marks: CellSpelling) -> set[str]:
    """Return the values that print as `printed`, in the words of a report: the text ``None`` prints like None."""
    readings = {said(value_said(printed, marks))}
    with contextlib.suppress(ValueError, SyntaxError):
        readings.add(said(value_said(_as_value(ast.literal_eval(printed)), marks)))
    return readings


def _as_value(literal: Any) -> Value:  # noqa: ANN401 - whatever a program printed
    """Return a value as it arrives from inside the wall."""
    if isinstance(literal, (list, tuple)):
        return type(literal)(map(_as_value, literal))
    if isinstance(literal, (set, dict)):
        return unordered(
            type(literal).__name__, map(_as_value, literal.items() if isinstance(literal, dict) else literal)
        )
    value: Value = literal
    return value


def _shows_dialogue(done: Run, example: Counterexample) -> bool:
    ended_with = said(example.got).partition("ends with ")[2]
    if ended_with and not _shows_error(done, ended_with):
        return False
    if NOT_WHILE_GRADING.match(ended_with):
        # At home a missing module ends the program at its import, before it prints anything.
        return True
    shown = (part.text.removesuffix(ELLIPSIS) for part in example.transcript if part.who == "program")
    return "".join(shown) in done.output  # behind what the import prints


def _cpu_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
