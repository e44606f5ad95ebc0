"""How what a dialogue showed is told: the shortest one, as it stood on the screen, and a line to repeat it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignments.ai_game import ASSIGNMENT
from grader.assignments.ai_game.human_games import Found, HumanGames, human_games
from grader.assignments.ai_game.referee import TRUTHS
from grader.assignments.exhaustive.absent import absent
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Event
from grader.model.result import CheckOutcome, Counterexample, TranscriptPart
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.reports.text.number_text import count_text
from grader.sandbox.student import Student

FUNCTION, SHOWS = "play_game", "print_board"
LONGEST = 1_500
"""Characters of one part of a transcript."""
PARTS = 60
END_OF_INPUT = "(no more input)"
EXPECTED = {
    "never_loses": "a game that is won or drawn",
    "turns": "the marks where they were put, first X, then O",
    "stops_and_says": "the end of the game, and a word on who has won or that it is a draw",
    "refuses_malformed": "the question again, and the board as it was",
    "refuses_occupied": "the question again, and the board as it was",
    "refuses_off_board": "the question again, and the board as it was",
    "ends_with_input": "the end of the program",
}


def outcome(student: Student, check: str) -> CheckOutcome:
    """Judge the check called `check` of the game on the keyboard."""
    entry = ASSIGNMENT.check(f"{FUNCTION}.{check}")
    refused = _refused(student, entry.id)
    if refused is not None:
        return refused
    played = human_games(student)
    if played.apart:
        student.note("row and column are asked for one after the other; the sheet has both on one line")
    found = played.found.get(check)
    if found is not None:
        return _told(student, entry.id, check, found, played)
    verdict, message = _unseen(check, played)
    if verdict is Verdict.PASS:
        return CheckOutcome(check=entry.id, verdict=verdict, wrong=0, of=played.games or None)
    return CheckOutcome(check=entry.id, verdict=verdict, message=message)


def _refused(student: Student, check: str) -> CheckOutcome | None:
    missing = absent(student, check, FUNCTION)
    if missing is not None:
        return missing
    if not student.has(SHOWS):
        message = f"not judged: positions are read from what {SHOWS} is given, and there is no {SHOWS}"
        return CheckOutcome(check=check, verdict=Verdict.BLOCKED, message=message)
    return None


def _unseen(check: str, played: HumanGames) -> tuple[Verdict, str]:
    """Return the verdict where no dialogue shows a fault."""
    if check == "turns" and not played.landed:
        return Verdict.FAIL, "no move is taken"
    if check in TRUTHS and not played.games:
        return Verdict.BLOCKED, "not judged: no game comes to an end"
    if check not in TRUTHS and not played.landed:
        return Verdict.BLOCKED, "not judged: no move is taken"
    if check == "refuses_malformed" and played.apart:
        return Verdict.FAIL, "a move is not taken from one line, such as `0 2`, but asked for in two questions"
    if played.cut and check in TRUTHS:
        return Verdict.TIMEOUT, "not all games could be played before the time was used up"
    return Verdict.PASS, ""


def _told(student: Student, check: str, name: str, found: Found, played: HumanGames) -> CheckOutcome:
    lost = name == "never_loses" and found.fault.verdict is Verdict.FAIL
    games = f" in {played.count[name]:,} of {count_text(played.games, 'game')}" if lost else ""
    answer = found.dialogue.answer
    return CheckOutcome(
        check=check,
        verdict=found.fault.verdict,
        message=sanitize(f"{found.fault.why}{games}"),
        wrong=played.count[name] if lost else None,
        of=played.games if lost else None,
        counterexample=Counterexample(
            function=FUNCTION,
            board=found.board,
            call=f"{FUNCTION}()",
            got=sanitize(found.fault.why),
            expected=EXPECTED[name],
            at=student.place(answer),
            transcript=tuple(transcript(found.dialogue.events)),
        ),
        reproduce=_reproduction(student, found.dialogue.events),
        excerpt=student.excerpt(answer),
    )


def transcript(events: Sequence[Event]) -> Iterator[TranscriptPart]:
    """Yield who wrote what, as on the screen; what one of them writes in one go is one part."""
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
    for who, text in parts[-PARTS:]:
        yield TranscriptPart(who=who, text=sanitize(text, LONGEST, keep="\n"))


def _reproduction(student: Student, events: Sequence[Event]) -> str | None:
    """Return one command that types the same lines; without quotes inside, so that it works in every shell."""
    lines = [event.text for event in events if event.kind == TYPED]
    if student.in_notebook or not all(_is_plain(line) for line in lines):
        return None
    codes = ",".join(str(ord(char)) for char in "".join(f"{line}\n" for line in lines))
    module = student.module_spec.module
    typed = f"io.StringIO(bytes([{codes}]).decode())"
    return f'python -c "import io,sys; sys.stdin={typed}; import {module}; {module}.{FUNCTION}()"'


def _is_plain(line: str) -> bool:
    return not line or (line.isascii() and line.isprintable())
