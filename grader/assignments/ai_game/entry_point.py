"""Judges what happens when the file is run as a script, and when it is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.assignments.exhaustive.refused import refused_outcome
from grader.model.dialogue import ASKED, Dialogue, Event
from grader.model.import_failure import CANNOT_IMPORT
from grader.model.result import CheckOutcome
from grader.model.verdict import ChildEnd, Verdict, verdict_of_failure
from grader.sandbox.student import Student

GUARD = 'if __name__ == "__main__": play_game()'
ENDED_WELL = (ChildEnd.RETURNED, ChildEnd.EXITED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRun:
    """The file run as a script, with no input."""

    asked: bool
    """Whether it asked for input."""
    dialogue: Dialogue


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRuns:
    """The file run as Python runs a script, and as an import runs it."""

    as_script: ScriptRun
    asked_when_imported: bool
    """Whether it asked for input as an import runs it, though the inside claims that nothing asked."""


def run_as_script(student: Student) -> ScriptRuns:
    """Run the file, which need not be importable, twice, each time until it asks for input or ends."""
    as_script = _run(student, "__main__")
    claimed = student.failure is not None or student.submission.in_notebook or student.talked_at_import
    if claimed or any(statement.asked for statement in student.left_out):
        return ScriptRuns(as_script=as_script, asked_when_imported=False)
    return ScriptRuns(as_script=as_script, asked_when_imported=_run(student, student.module_spec.module).asked)


def _run(student: Student, name: str) -> ScriptRun:
    asked = False

    def choose(_events: Sequence[Event]) -> str | None:
        nonlocal asked
        asked = True
        return None

    dialogue = student.run_script(choose, name)
    return ScriptRun(asked=asked or any(event.kind == ASKED for event in dialogue.events), dialogue=dialogue)


def starts_outcome(student: Student, runs: ScriptRuns, check: str) -> CheckOutcome:
    """Judge whether running the file leads to a question."""
    if runs.as_script.asked:
        return CheckOutcome(check=check, verdict=Verdict.PASS)
    answer = runs.as_script.dialogue.answer
    if answer.refused is not None:
        return refused_outcome(student, check, answer.refused, "running the file")
    if answer.end in ENDED_WELL:
        message = f"running the file starts no game: it needs {GUARD}"
        return CheckOutcome(check=check, verdict=Verdict.FAIL, message=message)
    place = student.place(answer)
    raised = f"{answer.raised}{f' at {place}' if place else ''}" if answer.raised else answer.end.value
    return CheckOutcome(
        check=check,
        verdict=verdict_of_failure(answer.end),
        message=f"running the file ends before there is a game: {raised}",
        excerpt=student.excerpt(answer),
    )


def import_outcome(student: Student, runs: ScriptRuns, check: str) -> CheckOutcome:
    """Judge whether importing the file asks for no input; a notebook may, since its sheet asks for a plain call."""
    if student.failure is not None and student.failure.refused is not None:
        return refused_outcome(student, check, student.failure.refused, "importing the file")
    if student.failure is not None:
        message = f"{CANNOT_IMPORT}: {student.failure.raised}"
        return CheckOutcome(check=check, verdict=Verdict.ERROR, message=message)
    talked = () if student.submission.in_notebook else student.talked_at_import
    if not talked and not runs.asked_when_imported:
        return CheckOutcome(check=check, verdict=Verdict.PASS)
    where = f", at {talked[0]}" if talked else ""
    message = f"importing the file starts the game{where}: it needs {GUARD}"
    return CheckOutcome(check=check, verdict=Verdict.FAIL, message=message)
