"""The running game: a thread of its own asks the AI, and a new game ends the game before."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.blocks import plain
from grader.errors import HarnessFault, UserError
from grader.model.counterexample import Counterexample
from grader.model.sanitize import sanitize
from grader.play.opponent import Opponent
from grader.story.evidence import call_facts

MAX_TEXT = 2_000
"""Characters of a message."""
PATIENCE_SECONDS = 10.0
"""A request for a move is answered after this long at the latest: some browsers give up on one that takes minutes."""

Message: TypeAlias = "dict[str, object]"
"""What the page reads, as JSON."""
ENDED: Message = {"problem": "This game has ended: it was stopped, or another one was started."}


@dataclass(frozen=True, slots=True, kw_only=True)
class _LiveGame:
    """A game against one opponent."""

    number: int
    opponent: Opponent
    problem: Future[str]
    """Why nobody can play against it; empty if one can."""
    moves: dict[str, Future[Message]] = field(default_factory=dict)
    """By board."""


class PlayRoom:
    """
    Starts games and asks the AI of the latest one; any thread may call it.

    One thread makes all calls of students' code, one after the other, because a launcher serves one thread.
    """

    def __init__(self, opponent: Callable[[], Opponent]) -> None:
        """Play against what `opponent` returns: a new one for each game. It raises UserError if there is none."""
        self._opponent = opponent
        self._thread = ThreadPoolExecutor(1, "play")
        self._lock = threading.Lock()
        self._games = 0
        self._game: _LiveGame | None = None

    def start(self) -> Message:
        """End the present game and begin another; return its number, or why there is none."""
        with self._lock:
            self._stop_game()
            try:
                opponent = self._opponent()
            except UserError as error:
                return {"problem": sanitize(f"{error}.", MAX_TEXT)}
            self._games += 1
            problem = self._thread.submit(opponent.import_problem)
            self._game = _LiveGame(number=self._games, opponent=opponent, problem=problem)
            return {"game": self._games}

    def ask(self, number: int, board: str) -> Message:
        """
        Return the AI's move on an open `board` in game `number`, or that it still thinks: then the page asks again.

        The AI is asked once about a board in each game.
        """
        with self._lock:
            game = self._game
            if game is None or game.number != number:
                return ENDED
            if board not in game.moves:
                game.moves[board] = self._thread.submit(_move, game, board)
        try:
            found = game.moves[board].result(PATIENCE_SECONDS)
        except concurrent.futures.TimeoutError:
            return {"thinking": True}
        # That a move was stopped is no fault of the AI, which its answer would seem to be.
        return found if self._game is game else ENDED

    def close(self) -> None:
        """End the present game and the thread."""
        with self._lock:
            self._stop_game()
        self._thread.shutdown()

    def _stop_game(self) -> None:
        if self._game is not None:
            self._game.opponent.stop()
            self._thread.submit(self._game.opponent.close)
            self._game = None


def _move(game: _LiveGame, board: str) -> Message:
    try:
        problem = game.problem.result()
        if problem:
            return {"problem": sanitize(f"{problem}. Correct the file and start again.", MAX_TEXT)}
        reply = game.opponent.reply(board)
    except HarnessFault as fault:
        return {"problem": sanitize(f"This is an internal error, not a mistake of your AI: {fault}.", MAX_TEXT)}
    facts = [fact for example in reply.wrong for fact in _facts(example)]
    return {"cell": reply.cell, "taken": reply.taken, "facts": facts}


def _facts(example: Counterexample) -> list[list[str]]:
    """Return labels and texts, in the words of the reports."""
    return [[label.capitalize(), plain(text)] for label, text in call_facts(example)]
