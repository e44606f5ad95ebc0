"""Judges the checks of the game on the keyboard, and shows the shortest dialogue with a fault, as on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignments.ai_game.asking import AiGameAnswers
from grader.assignments.ai_game.human_games import PLAY_GAME, PRINT_BOARD, HumanGames, ShownFault
from grader.assignments.ai_game.referee import GAME_CHECKS
from grader.assignments.exhaustive.checks import OwnCheck
from grader.assignments.exhaustive.outcome import blocked_outcome, missing_outcome
from grader.assignments.exhaustive.refused import refused_in
from grader.assignments.exhaustive.reproduction import code_style, dialogue_reproduction
from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Event
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.sandbox.student import Student
from grader.text.reasons import said

MAX_PART_LENGTH = 1_500
"""Characters of one part of a transcript that are shown."""
MAX_PARTS = 60
"""Parts of a transcript that are shown: the last ones."""
END_OF_INPUT = "(no more input)"


def play_outcome(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    """Judge a check of the game on the keyboard."""
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
    """Yield what the program and the person wrote in turn; the program's output between two inputs is one part."""
    parts: list[tuple[str, str]] = []
    for event in events:
        if event.kind == BOARD:
            continue
        who = "program" if event.kind in {PRINTED, ASKED} else "you"
        text = {TYPED: event.text, ENDED: END_OF_INPUT}.get(event.kind, event.text)
        if parts and parts[-1][0] == who == "program":
            parts[-1] = (who, parts[-1][1] + text)
        else:
            parts.append((who, text))
    for who, text in parts[-MAX_PARTS:]:
        yield TranscriptPart(who=who, text=sanitize(text, MAX_PART_LENGTH, keep="\n"))
