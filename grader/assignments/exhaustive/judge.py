"""Judges a row of an assignment's table of checks by a submission's answers, and the games of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.checks import BoardCheck, Check, GamesCheck, OwnCheck
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.explanation import fingerprint
from grader.assignments.exhaustive.outcome import outcome, refused_in, unjudged_outcome
from grader.assignments.exhaustive.reproduction import UNREPEATED, code_style, reproduction
from grader.assignments.exhaustive.tree_play import PlayedGame, Tournament
from grader.assignments.exhaustive.value_text import answered, one_of
from grader.game.board import EMPTY_BOARD, play
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call
from grader.model.counterexample import Counterexample, Question, Wanted
from grader.model.reason import Reason, Said, reason
from grader.model.result import CheckOutcome, ShownCall
from grader.model.sanitize import sanitize
from grader.model.source import readable_location
from grader.model.verdict import CAME_BACK, Verdict, verdict_of_failure
from grader.python_text import functions_used, kept_between_calls
from grader.sandbox.student import Student
from grader.text.number_text import join_words
from grader.text.reasons import said


def never_loses_outcome(examination: Examination, tournament: Tournament, check: GamesCheck) -> CheckOutcome:
    """Judge whether no game is lost and every move is legal."""
    unjudged = unjudged_outcome(examination, check)
    if unjudged is not None:
        return unjudged
    refusal = tournament.refused or examination.refused
    if refusal is not None and not tournament.failed:
        return refused_in(examination.student, check.id, refusal, examination.function)
    if not tournament.games:
        return CheckOutcome(check=check.id, verdict=Verdict.TIMEOUT, reasons=(reason("no_game_finished"),))
    if not tournament.failed:
        of = None if tournament.is_out_of_time else tournament.games
        reasons: Said = ()
        if tournament.undecided:
            reasons = (reason("tested_in_some_games") if of is None else reason("tested_in_games", games=of),)
            player = f"{examination.function} as {tournament.side}"
            examination.student.note(f"{player} was {said(reasons)}; no points were lost by it")
        return CheckOutcome(check=check.id, verdict=Verdict.PASS, reasons=reasons, wrong=0, of=of)
    return _explain_games(examination, check.id, tournament)


def _lost(tournament: Tournament) -> Reason:
    """Return how many games were lost or could not go on."""
    if tournament.is_out_of_time:
        code = "loses_unfinished_games" if tournament.lost else "stops_in_unfinished_games"
        return reason(code, side=tournament.side)
    found = {"lost": len(tournament.lost), "stopped": len(tournament.without_legal_move)}
    counts = {name: count for name, count in found.items() if count}
    code = "loses_games" if tournament.lost else "stops_in_games"
    limit = {"at_least": 1} if tournament.undecided else {}
    return reason(
        "loses_and_stops_in_games" if len(counts) > 1 else code,
        games=tournament.games,
        side=tournament.side,
        **counts,
        **limit,
    )


def _explain_games(examination: Examination, check: str, tournament: Tournament) -> CheckOutcome:
    shortest, position = tournament.failure
    answer = tournament.answers[position.board]
    cell = examination.oracle.move(answer)
    call = Call(function=examination.function, board=position.board)
    got = examination.what_came(call, answer)
    got = got if cell is None else one_of([cell])
    command = _command(examination, _boards_before(shortest, position, tournament.side), position, answer)
    return CheckOutcome(
        check=check,
        verdict=Verdict.FAIL if tournament.lost else verdict_of_failure(answer.end),
        reasons=(_lost(tournament),) if command else (_lost(tournament), UNREPEATED),
        wrong=None if tournament.is_out_of_time else len(tournament.lost) + len(tournament.without_legal_move),
        of=None if tournament.is_out_of_time else tournament.games,
        counterexample=Counterexample(
            function=examination.function,
            board=position.board,
            call=f"{examination.function}(board)",
            got=got,
            expected=one_of(position.best),
            at=examination.student.place(answer),
            played=cell,
            wanted=Wanted(question=Question.MOVE, cells=position.best),
            answered=answered(answer),
            moves=shortest.moves if tournament.lost else (),
        ),
        reproduce=command,
        behaviour=None
        if tournament.is_out_of_time
        else fingerprint(f"{game.moves}" for game in (*tournament.lost, *tournament.without_legal_move)),
        excerpt=examination.student.excerpt(answer),
        shown=ShownCall(call, answer),
    )


def _boards_before(game: PlayedGame, position: Position, side: str) -> list[str]:
    """Return the boards of the game on which `side` had to move before `position`."""
    boards = [EMPTY_BOARD]
    for cell in game.moves:
        boards.append(play(boards[-1], cell))
    free = position.board.count(".")
    return [board for board in boards if table()[board].turn == side and board.count(".") > free]


def _command(examination: Examination, boards_before: list[str], position: Position, answer: Answer) -> str | None:
    """Return a command that shows the answer, with the game's earlier calls if needed; None if no command does."""
    student, oracle, function = examination.student, examination.oracle, examination.function
    for before in ([], boards_before):
        calls = [Call(function=function, board=board) for board in (*before, position.board)]
        # A call that ended its process would do so again; and without a budget nothing can be tried.
        is_certain = answer.end not in CAME_BACK or student.keeps_no_state(function)
        # Games begin in a fresh process with the empty board; any other board comes after calls of other games.
        is_certain = is_certain or position.board == EMPTY_BOARD or student.usage.exhausted
        again = answer if is_certain else student.sequence(calls)[-1]
        if (again.end, oracle.move(again)) == (answer.end, oracle.move(answer)):
            return reproduction(code_style(student), calls, said(one_of(position.best)))
    return None


