"""Judges what happens when the file is run as a script, and when it is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.assignments.exhaustive.refused import RUN, refused_outcome
from grader.model.dialogue import ASKED, Dialogue, Event
from grader.model.reason import reason
from grader.model.result import CANNOT_BE_IMPORTED, CheckOutcome
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
        return refused_outcome(student, check, answer.refused, RUN)
    if answer.end in ENDED_WELL:
        return CheckOutcome(check=check, verdict=Verdict.FAIL, reasons=(reason("starts_no_game", guard=GUARD),))
    place = student.place(answer)
    raised = str(answer.raised) if answer.raised else answer.end.value
    where = (reason("at_line", place=place),) if answer.raised and place else ()
    return CheckOutcome(
        check=check,
        verdict=verdict_of_failure(answer.end),
        reasons=(reason("ends_before_game", raised=raised), *where),
        excerpt=student.excerpt(answer),
    )


def import_outcome(student: Student, runs: ScriptRuns, check: str) -> CheckOutcome:
    """Judge whether importing the file asks for no input; a notebook may, since its sheet asks for a plain call."""
    if student.failure is not None and student.failure.refused is not None:
        return refused_outcome(student, check, student.failure.refused)
    if student.failure is not None:
        reasons = (reason(CANNOT_BE_IMPORTED, raised=str(student.failure.raised)),)
        return CheckOutcome(check=check, verdict=Verdict.ERROR, reasons=reasons)
    talked = () if student.submission.in_notebook else student.talked_at_import
    if not talked and not runs.asked_when_imported:
        return CheckOutcome(check=check, verdict=Verdict.PASS)
    starts = reason("import_starts_game", guard=GUARD)
    if talked:
        starts = reason("import_starts_game_at", place=talked[0], guard=GUARD)
    return CheckOutcome(check=check, verdict=Verdict.FAIL, reasons=(starts,))
