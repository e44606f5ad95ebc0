"""The board that answers with the student's own recorded moves: what it needs, or why there is nothing to play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from grader.game.board import EMPTY_BOARD, FREE, play, turn, winner
from grader.game.tree import table
from grader.model.result import Counterexample, Result

NO_MOVE, NOT_ASKED = "-", "."
MARKS = "XO"
NOT_RECORDED = "There is nothing to play: your AI was not asked for its move on every board."
DAMAGED = "There is nothing to play: the recorded moves of your AI are damaged."
NEVER_MOVES = "There is nothing to play: your AI gives no legal move on any board."


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGame:
    """A game that beats the student's AI, or in which it has no legal move."""

    ai: str
    """`X` or `O`: what the student's AI plays."""
    moves: tuple[int, ...]
    lost: bool
    """Whether the other side wins at the end."""

    @property
    def title(self) -> str:
        """What the button says that replays it."""
        return f"See how it {'loses' if self.lost else 'gets stuck'} as {self.ai}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What the board needs."""

    policy: str
    games: tuple[LostGame, ...]
    sides: str = ""
    """The marks that the AI plays: one alone where the sheet asks for no more."""
    why_not: str = ""
    """Why there is nothing to play, as a sentence."""

    @property
    def games_json(self) -> str:
        """The games, for the page's script."""
        return json.dumps([{"ai": game.ai, "moves": game.moves} for game in self.games])


def played(result: Result) -> Play:
    """Return what the board needs; a policy that does not fit the boards is not handed on."""
    policy = result.observed.policy
    sides = "".join(side for side in MARKS if _asked(policy, side))
    if why_not := _why_not(policy, sides):
        return Play(policy="", games=(), why_not=why_not)
    return Play(policy=policy, games=tuple(_games(result, sides)), sides=sides)


def _asked(policy: str, side: str) -> bool:
    """Return whether the AI was asked for a move on any board where `side` is to move."""
    positions = table().open
    return any(
        cell != NOT_ASKED for cell, position in zip(policy, positions, strict=False) if turn(position.board) == side
    )


def _why_not(policy: str, sides: str) -> str:
    if not policy.strip(NOT_ASKED):
        return NOT_RECORDED
    positions = table().open
    legal = len(policy) == len(positions) and all(
        cell == NO_MOVE or cell in map(str, position.moves) if turn(position.board) in sides else cell == NOT_ASKED
        for cell, position in zip(policy, positions, strict=True)
    )
    if not legal:
        return DAMAGED
    return NEVER_MOVES if set(policy) <= {NO_MOVE, NOT_ASKED} else ""


def _games(result: Result, sides: str) -> Iterator[LostGame]:
    """Yield the shortest game per side that the student's AI loses, then those in which it gets stuck."""
    examples = (check.counterexample for line in result.criteria for check in line.checks)
    games = [game for game in map(_game, filter(None, examples)) if game and game.ai in sides]
    found: dict[tuple[bool, str], LostGame] = {}
    for game in sorted(games, key=lambda game: len(game.moves)):
        found.setdefault((not game.lost, game.ai), game)
    yield from (found[key] for key in sorted(found))


def _game(example: Counterexample) -> LostGame | None:
    """Return the game of a counterexample; None without one, or when the rules forbid one of its moves."""
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