MAX_NAME, MAX_NAMES = 40, 3
NAMED = frozenset({Verdict.FAIL, Verdict.ERROR, Verdict.BLOCKED})


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers:
    """All answers of one submission."""

    student: Student
    examinations: Mapping[str, Examination]
    """By function; a function that holds dialogues has none."""
    tournaments: Mapping[str, Tournament]
    """By side, `X` or `O`: the games of the function that chooses moves."""

    mistakes: dict[str, Mapping[str, Said]] = field(default_factory=dict, init=False)
    """By function: the known mistakes, by the check that fails because of them."""


def judge(answers: Answers, check: Check) -> CheckOutcome:
    """
    Return the outcome of `check`; a known mistake replaces the pattern of the wrong answers.

    A mistake that is a function of the board explains only answers that the same call gives when it is made alone.
    """
    found = _judged(answers, check)
    if isinstance(check, OwnCheck) or found.verdict not in NAMED:
        return found
    spec = answers.examinations[check.function].spec
    if check.function not in answers.mistakes:
        unused = _not_used(answers, check.function)
        answers.mistakes[check.function] = spec.recognize(answers.examinations, check.function, unused)
    mistake = answers.mistakes[check.function].get(check.id, ())
    # Where an exception is missing, no state tells which board comes in its place.
    lacks_exception = isinstance(check, BoardCheck) and check.kind != LEGAL
    if found.keeps_state and not lacks_exception and spec.stateful_mistakes.isdisjoint(one.code for one in mistake):
        mistake = (reason("keeps_state"), *_where_state_is(answers.student, check.function))
    return replace(found, pattern=mistake) if mistake else found


def _not_used(answers: Answers, function: str) -> frozenset[str]:
    """Return the functions of the sheet that `function` does not use: whether they are right says nothing of it."""
    used = functions_used(answers.student.submission)
    others = answers.examinations.keys() - {function}
    return frozenset(others - used[function]) if function in used else frozenset()


def _where_state_is(student: Student, function: str) -> Said:
    """Return the names in the text that may keep values between calls: where to look, and no claim."""
    file = student.submission.files[0]
    kept = kept_between_calls(file.text, function)
    if kept is None:
        return ()
    kind, names, line = kept
    place = readable_location(student.submission, student.module_spec.module, f"{file.path}:{line}") or f"line {line}"
    shown = join_words([sanitize(name, MAX_NAME) for name in names[:MAX_NAMES]])
    return (reason(f"state_in_{kind}", names=shown, place=place),)


def _judged(answers: Answers, check: Check) -> CheckOutcome:
    if isinstance(check, OwnCheck):
        return check.judge(answers, check)
    examination = answers.examinations[check.function]
    if isinstance(check, GamesCheck):
        return never_loses_outcome(examination, answers.tournaments[check.side], check)
    assert isinstance(check, BoardCheck)  # noqa: S101 - there is no fourth way
    # Of a function that only fails, its exceptions say nothing.
    note = check.note if examination.mostly_right else None
    if note is not None and any(map(note.holds, examination.distinct_answers.values())):
        answers.student.note(note.text)
    return outcome(examination, check)
