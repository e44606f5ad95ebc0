"""The board to play on, which answers with the recorded moves of the student's AI: its data, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, FREE, play, turn, winner
from grader.game.tree import table
from grader.model.counterexample import Counterexample
from grader.model.result import Result, import_failure
from grader.widgets import LostGame, PlayableBoard

NO_MOVE, NO_CASE, NOT_ASKED = "-", ".", "?"
"""Characters of `Observed.policy` that are no cell."""
SIDES = "XO"
NOT_RECORDED = "There is nothing to play: your AI was not asked for its move on every board."
NOT_IMPORTED = "There is nothing to play: the file cannot be imported."
DAMAGED = "There is nothing to play: the recorded moves of your AI are damaged."
NEVER_MOVES = "There is nothing to play: your AI gives no legal move on any board."


class _OpenBoard(NamedTuple):
    """A board that is not finished."""

    side: str
    """Whose turn it is."""
    answers: frozenset[str]
    """What a policy may say of it."""


def playable_board(result: Result) -> PlayableBoard:
    """Return the board for `result`; a policy with an impossible move never reaches the page."""
    policy = result.observed.policy
    sides = "".join(side for side in SIDES if _plays(policy, side))
    reason = NOT_IMPORTED if import_failure(result) else _reason(policy, sides)
    if reason:
        return PlayableBoard(policy="", games=(), reason=reason)
    return PlayableBoard(policy=policy, games=tuple(_games(result, sides)), sides=sides)


def _plays(policy: str, side: str) -> bool:
    """Return whether the AI was asked for a move on any board where it is the turn of `side`."""
    return any(cell != NO_CASE and side == known.side for cell, known in zip(policy, _open_boards(), strict=False))


def _reason(policy: str, sides: str) -> str:
    """Return why there is nothing to play; empty when there is something."""
    if not policy.strip(NO_CASE + NOT_ASKED):
        return NOT_RECORDED
    boards = _open_boards()
    legal = len(policy) == len(boards) and all(
        cell in known.answers if known.side in sides else cell == NO_CASE
        for cell, known in zip(policy, boards, strict=True)
    )
    if not legal:
        return DAMAGED
    return NEVER_MOVES if set(policy) <= {NO_MOVE, NO_CASE, NOT_ASKED} else ""


@cache
def _open_boards() -> Sequence[_OpenBoard]:
    """Return all open boards in the order of `Observed.policy`, once for all pages."""
    return [
        _OpenBoard(position.turn, frozenset({NO_MOVE, NOT_ASKED, *map(str, position.moves)}))
        for position in table().open
    ]


def _games(result: Result, sides: str) -> Iterator[LostGame]:
    """Yield the shortest game for each side that the AI loses, then those in which it gives no legal move."""
    examples = (check.counterexample for item in result.criteria for check in item.checks)
    games = [game for game in map(_game, filter(None, examples)) if game and game.ai in sides]
    found: dict[tuple[bool, str], LostGame] = {}
    for game in sorted(games, key=lambda game: len(game.moves)):
        found.setdefault((not game.lost, game.ai), game)
    yield from (found[key] for key in sorted(found))


def _game(example: Counterexample) -> LostGame | None:
    """Return the game of a counterexample; None when it has none, or one of its moves is against the rules."""
    board = EMPTY_BOARD
    try:
        for cell in example.moves:
            if winner(board):
                return None
            board = play(board, cell)
    except ValueError:
        return None
    ai = turn(example.board)
    won_by = winner(board)
    if not example.moves or won_by == ai or (won_by is None and FREE not in board):
        return None
    return LostGame(ai=ai, moves=example.moves, lost=won_by is not None)
