"""Judges the checks of whole runs: of the file as a script, of its import, and of the game on the keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.assignments.ai_game.human_games import PLAY_GAME, PRINT_BOARD, HumanGames, ShownFault
from grader.assignments.ai_game.referee import GAME_CHECKS
from grader.assignments.exhaustive.checks import OwnCheck
from grader.assignments.exhaustive.outcome import RUN, blocked_outcome, missing_outcome, refused_in, refused_outcome
from grader.assignments.exhaustive.reproduction import code_style, dialogue_reproduction
from grader.model.answer import ASKED, BOARD, ENDED, PRINTED, TYPED, Answer, Event
from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.reason import reason
from grader.model.result import CANNOT_BE_IMPORTED, CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd, Verdict, verdict_of_failure
from grader.sandbox.student import Student
from grader.text.reasons import said

if TYPE_CHECKING:
    from grader.assignments.ai_game.asking import AiGameAnswers

GUARD = 'if __name__ == "__main__": play_game()'
ENDED_WELL = (ChildEnd.RETURNED, ChildEnd.EXITED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRuns:
    """Runs of the file without input, once as Python runs a script, once as an import runs it."""

    asked: bool
    """Whether the script asked for input."""
    answer: Answer
    """How the script ended."""
    asked_when_imported: bool
    """Whether the file asked for input in the import's run, though the inside claims that nothing asked."""


def run_as_script(student: Student) -> ScriptRuns:
    """Run the file, which need not be importable, twice, each time until it asks for input or ends."""
    asked, answer = _run(student, "__main__")
    is_excused = student.failure is not None or student.submission.in_notebook
    is_claimed = bool(student.talked_at_import) or any(statement.asked for statement in student.left_out)
    asked_again = not is_excused and not is_claimed and _run(student, student.module_spec.module)[0]
    return ScriptRuns(asked=asked, answer=answer, asked_when_imported=asked_again)


def _run(student: Student, name: str) -> tuple[bool, Answer]:
    """Return whether the file asked for input, and how it ended."""
    asked = False

    def choose(_events: Sequence[Event]) -> str | None:
        nonlocal asked
        asked = True
        return None

    dialogue = student.run_script(choose, name)
    return asked or any(event.kind == ASKED for event in dialogue.events), dialogue.answer


