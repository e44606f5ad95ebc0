"""Plays the student's function against every possible opponent, as X or as O: games, not look-ups."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.assignments.exhaustive.examination import ANSWERED, Examination
from grader.assignments.exhaustive.fingerprint import behaviour
from grader.assignments.exhaustive.value_text import UNREPEATED, cell_text, one_of, outcome_text, reproduction
from grader.game.board import EMPTY_BOARD, play
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call
from grader.model.result import CheckOutcome, Counterexample
from grader.model.verdict import ChildEnd, Verdict, verdict_of_wrong
from grader.sandbox.student import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One game up to where it ended, or to where the student gave no legal move."""

    moves: tuple[int, ...]
    board: str


@dataclass(slots=True, kw_only=True)
class Tournament:
    """All games of one side."""

    games: int = 0
    lost: list[Line] = field(default_factory=list)
    broken: list[Line] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    """What the student answered, by board; a position is asked once, in the first game that reaches it."""


def never_loses(examination: Examination, check: str, side: str) -> CheckOutcome:
    """Judge in `check` whether the function's moves for `side` ever lose, from the empty board over every reply."""
    entry = examination.proof.assignment.check(f"{examination.function}.{check}")
    refused = examination.refused(entry)
    if refused is not None:
        return refused
    played = _Player(examination, side).play_all()
    if not played.lost and not played.broken:
        return CheckOutcome(check=entry.id, verdict=Verdict.PASS, wrong=0, of=played.games)
    return _failed(examination, entry.id, side, played)


class _Player:
    """Walks the game tree depth first, as games go."""

    def __init__(self, examination: Examination, side: str) -> None:
        self._side = side
        self._function = examination.function
        self._truth = examination.truth
        self._swept = examination.by_board
        self._played = Tournament()
        self._student = examination.student

    def play_all(self) -> Tournament:
        return self._student.play(self._play)

    def _play(self, game: Game) -> Tournament:
        self._played = Tournament()
        self._walk(game, EMPTY_BOARD, ())
        return self._played

    def _walk(self, game: Game, board: str, moves: tuple[int, ...]) -> None:
        position = table()[board]
        if position.over:
            self._played.games += 1
            if position.winner not in (None, self._side):
                self._played.lost.append(Line(moves=moves, board=board))
            return
        if position.turn != self._side:
            for reply in position.moves:
                self._walk(game, _after(position, reply), (*moves, reply))
            return
        cell = self._truth.move(self._answer(game, board))
        if cell is None or cell not in position.moves:
            self._played.games += 1
            self._played.broken.append(Line(moves=moves, board=board))
            return
        self._walk(game, _after(position, cell), (*moves, cell))

    def _answer(self, game: Game, board: str) -> Answer:
        known = self._played.answers.get(board)
        if known is None:
            swept = self._swept[board]
            # A call that ended its probe in the sweep would end this one too, and the rest of the games with it.
            same = swept.end not in ANSWERED or self._student.keeps_no_state(self._function)
            known = swept if same else game.ask(Call(function=self._function, board=board))
            if known.end is ChildEnd.NOT_REACHED and self._student.usage.exhausted:
                # The budget is used up by a search that was right so far: its answer from the sweep stands.
                known = swept
            self._played.answers[board] = known
        return known


def _after(position: Position, cell: int) -> str:
    # As `play`, which looks whose turn it is and whether the cell is free: both are known here, thousands of times.
    return f"{position.board[:cell]}{position.turn}{position.board[cell + 1 :]}"


def _failed(examination: Examination, check: str, side: str, played: Tournament) -> CheckOutcome:
    parts = []
    if played.lost:
        parts.append(f"loses {len(played.lost):,}")
    if played.broken:
        parts.append(f"has no legal move in {len(played.broken):,}")
    message = f"{' and '.join(parts)} of {played.games:,} games as {side}"
    shortest = min(played.lost or played.broken, key=lambda line: len(line.moves))
    position = _mistake(shortest, side) if played.lost else table()[shortest.board]
    answer = played.answers[position.board]
    cell = examination.truth.move(answer)
    reproduce = _reproduction(examination, _before(shortest, position, side), position, answer)
    return CheckOutcome(
        check=check,
        verdict=Verdict.FAIL if played.lost else verdict_of_wrong(answer.end),
        message=message if reproduce else message + UNREPEATED,
        wrong=len(played.lost) + len(played.broken),
        of=played.games,
        counterexample=Counterexample(
            function=examination.function,
            board=position.board,
            call=f"{examination.function}(board)",
            got=cell_text(cell) if cell is not None else _shown(examination, answer, position),
            expected=one_of(position.best),
            at=examination.student.place(answer),
            action=(cell // 3, cell % 3) if cell is not None else None,
            moves=shortest.moves if played.lost else (),
        ),
        reproduce=reproduce,
        behaviour=behaviour(f"{line.moves}" for line in (*played.lost, *played.broken)),
        excerpt=examination.student.excerpt(answer),
    )


def _shown(examination: Examination, answer: Answer, position: Position) -> str:
    call = Call(function=examination.function, board=position.board)
    return outcome_text(call, answer, examination.marks, examination.student.limits)


def _mistake(line: Line, side: str) -> Position:
    """Return the position where the game was thrown away: the first of the student's moves that let it be lost."""
    board = EMPTY_BOARD
    lost = -1 if side == "X" else 1
    for cell in line.moves:
        position = table()[board]
        if position.turn == side and position.value != lost and table().after(board, cell) == lost:
            return position
        board = play(board, cell)
    # Every lost game has such a move: the empty board is drawn.
    raise AssertionError("a lost game without a losing move")  # pragma: no cover


def _before(line: Line, position: Position, side: str) -> list[str]:
    """Return the boards of the game on which the function was asked before `position`."""
    boards = [EMPTY_BOARD]
    for cell in line.moves:
        boards.append(play(boards[-1], cell))
    free = position.board.count(".")
    return [board for board in boards if table()[board].turn == side and board.count(".") > free]


def _reproduction(examination: Examination, earlier: list[str], position: Position, answer: Answer) -> str | None:
    """Repeat the call alone, or with those of the game before it where only that shows the answer, or return None."""
    student, truth, function = examination.student, examination.truth, examination.function
    for before in ([], earlier):
        calls = [Call(function=function, board=board) for board in (*before, position.board)]
        # What ended its process would end this one too; and without a budget nothing can be tried.
        same = answer.end not in ANSWERED or student.keeps_no_state(function)
        known = same or not earlier or student.usage.exhausted
        again = answer if known else student.sequence(calls)[-1]
        if (again.end, truth.move(again)) == (answer.end, truth.move(answer)):
            return reproduction(student.module_spec, calls, student.module.missing, notebook=student.in_notebook)
    return None
