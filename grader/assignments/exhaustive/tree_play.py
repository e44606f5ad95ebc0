"""Plays a move function against every possible opponent, from the empty board, and records its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from grader.assignments.exhaustive.examination import Examination
from grader.game.board import EMPTY_BOARD, play, with_mark
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call, Refusal
from grader.model.verdict import CAME_BACK, NOT_MADE, ChildEnd
from grader.sandbox.student import Game

NO_CASE, NO_MOVE, NOT_ASKED = ".", "-", "?"
"""Characters of a policy that are no cell: see `record_policy`."""


class PlayedGame(Struct, frozen=True, kw_only=True):
    """One game up to its end, or up to the position where the student gave no legal move."""

    moves: tuple[int, ...]
    """Cells 0 to 8 in the order played."""
    board: str


@dataclass(slots=True, kw_only=True)
class Tournament:
    """All games that the student can be made to play as one side."""

    side: str
    """``X`` or ``O``."""
    games: int = 0
    """Games that came to an end, or to a position where the student gave no legal move."""
    undecided: int = 0
    """Positions from which no game could go on, because no more calls were made."""
    refused: Refusal | None = None
    """What the sandbox refused to a call, so that its game could not go on; None if nothing."""
    is_out_of_time: bool = False
    """Whether the submission's limit is used up: how far the games came then depends on the machine."""
    lost: list[PlayedGame] = field(default_factory=list)
    without_legal_move: list[PlayedGame] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    """The student's answers by board. Each position is asked once, in the first game that reaches it."""

    @property
    def failed(self) -> bool:
        return bool(self.lost or self.without_legal_move)

    @property
    def failure(self) -> tuple[PlayedGame, Position]:
        """
        The failed game to show, and the position in which it went wrong; only if a game `failed`.

        The shortest, and of these the one that goes wrong last: the fewest moves follow, which is easiest to read.
        """
        least = min(len(game.moves) for game in self.lost or self.without_legal_move)
        if not self.lost:
            shortest = next(game for game in self.without_legal_move if len(game.moves) == least)
            return shortest, table()[shortest.board]
        wrong = [(game, _losing_move_position(game, self.side)) for game in self.lost if len(game.moves) == least]
        return min(wrong, key=lambda failure: len(failure[1].moves))


def play_tournaments(examination: Examination, sides: Sequence[str]) -> dict[str, Tournament]:
    """Play all games as each side; a failure must come again without the shortcut. No games with one answer."""
    tournaments = {side: _play_tournament(examination, side) for side in sides}
    for tournament in tournaments.values():
        if not (tournament.failed and examination.student.keeps_answers):
            continue
        board = tournament.failure[1].board
        call = Call(function=examination.function, board=board)
        if not examination.student.come_again([call], [tournament.answers[board]]):
            examination.ask_plainly()
            return {side: _play_tournament(examination, side) for side in sides}
    return tournaments


def _play_tournament(examination: Examination, side: str) -> Tournament:
    if not examination.answers or examination.constant_answer is not None:
        return Tournament(side=side)
    return examination.student.play(lambda game: _Player(examination, side, game).play_all())


def _losing_move_position(game: PlayedGame, side: str) -> Position:
    """Return the position of the first move of `side` after which the opponent could force a win."""
    board = EMPTY_BOARD
    lost_value = -1 if side == "X" else 1
    for cell in game.moves:
        position = table()[board]
        if position.turn == side and position.value != lost_value and table().value_after(board, cell) == lost_value:
            return position
        board = play(board, cell)
    # Every lost game has such a move, since the empty board is drawn.
    raise AssertionError("a lost game without a losing move")  # pragma: no cover


class _Player:
    """Walks the game tree depth first, so the calls come in the order of real games."""

    def __init__(self, examination: Examination, side: str, game: Game) -> None:
        self._examination = examination
        self._game = game
        self._tournament = Tournament(side=side)

    def play_all(self) -> Tournament:
        self._walk(EMPTY_BOARD, ())
        return self._tournament

    def _walk(self, board: str, moves: tuple[int, ...]) -> None:
        position, tournament = table()[board], self._tournament
        if position.over:
            tournament.games += 1
            if position.winner not in (None, tournament.side):
                tournament.lost.append(PlayedGame(moves=moves, board=board))
            return
        if position.turn != tournament.side:
            for reply in position.moves:
                self._walk(with_mark(board, reply, position.turn), (*moves, reply))
            return
        answer = self._answer(board)
        if answer.end in NOT_MADE or answer.refused is not None:
            # The game cannot go on, and it is neither won nor lost.
            tournament.undecided += 1
            tournament.refused = tournament.refused or answer.refused
            tournament.is_out_of_time = tournament.is_out_of_time or self._examination.student.usage.exhausted
            return
        cell = self._examination.oracle.move(answer)
        if cell is None or cell not in position.moves:
            tournament.games += 1
            tournament.without_legal_move.append(PlayedGame(moves=moves, board=board))
            return
        self._walk(with_mark(board, cell, position.turn), (*moves, cell))

    def _answer(self, board: str) -> Answer:
        known = self._tournament.answers.get(board)
        if known is None:
            known = self._tournament.answers[board] = self._new_answer(board)
        return known

    def _new_answer(self, board: str) -> Answer:
        student, function = self._examination.student, self._examination.function
        swept = self._examination.by_board[board]
        if swept.end is not ChildEnd.NOT_ASKED and (swept.end not in CAME_BACK or student.keeps_no_state(function)):
            # A call that ended its probe in the sweep would end this probe, too, before the rest of the games.
            return swept
        answer = self._game.ask(Call(function=function, board=board))
        # After the budget is used up, the answer from the sweep is the only evidence.
        return swept if answer.end is ChildEnd.NOT_REACHED and student.usage.exhausted else answer


def record_policy(examination: Examination) -> None:
    """
    Record the move on every open board, one character per board in canonical order; nothing for a missing function.

    The character is the cell 0 to 8, `NO_MOVE` without a legal move, `NO_CASE` if the board is no case, or `NOT_ASKED`.
    """
    if not examination.answers:
        return
    cells = {key: examination.oracle.move(answer) for key, answer in examination.distinct_answers.items()}
    moves = {}
    for position, answer in zip(examination.cases.positions, examination.answers, strict=True):
        cell = cells[id(answer)]
        missing = NOT_ASKED if answer.end is ChildEnd.NOT_ASKED else NO_MOVE
        moves[position.board] = str(cell) if cell in position.moves else missing
    policy = (moves.get(position.board, NO_CASE) for position in table().open)
    examination.student.observed["policy"] = "".join(policy)