def starts_outcome(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    student, answer = answers.student, answers.script_runs.answer
    if answers.script_runs.asked:
        return CheckOutcome(check=check.id, verdict=Verdict.PASS)
    if answer.refused is not None:
        return refused_outcome(student, check.id, answer.refused, RUN)
    if answer.end in ENDED_WELL:
        return CheckOutcome(check=check.id, verdict=Verdict.FAIL, reasons=(reason("starts_no_game", guard=GUARD),))
    place = student.place(answer)
    raised = str(answer.raised) if answer.raised else answer.end.value
    where = (reason("at_line", place=place),) if answer.raised and place else ()
    return CheckOutcome(
        check=check.id,
        verdict=verdict_of_failure(answer.end),
        reasons=(reason("ends_before_game", raised=raised), *where),
        excerpt=student.excerpt(answer),
    )


def import_outcome(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    """Judge whether importing the file asks for no input; a notebook may ask, since its sheet wants a plain call."""
    student = answers.student
    if student.failure is not None and student.failure.refused is not None:
        return refused_outcome(student, check.id, student.failure.refused)
    if student.failure is not None:
        reasons = (reason(CANNOT_BE_IMPORTED, raised=str(student.failure.raised)),)
        return CheckOutcome(check=check.id, verdict=Verdict.ERROR, reasons=reasons)
    talked = () if student.submission.in_notebook else student.talked_at_import
    if not talked and not answers.script_runs.asked_when_imported:
        return CheckOutcome(check=check.id, verdict=Verdict.PASS)
    starts = reason("import_starts_game", guard=GUARD)
    if talked:
        starts = reason("import_starts_game_at", place=talked[0], guard=GUARD)
    return CheckOutcome(check=check.id, verdict=Verdict.FAIL, reasons=(starts,))


MAX_PART_LENGTH = 1_500
MAX_PARTS = 60
END_OF_INPUT = "(no more input)"


def play_outcome(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    student, played = answers.student, answers.human_games
    unjudged = _unjudged(student, check.id)
    if unjudged is not None:
        return unjudged
    if played.two_questions:
        student.note("row and column are asked for one after the other; the assignment has both on one line")
    shown = played.shown_faults.get(check.name)
    if shown is not None:
        return _explain(student, check, shown, played)
    if played.refusal is not None:
        return refused_in(student, check.id, played.refusal, PLAY_GAME)
    judged = _without_fault(check.id, check.name, played)
    if judged.verdict is Verdict.PASS and judged.reasons:
        student.note(f"{PLAY_GAME} was {said(judged.reasons)}; no points were lost by it")
    return judged


def _unjudged(student: Student, check: str) -> CheckOutcome | None:
    missing = missing_outcome(student, check, PLAY_GAME)
    if missing is not None:
        return missing
    if not student.has(PRINT_BOARD):
        return blocked_outcome(check, reason("no_board_printer", function=PRINT_BOARD))
    return None


def _without_fault(check: str, name: str, played: HumanGames) -> CheckOutcome:
    """Judge the check `check`, called `name`, without a fault: it passes only if enough was played to show one."""
    if name == "turns" and not played.landed:
        return CheckOutcome(check=check, verdict=Verdict.FAIL, reasons=(reason("no_move_is_taken"),))
    if name in GAME_CHECKS and not played.games:
        return blocked_outcome(check, reason("no_game_ends"))
    if name not in GAME_CHECKS and not played.landed:
        return blocked_outcome(check, reason("no_move_is_taken"))
    if name == "refuses_malformed" and played.two_questions:
        return CheckOutcome(check=check, verdict=Verdict.FAIL, reasons=(reason("two_questions"),))
    is_partial = played.cut_short and name in GAME_CHECKS
    tested = (reason("played_some_games", games=played.games),) if is_partial else ()
    return CheckOutcome(check=check, verdict=Verdict.PASS, reasons=tested, wrong=0, of=played.games or None)


def _explain(student: Student, check: OwnCheck, shown: ShownFault, played: HumanGames) -> CheckOutcome:
    name = check.name
    lost = name == "never_loses" and shown.fault.verdict is Verdict.FAIL
    reasons = [shown.fault.why]
    if lost:
        code = "in_one_game" if played.games == 1 else "in_games"
        reasons.append(reason(code, lost=played.fault_counts[name], games=played.games))
    answer = shown.dialogue.answer
    typed = [event.text for event in shown.dialogue.events if event.kind == TYPED]
    return CheckOutcome(
        check=check.id,
        verdict=shown.fault.verdict,
        reasons=tuple(reasons),
        wrong=played.fault_counts[name] if lost else None,
        of=played.games if lost else None,
        counterexample=Counterexample(
            function=PLAY_GAME,
            board=shown.board,
            call=f"{PLAY_GAME}()",
            got=(shown.fault.why,),
            expected=(reason(check.expected),),
            at=student.place(answer),
            transcript=tuple(transcript(shown.dialogue.events)),
        ),
        reproduce=dialogue_reproduction(code_style(student), PLAY_GAME, typed),
        excerpt=student.excerpt(answer),
    )


def transcript(events: Sequence[Event]) -> Iterator[TranscriptPart]:
    """Yield the texts of program and person in turn; the program's output between two inputs is one part."""
    parts: list[tuple[str, str]] = []
    for event in events:
        if event.kind == BOARD:
            continue
        who = "program" if event.kind in {PRINTED, ASKED} else "you"
        text = END_OF_INPUT if event.kind == ENDED else event.text
        if parts and parts[-1][0] == who == "program":
            parts[-1] = (who, parts[-1][1] + text)
        else:
            parts.append((who, text))
    for who, text in parts[-MAX_PARTS:]:
        yield TranscriptPart(who=who, text=sanitize(text, MAX_PART_LENGTH, keep="\n"))
